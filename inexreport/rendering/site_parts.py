"""The parts of a site: each can be written by itself, by whichever process, into the same folder."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from inexreport.rendering.checksums import published_file
from inexreport.rendering.kept_parts import KeptParts
from inexreport.rendering.made_from import MadeFrom
from inexreport.report.data import DataTable
from inexreport.report.published_files import PublishedFile
from inexreport.workers import Workers

Texts = dict[str, str]
"""By their addresses in the campaign's folder."""

Found = TypeVar("Found")

Progress = Callable[[int, int], None]
"""Told after each page, and after the files of each report, how many of how many are written."""


@dataclass(frozen=True, slots=True)
class Written:
    """What a part came to.

    Attributes
    ----------
    files : tuple of PublishedFile
    tables : tuple of DataTable
        Those of them that hold tables.
    """

    files: tuple[PublishedFile, ...]
    tables: tuple[DataTable, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Something that can be written.

    Attributes
    ----------
    write : callable
        Writes it.
    counted : int
        How many pages and reports it is, which a reader would count.
    """

    write: Callable[[], Written]
    counted: int = 0


class SiteParts(ABC):
    """A site that processes write together: it travels to each, and each plans the same parts in one order.

    Parameters
    ----------
    folder : Path
        The campaign's folder.
    assets : mapping of str to str
        File names of the assets by their names, which take long to find out.
    inputs : MadeFrom
        What it is made from.
    kept : KeptParts, optional
        What earlier builds have written.
    """

    def __init__(
        self, folder: Path, assets: Mapping[str, str], inputs: MadeFrom, kept: KeptParts | None = None
    ) -> None:
        self.folder, self.assets, self._inputs, self._kept = folder, assets, inputs, kept

    @abstractmethod
    def plan(self) -> Iterable[Part]:
        """All parts, those that take longest first."""

    @property
    def keeps(self) -> bool:
        """Whether what is made can be kept for the next build."""
        return self._kept is not None

    @cached_property
    def parts(self) -> Sequence[Part]:
        """All parts; they stay in the process."""
        return tuple(self.plan())

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "parts"}

    def texts(
        self,
        make: Callable[[], Texts],
        *,
        is_counted: bool = False,
        task: str | None = None,
        subject: str = "",
    ) -> Part:
        """A part of texts, in which `STAND_IN` stands for the inputs.

        Parameters
        ----------
        make : callable
        is_counted : bool
        task : str, optional
            The task whose runs alone they are made from, so that they can be kept for the next build;
            `OF_NO_TASK` if they are made from none.
        subject : str
            What of the task they are about.
        """

        def write() -> Written:
            return self._written(self.kept_or_made(task, subject, dict[str, str], make))

        return Part(write, int(is_counted))

    def kept_or_made(
        self, task: str | None, subject: str, kind: type[Found], make: Callable[[], Found]
    ) -> Found:
        """What an earlier build has left, else what is made now; without a task it is made in any case."""
        if self._kept is None or task is None:
            return make()
        return self._kept.part(task, subject, kind, make)

    def _written(self, texts: Texts) -> Written:
        files = (
            write_octets(self.folder, address, self._inputs.filled_into(text).encode())
            for address, text in texts.items()
        )
        return Written(tuple(files))


def write_octets(folder: Path, address: str, content: bytes) -> PublishedFile:
    """Write a file, and say its size and checksum."""
    target = folder / address
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    return published_file(address, content)


def write_parts(site: SiteParts, workers: Workers, progress: Progress, further: int = 0) -> list[Written]:
    """Have all parts written.

    Parameters
    ----------
    site : SiteParts
    workers : Workers
    progress : callable
    further : int
        Pages that will be written after these.
    """
    counted = [part.counted for part in site.parts]
    total, done = sum(counted) + further, 0
    written = []
    for counts, one in zip(counted, workers.map(_write_part, site, range(len(counted))), strict=True):
        written.append(one)
        if counts:
            done += counts
            progress(done, total)
    return written


def _write_part(site: SiteParts, place: int) -> Written:
    return site.parts[place].write()
