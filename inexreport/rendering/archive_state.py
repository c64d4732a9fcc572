"""Which campaigns lie in an archive, and which of them the archive's own pages were made from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from inexreport.rendering.publishing.publication import refuse_to_replace_others
from inexreport.rendering.site_files import checksum_lines, published_file
from inexreport.report.published_files import PARTICIPANTS_FILE, RECORD_FILE

FOLDER = "archive"
FRONT = "index.html"
BESIDE = f"../{FRONT}"
"""The front page as seen from the folder with the archive's other pages, whose checksums tell of it too."""

RECORD = f"data/{RECORD_FILE}"
MADE_FROM = "campaigns.sha256"
NOTHING: Mapping[str, Path] = MappingProxyType({})

Record = dict[str, Any]


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


def campaign_records(out: Path) -> list[tuple[str, Record]]:
    """Folders, and links to folders, with their records.

    A record is empty where the file holds none, as after a crash of the disk.
    """
    return [(name, parsed_record(file.read_bytes())) for name, file in sorted(_records_in(out).items())]


def _records_in(out: Path) -> dict[str, Path]:
    return {file.relative_to(out).parts[0]: file for file in out.glob(f"[!.]*/{RECORD}")}


def record_contents(out: Path, coming: Mapping[str, Path] = NOTHING) -> dict[str, bytes]:
    """What campaign.json holds in each campaign's folder, ordered by name; what links lead to is left out.

    Parameters
    ----------
    out : Path
        Folder of the archive.
    coming : mapping of str to Path
        Folders that will take the places of those of their names.
    """
    place = out.resolve()
    standing = {
        name: file for name, file in _records_in(out).items() if file.resolve() == place / name / RECORD
    }
    files = standing | {name: folder / RECORD for name, folder in coming.items()}
    return {name: files[name].read_bytes() for name in sorted(files)}


def made_from(contents: Mapping[str, bytes]) -> bytes:
    """Checksums of the records that the archive's own pages are made from, as ``sha256sum`` reads them."""
    return checksum_lines(
        published_file(f"../{name}/{RECORD}", content) for name, content in contents.items()
    )


def parsed_record(content: bytes) -> Record:
    """A campaign's record; an empty one where there is none, as after a crash of the disk."""
    try:
        record = json.loads(content.decode("utf-8"))
    except ValueError:
        return {}
    return record if isinstance(record, dict) else {}
