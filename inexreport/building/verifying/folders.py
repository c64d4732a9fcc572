"""Finds the sites of campaigns in a folder."""

from __future__ import annotations

from pathlib import Path

from inexreport.errors import UsageError
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.output_folder import ARCHIVE, RECORD
from inexreport.rendering.publishing.publication import is_moved_aside
from inexreport.report.data import CHECKSUMS_FILE


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
