"""What changed between two editions of a published site, or of an archive."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from inexreport.building.verifying.checksums import verify_archive_checksums, verify_checksums
from inexreport.errors import UsageError
from inexreport.formats.published_results import RESULT_FILES, read_results
from inexreport.model.edition import PublishedResults
from inexreport.rendering.data_files import DATA
from inexreport.rendering.output_folder import (
    ARCHIVE,
    FRONT,
    FRONT_FROM_ARCHIVE,
    campaigns_of,
    is_campaign,
)
from inexreport.report.tables.comparison import mapping_changes
from inexreport.subjects.changes import changes_of, result_changes


class SiteChanges(NamedTuple):
    """What changed in a campaign's site, or in an archive: results first, then published files.

    The folder `campaign` is the newer one, empty for the archive's own pages and its list of campaigns;
    `changes` has the columns `inexreport.subjects.changes.CHANGE_COLUMNS`.
    """

    campaign: str
    title: str
    changes: pd.DataFrame


def site_changes(old: Path, new: Path) -> tuple[SiteChanges, ...]:
    """Compare two sites of a campaign, or two archives campaign by campaign.

    Parameters
    ----------
    old, new : Path
        Folders of two campaigns, which may have different names, or of two archives, whose campaigns are
        matched by the names of their folders.

    Returns
    -------
    tuple of SiteChanges
        For archives, a last one about the archive itself.

    Raises
    ------
    UsageError
        If a folder is no results site, one is a campaign and the other an archive, or published data cannot
        be read; the message names every file concerned.
    """
    if is_campaign(old) and is_campaign(new):
        return _compared([(old, new)])
    if is_campaign(old) or is_campaign(new):
        campaign, archive = (old, new) if is_campaign(old) else (new, old)
        campaigns_of(archive)
        raise UsageError(
            f"{campaign} is the site of a campaign and {archive} an archive."
            " Give two campaigns, or two archives."
        )
    before, after = ({one.name: one for one in campaigns_of(archive)} for archive in (old, new))
    campaigns = mapping_changes(dict.fromkeys(before, ""), dict.fromkeys(after, ""))
    changes = [
        changes_of("campaign", campaigns.sort_values("change", ascending=False, kind="stable")),
        changes_of("file", mapping_changes(_own_files(old), _own_files(new))),
    ]
    return (
        *_compared([(before[name], after[name]) for name in after if name in before]),
        SiteChanges("", "The archive's own pages", pd.concat(changes)),
    )


def _compared(pairs: Sequence[tuple[Path, Path]]) -> tuple[SiteChanges, ...]:
    unreadable: list[str] = []
    results = [[_results(folder, unreadable) for folder in pair] for pair in pairs]
    if unreadable:
        raise UsageError("\n".join([*unreadable, "Build these sites again, or restore the files."]))
    found = []
    for (old, new), (before, after) in zip(pairs, results, strict=True):
        if before is not None and after is not None:
            files = changes_of("file", mapping_changes(_files(old), _files(new)))
            found.append(
                SiteChanges(new.name, after.title, pd.concat([result_changes(before, after), files]))
            )
    return tuple(found)


def _results(folder: Path, unreadable: list[str]) -> PublishedResults | None:
    """The published results of a site; None, with the files that cannot be read, if there are none."""
    contents = {}
    for name in RESULT_FILES:
        try:
            contents[name] = (folder / DATA / name).read_bytes()
        except OSError as error:
            unreadable.append(f"{folder / DATA / name}: {error.strerror}.")
    if len(contents) < len(RESULT_FILES):
        return None
    results, problems = read_results(contents)
    unreadable += (f"{folder / DATA / name}: found {found}." for name, found in problems.items())
    return results


def _files(folder: Path) -> dict[str, str]:
    """Checksums of the published files, tables first."""
    found = verify_checksums(folder).found
    tables = {path for path in found if path.startswith(f"{DATA}/") and path.endswith(".csv")}
    return {path: found[path] for path in sorted(found, key=lambda path: (path not in tables, path))}


def _own_files(archive: Path) -> dict[str, str]:
    """Checksums of the pages and tables of an archive that belong to no campaign."""
    found = verify_archive_checksums(archive).found
    return {
        FRONT if path == FRONT_FROM_ARCHIVE else f"{ARCHIVE}/{path}": sha256 for path, sha256 in found.items()
    }
