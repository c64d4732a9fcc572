"""Compares published values, texts and tables with recomputed ones, within the tolerance for numbers."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from inexreport.building.verifying.differences import Difference, Kind
from inexreport.rendering.data_files import csv_bytes

TOLERANCE = 1e-9
"""Relative to the larger number. Other processors and libraries may add in another order."""

NEAR_ZERO = 1e-12
"""Absolute tolerance: the remainder of a difference may be zero."""

_DECIMAL = re.compile(r"(?<![0-9])-?[0-9]++(?:\.[0-9]++(?:e[-+]?[0-9]++)?|e[-+][0-9]++)")
"""Computed numbers have a point or an exponent; whole numbers are counts, ranks and names."""

_NUMBER = re.compile(
    r"[A-Za-z0-9+/=]{40,}"  # a checksum, or numbers in base 64
    rf"|{_DECIMAL.pattern}"
    r"|(?<![\w-])[0-9][0-9,]*(?!\w)"  # a whole number that is no part of a name
)


def same_value(published: str, recomputed: str) -> bool:
    """Whether two values are equal, or close if they are decimal numbers.

    Examples
    --------
    >>> same_value("0.5", "0.50000001"), same_value("0.5", "0.5000000001"), same_value("12", "13")
    (False, True, False)
    """
    if published == recomputed:
        return True
    if not _DECIMAL.fullmatch(recomputed):
        return False
    try:
        one, other = float(published), float(recomputed)
    except ValueError:
        return False
    return math.isfinite(other) and math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=NEAR_ZERO)


def same_text(published: bytes, recomputed: bytes) -> bool:
    """Whether two contents are the same except for decimal numbers that are close.

    Examples
    --------
    >>> same_text(b"a,0.5", b"a,0.5000000001"), same_text(b"a,0.5", b"b,0.5")
    (True, False)
    """
    one, other = _as_text(published), _as_text(recomputed)
    numbers, expected = _DECIMAL.findall(one), _DECIMAL.findall(other)
    return (
        len(numbers) == len(expected)
        and _DECIMAL.sub("0", one) == _DECIMAL.sub("0", other)
        and all(map(same_value, numbers, expected))
    )


def same_words(published: bytes, recomputed: bytes) -> bool:
    """Whether two contents are the same except for numbers, which may be rounded otherwise, and checksums.

    Examples
    --------
    >>> same_words(b"<td>run1<td>0.12", b"<td>run1<td>0.13"), same_words(b"<td>run1", b"<td>run2")
    (True, False)
    """
    return _NUMBER.sub("0", _as_text(published)) == _NUMBER.sub("0", _as_text(recomputed))


def _as_text(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape")


LARGEST_CELL = 2**31 - 1
"""Statements of topics may be long."""

UNREADABLE = (ValueError, TypeError, KeyError, OSError, RecursionError, csv.Error, pa.ArrowException)
"""Errors of the readers of tables."""

Row = Sequence[str]


class Cells(NamedTuple):
    """A table as text: numbers with all their digits, a missing value as an empty text."""

    columns: Sequence[str]
    rows: Sequence[Row]


def _read_csv(content: bytes) -> Cells:
    csv.field_size_limit(LARGEST_CELL)
    columns, *rows = csv.reader(io.StringIO(content.decode("utf-8"), newline=""), strict=True)
    return Cells(columns, rows)


def _read_json(content: bytes) -> Cells:
    table = json.loads(content)
    return Cells(list(table["columns"]), [list(map(_cell, row)) for row in table["rows"]])


def _read_parquet(content: bytes) -> Cells:
    return _read_csv(csv_bytes(pq.read_table(io.BytesIO(content))))


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else repr(value)


READERS: Mapping[str, Callable[[bytes], Cells]] = {
    ".csv": _read_csv,
    ".json": _read_json,
    ".parquet": _read_parquet,
}
"""By the suffix of a file."""


def table_differences(file: str, published: bytes, recomputed: bytes) -> Iterator[Difference]:
    """Compare two contents of a file of a table, column by column and cell by cell, in any order."""
    read = READERS[file[file.rindex(".") :]]
    expected = read(recomputed)
    try:
        found = read(published)
        if any(len(row) != len(found.columns) for row in found.rows):
            raise ValueError("rows of different lengths")
    except UNREADABLE:
        yield Difference(Kind.CONTENT, file, column="no table can be read from it")
        return
    for column in expected.columns:
        if column not in found.columns:
            yield Difference(Kind.MISSING, file, column=column)
    for column in found.columns:
        if column not in expected.columns:
            yield Difference(Kind.ADDITIONAL, file, column=column)
    yield from _row_differences(file, found, expected)


def _row_differences(file: str, found: Cells, expected: Cells) -> Iterator[Difference]:
    key = _key_columns(expected, found)
    names = key or ("row",)
    shared = [
        (column, found.columns.index(column), expected.columns.index(column))
        for column in expected.columns
        if column in found.columns and column not in key
    ]
    remaining = dict(_keyed(expected, key))
    for identity, row in _keyed(found, key):
        known = dict(zip(names, identity, strict=True))
        other = remaining.pop(identity, None)
        if other is None:
            yield Difference(Kind.ADDITIONAL, file, known)
            continue
        for column, place, other_place in shared:
            if not same_value(row[place], other[other_place]):
                yield Difference(Kind.VALUE, file, known, column, row[place], other[other_place])
    for identity in remaining:
        yield Difference(Kind.MISSING, file, dict(zip(names, identity, strict=True)))


def _key_columns(expected: Cells, found: Cells) -> tuple[str, ...]:
    """The fewest first columns that identify the recomputed rows; none if they do not."""
    for count in range(1, len(expected.columns) + 1):
        key = tuple(expected.columns[:count])
        if key[-1] not in found.columns:
            break
        if len({tuple(row[:count]) for row in expected.rows}) == len(expected.rows):
            return key
    return ()


def _keyed(table: Cells, key: Sequence[str]) -> Iterator[tuple[tuple[str, ...], Row]]:
    places = [table.columns.index(column) for column in key]
    for number, row in enumerate(table.rows, start=1):
        yield tuple(row[place] for place in places) if key else (str(number),), row
