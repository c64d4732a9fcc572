"""From campaign directories to their sites."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from inexreport.building.means import IN_PROCESS, Means
from inexreport.building.progress import Progress, tell_nobody
from inexreport.building.summary import BuildSummary
from inexreport.building.unchanged import keep_built_site, state_of_inputs, unchanged_site
from inexreport.building.verifying.archive import is_current
from inexreport.cache.file_checksums import file_checksums
from inexreport.errors import InexreportError, UsageError
from inexreport.formats.campaign_root import campaign_root, campaign_slug, refuse_among_inputs
from inexreport.rendering.assets import FOLDER as SHARED
from inexreport.rendering.publishing.archive_lock import archive_to_itself
from inexreport.rendering.site_folder import site_folder
from inexreport.report.audience import PUBLIC, Audience

Finished = Callable[[Path, BuildSummary | InexreportError], None]
"""Is told a campaign directory and what came of it."""


def build(
    directory: Path,
    out: Path,
    progress: Progress = tell_nobody,
    audience: Audience = PUBLIC,
    means: Means = IN_PROCESS,
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
    means : Means, optional

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
        summary = _built(directory, out, progress, audience, means)
        _keep_archive_current(out)
    return summary


def build_several(
    directories: Sequence[Path],
    out: Path,
    finished: Finished,
    progress_display: Callable[[], AbstractContextManager[Progress]],
    audience: Audience = PUBLIC,
    means: Means = IN_PROCESS,
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
    means : Means, optional

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
                    summary = _built(directory, out, progress, audience, means)
                _keep_archive_current(out)
            except InexreportError as error:
                finished(directory, error)
            else:
                finished(directory, summary)


def _built(directory: Path, out: Path, progress: Progress, audience: Audience, means: Means) -> BuildSummary:
    folder = site_folder(out, campaign_slug(campaign_root(directory)), audience)
    cache, shared = means.cache, out / SHARED
    if cache is None:
        return _new_site(directory, out, progress, audience, means)
    checksums = file_checksums(directory.resolve(), cache, excluded=out.resolve())
    inputs = state_of_inputs(directory, checksums, audience)
    if unchanged := unchanged_site(cache, inputs, folder, shared):
        return unchanged
    summary = _new_site(directory, out, progress, audience, means, checksums)
    keep_built_site(cache, inputs, folder, shared, summary)
    return summary


def _new_site(
    directory: Path,
    out: Path,
    progress: Progress,
    audience: Audience,
    means: Means,
    checksums: Mapping[str, str] | None = None,
) -> BuildSummary:
    # Importing all that evaluates and renders takes longer than to see that nothing has changed.
    from inexreport.building.new_site import evaluate_and_write

    return evaluate_and_write(directory, out, progress, audience, means, checksums)


def _keep_archive_current(out: Path) -> None:
    """Write the archive's own pages where they are not those of the campaigns that stand there."""
    if not is_current(out):
        from inexreport.rendering.archive import write_archive  # see above

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
