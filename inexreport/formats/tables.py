"""Tables with named columns in files: comma-separated, with tabs, Parquet, and JSON."""

from __future__ import annotations

import csv
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyarrow import csv as arrow_csv

from inexreport.formats.file_content import LARGEST_CONTENT, utf8_text
from inexreport.formats.json_rows import EXPECTED, is_json, json_rows
from inexreport.formats.named_columns import Rows, column_places
from inexreport.formats.shown_text import quoted
from inexreport.model.problem import ProblemLog

PARQUET = b"PAR1"
SEPARATORS = (",", "\t", ";")
LARGEST_COLUMNS = 16 * LARGEST_CONTENT
"""Bytes of the columns of a Parquet file, unpacked."""

_VALUES = ("score", "rank", "grade")


def is_table(data: bytes) -> bool:
    """Whether a file has columns of runs or qrels with names, by its first bytes."""
    return data.startswith(PARQUET) or is_json(data) or bool(_separator(data))


def read_table(data: bytes, log: ProblemLog) -> Rows | None:
    r"""Return the rows of a file; None, with the reason in `log`, if it cannot be read.

    Rows with another number of values than the header are left out; they are in `log`. Rows of Parquet are
    counted from 1.

    Examples
    --------
    >>> rows, line = read_table(b"docno,qid,score\na,7,0.5\n", ProblemLog("run"))
    >>> rows.to_pylist(), line.tolist()
    ([{'qid': '7', 'docno': 'a', 'score': '0.5'}], [2])
    """
    try:
        if data.startswith(PARQUET):
            return _of_parquet(data, log)
        text = utf8_text(data, log)
        if text is None:
            return None
        return json_rows(text.decode(), log) if is_json(text) else _of_lines(text, log)
    except RecursionError:
        log.add("table-row", found="values nested too deeply", expected=EXPECTED)
    except (pa.ArrowException, OSError, ArithmeticError, ValueError, TypeError, LookupError) as error:
        log.add("table-unreadable", found=quoted(error), expected="a header, and rows with its columns")
    return None


def _wanted(header: Sequence[str]) -> list[str]:
    """The columns to read; all, for the problem that will name them, if some are missing."""
    places = column_places(tuple(header))
    complete = {"topic", "document"} <= places.keys() and not places.keys().isdisjoint(_VALUES)
    return [header[place] for place in dict.fromkeys(places.values())] if complete else list(header)


def _separator(data: bytes) -> str:
    """What separates the names of columns in the first line; empty if that names none."""
    first = data[: 2**14].decode("utf-8-sig", "replace").lstrip().partition("\n")[0].rstrip("\r")
    for separator in SEPARATORS if not first.startswith("#") else ():  # which begins a comment
        names = first.replace('"', "").split(separator)
        places = column_places(tuple(names))
        # With tabs, the reader of columns reads a run below their usual names.
        usual = separator == "\t" and len(names) == 6 and {"iteration", "rank", "score"} <= places.keys()
        if {"topic", "document"} <= places.keys() and not usual:
            return separator
    return ""


def _of_lines(text: bytes, log: ProblemLog) -> Rows:
    separator, start = _separator(text), len(text) - len(text.lstrip())
    above = text.count(b"\n", 0, start)
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
    lines = np.arange(1, len(rows) + len(wrong) + 2) + above
    lines = np.delete(lines, [0, *(row.number - 1 for row in wrong)])
    if wrong:
        found = f"{wrong[0].actual_columns} values: {quoted(wrong[0].text)}"
        expected = f"{len(header)} values: {', '.join(header)}"
        log.add("table-row", found=found, expected=expected, lines=[row.number + above for row in wrong])
    if b"\n\n" in text:
        filled = np.sum([pc.binary_length(column).to_numpy() for column in rows.columns], axis=0) > 0
        rows, lines = rows.filter(pa.array(filled)), lines[filled]
    return rows, lines


def _of_parquet(data: bytes, log: ProblemLog) -> Rows | None:
    with pq.ParquetFile(pa.BufferReader(data)) as file:
        names = _wanted(file.schema_arrow.names)
        groups = [file.metadata.row_group(number) for number in range(file.num_row_groups)]
        columns = [one.column(place) for one in groups for place in range(one.num_columns)]
        size = sum(one.total_uncompressed_size for one in columns if one.path_in_schema in names)
        size = max(size, 16 * file.metadata.num_rows)
        # As dictionaries, so that one long text on many rows does not fill the memory.
        texts = [name for name in names if pa.types.is_string(file.schema_arrow.field(name).type)]
    if size > LARGEST_COLUMNS:
        expected = f"at most {LARGEST_COLUMNS:,}"
        log.add("file-too-large", found=f"{size:,} bytes of columns", expected=expected)
        return None
    rows = pq.read_table(pa.BufferReader(data), columns=names, read_dictionary=texts, use_threads=False)
    return rows, np.arange(1, len(rows) + 1)
