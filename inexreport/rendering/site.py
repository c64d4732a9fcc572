"""Writes the results site of a campaign into its folder of the archive."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from inexreport.metrics.metric import BoundMetric
from inexreport.model.outcome import CampaignOutcome
from inexreport.rendering.addresses import (
    Addresses,
    Links,
    campaign_addresses,
    file_names,
    recorded_pages,
)
from inexreport.rendering.archive import FOLDER as ARCHIVE
from inexreport.rendering.archive import RECORD, archive_folder, write_archive
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.assets import asset_names, write_assets
from inexreport.rendering.comparison_data import comparison_scripts
from inexreport.rendering.data_files import json_bytes, write_file, write_table
from inexreport.rendering.deposit import write_deposit
from inexreport.rendering.folder_swap import refuse_to_replace_others, replaced_folder
from inexreport.rendering.pages import planned_pages, render_page
from inexreport.rendering.reports import planned_reports
from inexreport.rendering.search_file import search_index
from inexreport.report.campaign_record import Record, campaign_record
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.report.citation import CITATION_FILE, campaign_citation
from inexreport.report.data import PUBLISHED_TABLES, DataPage, data_page

Progress = Callable[[int, int], None]
"""Told after each page, and after the files of each report, how many of how many are written."""


def write_site(
    outcome: CampaignOutcome,
    metrics: Mapping[str, BoundMetric],
    out: Path,
    progress: Progress = lambda done, total: None,
) -> Path:
    """Write ``out/<slug>`` as a whole, then bring the archive of all campaigns up to date.

    Parameters are those of `write_campaign`.
    """
    folder = write_campaign(outcome, metrics, out, progress)
    write_archive(out)
    return folder


def write_campaign(
    outcome: CampaignOutcome,
    metrics: Mapping[str, BoundMetric],
    out: Path,
    progress: Progress = lambda done, total: None,
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

    Returns
    -------
    Path
        The campaign's folder.

    Raises
    ------
    UsageError
        As `site_folder` does.
    """
    folder = site_folder(out, outcome.campaign.slug)
    out.mkdir(parents=True, exist_ok=True)
    write_assets(out)
    view = view_campaign(outcome, metrics)
    addresses = campaign_addresses(view)
    record = campaign_record(outcome, metrics) | {"pages": recorded_pages(addresses)}
    with replaced_folder(folder) as building:
        data = _write_data(view, record, building / "data")
        _write_pages(view, addresses, record, data, building, progress)
        _write_scripts(view, addresses, building)
        write_deposit(building, view, data)
    return folder


def site_folder(out: Path, slug: str) -> Path:
    """The folder of a campaign's site.

    Raises
    ------
    UsageError
        If it, or the archive's own folder, holds something else.
    """
    archive_folder(out)
    folder = out / file_names([slug], reserved=[ASSETS, ARCHIVE])[slug]
    refuse_to_replace_others(folder, RECORD)
    return folder


def _write_data(view: CampaignView, record: Record, folder: Path) -> DataPage:
    folder.mkdir()
    tables = {published.name: published.build(view.outcome) for published in PUBLISHED_TABLES}
    files = {name: write_table(folder, name, table) for name, table in tables.items()}
    citation = campaign_citation(view.outcome.campaign, record["inputs_sha256"])
    return data_page(
        view,
        tables,
        files,
        record=write_file(folder, Path(RECORD).name, json_bytes(record), "JSON"),
        citation=write_file(folder, CITATION_FILE, citation.bibtex.encode(), "BibTeX"),
    )


def _write_pages(
    view: CampaignView,
    addresses: Addresses,
    record: Record,
    data: DataPage,
    folder: Path,
    progress: Progress,
) -> None:
    index = search_index(view, addresses)
    (folder / addresses.search_index).write_text(index, encoding="utf-8", newline="\n")
    pages = planned_pages(view, addresses, data)
    reports = planned_reports(view, addresses)
    total = len(pages) + len(reports)
    for done, page in enumerate(pages, start=1):
        links = Links(addresses, page.address, asset_names())
        target = folder / page.address
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(render_page(page, links, record), encoding="utf-8", newline="\n")
        progress(done, total)
    for done, report in enumerate(reports, start=len(pages) + 1):
        report.write(folder)
        progress(done, total)


def _write_scripts(view: CampaignView, addresses: Addresses, folder: Path) -> None:
    for address, script in comparison_scripts(view, addresses):
        target = folder / address
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(script, encoding="ascii", newline="\n")
