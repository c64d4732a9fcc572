"""From campaign directories to their sites."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from inexreport.building.gathering import gather
from inexreport.building.progress import Progress, tell_nobody
from inexreport.errors import InexreportError, UsageError
from inexreport.formats.campaign_directory import campaign_root, campaign_slug
from inexreport.model.outcome import CampaignOutcome
from inexreport.rendering.archive import write_archive
from inexreport.rendering.site import site_folder, write_campaign, write_site
from inexreport.report.audience import PUBLIC, Audience, Readers
from inexreport.report.own.own_outcome import own_outcome

Finished = Callable[[Path, CampaignOutcome | InexreportError], None]
"""Is told a campaign directory and what came of it."""


def build(
    directory: Path, out: Path, progress: Progress = tell_nobody, audience: Audience = PUBLIC
) -> CampaignOutcome:
    """Evaluate a campaign and write its site into ``out/<slug>``, beside those of other campaigns.

    The site that stands there stays until the new one is whole.

    Parameters
    ----------
    directory : Path
        The campaign directory.
    out : Path
        Folder of the archive; made if it is missing.
    progress : callable, optional
    audience : Audience
        For whom the site is; an archive is for one audience.

    Returns
    -------
    CampaignOutcome
        As far as the audience is told of it.

    Raises
    ------
    CampaignRefusedError
        With every problem of the campaign's own files.
    UsageError
        If the archive is for another audience, or the participant has no run.
    """
    return _built(directory, out, progress, write_site, audience)


def build_several(
    directories: Sequence[Path],
    out: Path,
    finished: Finished,
    progress_display: Callable[[], AbstractContextManager[Progress]],
    audience: Audience = PUBLIC,
) -> None:
    """Build campaigns one after the other, then the archive of all; what is wrong with one stops no other.

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

    Raises
    ------
    UsageError
        Before anything is built: if a directory is no campaign's, two would become one site, or the place of
        one is taken by something else, or the archive is for another audience.
    """
    _refuse_what_cannot_be_built(directories, out, audience)
    built = 0
    for directory in directories:
        try:
            with progress_display() as progress:
                outcome = _built(directory, out, progress, write_campaign, audience)
        except InexreportError as error:
            finished(directory, error)
        else:
            built += 1
            finished(directory, outcome)
            del outcome  # so that there is one at a time
    if built:
        write_archive(out)


def _built(
    directory: Path, out: Path, progress: Progress, write: Callable[..., Path], audience: Audience
) -> CampaignOutcome:
    site_folder(out, campaign_slug(campaign_root(directory)), audience)
    outcome, prepared = gather(directory, progress)
    write(
        outcome,
        prepared.metrics,
        out,
        progress=lambda done, total: progress("Writing pages", done, total),
        audience=audience,
    )
    if audience.readers is Readers.PARTICIPANT:
        return own_outcome(audience.participant, outcome)
    return outcome


def _refuse_what_cannot_be_built(directories: Sequence[Path], out: Path, audience: Audience) -> None:
    taken: dict[str, Path] = {}
    for directory in directories:
        folder = site_folder(out, campaign_slug(campaign_root(directory)), audience)
        # Some file systems do not tell upper case from lower case.
        name = folder.name.casefold()
        if name in taken:
            raise UsageError(
                f"{taken[name]} and {directory} would both become {folder}, since a campaign's directory "
                "gives its site the name. Rename one, or build it into another --out."
            )
        taken[name] = directory
