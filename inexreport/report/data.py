"""The data page: every published table with its columns explained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inexreport.model.campaign import InputFile
from inexreport.report.campaign_record import FORMAT_VERSION, input_files, inputs_digest
from inexreport.report.campaign_view import CampaignView
from inexreport.report.paper_tables import leaderboards
from inexreport.report.published_files import PublishedFile
from inexreport.report.tables.table import Column
from inexreport.report.task_figures import figure_of, task_pictures


@dataclass(frozen=True, slots=True)
class DataTable:
    """A published table that was written: its declaration, number of rows, and files."""

    name: str
    row: str
    columns: Mapping[str, Column]
    rows: int
    files: tuple[PublishedFile, ...]


@dataclass(frozen=True, slots=True)
class TaskReports:
    """Tables and pictures for papers of a task: names and titles."""

    task: str
    tables: tuple[tuple[str, str], ...]
    pictures: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DataPage:
    """What the data page shows; a participant's site has neither citation nor reports."""

    format_version: int
    tables: tuple[DataTable, ...]
    record: PublishedFile
    citation: PublishedFile | None
    reports: tuple[TaskReports, ...]
    inputs: tuple[InputFile, ...]
    inputs_digest: str


def data_page(
    view: CampaignView,
    tables: Sequence[DataTable],
    record: PublishedFile,
    citation: PublishedFile | None = None,
) -> DataPage:
    """Describe the published tables and the files they were written to."""
    inputs = input_files(view.outcome)
    return DataPage(
        format_version=FORMAT_VERSION,
        tables=tuple(tables),
        record=record,
        citation=citation,
        reports=tuple(
            TaskReports(
                task,
                tuple((table.name, table.title) for table in leaderboards(view, task)),
                tuple((name, figure_of(chart).title) for name, chart in task_pictures(view, task).items()),
            )
            for task, standings in view.standings.items()
            if standings.runs and not view.participant
        ),
        inputs=inputs,
        inputs_digest=inputs_digest(inputs),
    )
