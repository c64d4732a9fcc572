"""From a campaign directory to its site."""

from __future__ import annotations

from pathlib import Path

from inexreport.building.campaign import Progress, gather, tell_nobody
from inexreport.model.outcome import CampaignOutcome
from inexreport.rendering.site import write_site


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
    outcome, prepared = gather(directory, progress)
    write_site(
        outcome,
        prepared.metrics,
        out,
        progress=lambda done, total: progress("Writing pages", done, total),
    )
    return outcome
