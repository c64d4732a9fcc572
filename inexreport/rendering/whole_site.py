"""A campaign's whole site: every table, page, report and script as parts that processes share among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from inexreport.cache.records import digest_of
from inexreport.model.outcome import CampaignOutcome, TaskOutcome
from inexreport.rendering.addresses import Addresses
from inexreport.rendering.assets import asset_names
from inexreport.rendering.comparison_data import comparison_scripts
from inexreport.rendering.data_files import in_data_folder, json_bytes, write_file, write_table
from inexreport.rendering.deposit import write_deposit
from inexreport.rendering.earlier_tables import EarlierTables, StoredRows
from inexreport.rendering.kept_parts import EarlierBuilds
from inexreport.rendering.made_from import OF_NO_TASK
from inexreport.rendering.page_files import facts_of_tasks, page_parts
from inexreport.rendering.pages import planned_pages
from inexreport.rendering.reports import planned_reports
from inexreport.rendering.search_file import search_index
from inexreport.rendering.site_parts import (
    Chore,
    Part,
    PartsAtHand,
    Progress,
    SiteParts,
    Texts,
    Written,
    write_parts,
)
from inexreport.rendering.table_rows import TableRows, table_rows
from inexreport.report.campaign_record import Record
from inexreport.report.campaign_view import CampaignView
from inexreport.report.citation import campaign_citation
from inexreport.report.data import DataPage, data_page, data_table
from inexreport.report.published_files import CITATION_FILE, RECORD_FILE
from inexreport.report.published_tables import PublishedTable, RowsOf
from inexreport.statistics.all_findings import AllFindings, all_findings
from inexreport.workers import InProcess, Workers


class WholeSite(SiteParts):
    """Everything but what tells of all tables, and what lists all files.

    Parameters
    ----------
    view : CampaignView
        Of an outcome about which everything is found out, see `inexreport.building.gathering.gather`.
    addresses : Addresses
    record : Record
        What campaign.json says.
    tables : sequence of PublishedTable
    folder : Path
    earlier : EarlierBuilds or None
    earlier_tables : EarlierTables
        Those of the site that stands there.
    """

    def __init__(
        self,
        view: CampaignView,
        addresses: Addresses,
        record: Record,
        tables: Sequence[PublishedTable],
        folder: Path,
        earlier: EarlierBuilds | None,
        earlier_tables: EarlierTables,
    ) -> None:
        assets = asset_names()
        facts = repr((addresses, sorted(assets.items()), facts_of_tasks(record)))
        kept = earlier.parts(view.outcome.tasks, facts) if earlier else None
        super().__init__(folder, assets, kept)
        self.view, self.addresses, self.record, self.tables = view, addresses, record, tables
        self.earlier_tables = earlier_tables

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"found": all_findings(self.view.outcome)}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__(state)
        found: AllFindings = vars(self).pop("found")
        found.keep_for(self.view.outcome)

    def plan(self) -> Iterator[Part]:
        """As `SiteParts.plan`."""
        view, addresses = self.view, self.addresses
        for table in self.tables:
            yield Part(partial(self._table, table), key=self._key_of_table(table))
        for outcome in view.outcome.tasks:
            key = self.key(outcome.task.name, "comparison scripts")
            yield self.texts(partial(self._scripts, outcome), key=key)
        yield from self._pages()
        for report in planned_reports(view, addresses):
            key = self.key(report.task, f"report {report.subject}")
            yield self.texts(report.files, is_counted=True, key=key)
        yield self.texts(lambda: {addresses.search_index: search_index(view, addresses)})

    def _pages(self) -> Iterator[Part]:
        """The pages that tell nothing of the tables' files."""
        pages = planned_pages(self.view, self.addresses, None)
        early = [one for one in pages if one.address not in self.apart]
        return page_parts(self, early, self.addresses, self.record, {one.address for one in pages})

    @property
    def apart(self) -> tuple[str, ...]:
        """Pages that tell of the tables' files."""
        return self.addresses.front, self.addresses.data

    def _scripts(self, outcome: TaskOutcome) -> Texts:
        view = self.view.of_task(outcome)
        return dict(comparison_scripts(view, self.addresses, outcome.task.name))

    def _table(self, published: PublishedTable) -> Written:
        planned = self._planned_rows(published)
        pieces = (self._rows(published, key, outcome) for key, outcome in planned)
        table = write_table(self.folder, published.name, pieces)
        described = data_table(published.name, published.row, table.columns, table.rows, table.files)
        rows = [
            StoredRows(key, published.name, piece)
            for (key, _), piece in zip(planned, table.pieces, strict=True)
            if key and piece.count and piece.is_typed_alike
        ]
        return Written(tuple(map(in_data_folder, table.files)), (described,), tuple(rows))

    def _planned_rows(self, published: PublishedTable) -> list[tuple[str, CampaignOutcome]]:
        """What the rows of a table are made from, each task by itself where that can be, with their keys."""
        outcome = self.view.outcome
        match published.rows_of:
            case RowsOf.ALL_TASKS:
                return [("", outcome)]
            case RowsOf.CAMPAIGN:
                return [("", replace(outcome, tasks=(), problems=()))]
            case RowsOf.EACH_TASK:
                subject = f"rows of {published.name}"
                of_tasks = [
                    (self.key(task.task.name, subject), replace(outcome, tasks=(task,), problems=()))
                    for task in outcome.tasks
                ]
                return [("", replace(outcome, tasks=())), *of_tasks]

    def _rows(self, published: PublishedTable, key: str, outcome: CampaignOutcome) -> TableRows:
        return self.earlier_tables.stored(key) or table_rows(published.build(outcome))

    def _key_of_table(self, published: PublishedTable) -> str:
        """What the files of a table are made from; see `_planned_rows`."""
        subject = f"table {published.name}"
        if self.kept is None or published.rows_of is RowsOf.ALL_TASKS:
            return ""
        if published.rows_of is RowsOf.CAMPAIGN:
            return self.kept.key(OF_NO_TASK, subject)
        return self.kept.key_of_all(subject, digest_of(self.view.outcome.problems))

    def write(
        self, workers: Workers, progress: Progress, before: PartsAtHand, meanwhile: Iterable[Chore]
    ) -> list[Written]:
        """Write all parts into the site's folder, which must be empty.

        Parameters
        ----------
        workers : Workers
        progress : callable
        before : PartsAtHand
            See `write_parts`.
        meanwhile : iterable of callable
            The same; campaign.json is there by then.

        Returns
        -------
        list of Written
            What each came to.
        """
        citation = campaign_citation(self.view.outcome.campaign, self.record["inputs_sha256"])
        self._told = (
            write_file(self.folder, RECORD_FILE, json_bytes(self.record), "JSON"),
            write_file(self.folder, CITATION_FILE, citation.bibtex.encode(), "BibTeX"),
        )
        return write_parts(
            self, workers, progress, further=len(self.apart), before=before, meanwhile=meanwhile
        )

    def write_rest(self, written: Sequence[Written], progress: Progress) -> None:
        """Write what tells of all that has been written, by `write`."""
        tables = {table.name: table for one in written for table in one.tables}
        record, citation = self._told
        data = data_page(self.view, [tables[one.name] for one in self.tables], record, citation)
        pages = sum(part.counted for part in self.parts)
        rest = write_parts(
            _Rest(self, data), InProcess(), lambda done, total: progress(pages + done, pages + total)
        )
        files = chain.from_iterable(one.files for one in (*written, *rest))
        write_deposit(self.folder, self.view, data, [*files, *map(in_data_folder, self._told)])

    def by_keys(self, written: Sequence[Written]) -> dict[str, Written]:
        """The parts of which it is known what they are made from, by their keys."""
        return {part.key: one for part, one in zip(self.parts, written, strict=True) if part.key}


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
        return page_parts(self, late, addresses, self._site.record, {one.address for one in pages})
