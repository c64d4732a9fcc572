"""The parts of a site: each can be written by itself, by whichever process, into the same folder."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from inexreport.rendering.chart_kinds import chart_kinds, know_chart_kinds
from inexreport.rendering.checksums import published_file
from inexreport.rendering.earlier_tables import StoredRows
from inexreport.rendering.kept_parts import KeptParts
from inexreport.rendering.whole_files import whole_file
from inexreport.report.data import DataTable
from inexreport.report.published_files import PublishedFile
from inexreport.workers import Workers

Texts = dict[str, str]
"""By their addresses in the campaign's folder."""

Progress = Callable[[int, int], None]
"""Told after each page, and after the files of each report, how many of how many are written."""

Chore = Callable[[], None]
"""Something that is to be done, and can be done while others write."""


@dataclass(frozen=True, slots=True)
class Written:
    """What a part came to.

    Attributes
    ----------
    files : tuple of PublishedFile
    tables : tuple of DataTable
        Those of them that hold tables.
    rows : tuple of StoredRows
        Rows of these of which it is known what they are made from.
    """

    files: tuple[PublishedFile, ...]
    tables: tuple[DataTable, ...] = ()
    rows: tuple[StoredRows, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Something that can be written.

    Attributes
    ----------
    write : callable
        Writes it.
    counted : int
        How many pages and reports it is, which a reader would count.
    key : str
        A checksum of all that its files are made from; empty if none is known.
    """

    write: Callable[[], Written]
    counted: int = 0
    key: str = ""


class PartsAtHand(Protocol):
    """Parts of a site that need not be written."""

    def has(self, key: str) -> bool:
        """Whether the part with a key is at hand."""
        ...

    def taken_over(self, key: str) -> Written | None:
        """Let its files stand in the folder that is written; None if that turns out to be impossible."""
        ...


class SiteParts(ABC):
    """A site that processes write together: it travels to each, and each plans the same parts in one order.

    Parameters
    ----------
    folder : Path
        The campaign's folder.
    assets : mapping of str to str
        File names of the assets by their names, which take long to find out.
    kept : KeptParts, optional
        What earlier builds have made.
    """

    def __init__(self, folder: Path, assets: Mapping[str, str], kept: KeptParts | None = None) -> None:
        self.folder, self.assets, self.kept = folder, assets, kept

    @abstractmethod
    def plan(self) -> Iterable[Part]:
        """All parts, those that take longest first."""

    @cached_property
    def parts(self) -> Sequence[Part]:
        """All parts; they stay in the process."""
        return tuple(self.plan())

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in vars(self).items() if name != "parts"}
        return state | {"kinds": chart_kinds()}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        vars(self).update(state)
        know_chart_kinds(vars(self).pop("kinds"))

    def key(self, task: str | None, *subject: str) -> str:
        """The key of a part that is made from the runs of one task alone; empty if none is known.

        Parameters
        ----------
        task : str or None
            `OF_NO_TASK` if it is made from no runs, None if from those of several tasks.
        *subject : str
            What of the task it is about, and what else it is made from.
        """
        return "" if self.kept is None or task is None else self.kept.key(task, *subject)

    def texts(self, make: Callable[[], Texts], *, is_counted: bool = False, key: str = "") -> Part:
        """A part of texts."""

        def write() -> Written:
            files = (write_octets(self.folder, address, text.encode()) for address, text in make().items())
            return Written(tuple(files))

        return Part(write, int(is_counted), key)


def write_octets(folder: Path, address: str, content: bytes) -> PublishedFile:
    """Write a file of a site, and say its size and checksum; see `whole_file`."""
    with whole_file(folder, address) as file:
        file.write(content)
    return published_file(address, content)


def write_parts(
    site: SiteParts,
    workers: Workers,
    progress: Progress,
    *,
    further: int = 0,
    before: PartsAtHand | None = None,
    meanwhile: Iterable[Chore] = (),
) -> list[Written]:
    """Have all parts written.

    Parameters
    ----------
    site : SiteParts
    workers : Workers
    progress : callable
    further : int
        Pages that will be written after these.
    before : PartsAtHand, optional
        Parts of the site that stands there, which are taken over while others write.
    meanwhile : iterable of callable
        What else is to be done, while others write.
    """
    total, done = sum(part.counted for part in site.parts) + further, 0
    at_hand = [bool(before and part.key and before.has(part.key)) for part in site.parts]
    made = workers.map(_write_part, site, [place for place, known in enumerate(at_hand) if not known])
    for chore in meanwhile:
        chore()
    written = []
    for part, known in zip(site.parts, at_hand, strict=True):
        # What was at hand may be gone meanwhile, or the file system may not do that.
        written.append((before.taken_over(part.key) or part.write()) if before and known else next(made))
        if part.counted:
            done += part.counted
            progress(done, total)
    return written


def _write_part(site: SiteParts, place: int) -> Written:
    return site.parts[place].write()
