"""Runs of documents in tables with a header, in Parquet and in JSON."""

from __future__ import annotations

from inexreport.formats.run_columns import run_of_table
from inexreport.formats.run_content import RunContent, RunFormat
from inexreport.formats.tables import is_table, read_table
from inexreport.model.problem import ProblemLog


def _read(data: bytes, log: ProblemLog) -> RunContent | None:
    table = read_table(data, log)
    return table and run_of_table(table.rows, log, table.line)


RUN_FORMATS = (RunFormat(is_table, _read, of_documents=True, extensions=(".tsv", ".json", ".jsonl")),)
