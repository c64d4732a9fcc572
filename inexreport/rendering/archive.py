"""Writes what all campaigns of an archive share: its front page and the pages of participants."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from inexreport.rendering import history_charts
from inexreport.rendering.addresses import Addresses, file_names
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.assets import asset_names, write_assets
from inexreport.rendering.data_files import csv_bytes
from inexreport.rendering.environment import environment
from inexreport.rendering.folder_swap import refuse_to_replace_others, replaced_folder
from inexreport.rendering.search_file import archive_index
from inexreport.report.about import about_page
from inexreport.report.archive import archive_page
from inexreport.report.archive_tables import (
    PARTICIPANTS_FILE,
    TASKS_FILE,
    participants_table,
    tasks_table,
)
from inexreport.report.campaign_record import RECORD_FILE, Record

FOLDER = "archive"
FRONT = "index.html"
ABOUT = "about.html"
RECORD = f"data/{RECORD_FILE}"


def archive_folder(out: Path) -> Path:
    """The folder of what belongs to no campaign.

    Raises
    ------
    UsageError
        If it holds something else.
    """
    folder = out / FOLDER
    refuse_to_replace_others(folder, PARTICIPANTS_FILE)
    return folder


def is_written(out: Path) -> bool:
    """Whether an archive stands there."""
    return (out / FRONT).is_file() and (out / FOLDER / PARTICIPANTS_FILE).is_file()


def write_archive(out: Path) -> None:
    """Write ``out/index.html`` and ``out/archive`` from the records of all campaigns built there.

    All of it is made before anything is replaced; no campaign's own folder is touched.
    """
    page = archive_page(campaign_records(out))
    names = file_names(one.name for one in page.participants)
    participants = {name: f"{FOLDER}/participants/{file}.html" for name, file in names.items()}
    folders = tuple(campaign.folder for campaign in page.campaigns)
    audience = {"audience": page.audience, "participant": page.participant}
    front = _render("archive", page, ArchiveLinks(FRONT, participants, folders), audience)
    index = archive_index(
        (posixpath.relpath(participants[one.name], FOLDER), one) for one in page.participants
    )
    files = {
        Addresses.search_index: index.encode(),
        TASKS_FILE: csv_bytes(tasks_table(page.tasks)),
        PARTICIPANTS_FILE: csv_bytes(participants_table(page.participants)),
    }
    for one in page.participants:
        address = participants[one.name]
        html = _render("participant_history", one, ArchiveLinks(address, participants, folders), audience)
        files[posixpath.relpath(address, FOLDER)] = html
    about = ArchiveLinks(f"{FOLDER}/{ABOUT}", participants, folders)
    files[ABOUT] = _render("about", about_page(), about, audience)
    write_assets(out)
    with replaced_folder(archive_folder(out)) as building:
        for name, content in files.items():
            (building / name).parent.mkdir(exist_ok=True)
            (building / name).write_bytes(content)
    building_front = out / f".{FRONT}.building"
    building_front.write_bytes(front)
    building_front.replace(out / FRONT)


def _render(template: str, page: Any, links: ArchiveLinks, audience: Mapping[str, Any]) -> bytes:
    made = environment().get_template(f"pages/{template}.html")
    return made.render(kind=template, page=page, link=links, charts=history_charts, **audience).encode()


def campaign_records(out: Path) -> list[tuple[str, Record]]:
    """Folders with their records; an empty one where the file holds none, as after a crash of the disk."""
    records = []
    for file in sorted(out.glob(f"[!.]*/{RECORD}")):
        try:
            record = json.loads(file.read_text("utf-8"))
        except ValueError:
            record = {}
        records.append((file.relative_to(out).parts[0], record if isinstance(record, dict) else {}))
    return records


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
        return tuple(self.page(folder, Addresses.search_index) for folder in (FOLDER, *self.folders))

    def campaign(self, folder: str) -> str:
        return self.page(folder, FRONT)

    def page(self, folder: str, address: str) -> str:
        """The way to a page of a campaign."""
        return self.to(quote(f"{folder}/{address}"))

    def participant(self, name: str) -> str:
        return self.to(self.participants[name])

    def data_file(self, name: str) -> str:
        return self.to(f"{FOLDER}/{name}")
