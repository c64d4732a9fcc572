"""The archive's own pages: its front page, the pages of systems and the page about the site."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jinja2
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from inexreport.cache import NO_CACHE, Cache
from inexreport.rendering.addresses import SEARCH_INDEX
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.assets import add_assets, asset_names
from inexreport.rendering.data_files import csv_bytes
from inexreport.rendering.environment import environment
from inexreport.rendering.file_names import file_names
from inexreport.rendering.name_list import NameList
from inexreport.rendering.output_folder import (
    ARCHIVE,
    FRONT,
    FRONT_FROM_ARCHIVE,
    RECORD_CHECKSUMS,
    archive_folder,
    parsed_record,
    record_checksums,
    record_contents,
)
from inexreport.rendering.publishing.publication import Publication, publication
from inexreport.rendering.search_file import archive_index
from inexreport.rendering.site_files import checksum_lines, published_file, write_file
from inexreport.report.about import about_page
from inexreport.report.data import CHECKSUMS_FILE
from inexreport.report.tables.table import Column
from inexreport.subjects.archive import TABLES_OF_ARCHIVE, TASKS, archive_pages
from inexreport.subjects.participants_over_years import PARTICIPANTS
from inexreport.subjects.sections import Page, Section, frame_rows
from inexreport.subjects.systems import TASK_PAIRS

ABOUT = "about.html"


def write_archive(out: Path, cache: Cache = NO_CACHE) -> None:
    """Write ``out/index.html`` and ``out/archive`` from the records of all campaigns built there.

    Nothing is replaced before all files are complete; the campaigns' folders are not touched.
    """
    with publication(out) as new:
        add_assets(new, cache)
        add_archive(new, cache)


def add_archive(new: Publication, cache: Cache = NO_CACHE) -> None:
    """Add the archive's pages about all campaigns, those about to be published included."""
    contents = record_contents(new.out, new.folders)
    records = [(folder, parsed_record(content)) for folder, content in contents.items()]
    published = partial(_published, {name: new.folders.get(name, new.out / name) for name in contents})
    made = archive_pages(records, partial(_scores, published), partial(_pairs, published))
    names = file_names(made.pages)
    systems = {name: f"{ARCHIVE}/systems/{file}.html" for name, file in names.items()}
    audience = {"audience": made.audience, "participant": made.participant}
    links = partial(ArchiveLinks, systems=systems, folders=made.folders, assets=asset_names(cache))
    front = _render("archive", made.front, links(FRONT), audience)
    listed = frame_rows(made.systems)
    index = archive_index((posixpath.relpath(systems[one["name"]], ARCHIVE), one) for one in listed)
    files = {
        SEARCH_INDEX: index.encode(),
        RECORD_CHECKSUMS: record_checksums(contents),
    }
    for table in TABLES_OF_ARCHIVE:
        frame = made.tables[table.name]
        if len(frame) or table in (TASKS, PARTICIPANTS):
            files[f"{table.name}.csv"] = csv_bytes(table.build(frame))
    for name, page in made.pages.items():
        address = systems[name]
        html = _render("system", page, links(address), audience)
        files[posixpath.relpath(address, ARCHIVE)] = html
    files[ABOUT] = _render("about", about_page(made.field), links(f"{ARCHIVE}/{ABOUT}"), audience)
    building = new.folder(archive_folder(new.out).name)
    checksummed = [published_file(FRONT_FROM_ARCHIVE, front)]
    checksummed += [write_file(building, name, content) for name, content in files.items()]
    (building / CHECKSUMS_FILE).write_bytes(checksum_lines(checksummed))
    new.file(FRONT, front)


Published = Callable[[str, str, Sequence[str], list[tuple[str, str, str]] | None], pd.DataFrame]
"""Chosen columns and rows of a published table, given the campaign's folder and the name of the table."""


def _published(
    folders: Mapping[str, Path],
    folder: str,
    table: str,
    columns: Sequence[str],
    rows: list[tuple[str, str, str]] | None = None,
) -> pd.DataFrame:
    """The rows of a campaign's published table; none if its file is missing or damaged."""
    try:
        file = folders[folder] / "data" / f"{table}.parquet"
        found: pa.Table = pq.read_table(file, columns=list(columns), filters=rows)
        return pd.DataFrame(found.to_pydict())
    except (OSError, pa.ArrowException):
        return pd.DataFrame(columns=list(columns))


def _scores(published: Published, folder: str, task: str, metric: str) -> pd.DataFrame:
    chosen = [("task", "==", task), ("metric", "==", metric)]
    return published(folder, "scores", ("run", "topic", "score"), chosen)


def _pairs(published: Published, folder: str) -> pd.DataFrame:
    return published(folder, TASK_PAIRS.name, tuple(TASK_PAIRS.columns), None)


def _render(kind: str, page: Page, links: ArchiveLinks, audience: Mapping[str, Any]) -> bytes:
    about = {"kind": kind, "page": page, "link": links, "names": NameList(links), "words": None}
    try:
        made = environment().get_template("sections.html")
        return made.render(frame="archive.html", **about, **audience).encode()
    except jinja2.UndefinedError as error:  # a record lacks a value, as other versions' records may
        raise LookupError(str(error)) from error


@dataclass(frozen=True, slots=True)
class ArchiveLinks:
    """Relative links from a page that belongs to no campaign.

    `here` is the page's address, relative to the archive; `systems` has the addresses of their pages, and
    `assets` the file names of assets, by name. `folders` are those of the campaigns that are listed.
    """

    here: str
    systems: Mapping[str, str]
    folders: tuple[str, ...]
    assets: Mapping[str, str]

    def to(self, address: str) -> str:
        """Return the link from this page to an address of the archive."""
        # Absolute, because posixpath.relpath would prepend the working directory.
        return posixpath.relpath(f"/{address}", posixpath.dirname(f"/{self.here}"))

    def archive(self) -> str:
        return self.to(FRONT)

    def about(self) -> str:
        return self.to(f"{ARCHIVE}/{ABOUT}")

    def asset(self, name: str) -> str:
        return self.to(f"{ASSETS}/{self.assets[name]}")

    def search_indexes(self) -> tuple[str, ...]:
        return tuple(self.campaign_page(folder, SEARCH_INDEX) for folder in (ARCHIVE, *self.folders))

    def campaign(self, folder: str) -> str:
        return self.campaign_page(folder, FRONT)

    def campaign_page(self, folder: str, address: str, fragment: str = "") -> str:
        """Return the link to a page of a campaign."""
        return self.to(quote(f"{folder}/{address}")) + (f"#{quote(fragment)}" if fragment else "")

    def system_page(self, name: str) -> str:
        return self.to(self.systems[name])

    def data_file(self, name: str) -> str:
        return self.to(f"{ARCHIVE}/{name}")

    def columns(self, table: str) -> Mapping[str, Column]:
        """Return the columns of a published table, which the page describes."""
        return next(one.columns for one in TABLES_OF_ARCHIVE if one.name == table)

    def withholds(self, section: Section) -> bool:
        return False
