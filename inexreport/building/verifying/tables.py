"""Compares published tables with recomputed ones, cell by cell."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.parquet as pq

from inexreport.building.verifying.differences import Difference, Kind
from inexreport.building.verifying.tolerance import same_value
from inexreport.rendering.data_files import csv_bytes

LARGEST_CELL = 2**31 - 1
"""Statements of topics may be long."""

UNREADABLE = (ValueError, TypeError, KeyError, OSError, RecursionError, csv.Error, pa.ArrowException)
"""What readers of tables raise where there is none."""

Row = Sequence[str]


@dataclass(frozen=True, slots=True)
class Cells:
    """A table as text: numbers with all their digits, nothing as an empty text."""

    columns: tuple[str, ...]
    rows: Sequence[Row]


def _of_csv(content: bytes) -> Cells:
    csv.field_size_limit(LARGEST_CELL)
    columns, *rows = csv.reader(io.StringIO(content.decode("utf-8"), newline=""), strict=True)
    return Cells(tuple(columns), rows)


def _of_json(content: bytes) -> Cells:
    table = json.loads(content)
    return Cells(tuple(table["columns"]), [list(map(_text, row)) for row in table["rows"]])


def _of_parquet(content: bytes) -> Cells:
    return _of_csv(csv_bytes(pq.read_table(io.BytesIO(content))))


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else repr(value)


READERS: Mapping[str, Callable[[bytes], Cells]] = {
    ".csv": _of_csv,
    ".json": _of_json,
    ".parquet": _of_parquet,
}
"""How the formats of tables are read, by the ends of their names."""


def table_differences(file: str, published: bytes, recomputed: bytes) -> Iterator[Difference]:
    """Compare two files of one table.

    Parameters
    ----------
    file : str
        Its path in the site; the end tells the format.
    published, recomputed : bytes
    """
    read = READERS[file[file.rindex(".") :]]
    expected = read(recomputed)
    try:
        found = read(published)
        if any(len(row) != len(found.columns) for row in found.rows):
            raise ValueError("rows of different lengths")
    except UNREADABLE:
        yield Difference(Kind.CONTENT, file, column="no table can be read from it")
        return
    yield from _of_columns(file, found.columns, expected.columns)
    yield from _of_rows(file, found, expected)


def _of_columns(file: str, found: Sequence[str], expected: Sequence[str]) -> Iterator[Difference]:
    for column in expected:
        if column not in found:
            yield Difference(Kind.MISSING, file, column=column)
    for column in found:
        if column not in expected:
            yield Difference(Kind.ADDITIONAL, file, column=column)


def _of_rows(file: str, found: Cells, expected: Cells) -> Iterator[Difference]:
    key = _key_columns(expected, found)
    shared = [column for column in expected.columns if column in found.columns and column not in key]
    published = list(_keyed(found, key))
    recomputed = dict(_keyed(expected, key))
    cells = [(column, found.columns.index(column), expected.columns.index(column)) for column in shared]
    seen = set()
    for name, row in published:
        known = dict(zip(key, name, strict=True)) if key else {"row": name[0]}
        if name not in recomputed or name in seen:
            yield Difference(Kind.ADDITIONAL, file, known)
            continue
        seen.add(name)
        other = recomputed[name]
        for column, place, other_place in cells:
            if not same_value(row[place], other[other_place]):
                yield Difference(Kind.VALUE, file, known, column, row[place], other[other_place])
    for name in recomputed:
        if name not in seen:
            yield Difference(
                Kind.MISSING, file, dict(zip(key, name, strict=True)) if key else {"row": name[0]}
            )


def _key_columns(expected: Cells, found: Cells) -> tuple[str, ...]:
    """The fewest first columns that tell the recomputed rows apart; none if they cannot."""
    for count in range(1, len(expected.columns) + 1):
        key = expected.columns[:count]
        if key[-1] not in found.columns:
            break
        if len({tuple(row[:count]) for row in expected.rows}) == len(expected.rows):
            return key
    return ()


def _keyed(table: Cells, key: Sequence[str]) -> Iterator[tuple[tuple[str, ...], Row]]:
    places = [table.columns.index(column) for column in key]
    for number, row in enumerate(table.rows, start=1):
        yield tuple(row[place] for place in places) if key else (str(number),), row
