"""From campaign directories to their sites."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path

from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.file_checksums import file_checksums, folder_signature
from inexreport.building.resources import DEFAULT_RESOURCES, Progress, Resources, no_progress
from inexreport.building.summary import BuildSummary, summarise
from inexreport.building.verifying.archive import is_current
from inexreport.cache import digest
from inexreport.errors import InexreportError, UsageError
from inexreport.formats.campaign_directory import campaign_root, campaign_slug, refuse_among_inputs
from inexreport.participant.outcome import participant_outcome
from inexreport.rendering.archive import write_archive
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.environment import templates_version
from inexreport.rendering.output_folder import site_folder
from inexreport.rendering.publishing.archive_lock import archive_to_itself
from inexreport.rendering.site import write_site
from inexreport.report.audience import PUBLIC, Audience, Readers
from inexreport.version import code_version

Finished = Callable[[Path, BuildSummary | InexreportError], None]
"""Is told a campaign directory and what came of it."""


@dataclass(frozen=True, slots=True)
class BuiltSite:
    """A site as it was built: a checksum of its inputs, its state on the disk, and its summary."""

    made_from: str
    state: str
    summary: BuildSummary


def build(
    directory: Path,
    out: Path,
    progress: Progress = no_progress,
    audience: Audience = PUBLIC,
    resources: Resources = DEFAULT_RESOURCES,
) -> BuildSummary:
    """Evaluate a campaign and write its site into ``out/<slug>``, beside those of other campaigns.

    The site that stands there stays until the new one is whole, or if nothing has changed.

    Parameters
    ----------
    directory : Path
        The campaign directory.
    out : Path
        Folder of the archive; made if it is missing.
    progress : callable, optional
    audience : Audience
        For whom the site is; an archive is for one audience.
    resources : Resources, optional

    Returns
    -------
    BuildSummary
        As far as the audience is told of it.

    Raises
    ------
    CampaignRefusedError
        With every problem of the campaign's own files.
    UsageError
        If the archive is for another audience or among the campaign's inputs, or the participant has no run,
        or another build is at work.
    NotWrittenError
        If the file system does not take the site, as when the disk is full; then everything stays as it was.
    """
    refuse_among_inputs(campaign_root(directory), out)
    with archive_to_itself(out):
        summary = _built(directory, out, progress, audience, resources)
        _update_archive(out)
    return summary


def build_several(
    directories: Sequence[Path],
    out: Path,
    finished: Finished,
    progress_display: Callable[[], AbstractContextManager[Progress]],
    audience: Audience = PUBLIC,
    resources: Resources = DEFAULT_RESOURCES,
) -> None:
    """Build campaigns one after the other, the archive's own pages with each; no mistake stops another.

    Parameters
    ----------
    directories : sequence of Path
        The campaign directories.
    out : Path
        Folder of the archive; made if it is missing.
    finished : callable
        Told after each campaign, its error if it was not built.
    progress_display : callable
        Gives the display of a campaign's progress, which is closed before `finished` is told.
    audience : Audience
        For whom the archive is.
    resources : Resources, optional

    Raises
    ------
    UsageError
        Before anything is built: if a directory is no campaign's, two would become one site, or the place of
        one is taken by something else, the archive is for another audience or among a campaign's inputs, or
        another build is at work.
    NotWrittenError
        Before anything is built, if nothing can be written there.
    """
    _refuse_what_cannot_be_built(directories, out, audience)
    with archive_to_itself(out):
        for directory in directories:
            try:
                with progress_display() as progress:
                    summary = _built(directory, out, progress, audience, resources)
                _update_archive(out)
            except InexreportError as error:
                finished(directory, error)
            else:
                finished(directory, summary)


def _built(
    directory: Path, out: Path, progress: Progress, audience: Audience, resources: Resources
) -> BuildSummary:
    """Build a site, unless the one that stands there was built from the same inputs and is untouched."""
    cache = resources.cache
    folder = site_folder(out, campaign_slug(campaign_root(directory)), audience)
    key, checksums, made_from = digest(folder.resolve()), None, ""
    if cache.folder is not None:
        checksums = file_checksums(directory.resolve(), cache, excluded=out.resolve())
        made_from = digest(code_version(), templates_version(), str(audience), directory.resolve(), checksums)
        built: BuiltSite | None = cache.get("site", key)
        if built and (built.made_from, built.state) == (made_from, _state(folder, out)):
            return replace(built.summary, written=False)
    outcome, prepared = evaluate_campaign(directory, progress, resources, checksums)
    write_site(
        outcome,
        prepared.metrics,
        out,
        progress=lambda done, total: progress("Writing pages", done, total),
        audience=audience,
        workers=resources.workers,
    )
    if audience.readers is Readers.PARTICIPANT:
        outcome = participant_outcome(audience.participant, outcome)
    summary = summarise(outcome, folder.name)
    cache.put("site", key, BuiltSite(made_from, _state(folder, out), summary))
    return summary


def _state(folder: Path, out: Path) -> str:
    """What the file system says about a site and the scripts that it shares with others."""
    return digest(folder_signature(folder), folder_signature(out / ASSETS))


def _update_archive(out: Path) -> None:
    """Write the archive's own pages where they are not those of the campaigns that stand there."""
    if not is_current(out):
        write_archive(out)


def _refuse_what_cannot_be_built(directories: Sequence[Path], out: Path, audience: Audience) -> None:
    taken: dict[str, Path] = {}
    for directory in directories:
        root = campaign_root(directory)
        refuse_among_inputs(root, out)
        folder = site_folder(out, campaign_slug(root), audience)
        # Some file systems do not tell upper case from lower case.
        name = folder.name.casefold()
        if name in taken:
            raise UsageError(
                f"{taken[name]} and {directory} would both become {folder}, since a campaign's directory "
                "gives its site the name. Rename one, or build it into another --out."
            )
        taken[name] = directory
