"""Writes the results site of a campaign into its folder of the archive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from inexreport.metrics.metric import BoundMetric
from inexreport.model.outcome import CampaignOutcome
from inexreport.rendering.addresses import Addresses, campaign_addresses, file_names, recorded_pages
from inexreport.rendering.archive import FOLDER as ARCHIVE
from inexreport.rendering.archive import RECORD, archive_folder, write_archive
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.assets import write_assets
from inexreport.rendering.audience_check import refuse_other_audiences
from inexreport.rendering.comparison_data import comparison_scripts
from inexreport.rendering.data_files import json_bytes, write_file, write_table
from inexreport.rendering.deposit import write_deposit
from inexreport.rendering.folder_swap import refuse_to_replace_others, replaced_folder
from inexreport.rendering.own_site import write_own_campaign
from inexreport.rendering.page_files import Progress, write_pages
from inexreport.rendering.pages import planned_pages
from inexreport.rendering.reports import planned_reports
from inexreport.rendering.search_file import search_index
from inexreport.report.audience import PUBLIC, Audience, Readers
from inexreport.report.campaign_record import RECORD_FILE, Record, campaign_record
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.report.citation import CITATION_FILE, campaign_citation
from inexreport.report.data import (
    ORGANISERS_TABLES,
    PUBLISHED_TABLES,
    DataPage,
    PublishedTable,
    data_page,
)
from inexreport.report.own.excerpt import excerpt_for


def write_site(
    outcome: CampaignOutcome,
    metrics: Mapping[str, BoundMetric],
    out: Path,
    progress: Progress = lambda done, total: None,
    audience: Audience = PUBLIC,
) -> Path:
    """Write ``out/<slug>`` as a whole, then bring the archive of all campaigns up to date.

    Parameters are those of `write_campaign`.
    """
    folder = write_campaign(outcome, metrics, out, progress, audience)
    write_archive(out)
    return folder


def write_campaign(
    outcome: CampaignOutcome,
    metrics: Mapping[str, BoundMetric],
    out: Path,
    progress: Progress = lambda done, total: None,
    audience: Audience = PUBLIC,
) -> Path:
    """Write ``out/<slug>`` as a whole, and what all campaigns share, but not the archive.

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

    Returns
    -------
    Path
        The campaign's folder.

    Raises
    ------
    UsageError
        As `site_folder` does, and if the participant for whom the site would be has no run.
    """
    folder = site_folder(out, outcome.campaign.slug, audience)
    write = (
        partial(write_own_campaign, excerpt_for(audience.participant, outcome, metrics))
        if audience.readers is Readers.PARTICIPANT
        else partial(_write_whole_campaign, outcome, metrics, audience)
    )
    out.mkdir(parents=True, exist_ok=True)
    write_assets(out)
    with replaced_folder(folder) as building:
        write(building, progress)
    return folder


def site_folder(out: Path, slug: str, audience: Audience = PUBLIC) -> Path:
    """The folder of a campaign's site.

    Raises
    ------
    UsageError
        If it, or the archive's own folder, holds something else, or the archive is for another audience.
    """
    refuse_other_audiences(out, audience)
    archive_folder(out)
    folder = out / file_names([slug], reserved=[ASSETS, ARCHIVE])[slug]
    refuse_to_replace_others(folder, RECORD)
    return folder


def _write_whole_campaign(
    outcome: CampaignOutcome,
    metrics: Mapping[str, BoundMetric],
    audience: Audience,
    folder: Path,
    progress: Progress,
) -> None:
    view = view_campaign(outcome, metrics)
    addresses = campaign_addresses(view)
    record = campaign_record(outcome, metrics, audience) | {"pages": recorded_pages(addresses)}
    further = ORGANISERS_TABLES if audience.readers is Readers.ORGANISERS else ()
    data = _write_data(view, record, (*PUBLISHED_TABLES, *further), folder / "data")
    pages, reports = planned_pages(view, addresses, data), planned_reports(view, addresses)
    total = len(pages) + len(reports)
    write_pages(pages, addresses, record, folder, lambda done, _: progress(done, total))
    for done, report in enumerate(reports, start=len(pages) + 1):
        report.write(folder)
        progress(done, total)
    _write_scripts(view, addresses, folder)
    write_deposit(folder, view, data)


def _write_data(
    view: CampaignView, record: Record, published: Sequence[PublishedTable], folder: Path
) -> DataPage:
    folder.mkdir()
    tables = {one.name: one.build(view.outcome) for one in published}
    files = {name: write_table(folder, name, table) for name, table in tables.items()}
    citation = campaign_citation(view.outcome.campaign, record["inputs_sha256"])
    return data_page(
        view,
        published,
        tables,
        files,
        record=write_file(folder, RECORD_FILE, json_bytes(record), "JSON"),
        citation=write_file(folder, CITATION_FILE, citation.bibtex.encode(), "BibTeX"),
    )


def _write_scripts(view: CampaignView, addresses: Addresses, folder: Path) -> None:
    (folder / addresses.search_index).write_text(
        search_index(view, addresses), encoding="utf-8", newline="\n"
    )
    for address, script in comparison_scripts(view, addresses):
        target = folder / address
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(script, encoding="ascii", newline="\n")
