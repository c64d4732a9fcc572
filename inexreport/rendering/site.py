"""Writes the results site of a campaign and the archive of all campaigns beside it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import quote

from inexreport.errors import UsageError
from inexreport.metrics.metric import BoundMetric
from inexreport.model.outcome import CampaignOutcome
from inexreport.rendering.addresses import Links, campaign_addresses, file_names
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.assets import asset_names, write_assets
from inexreport.rendering.data_files import json_bytes, write_file, write_table
from inexreport.rendering.deposit import write_deposit
from inexreport.rendering.environment import environment
from inexreport.rendering.folder_swap import replaced_folder
from inexreport.rendering.history_charts import history
from inexreport.rendering.pages import planned_pages, render_page
from inexreport.rendering.reports import planned_reports
from inexreport.report.archive import archive_page
from inexreport.report.campaign_record import Record, campaign_record
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.report.citation import CITATION_FILE, campaign_citation
from inexreport.report.data import PUBLISHED_TABLES, DataPage, data_page

RECORD = "data/campaign.json"

Progress = Callable[[int, int], None]
"""Told after each page, and after the files of each report, how many of how many are written."""


def write_site(
    outcome: CampaignOutcome,
    metrics: Mapping[str, BoundMetric],
    out: Path,
    progress: Progress = lambda done, total: None,
) -> Path:
    """Write ``out/<slug>`` as a whole, then bring ``out/index.html`` up to date.

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
        If the folder to be replaced holds something else than a campaign's site.
    """
    folder = out / file_names([outcome.campaign.slug], reserved=[ASSETS])[outcome.campaign.slug]
    if folder.exists() and any(folder.iterdir()) and not (folder / RECORD).is_file():
        raise UsageError(f"{folder} is not a results site, so it is not replaced; choose another --out")
    out.mkdir(parents=True, exist_ok=True)
    write_assets(out)
    view = view_campaign(outcome, metrics)
    record = campaign_record(outcome, metrics)
    with replaced_folder(folder) as building:
        data = _write_data(view, record, building / "data")
        _write_pages(view, record, data, building, progress)
        write_deposit(building, view, data)
    write_archive(out)
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
    view: CampaignView, record: Record, data: DataPage, folder: Path, progress: Progress
) -> None:
    addresses = campaign_addresses(view)
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


def write_archive(out: Path) -> None:
    """Write ``out/index.html`` from the records of all campaigns built there."""
    html = (
        environment()
        .get_template("pages/archive.html")
        .render(page=archive_page(_records(out)), link=ArchiveLinks(), history_chart=history)
    )
    building = out / ".index.html.building"
    building.write_text(html, encoding="utf-8", newline="\n")
    building.replace(out / "index.html")


def _records(out: Path) -> list[tuple[str, Record]]:
    """Folders with their records; an empty one where the file holds none, as after a crash of the disk."""
    records = []
    for file in sorted(out.glob(f"[!.]*/{RECORD}")):
        try:
            record = json.loads(file.read_text("utf-8"))
        except ValueError:
            record = {}
        records.append((file.relative_to(out).parts[0], record if isinstance(record, dict) else {}))
    return records


class ArchiveLinks:
    """Links as they are written on the archive's page."""

    def archive(self) -> str:
        return "index.html"

    def asset(self, name: str) -> str:
        return f"{ASSETS}/{asset_names()[name]}"

    def campaign(self, folder: str) -> str:
        return f"{quote(folder)}/index.html"
