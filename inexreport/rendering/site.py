"""Writes the results site of a campaign into its folder of the archive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from inexreport.cache.folder import Cache
from inexreport.metrics.metric import BoundMetric
from inexreport.model.outcome import CampaignOutcome
from inexreport.participant.excerpt import CampaignExcerpt, excerpt_for
from inexreport.rendering.addresses import campaign_addresses, recorded_pages
from inexreport.rendering.archive import add_archive
from inexreport.rendering.assets import add_assets, charts_script
from inexreport.rendering.chart_kinds import chart_kinds
from inexreport.rendering.participant_site import write_participant_site
from inexreport.rendering.publishing.publication import Publication, publication
from inexreport.rendering.site_folder import site_folder
from inexreport.rendering.site_parts import Chore, Progress
from inexreport.rendering.whole_site import WholeSite
from inexreport.report.audience import PUBLIC, Audience, Readers
from inexreport.report.campaign_record import campaign_record
from inexreport.report.campaign_view import view_campaign
from inexreport.report.published_tables import ORGANISERS_TABLES, PUBLISHED_TABLES
from inexreport.workers import InProcess, Workers

IN_PROCESS = InProcess()


def write_site(
    outcome: CampaignOutcome,
    metrics: Mapping[str, BoundMetric],
    out: Path,
    progress: Progress = lambda done, total: None,
    audience: Audience = PUBLIC,
    workers: Workers = IN_PROCESS,
    cache: Cache | None = None,
    meanwhile: Sequence[Chore] = (),
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
        Who writes; they see the folder under the same path as this process.
    cache : Cache, optional
        Where the script of charts and the kinds of charts are looked for.
    meanwhile : sequence of callable
        What else is to be done, while others write.

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
    write = (
        partial(_write_participant_campaign, excerpt_for(audience.participant, outcome, metrics), workers)
        if audience.readers is Readers.PARTICIPANT
        else partial(_write_whole_campaign, outcome, metrics, audience, workers)
    )
    charts_script(cache)
    chart_kinds(cache)
    with publication(out) as new:
        workers.refuse_without(new.mark())
        add_assets(new)
        write(new, folder.name, progress, (*meanwhile, partial(add_archive, new)))
    return folder


def _write_participant_campaign(
    excerpt: CampaignExcerpt,
    workers: Workers,
    new: Publication,
    name: str,
    progress: Progress,
    meanwhile: Sequence[Chore],
) -> None:
    """Write a participant's site into a new folder."""
    write_participant_site(excerpt, workers, _folder(new, name), progress, meanwhile)


def _write_whole_campaign(
    outcome: CampaignOutcome,
    metrics: Mapping[str, BoundMetric],
    audience: Audience,
    workers: Workers,
    new: Publication,
    name: str,
    progress: Progress,
    meanwhile: Sequence[Chore],
) -> None:
    """Write a site into a new folder."""
    folder = _folder(new, name)
    view = view_campaign(outcome, metrics)
    addresses = campaign_addresses(view)
    record = campaign_record(view.outcome, metrics, audience) | {"pages": recorded_pages(addresses)}
    further = ORGANISERS_TABLES if audience.readers is Readers.ORGANISERS else ()
    site = WholeSite(view, addresses, record, (*PUBLISHED_TABLES, *further), folder)
    written = site.write(workers, progress, meanwhile)
    new.all_but_little_is_written()
    site.write_rest(written, progress)


def _folder(new: Publication, name: str) -> Path:
    """The folder of a new site; workers may have another working directory."""
    return new.folder(name).absolute()
