"""A campaign's whole site: every table, page, report and script as parts that workers share among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

from inexreport.metrics.metric import BoundMetric
from inexreport.model.outcome import CampaignOutcome, TaskOutcome
from inexreport.parallel import Serial, Workers
from inexreport.rendering.addresses import Addresses, campaign_addresses, recorded_pages
from inexreport.rendering.assets import asset_names
from inexreport.rendering.checksums import checksum_lines
from inexreport.rendering.comparison_data import comparison_scripts
from inexreport.rendering.data_files import DATA, json_bytes, write_table
from inexreport.rendering.pages import planned_pages
from inexreport.rendering.reports import planned_reports
from inexreport.rendering.search_file import search_index
from inexreport.rendering.site_parts import (
    Part,
    Progress,
    SiteParts,
    Texts,
    Written,
    write_octets,
    write_parts,
)
from inexreport.report.audience import Audience, Readers
from inexreport.report.campaign_record import Record, campaign_record
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.report.citation import campaign_citation
from inexreport.report.data import DataPage, data_page
from inexreport.report.published_files import CHECKSUMS_FILE, CITATION_FILE, METADATA_FILE, RECORD_FILE
from inexreport.report.research_object import research_object
from inexreport.report.tables.published import ORGANISERS_TABLES, TABLES
from inexreport.report.tables.table import Table


class WholeSite(SiteParts):
    """Everything but what tells of all tables, and what lists all files.

    Parameters
    ----------
    view : CampaignView
        Of an outcome with its statistics, see `inexreport.building.evaluation.evaluate_campaign`.
    addresses : Addresses
    record : Record
        What campaign.json says.
    tables : sequence of Table
    folder : Path
    """

    def __init__(
        self,
        view: CampaignView,
        addresses: Addresses,
        record: Record,
        tables: Sequence[Table[CampaignOutcome]],
        folder: Path,
    ) -> None:
        super().__init__(folder, asset_names())
        self.view, self.addresses, self.record, self.tables = view, addresses, record, tables

    def plan(self) -> Iterator[Part]:
        """As `SiteParts.plan`."""
        view, addresses = self.view, self.addresses
        for table in self.tables:
            yield Part(partial(self._table, table))
        for outcome in view.outcome.tasks:
            yield self.texts(partial(self._scripts, outcome))
        yield from self._pages()
        for report in planned_reports(view, addresses):
            yield self.texts(report, is_counted=True)
        yield self.texts(lambda: {addresses.search_index: search_index(view, addresses)})

    def _pages(self) -> Iterator[Part]:
        """The pages that tell nothing of the tables' files."""
        pages = planned_pages(self.view, self.addresses, None)
        early = [one for one in pages if one.address not in self.apart]
        return self.pages(early, self.addresses, self.record, {one.address for one in pages})

    @property
    def apart(self) -> tuple[str, ...]:
        """Pages that tell of the tables' files."""
        return self.addresses.front, self.addresses.data

    def _scripts(self, outcome: TaskOutcome) -> Texts:
        view = self.view.of_task(outcome)
        return dict(comparison_scripts(view, self.addresses, outcome.task.name))

    def _table(self, table: Table[CampaignOutcome]) -> Written:
        written = write_table(self.folder, table, self.view.outcome)
        return Written(written.files, (written,))

    def write(self, workers: Workers, progress: Progress) -> list[Written]:
        """Write all parts into the site's folder, which must be empty.

        Parameters
        ----------
        workers : Workers
        progress : callable

        Returns
        -------
        list of Written
            What each came to.
        """
        citation = campaign_citation(self.view.outcome.campaign, self.record["inputs_sha256"])
        self._told = (
            write_octets(self.folder, f"{DATA}/{RECORD_FILE}", json_bytes(self.record)),
            write_octets(self.folder, f"{DATA}/{CITATION_FILE}", citation.bibtex.encode()),
        )
        return write_parts(self, workers, progress, further=len(self.apart))

    def write_rest(self, written: Sequence[Written], progress: Progress) -> None:
        """Write what tells of all that has been written, by `write`."""
        tables = {table.name: table for one in written for table in one.tables}
        record, citation = self._told
        data = data_page(self.view, [tables[one.name] for one in self.tables], record, citation)
        pages = sum(part.counted for part in self.parts)
        rest = write_parts(
            _Rest(self, data), Serial(), lambda done, total: progress(pages + done, pages + total)
        )
        files = [*chain.from_iterable(one.files for one in (*written, *rest)), record, citation]
        files.sort(key=lambda file: file.path)
        metadata = json_bytes(research_object(self.view, data.tables, files))
        files.append(write_octets(self.folder, METADATA_FILE, metadata))
        write_octets(self.folder, CHECKSUMS_FILE, checksum_lines(files))


class _Rest(SiteParts):
    """The pages that tell of what has been written."""

    def __init__(self, site: WholeSite, data: DataPage) -> None:
        super().__init__(site.folder, site.assets)
        self._site, self._data = site, data

    def plan(self) -> Iterator[Part]:
        """As `SiteParts.plan`."""
        addresses = self._site.addresses
        pages = planned_pages(self._site.view, addresses, self._data)
        late = [one for one in pages if one.address in self._site.apart]
        return self.pages(late, addresses, self._site.record, {one.address for one in pages})


def write_whole_campaign(
    outcome: CampaignOutcome,
    metrics: Mapping[str, BoundMetric],
    audience: Audience,
    workers: Workers,
    folder: Path,
    progress: Progress,
) -> None:
    """Write a campaign's site into an empty folder."""
    view = view_campaign(outcome, metrics)
    addresses = campaign_addresses(view)
    record = campaign_record(view.outcome, metrics, audience) | {"pages": recorded_pages(addresses)}
    further = ORGANISERS_TABLES if audience.readers is Readers.ORGANISERS else ()
    site = WholeSite(view, addresses, record, (*TABLES, *further), folder)
    site.write_rest(site.write(workers, progress), progress)
