"""Writes the results site of a campaign into its folder of the archive."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from inexreport.metrics.metric import BoundMetric
from inexreport.model.outcome import CampaignOutcome
from inexreport.parallel import Serial, Workers
from inexreport.participant.excerpt import excerpt_for
from inexreport.rendering.archive import add_archive
from inexreport.rendering.assets import add_assets
from inexreport.rendering.participant_site import write_participant_site
from inexreport.rendering.publishing.publication import publication
from inexreport.rendering.site_folder import site_folder
from inexreport.rendering.site_parts import Progress
from inexreport.rendering.whole_site import write_whole_campaign
from inexreport.report.audience import PUBLIC, Audience, Readers

SERIAL = Serial()


def write_site(
    outcome: CampaignOutcome,
    metrics: Mapping[str, BoundMetric],
    out: Path,
    progress: Progress = lambda done, total: None,
    audience: Audience = PUBLIC,
    workers: Workers = SERIAL,
) -> Path:
    """Write ``out/<slug>`` and the archive of all campaigns, and put both in their places at once.

    Parameters
    ----------
    outcome : CampaignOutcome
    metrics : mapping of str to BoundMetric
        Every metric that a task names, by its identifier.
    out : Path
        Made if it does not exist; nothing outside is written.
    progress : callable
        Called as ``progress(done, total)`` after each page and report.
    audience : Audience
        For whom the site is.
    workers : Workers
        They see the folder under the same path as this process.

    Returns
    -------
    Path
        The campaign's folder.

    Raises
    ------
    UsageError
        As `site_folder` does, if the participant for whom the site would be has no run, and if workers do
        not see the folder.
    NotWrittenError
        If the file system does not take it; then everything stays as it was.
    """
    folder = site_folder(out, outcome.campaign.slug, audience)
    participant = audience.readers is Readers.PARTICIPANT
    excerpt = excerpt_for(audience.participant, outcome, metrics) if participant else None
    with publication(out) as new:
        workers.check_sees(new.mark())
        add_assets(new)
        made = new.folder(folder.name).absolute()  # workers may have another working directory
        if excerpt is not None:
            write_participant_site(excerpt, workers, made, progress)
        else:
            write_whole_campaign(outcome, metrics, audience, workers, made, progress)
        add_archive(new)
    return folder
