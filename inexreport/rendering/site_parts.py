"""The parts of a site: each can be written by itself, by whichever process, into the same folder."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from inexreport.parallel import Workers
from inexreport.rendering.addresses import Addresses, Links
from inexreport.rendering.checksums import published_file
from inexreport.rendering.pages import PlannedPage, render_page
from inexreport.rendering.whole_files import whole_file
from inexreport.report.campaign_record import Record
from inexreport.report.data import DataTable
from inexreport.report.published_files import PublishedFile

Texts = dict[str, str]
"""By their addresses in the campaign's folder."""

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
    """

    def __init__(self, folder: Path, assets: Mapping[str, str]) -> None:
        self.folder, self.assets = folder, assets

    @abstractmethod
    def plan(self) -> Iterable[Part]:
        """All parts, those that take longest first."""

    @cached_property
    def parts(self) -> Sequence[Part]:
        """All parts; they stay in the process."""
        return tuple(self.plan())

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "parts"}

    def texts(self, make: Callable[[], Texts], *, is_counted: bool = False) -> Part:
        """A part of texts."""

        def write() -> Written:
            files = (write_octets(self.folder, address, text.encode()) for address, text in make().items())
            return Written(tuple(files))

        return Part(write, int(is_counted))

    def pages(
        self, pages: Iterable[PlannedPage], addresses: Addresses, record: Record, written: Collection[str]
    ) -> Iterator[Part]:
        """Every page as a part; navigation leads to no other addresses than those in `written`."""

        def rendered(page: PlannedPage) -> Texts:
            links = Links(addresses, page.address, self.assets)
            return {page.address: render_page(page, links, record, written)}

        for page in pages:
            yield self.texts(partial(rendered, page), is_counted=True)


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
) -> list[Written]:
    """Have all parts written.

    Parameters
    ----------
    site : SiteParts
    workers : Workers
    progress : callable
    further : int
        Pages that will be written after these.
    """
    total, done = sum(part.counted for part in site.parts) + further, 0
    made = workers.map(_write_part, site, range(len(site.parts)))
    written = []
    for part, one in zip(site.parts, made, strict=True):
        written.append(one)
        if part.counted:
            done += part.counted
            progress(done, total)
    return written


def _write_part(site: SiteParts, place: int) -> Written:
    return site.parts[place].write()
