"""Writes what all campaigns of an archive share: its front page and the pages of participants."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from inexreport.rendering.addresses import SEARCH_INDEX
from inexreport.rendering.archive_state import (
    BESIDE,
    FOLDER,
    FRONT,
    MADE_FROM,
    archive_folder,
    made_from,
    parsed_record,
    record_contents,
)
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.assets import add_assets, asset_names
from inexreport.rendering.data_files import csv_bytes
from inexreport.rendering.environment import environment
from inexreport.rendering.file_names import file_names
from inexreport.rendering.publishing.publication import Publication, publication
from inexreport.rendering.search_file import archive_index
from inexreport.rendering.site_files import checksum_lines, published_file, write_file
from inexreport.report.about import about_page
from inexreport.report.archive import archive_page
from inexreport.report.published_files import CHECKSUMS_FILE, PARTICIPANTS_FILE, TASKS_FILE
from inexreport.report.tables.archive import PARTICIPANTS, TASKS

ABOUT = "about.html"


def write_archive(out: Path) -> None:
    """Write ``out/index.html`` and ``out/archive`` from the records of all campaigns built there.

    All of it is made before anything is replaced; no campaign's own folder is touched.
    """
    with publication(out) as new:
        add_assets(new)
        add_archive(new)


def add_archive(new: Publication) -> None:
    """Let the archive's own pages tell of all campaigns as they will stand there."""
    contents = record_contents(new.out, new.folders)
    page = archive_page([(folder, parsed_record(content)) for folder, content in contents.items()])
    names = file_names(one["name"] for one in page["participants"])
    participants = {name: f"{FOLDER}/participants/{file}.html" for name, file in names.items()}
    folders = tuple(campaign["folder"] for campaign in page["campaigns"])
    audience = {name: page[name] for name in ("audience", "participant")}
    front = _render("archive", page, ArchiveLinks(FRONT, participants, folders), audience)
    index = archive_index(
        (posixpath.relpath(participants[one["name"]], FOLDER), one) for one in page["participants"]
    )
    files = {
        SEARCH_INDEX: index.encode(),
        TASKS_FILE: csv_bytes(TASKS.build(page["tasks"])),
        PARTICIPANTS_FILE: csv_bytes(PARTICIPANTS.build(page["participants"])),
        MADE_FROM: made_from(contents),
    }
    for one in page["participants"]:
        address = participants[one["name"]]
        html = _render("participant_history", one, ArchiveLinks(address, participants, folders), audience)
        files[posixpath.relpath(address, FOLDER)] = html
    about = ArchiveLinks(f"{FOLDER}/{ABOUT}", participants, folders)
    files[ABOUT] = _render("about", about_page(), about, audience)
    building = new.folder(archive_folder(new.out).name)
    checksummed = [published_file(BESIDE, front)]
    checksummed += [write_file(building, name, content) for name, content in files.items()]
    (building / CHECKSUMS_FILE).write_bytes(checksum_lines(checksummed))
    new.file(FRONT, front)


def _render(template: str, page: Any, links: ArchiveLinks, audience: Mapping[str, Any]) -> bytes:
    made = environment().get_template(f"pages/{template}.html")
    return made.render(kind=template, page=page, link=links, **audience).encode()


@dataclass(frozen=True, slots=True)
class ArchiveLinks:
    """Links as they are written on a page that belongs to no campaign.

    Attributes
    ----------
    here : str
        Address of the page, relative to the archive.
    participants : mapping of str to str
        Addresses of participants' pages by name.
    folders : tuple of str
        Of the campaigns that are listed.
    """

    here: str
    participants: Mapping[str, str]
    folders: tuple[str, ...]

    def to(self, address: str) -> str:
        """The way from this page to an address of the archive."""
        # Absolute, since relative paths would be completed by the working directory.
        return posixpath.relpath(f"/{address}", posixpath.dirname(f"/{self.here}"))

    def archive(self) -> str:
        return self.to(FRONT)

    def about(self) -> str:
        return self.to(f"{FOLDER}/{ABOUT}")

    def asset(self, name: str) -> str:
        return self.to(f"{ASSETS}/{asset_names()[name]}")

    def search_indexes(self) -> tuple[str, ...]:
        return tuple(self.campaign_page(folder, SEARCH_INDEX) for folder in (FOLDER, *self.folders))

    def campaign(self, folder: str) -> str:
        return self.campaign_page(folder, FRONT)

    def campaign_page(self, folder: str, address: str) -> str:
        """The way to a page of a campaign."""
        return self.to(quote(f"{folder}/{address}"))

    def participant(self, name: str) -> str:
        return self.to(self.participants[name])

    def data_file(self, name: str) -> str:
        return self.to(f"{FOLDER}/{name}")
