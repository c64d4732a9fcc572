"""Verifies the folder of a campaign, or an archive with all its campaigns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from inexreport.building.resources import Progress, no_progress
from inexreport.building.verifying.checksums import (
    asset_differences,
    outdated,
    seen_from_archive,
    unfinished_builds,
    unknown_files,
    verify_archive_checksums,
    verify_checksums,
)
from inexreport.building.verifying.differences import Difference, Kind, Verification
from inexreport.building.verifying.recomputing import recomputed_archive, recomputed_campaign, version_of
from inexreport.errors import UsageError
from inexreport.formats.campaign_directory import campaign_root, campaign_slug
from inexreport.parallel import Serial, Workers
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.output_folder import RECORD, campaigns_of, is_campaign, parsed_record
from inexreport.report.audience import PUBLIC
from inexreport.version import __version__


def verify(
    site: Path,
    campaigns: Sequence[Path] = (),
    *,
    across_versions: bool = False,
    workers: Workers | None = None,
    progress: Progress = no_progress,
) -> tuple[Verification, ...]:
    """Find everything by which a published site differs from what was published.

    Parameters
    ----------
    site : Path
        A campaign's folder, or the folder of an archive.
    campaigns : sequence of Path
        Campaign directories whose sites are built again and compared; without any, files are compared with
        their checksums only.
    across_versions : bool
        Whether to recompute even a site that another version wrote.
    workers : Workers, optional
    progress : callable, optional

    Returns
    -------
    tuple of Verification
        One for each campaign, then one for the archive's own pages.

    Raises
    ------
    UsageError
        If there is no results site, none of a campaign in `campaigns`, or another version wrote it.
    CampaignRefusedError
        If a campaign's own files have errors, so that it cannot be recomputed.
    """
    one_campaign = is_campaign(site)
    folders = [site] if one_campaign else campaigns_of(site)
    directories = _matched(folders, campaigns, across_versions)
    found = tuple(
        _verify_campaign(folder, directories.get(folder), workers or Serial(), progress) for folder in folders
    )
    return found if one_campaign else (*found, _verify_archive(site, folders, found))


def _matched(folders: Sequence[Path], campaigns: Sequence[Path], across_versions: bool) -> dict[Path, Path]:
    """The campaign directory of each folder that is to be recomputed."""
    directories: dict[Path, Path] = {}
    for directory in campaigns:
        slug = campaign_slug(campaign_root(directory))
        of_slug = [folder for folder in folders if _record(folder).get("slug") == slug]
        chosen = of_slug or (folders if len(folders) == 1 else [])
        if not chosen:
            raise UsageError(f"No site of the campaign {slug} is there. Give the folder of its site.")
        if not across_versions:
            _refuse_other_version(chosen[0])
        directories[chosen[0]] = directory
    return directories


def _refuse_other_version(folder: Path) -> None:
    record = _record(folder)
    if record and version_of(record) != __version__:
        written_by = version_of(record) or "of an unknown version"
        raise UsageError(
            f"{folder} was written by inexreport {written_by}, and this is "
            f"{__version__}: what differs might be due to that. Verify it with the version that wrote it, or "
            "add --across-versions to compare its tables all the same."
        )


def _verify_campaign(
    folder: Path, directory: Path | None, workers: Workers, progress: Progress
) -> Verification:
    checksummed = verify_checksums(folder)
    record = _record(folder)
    shared = folder.absolute().parent / ASSETS
    differences = list(checksummed.differences)
    notes = []
    again = None
    if shared.is_dir():
        differences += asset_differences(shared, checksummed.assets)
    else:
        notes.append(f"There is no {ASSETS} folder next to it, so its pages have no scripts and no styles.")
    if not record and not any(one.file == RECORD for one in differences):
        differences.append(Difference(Kind.CONTENT, RECORD, column="no record can be read from it"))
    if directory is not None and not record:
        notes.append(f"Nothing was recomputed, since {RECORD} does not tell for whom the site is.")
    elif directory is not None:
        again = recomputed_campaign(checksummed, record, directory, workers, progress)
        differences += _new_ones(again.differences, differences)
        notes += again.notes
    return Verification(
        folder=str(folder),
        title=str(record.get("title", "")),
        version=version_of(record),
        audience=str(record.get("audience", PUBLIC)),
        files=len(checksummed.found),
        tables=again.tables if again else None,
        differences=tuple(differences),
        notes=tuple(notes),
    )


def _verify_archive(out: Path, folders: Sequence[Path], campaigns: Sequence[Verification]) -> Verification:
    checksummed = verify_archive_checksums(out)
    # Its pages are made from the campaigns' records and tables, which recomputing a campaign compares.
    only_read = [folder.name for folder, one in zip(folders, campaigns, strict=True) if one.tables is None]
    again = recomputed_archive(out, checksummed) if len(only_read) < len(folders) else None
    notes = [
        f"A build is at work or was interrupted: {name}; the next one removes it."
        for name in unfinished_builds(out)
    ]
    if again and only_read:
        notes.append(
            f"The archive's own pages were made anew from {RECORD} and tables of each campaign there. Not "
            f"recomputed themselves, but compared with their checksums: {', '.join(only_read)}."
        )
    return Verification(
        folder=str(out),
        title="the archive's own pages",
        version="",
        audience=campaigns[0].audience,
        files=len(checksummed.found),
        tables=again.tables if again else None,
        differences=(
            *map(seen_from_archive, checksummed.differences),
            *(map(seen_from_archive, _new_ones(again.differences, checksummed.differences)) if again else ()),
            *outdated(out),
            *asset_differences(out / ASSETS, checksummed.assets),
            *unknown_files(out, [folder.name for folder in folders], checksummed.assets),
        ),
        notes=(*notes, *(again.notes if again else ())),
    )


def _new_ones(found: Sequence[Difference], known: Sequence[Difference]) -> Iterator[Difference]:
    """The differences except missing and additional files that are known from the checksums."""
    files = {(one.kind, one.file) for one in known if one.kind in (Kind.MISSING, Kind.ADDITIONAL)}
    return (one for one in found if one.column or one.row or (one.kind, one.file) not in files)


def _record(folder: Path) -> Mapping[str, Any]:
    """The content of campaign.json; empty if it is unreadable."""
    try:
        return parsed_record((folder / RECORD).read_bytes())
    except OSError:
        return {}
