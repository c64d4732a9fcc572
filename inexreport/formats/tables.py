"""Tables with named columns in files: comma-separated, with tabs, Parquet, and JSON."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray
from pyarrow import csv as arrow_csv

from inexreport.formats.file_content import LARGEST_CONTENT, utf8_text
from inexreport.formats.json_rows import is_json, json_rows
from inexreport.formats.named_columns import column_places
from inexreport.formats.shown_text import quoted
from inexreport.model.problem import ProblemLog

PARQUET = b"PAR1"
SEPARATORS = (",", "\t", ";")
LARGEST_COLUMNS = 16 * LARGEST_CONTENT
"""Bytes of the columns of a Parquet file, unpacked."""

_VALUES = ("score", "rank", "grade")


class FileTable(NamedTuple):
    """Rows with named columns, and the line of each; rows of Parquet and of JSON on few lines are counted."""

    rows: pa.Table
    line: NDArray[np.int64]


def is_table(data: bytes) -> bool:
    """Whether a file has columns of runs or qrels with names, by its first bytes."""
    return data.startswith(PARQUET) or is_json(data) or bool(_separator(data))


def read_table(data: bytes, log: ProblemLog) -> FileTable | None:
    r"""Return the rows of a file; None, with the reason in `log`, if it cannot be read.

    Rows with another number of values than the header are left out; they are in `log`.

    Examples
    --------
    >>> rows, line = read_table(b"docno,qid,score\na,7,0.5\n", ProblemLog("run"))
    >>> rows.to_pylist(), line.tolist()
    ([{'qid': '7', 'docno': 'a', 'score': '0.5'}], [2])
    """
    read = _of_parquet if data.startswith(PARQUET) else _of_lines
    if read is _of_lines:
        text = utf8_text(data, log)
        if text is None:
            return None
        if is_json(text):
            rows = json_rows(text.decode(), log)
            return rows and FileTable(*rows)
        data = text
    try:
        return read(data, log)
    except (pa.ArrowException, OSError, ValueError, TypeError, LookupError) as error:
        log.add("table-unreadable", found=quoted(error), expected="a header, and rows with its columns")
        return None


def _wanted(header: Sequence[str]) -> list[str]:
    """The columns to read; all, for the problem that will name them, if some are missing."""
    places = column_places(header)
    complete = {"topic", "document"} <= places.keys() and not places.keys().isdisjoint(_VALUES)
    return [header[place] for place in dict.fromkeys(places.values())] if complete else list(header)


def _separator(data: bytes) -> str:
    """What separates the names of columns in the first line; empty if that names none."""
    first = data[: 2**14].decode("utf-8-sig", "replace").lstrip().partition("\n")[0].rstrip("\r")
    if first.startswith("#"):  # a comment
        return ""
    for separator in SEPARATORS:
        names = first.replace('"', "").split(separator)
        places = column_places(names)
        # With tabs, the reader of columns reads a run below their usual names.
        usual = separator == "\t" and len(names) == 6 and {"iteration", "rank", "score"} <= places.keys()
        if {"topic", "document"} <= places.keys() and not usual:
            return separator
    return ""


def _of_lines(text: bytes, log: ProblemLog) -> FileTable:
    separator, start = _separator(text), len(text) - len(text.lstrip())
    skipped = text.count(b"\n", 0, start) + 1
    header = next(csv.reader([text[start:].partition(b"\n")[0].decode()], delimiter=separator))
    names = _wanted(header)
    wrong: list[arrow_csv.InvalidRow] = []

    def skip(row: arrow_csv.InvalidRow) -> str:
        wrong.append(row)
        return "skip"

    rows = arrow_csv.read_csv(
        pa.BufferReader(text[start:]),
        arrow_csv.ReadOptions(use_threads=False, block_size=len(text) + 8),
        arrow_csv.ParseOptions(delimiter=separator, ignore_empty_lines=False, invalid_row_handler=skip),
        arrow_csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()), include_columns=names),
    )
    # The reader counts rows from the header.
    numbers = np.array([row.number for row in wrong], dtype=np.int64) + skipped - 1
    lines = np.setdiff1d(np.arange(len(rows) + len(wrong)) + skipped + 1, numbers)
    if wrong:
        found = f"{wrong[0].actual_columns} values: {quoted(wrong[0].text)}"
        expected = f"{len(header)} values: {', '.join(header)}"
        log.add("table-row", found=found, expected=expected, lines=numbers.tolist())
    if b"\n\n" in text:
        filled = np.sum([pc.binary_length(column).to_numpy() for column in rows.columns], axis=0) > 0
        rows, lines = rows.filter(pa.array(filled)), lines[filled]
    return FileTable(rows, lines)


def _of_parquet(data: bytes, log: ProblemLog) -> FileTable | None:
    with pq.ParquetFile(pa.BufferReader(data)) as file:
        names = _wanted(file.schema_arrow.names)
        groups = [file.metadata.row_group(number) for number in range(file.num_row_groups)]
        columns = [one.column(place) for one in groups for place in range(one.num_columns)]
        size = sum(one.total_uncompressed_size for one in columns if one.path_in_schema in names)
        size = max(size, 16 * file.metadata.num_rows)
        if size > LARGEST_COLUMNS:
            expected = f"at most {LARGEST_COLUMNS:,}"
            log.add("file-too-large", found=f"{size:,} bytes of columns", expected=expected)
            return None
        # As dictionaries, so that one long text on many rows does not fill the memory.
        texts = [name for name in names if pa.types.is_string(file.schema_arrow.field(name).type)]
    rows = pq.read_table(pa.BufferReader(data), columns=names, read_dictionary=texts, use_threads=False)
    return FileTable(rows, np.arange(1, len(rows) + 1))
