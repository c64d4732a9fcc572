"""Writes the results site of a campaign into its folder of the archive."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from inexreport.cache import NO_CACHE, Cache, digest
from inexreport.metrics.metric import BoundMetric
from inexreport.model.outcome import CampaignOutcome
from inexreport.parallel import Serial, Workers
from inexreport.participant.record import participant_record
from inexreport.participant.tables import PARTICIPANT_TABLES
from inexreport.participant.view import ParticipantView, view_for_participant
from inexreport.rendering.addresses import SEARCH_INDEX, Addresses, Page, campaign_addresses, recorded_pages
from inexreport.rendering.archive import add_archive
from inexreport.rendering.assets import add_assets, asset_names
from inexreport.rendering.charts.paper import draw_chart
from inexreport.rendering.comparison_data import comparison_scripts
from inexreport.rendering.data_files import DATA, json_bytes, write_table
from inexreport.rendering.output_folder import site_folder
from inexreport.rendering.page_kinds import KINDS, PARTICIPANT_PAGE
from inexreport.rendering.pages import page_data, pages_of, render_page
from inexreport.rendering.publishing.publication import publication
from inexreport.rendering.reports import run_report, task_report
from inexreport.rendering.search_file import search_index
from inexreport.rendering.site_files import checksum_lines, write_file
from inexreport.report.audience import PUBLIC, Audience, Readers
from inexreport.report.campaign_record import Record, campaign_record
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.report.citation import campaign_citation
from inexreport.report.data import (
    CHECKSUMS_FILE,
    CITATION_FILE,
    METADATA_FILE,
    RECORD_FILE,
    PublishedFile,
    PublishedTable,
    data_page,
)
from inexreport.report.figure import PageData
from inexreport.report.research_object import research_object
from inexreport.report.tables.published import ORGANISERS_TABLES, TABLES
from inexreport.report.tables.table import Table
from inexreport.version import code_version

SERIAL = Serial()

PARTICIPANT_KINDS = ("front", "topics", "metrics_guide", "data", "problems", "task", "run", "topic")
"""Kinds of pages on a participant's site; a new kind is withheld until it is listed here."""

Step = Callable[["CampaignSite", Path], Any]
"""Writes files into a campaign's folder; a picklable function."""

Progress = Callable[[int, int], None]
"""Called with the number of written pages and reports, and their total."""


@dataclass(frozen=True, eq=False)
class CampaignSite:
    """Everything that a campaign's site is made from.

    Attributes
    ----------
    view : CampaignView
        Of an outcome with statistics, see `inexreport.building.evaluation.evaluate_campaign`.
    pages : sequence of Page
    addresses : Addresses
        Of the pages and everything that they link to.
    record : Record
        The content of campaign.json.
    tables : sequence of Table
        The published tables.
    source : object
        Argument of the functions that return the tables' rows.
    assets : mapping of str to str
        File names of the assets by name.
    cache : Cache
        Of the pictures that are drawn for papers.
    """

    view: CampaignView
    pages: Sequence[Page]
    addresses: Addresses
    record: Record
    tables: Sequence[Table[Any]]
    source: Any
    assets: Mapping[str, str]
    cache: Cache = NO_CACHE

    @cached_property
    def task_views(self) -> Mapping[str, CampaignView]:
        """The views of single tasks, without any other task."""
        return {task.task.name: self.view.only(task.task.name) for task in self.view.outcome.tasks}

    def view_for(self, page: Page) -> CampaignView:
        """Return the part of the view that a page may depend on, as stated in its footer."""
        if page.task is not None:
            return self.task_views[page.task]
        return self.view if KINDS[page.kind].uses_runs else self.view.only()

    def draw(self, chart: str) -> str:
        """As `draw_chart`; a chart that an earlier build drew comes from the cache."""
        return self.cache.get_or_compute("picture", digest(code_version(), chart), partial(draw_chart, chart))


def public_site(
    outcome: CampaignOutcome,
    metrics: Mapping[str, BoundMetric],
    audience: Audience,
    cache: Cache = NO_CACHE,
) -> CampaignSite:
    """Return the site for the public, or for the organisers before the release."""
    view = view_campaign(outcome, metrics)
    addresses = campaign_addresses(view)
    further = ORGANISERS_TABLES if audience.readers is Readers.ORGANISERS else ()
    return CampaignSite(
        view=view,
        pages=pages_of(addresses),
        addresses=addresses,
        record=campaign_record(view.outcome, metrics, audience) | {"pages": recorded_pages(addresses)},
        tables=(*TABLES, *further),
        source=outcome,
        assets=asset_names(cache),
        cache=cache,
    )


def participant_site(participant_view: ParticipantView, cache: Cache = NO_CACHE) -> CampaignSite:
    """Return the site of one participant before the release; its front page is the participant page."""
    view = participant_view.view
    addresses = campaign_addresses(view, PARTICIPANT_KINDS)
    pages = pages_of(addresses)
    own_page = (PARTICIPANT_PAGE.name, view.participant)
    addresses = replace(addresses, pages={**addresses.pages, own_page: addresses.pages["front",]})
    return CampaignSite(
        view=view,
        pages=pages,
        addresses=addresses,
        record=participant_record(participant_view) | {"pages": recorded_pages(addresses)},
        tables=PARTICIPANT_TABLES,
        source=participant_view,
        assets=asset_names(cache),
        cache=cache,
    )


def write_site(
    outcome: CampaignOutcome,
    metrics: Mapping[str, BoundMetric],
    out: Path,
    progress: Progress = lambda done, total: None,
    audience: Audience = PUBLIC,
    workers: Workers = SERIAL,
    cache: Cache = NO_CACHE,
) -> Path:
    """Write ``out/<slug>`` and the archive's pages, and publish both at once.

    Parameters
    ----------
    outcome : CampaignOutcome
    metrics : mapping of str to BoundMetric
        All metrics of the tasks by identifier.
    out : Path
        Created if missing; nothing outside it is written.
    progress : callable
        Called as ``progress(done, total)`` after each page and report.
    audience : Audience
        The readers of the site.
    workers : Workers
        They must see the folder under the same path as this process.
    cache : Cache, optional
        Of drawn pictures and the chart library.

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
        If the file system fails, as with a full disk; the old site then stays.
    """
    folder = site_folder(out, outcome.campaign.slug, audience)
    if audience.readers is Readers.PARTICIPANT:
        site = participant_site(view_for_participant(audience.participant, outcome, metrics), cache)
    else:
        site = public_site(outcome, metrics, audience, cache)
    with publication(out) as new:
        workers.check_sees(new.mark())
        add_assets(new, cache)
        made = new.folder(folder.name).absolute()  # workers may have another working directory
        write_campaign(site, made, workers, progress)
        add_archive(new, cache)
    return folder


def write_campaign(site: CampaignSite, folder: Path, workers: Workers, progress: Progress) -> None:
    """Write a campaign's site into an empty folder; files that describe other files come last."""
    complete = not site.view.participant
    early = [page for page in site.pages if not KINDS[page.kind].lists_files]
    late = [page for page in site.pages if KINDS[page.kind].lists_files]
    counted = [*(partial(_page, page) for page in early), *(_reports(site) if complete else ())]
    steps = [*(partial(_table, place) for place in range(len(site.tables))), *counted]
    steps += [*(_scripts(site) if complete else ()), _search]

    results = workers.map(_write, (site, folder), steps)
    tables: list[PublishedTable] = [next(results) for _ in site.tables]
    files = [file for table in tables for file in table.files]
    total = len(counted) + len(late)
    for done, written in enumerate(results, start=1):
        files += written
        if done <= len(counted):
            progress(done, total)

    described = [write_file(folder, f"{DATA}/{RECORD_FILE}", json_bytes(site.record))]
    if complete:
        citation = campaign_citation(site.view.outcome.campaign, site.record["inputs_sha256"])
        described.append(write_file(folder, f"{DATA}/{CITATION_FILE}", citation["bibtex"].encode()))
    data = data_page(site.view, tables, *described)
    files += described
    for done, page in enumerate(late, start=len(counted) + 1):
        files += _page(page, site, folder, data)
        progress(done, total)

    files.sort(key=lambda file: file.path)
    if complete:
        metadata = research_object(site.view, tables, files)
        files.append(write_file(folder, METADATA_FILE, json_bytes(metadata)))
    write_file(folder, CHECKSUMS_FILE, checksum_lines(files))


def _write(shared: tuple[CampaignSite, Path], step: Callable[[CampaignSite, Path], Any]) -> Any:
    """Run one step; called in worker processes."""
    return step(*shared)


def _table(place: int, site: CampaignSite, folder: Path) -> PublishedTable:
    return write_table(folder, site.tables[place], site.source)


def _page(page: Page, site: CampaignSite, folder: Path, files: PageData | None = None) -> list[PublishedFile]:
    data = page_data(page, site.view_for(page), files)
    html = render_page(page, data, site.addresses, site.assets, site.record)
    return [write_file(folder, page.address, html.encode())]


def _reports(site: CampaignSite) -> Iterator[Step]:
    for task, view in site.task_views.items():
        yield partial(_task_report, task)
        for row in range(len(view.standings[task].runs)):
            yield partial(_run_report, task, row)


def _task_report(task: str, site: CampaignSite, folder: Path) -> list[PublishedFile]:
    return _texts(folder, task_report(site.task_views[task], site.addresses, task, site.draw))


def _run_report(task: str, row: int, site: CampaignSite, folder: Path) -> list[PublishedFile]:
    return _texts(folder, run_report(site.task_views[task], site.addresses, task, row, site.draw))


def _scripts(site: CampaignSite) -> Iterator[Step]:
    for task in site.task_views:
        yield partial(_comparison, task)


def _comparison(task: str, site: CampaignSite, folder: Path) -> list[PublishedFile]:
    return _texts(folder, dict(comparison_scripts(site.task_views[task], site.addresses, task)))


def _search(site: CampaignSite, folder: Path) -> list[PublishedFile]:
    return _texts(folder, {SEARCH_INDEX: search_index(site.view, site.addresses)})


def _texts(folder: Path, texts: Mapping[str, str]) -> list[PublishedFile]:
    return [write_file(folder, address, text.encode()) for address, text in texts.items()]
