"""Writes the results site of a campaign into its folder of the archive."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd

from inexreport.cache import NO_CACHE, Cache, digest, pickled
from inexreport.errors import InputChangedError
from inexreport.formats.published_results import RECORD_FILE
from inexreport.metrics.metric import BoundMetric
from inexreport.model.outcome import CampaignOutcome
from inexreport.parallel import Serial, Workers
from inexreport.rendering.addresses import SEARCH_INDEX, Addresses, Page, campaign_addresses, recorded_pages
from inexreport.rendering.archive import add_archive
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.assets import add_assets, asset_names
from inexreport.rendering.campaign_look import campaign_assets
from inexreport.rendering.charts.paper import draw_chart
from inexreport.rendering.comparison_data import comparison_scripts
from inexreport.rendering.data_files import DATA, Block, json_bytes, table_block, write_table
from inexreport.rendering.environment import compile_once, templates_version
from inexreport.rendering.feed import FEED, errata_feed
from inexreport.rendering.output_folder import site_folder
from inexreport.rendering.page_kinds import (
    KINDS,
    KINDS_OF_MANY_PAGES,
    PARTICIPANT_KINDS,
    PARTICIPANT_PAGE,
    PUBLIC_KINDS,
)
from inexreport.rendering.pages import page_data, pages_of, render_page
from inexreport.rendering.preview_picture import preview_picture
from inexreport.rendering.print_view import PRINTED, print_view
from inexreport.rendering.publishing.publication import publication
from inexreport.rendering.reports import Files, run_report, task_report
from inexreport.rendering.search_file import search_index
from inexreport.rendering.site_files import checksum_lines, whole_file, write_file
from inexreport.report.audience import PUBLIC, Audience, Readers, parse_audience
from inexreport.report.campaign_record import Record, campaign_record
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.report.citation import campaign_citation
from inexreport.report.croissant import croissant
from inexreport.report.data import (
    CHECKSUMS_FILE,
    CITATION_FILE,
    CROISSANT_FILE,
    DATACITE_FILE,
    DATASET_FILE,
    METADATA_FILE,
    ZENODO_FILE,
    PublishedFile,
    PublishedTable,
    data_page,
)
from inexreport.report.dataset import dataset_description
from inexreport.report.deposit import datacite_metadata, zenodo_metadata
from inexreport.report.embargo import ParticipantView, view_for_participant
from inexreport.report.research_object import research_object
from inexreport.report.social_preview import PREVIEW_FILE, social_preview
from inexreport.report.tables.published import ORGANISERS_TABLES, TABLES, published
from inexreport.report.tables.table import SMALL_TABLES, MadeFrom, Table
from inexreport.subjects.problems import all_problems
from inexreport.version import code_version

Made = TypeVar("Made")

SERIAL = Serial()

Step = Callable[["CampaignSite", Path], Any]
"""Writes files into a campaign's folder; a picklable function."""

Progress = Callable[[int, int], None]
"""Called with the number of written pages and reports, and their total."""


@dataclass(frozen=True, eq=False)
class Part:
    """What a page, report or script is made from, and nothing else of the campaign.

    Attributes
    ----------
    view : CampaignView
        Of an outcome with statistics, see `inexreport.building.evaluation.evaluate_campaign`.
    record : Record
        The content of campaign.json about the same runs. It names settings and checksums of all inputs.
    addresses : Addresses
        Of all pages of the campaign and everything that they link to.
    assets : mapping of str to str
        File names of the assets by name.
    cache : Cache
        Of the files made from it, and of the pictures drawn for papers.
    """

    view: CampaignView
    record: Record
    addresses: Addresses
    assets: Mapping[str, str]
    cache: Cache = NO_CACHE

    def only(self, *tasks: str) -> Part:
        """Return what pages about the given tasks, or about no run, are made from."""
        view = self.view.only(*tasks)
        if view.participant:  # facts about all runs need the inputs of all
            return replace(self, view=view)
        audience = parse_audience(self.record["audience"])
        record = campaign_record(view.outcome, view.metrics, audience)
        return replace(self, view=view, record=record)

    def files(self, make: Callable[..., Files], *about: Any) -> Files:
        """Return ``make(self, *about)``, from the cache if it was computed from the same inputs before."""
        return self._made("files", partial(make, self, *about), make.__name__, *about)

    def block(self, table: Table[CampaignOutcome]) -> Block:
        """Return the rows of a table that this part gives, from the cache as `files` are."""
        return self._made("rows", partial(table_block, table, self.view.outcome), table.name)

    def _made(self, kind: str, make: Callable[[], Made], *about: Any) -> Made:
        if any(not one["sha256"] for one in self.record["inputs"]):  # a file that could not be read
            return make()
        return self.cache.get_or_compute(kind, digest(self._inputs, *about), make)

    def page(self, page: Page) -> Files:
        """Return the HTML of a page; one of the print view, which needs it again, is made once."""
        if page.kind not in PRINTED:
            return self.files(page_file, page)
        if page.address not in self._printed:
            self._printed[page.address] = self.files(page_file, page)
        return self._printed[page.address]

    @cached_property
    def _printed(self) -> dict[str, Files]:
        return {}

    @cached_property
    def _inputs(self) -> str:
        # Problems name folders too, which are no files of the record.
        return digest(self._surroundings, self.record, all_problems(self.view.outcome))

    @cached_property
    def _surroundings(self) -> str:
        return digest(code_version(), templates_version(), self.addresses, self.assets)

    def drawn(self, page: Page, data: Any, frame: Record, draw: Callable[[], str]) -> str:
        """Return what `draw` does, from the cache if a page was drawn from equal data before.

        After a change of one run, the pages of most others and of most topics have equal data.
        """
        return self.cache.get_or_compute("page", digest(self._surroundings, page, frame, pickled(data)), draw)

    def draw(self, chart: str) -> str:
        """As `draw_chart`; a chart that an earlier build drew comes from the cache."""
        return self.cache.get_or_compute("picture", digest(code_version(), chart), partial(draw_chart, chart))


@dataclass(frozen=True, eq=False)
class CampaignSite:
    """A campaign's site before it is written.

    Attributes
    ----------
    whole : Part
        The whole campaign.
    pages : sequence of Page
    tables : sequence of Table
        The published tables.
    source : object
        Argument of the functions that return the tables' rows.
    run_paths : mapping of str to Path
        The files of runs by their name in the campaign directory.
    """

    whole: Part
    pages: Sequence[Page]
    tables: Sequence[Table[Any]]
    source: Any
    run_paths: Mapping[str, Path] = field(default_factory=dict)

    @cached_property
    def without_runs(self) -> Part:
        """What pages that depend on no run are made from."""
        return self.whole.only()

    @cached_property
    def tasks(self) -> Mapping[str, Part]:
        """What pages of single tasks are made from, without any other task."""
        return {name: self.whole.only(name) for name in self.whole.view.standings}

    def part_for(self, page: Page) -> Part:
        """Return what a page is made from, as stated in its footer."""
        if page.task is not None:
            return self.tasks[page.task]
        uses_runs = self.whole.view.outcome.campaign.judged in KINDS[page.kind].uses_runs
        return self.whole if uses_runs else self.without_runs


def public_site(
    outcome: CampaignOutcome,
    metrics: Mapping[str, BoundMetric],
    audience: Audience,
    cache: Cache = NO_CACHE,
) -> CampaignSite:
    """Return the site for the public, or for the organisers before the release."""
    view = view_campaign(outcome, metrics)
    for_organisers = audience.readers is Readers.ORGANISERS
    addresses = campaign_addresses(view, KINDS.keys() if for_organisers else PUBLIC_KINDS)
    record = campaign_record(outcome, metrics, audience) | {"pages": recorded_pages(addresses)}
    further = ORGANISERS_TABLES if for_organisers else ()
    whole = Part(view, record, addresses, _asset_names(view, cache), cache)
    tables = published((*TABLES, *further), outcome)
    return CampaignSite(whole, pages_of(addresses), tables, outcome)


def participant_site(participant_view: ParticipantView, cache: Cache = NO_CACHE) -> CampaignSite:
    """Return the site of one participant before the release; its front page is the participant page."""
    view = participant_view.view
    addresses = campaign_addresses(view, PARTICIPANT_KINDS)
    pages = pages_of(addresses)
    own_page = (PARTICIPANT_PAGE.name, view.participant)
    addresses = replace(
        addresses,
        pages={**addresses.pages, own_page: addresses.pages["front",]},
        tables=tuple(table.name for table in participant_view.tables),
    )
    record = participant_view.record | {"pages": recorded_pages(addresses)}
    # No cache of its files: the record does not name the inputs of the facts about all runs.
    part = Part(view, record, addresses, _asset_names(view, cache))
    return CampaignSite(part, pages, participant_view.tables, view.outcome)


@pd.option_context(*SMALL_TABLES)
def write_site(
    outcome: CampaignOutcome,
    metrics: Mapping[str, BoundMetric],
    out: Path,
    progress: Progress = lambda done, total: None,
    audience: Audience = PUBLIC,
    workers: Workers = SERIAL,
    cache: Cache = NO_CACHE,
    run_paths: Mapping[str, Path] | None = None,
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
        Of pages, rows of tables, pictures, compiled templates and the chart library.
    run_paths : mapping of str to Path, optional
        The files of runs by their name in the campaign directory, needed where they are published.

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
        site = replace(public_site(outcome, metrics, audience, cache), run_paths=run_paths or {})
    with publication(out) as new:
        workers.check_sees(new.mark())
        add_assets(new, cache)
        for name, content in campaign_assets(outcome.campaign).values():
            new.shared_file(ASSETS, name, content)
        made = new.folder(folder.name).absolute()  # workers may have another working directory
        write_campaign(site, made, workers, progress)
        add_archive(new, cache)
    return folder


def _asset_names(view: CampaignView, cache: Cache = NO_CACHE) -> dict[str, str]:
    own = {name: file_name for name, (file_name, _) in campaign_assets(view.outcome.campaign).items()}
    return asset_names(cache) | own


def write_campaign(site: CampaignSite, folder: Path, workers: Workers, progress: Progress) -> None:
    """Write a campaign's site into an empty folder; files that describe other files come last."""
    whole, complete = site.whole, not site.whole.view.participant
    early = [page for page in site.pages if not KINDS[page.kind].lists_files]
    late = [page for page in site.pages if KINDS[page.kind].lists_files]
    counted = [*(partial(_page, page) for page in early), *(_reports(site) if complete else ())]
    steps = [*(partial(_table, place) for place in range(len(site.tables))), *counted]
    steps += [partial(_run_file, *key) for key in whole.addresses.run_files]
    steps.append(_search)
    if ("errata",) in whole.addresses.pages:
        steps.append(_feed)

    results = workers.map(_write, (site, folder), steps)
    tables: list[PublishedTable] = [next(results) for _ in site.tables]
    files = [file for table in tables for file in table.files]
    total = len(counted) + len(late)
    for done, written in enumerate(results, start=1):
        files += written
        if done <= len(counted):
            progress(done, total)

    record = write_file(folder, f"{DATA}/{RECORD_FILE}", json_bytes(whole.record))
    descriptions = _descriptions(whole, tables, folder) if complete else []
    data = data_page(whole.view, tables, record, descriptions)
    files += [record, *descriptions]
    for done, page in enumerate(late, start=len(counted) + 1):
        files += _texts(folder, page_file(whole, page, data))
        progress(done, total)

    if complete:
        dataset = dataset_description(whole.view, tables)  # its addresses are relative to the front page
        files.append(write_file(folder, DATASET_FILE, json_bytes(dataset)))
        picture = preview_picture(social_preview(whole.view))
        files.append(write_file(folder, PREVIEW_FILE, picture))
    files.sort(key=lambda file: file.path)
    if complete:
        metadata = research_object(whole.view, tables, files)
        files.append(write_file(folder, METADATA_FILE, json_bytes(metadata)))
    write_file(folder, CHECKSUMS_FILE, checksum_lines(files))


def page_file(part: Part, page: Page, files: Any = None) -> Files:
    """Return the HTML of a page; `files` as in `page_data`."""
    data = page_data(page, part.view, files)
    drawn = partial(part.drawn, page, data) if page.kind in KINDS_OF_MANY_PAGES else None
    return {page.address: render_page(page, data, part.addresses, part.assets, part.record, drawn)}


def task_files(part: Part, task: str) -> Files:
    """Return the reports of a task, its print view, and the data scripts of its compare page."""
    reports = task_report(part.view, part.addresses, task, part.draw)
    return reports | _print_view(part, task) | dict(comparison_scripts(part.view, part.addresses, task))


def _print_view(part: Part, task: str) -> Files:
    printed = {kind: part.addresses.pages.get((kind, task)) for kind in PRINTED}
    pages = {
        kind: part.page(Page(kind, (task,), address))[address] for kind, address in printed.items() if address
    }
    view = print_view(task, pages, part.addresses, part.assets, part.record)
    return {part.addresses.print_views[task]: view}


def run_files(part: Part, task: str, row: int) -> Files:
    """Return the reports of a run in a row of the evaluated runs."""
    return run_report(part.view, part.addresses, task, row, part.draw)


def _write(shared: tuple[CampaignSite, Path], step: Step) -> Any:
    """Run one step; called in worker processes, which have their own options."""
    compile_once(shared[0].whole.cache)
    with pd.option_context(*SMALL_TABLES):
        return step(*shared)


def _table(place: int, site: CampaignSite, folder: Path) -> PublishedTable:
    table = site.tables[place]
    parts = {MadeFrom.EACH_TASK: [*site.tasks.values()], MadeFrom.NO_RUNS: [site.without_runs]}
    blocks = [part.block(table) for part in parts.get(table.made_from, ())]
    return write_table(folder, table, blocks or [table_block(table, site.source)])


def _page(page: Page, site: CampaignSite, folder: Path) -> list[PublishedFile]:
    return _texts(folder, site.part_for(page).page(page))


def _reports(site: CampaignSite) -> Iterator[Step]:
    for task, part in site.tasks.items():
        yield partial(_of_task, task_files, (task,))
        for row in range(len(part.view.evaluated_runs[task].runs)):
            yield partial(_of_task, run_files, (task, row))


def _of_task(
    make: Callable[..., Files], key: tuple[Any, ...], site: CampaignSite, folder: Path
) -> list[PublishedFile]:
    return _texts(folder, site.tasks[key[0]].files(make, *key))


def _run_file(task: str, run: str, site: CampaignSite, folder: Path) -> list[PublishedFile]:
    """Copy the file of a run, which must be the one that was scored."""
    submission = site.whole.view.run(task, run).submission
    address, checksum, size = site.whole.addresses.run_files[task, run], hashlib.sha256(), 0
    with site.run_paths[submission.file].open("rb") as read, whole_file(folder, address) as written:
        while part := read.read(2**20):
            checksum.update(part)
            size += written.write(part)
        if checksum.hexdigest() != submission.sha256:
            raise InputChangedError(submission.file)
    return [PublishedFile(address, size, submission.sha256)]


def _search(site: CampaignSite, folder: Path) -> list[PublishedFile]:
    return _texts(folder, {SEARCH_INDEX: search_index(site.whole.view, site.whole.addresses)})


def _feed(site: CampaignSite, folder: Path) -> list[PublishedFile]:
    return _texts(folder, {FEED: errata_feed(site.whole.view)})


def _descriptions(whole: Part, tables: Sequence[PublishedTable], folder: Path) -> list[PublishedFile]:
    view = whole.view
    citation = campaign_citation(view.outcome.campaign, whole.record["inputs_sha256"])
    contents = {
        CITATION_FILE: citation["bibtex"].encode(),
        CROISSANT_FILE: json_bytes(croissant(view, tables)),
        DATACITE_FILE: json_bytes(datacite_metadata(view, tables)),
        ZENODO_FILE: json_bytes(zenodo_metadata(view, tables)),
    }
    return [write_file(folder, f"{DATA}/{name}", content) for name, content in contents.items()]


def _texts(folder: Path, texts: Files) -> list[PublishedFile]:
    return [write_file(folder, address, text.encode()) for address, text in texts.items()]
