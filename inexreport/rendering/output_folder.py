"""The output folder: which campaigns it contains, and which of its folders a build may replace."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

from inexreport.errors import UsageError
from inexreport.formats.input_files import is_folder
from inexreport.formats.published_results import RECORD_FILE
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.file_names import file_names
from inexreport.rendering.publishing.publication import (
    is_moved_aside,
    refuse_link,
    refuse_to_replace_others,
)
from inexreport.rendering.site_files import checksum_lines, published_file
from inexreport.report.audience import PUBLIC, Audience
from inexreport.report.data import CHECKSUMS_FILE, PARTICIPANTS_FILE

ARCHIVE = "archive"
"""Folder of the pages that belong to no single campaign."""
FRONT = "index.html"
FRONT_FROM_ARCHIVE = f"../{FRONT}"
"""The archive's front page, as the checksums in the folder of the archive's pages name it."""

RECORD = f"data/{RECORD_FILE}"
LEVELS_BELOW = 4
"""Levels of folders below an output folder that are searched for sites for other readers."""

RECORD_CHECKSUMS = "campaigns.sha256"
NO_FOLDERS: Mapping[str, Path] = MappingProxyType({})

Record = dict[str, Any]


def site_folder(out: Path, slug: str, audience: Audience = PUBLIC) -> Path:
    """Return the folder of a campaign's site.

    Raises
    ------
    UsageError
        If it, or the folder of the archive's pages, contains something else or is a link, or if a site for
        another audience is in, above or below the output folder.
    """
    _refuse_other_audiences(out, audience)
    refuse_link(out / ASSETS)
    archive_folder(out)
    folder = out / file_names([slug], reserved=[ASSETS, ARCHIVE])[slug]
    refuse_to_replace_others(folder, RECORD)
    return folder


def archive_folder(out: Path) -> Path:
    """Return the folder of the archive's pages.

    Raises
    ------
    UsageError
        If it contains something else.
    """
    folder = out / ARCHIVE
    refuse_to_replace_others(folder, PARTICIPANTS_FILE)
    return folder


def _refuse_other_audiences(out: Path, audience: Audience) -> None:
    """Refuse to write next to a site for other readers: they are given the folder as a whole."""
    place, real = out.absolute(), out.resolve()
    for folder in dict.fromkeys((place, *place.parents, *real.parents, *_folders_below(place, LEVELS_BELOW))):
        for campaign, record in campaign_records(folder):
            other = str(record.get("audience", PUBLIC)) if record else str(audience)
            if other != str(audience):
                raise UsageError(
                    f"{folder / campaign} is for another audience ({other}), so nothing for the audience "
                    f"{audience} is written to {out}; choose another --out."
                )


def _folders_below(place: Path, levels: int) -> Iterator[Path]:
    """Yield the folders in a folder, and so many levels deep, but for what is in a campaign's site."""
    if not levels or not place.is_dir() or (place / RECORD).exists():
        return
    for folder in sorted(one for one in place.iterdir() if is_folder(one) and not one.name.startswith(".")):
        yield folder
        yield from _folders_below(folder, levels - 1)


def is_campaign(folder: Path) -> bool:
    """Whether a folder is the site of one campaign."""
    return (folder / RECORD).is_file() or (folder / CHECKSUMS_FILE).is_file()


def campaigns_of(archive: Path) -> list[Path]:
    """Return the folders of the campaigns in an archive, ordered by name.

    Raises
    ------
    UsageError
        If there is none.
    """
    found = []
    if archive.is_dir():
        inside = (one for one in sorted(archive.iterdir()) if one.name not in (ARCHIVE, ASSETS))
        found = [one for one in inside if one.name[0] != "." and is_campaign(one)]
    if not found and is_moved_aside(archive):
        raise UsageError(f"A build that was interrupted has moved {archive} aside. Build it again.")
    if not found:
        raise UsageError(
            f"{archive} is not a results site. Give the folder of a campaign, such as site/inex-2009, or the "
            "folder of an archive."
        )
    return found


def campaign_records(out: Path) -> list[tuple[str, Record]]:
    """Return the names of campaign folders, and links to them, with the parsed campaign.json of each."""
    return [(name, parsed_record(file.read_bytes())) for name, file in sorted(_records_in(out).items())]


def _records_in(out: Path) -> dict[str, Path]:
    # Each build looks into the folders above, of which some have thousands of others, or none to be seen.
    found = {}
    with suppress(OSError), os.scandir(out) as inside:
        for one in inside:
            with suppress(OSError):
                if one.name[0] != "." and one.is_dir():
                    os.stat(f"{one.path}/{RECORD}")  # noqa: PTH116 (a Path takes longer to make than to look up)
                    found[one.name] = out / one.name / RECORD
    return found


def record_contents(out: Path, new_folders: Mapping[str, Path] = NO_FOLDERS) -> dict[str, bytes]:
    """Return the content of each campaign.json by the name of its folder, in order; links are ignored.

    Parameters
    ----------
    out : Path
        The output folder.
    new_folders : mapping of str to Path
        Folders that are about to replace those with their names.
    """
    place = out.resolve()
    present = {
        name: file for name, file in _records_in(out).items() if file.resolve() == place / name / RECORD
    }
    files = present | {name: folder / RECORD for name, folder in new_folders.items()}
    return {name: files[name].read_bytes() for name in sorted(files)}


def record_checksums(contents: Mapping[str, bytes]) -> bytes:
    """Return the checksums of the records that the archive's pages are made from, for ``sha256sum``."""
    return checksum_lines(
        published_file(f"../{name}/{RECORD}", content) for name, content in contents.items()
    )


def parsed_record(content: bytes) -> Record:
    """Return a parsed campaign.json; empty if the content is damaged, as after a disk failure."""
    try:
        record = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}
