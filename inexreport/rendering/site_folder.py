"""The folder of a campaign's site in an archive, and what it must not replace or stand beside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from inexreport.errors import UsageError
from inexreport.rendering.archive_state import FOLDER as ARCHIVE
from inexreport.rendering.archive_state import RECORD, archive_folder, campaign_records
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.file_names import file_names
from inexreport.rendering.publishing.publication import refuse_link, refuse_to_replace_others
from inexreport.report.audience import PUBLIC, Audience


def site_folder(out: Path, slug: str, audience: Audience = PUBLIC) -> Path:
    """Return the folder of a campaign's site.

    Raises
    ------
    UsageError
        If it, or the archive's own folder, holds something else or is a link, or if a site for another
        audience is in, above or below the archive.
    """
    _refuse_other_audiences(out, audience)
    refuse_link(out / ASSETS)
    archive_folder(out)
    folder = out / file_names([slug], reserved=[ASSETS, ARCHIVE])[slug]
    refuse_to_replace_others(folder, RECORD)
    return folder


def _refuse_other_audiences(out: Path, audience: Audience) -> None:
    """Whoever is given one site must not find a site for somebody else in the same folder."""
    place = out.absolute()
    for folder in (place, *place.parents, *_folders_in(place)):
        for campaign, record in campaign_records(folder):
            other = str(record.get("audience", PUBLIC)) if record else str(audience)
            if other != str(audience):
                raise UsageError(
                    f"{folder / campaign} is for another audience ({other}), so nothing for the audience "
                    f"{audience} is written to {out}; choose another --out."
                )


def _folders_in(place: Path) -> Iterator[Path]:
    if place.is_dir():
        yield from sorted(one for one in place.iterdir() if one.is_dir() and not one.name.startswith("."))
