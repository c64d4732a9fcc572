"""From campaign directories to their sites."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from inexreport.building.campaign import Progress, gather, tell_nobody
from inexreport.errors import InexreportError, UsageError
from inexreport.formats.campaign_directory import campaign_root, campaign_slug
from inexreport.model.outcome import CampaignOutcome
from inexreport.rendering.archive import write_archive
from inexreport.rendering.site import site_folder, write_campaign, write_site

Finished = Callable[[Path, CampaignOutcome | InexreportError], None]
"""Is told a campaign directory and what came of it."""


def build(directory: Path, out: Path, progress: Progress = tell_nobody) -> CampaignOutcome:
    """Evaluate a campaign and write its site into ``out/<slug>``, beside those of other campaigns.

    The site that stands there stays until the new one is whole.

    Parameters
    ----------
    directory : Path
        The campaign directory.
    out : Path
        Folder of the archive; made if it is missing.
    progress : callable, optional

    Returns
    -------
    CampaignOutcome

    Raises
    ------
    CampaignRefusedError
        With every problem of the campaign's own files.
    """
    return _built(directory, out, progress, write_site)


def build_several(
    directories: Sequence[Path],
    out: Path,
    finished: Finished,
    progress_display: Callable[[], AbstractContextManager[Progress]],
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

    Raises
    ------
    UsageError
        Before anything is built: if a directory is no campaign's, two would become one site, or the place of
        one is taken by something else.
    """
    _refuse_what_cannot_be_built(directories, out)
    built = 0
    for directory in directories:
        try:
            with progress_display() as progress:
                outcome = _built(directory, out, progress, write_campaign)
        except InexreportError as error:
            finished(directory, error)
        else:
            built += 1
            finished(directory, outcome)
            del outcome  # so that there is one at a time
    if built:
        write_archive(out)


def _built(directory: Path, out: Path, progress: Progress, write: Callable[..., Path]) -> CampaignOutcome:
    site_folder(out, campaign_slug(campaign_root(directory)))
    outcome, prepared = gather(directory, progress)
    write(
        outcome,
        prepared.metrics,
        out,
        progress=lambda done, total: progress("Writing pages", done, total),
    )
    return outcome


def _refuse_what_cannot_be_built(directories: Sequence[Path], out: Path) -> None:
    taken: dict[str, Path] = {}
    for directory in directories:
        folder = site_folder(out, campaign_slug(campaign_root(directory)))
        # Some file systems do not tell upper case from lower case.
        name = folder.name.casefold()
        if name in taken:
            raise UsageError(
                f"{taken[name]} and {directory} would both become {folder}, since a campaign's directory "
                "gives its site the name. Rename one, or build it into another --out."
            )
        taken[name] = directory
