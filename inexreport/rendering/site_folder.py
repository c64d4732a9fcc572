"""The folder of a campaign's site in an archive, and what else must not lie there."""

from __future__ import annotations

from pathlib import Path

from inexreport.rendering.archive_state import FOLDER as ARCHIVE
from inexreport.rendering.archive_state import RECORD, archive_folder
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.audience_check import refuse_other_audiences
from inexreport.rendering.file_names import file_names
from inexreport.rendering.publishing.publication import refuse_link, refuse_to_replace_others
from inexreport.report.audience import PUBLIC, Audience


def site_folder(out: Path, slug: str, audience: Audience = PUBLIC) -> Path:
    """The folder of a campaign's site.

    Raises
    ------
    UsageError
        If it, or the archive's own folder, holds something else or is a link, or the archive is for another
        audience.
    """
    refuse_other_audiences(out, audience)
    refuse_link(out / ASSETS)
    archive_folder(out)
    folder = out / file_names([slug], reserved=[ASSETS, ARCHIVE])[slug]
    refuse_to_replace_others(folder, RECORD)
    return folder
