"""The data page: every published table with its columns explained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inexreport.model.campaign import InputFile
from inexreport.report.campaign_record import FORMAT_VERSION, input_files, inputs_digest
from inexreport.report.campaign_view import CampaignView
from inexreport.report.paper_pictures import task_pictures
from inexreport.report.paper_tables import leaderboards
from inexreport.report.table_columns import COLUMNS, SCHEMAS


@dataclass(frozen=True, slots=True)
class ColumnNote:
    """A column with its meaning."""

    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class DataFile:
    """A published file with its size and checksum."""

    name: str
    format: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class DataTable:
    """A published table as the data page shows it."""

    name: str
    row: str
    rows: int
    columns: tuple[ColumnNote, ...]
    files: tuple[DataFile, ...]


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
    record: DataFile
    citation: DataFile | None
    reports: tuple[TaskReports, ...]
    inputs: tuple[InputFile, ...]
    inputs_digest: str


def column_notes(table: str, columns: Sequence[str] = ()) -> tuple[ColumnNote, ...]:
    """The meaning of a table's columns: of those given, else of all."""
    return tuple(ColumnNote(name, COLUMNS[table, name]) for name in columns or SCHEMAS[table].names)


def data_table(
    name: str, row: str, columns: Sequence[str], rows: int, files: tuple[DataFile, ...]
) -> DataTable:
    """Describe a table of so many rows and the files it was written to."""
    return DataTable(
        name=name,
        row=row,
        rows=rows,
        columns=column_notes(name, columns),
        files=files,
    )


def data_page(
    view: CampaignView,
    tables: Sequence[DataTable],
    record: DataFile,
    citation: DataFile | None = None,
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
                tuple((name, chart.figure.title) for name, chart in task_pictures(view, task).items()),
            )
            for task, standings in view.standings.items()
            if standings.runs and not view.participant
        ),
        inputs=inputs,
        inputs_digest=inputs_digest(inputs),
    )
