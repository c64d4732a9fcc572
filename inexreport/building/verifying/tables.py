"""Compares published values, texts and tables with recomputed ones, within the tolerance for numbers."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping

import pyarrow as pa
import pyarrow.parquet as pq

from inexreport.building.verifying.differences import Difference, Kind
from inexreport.formats.published_results import read_csv
from inexreport.model.edition import Cells
from inexreport.rendering.data_files import csv_bytes
from inexreport.report.changes.rows import cell_text, row_changes

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


UNREADABLE = (ValueError, TypeError, KeyError, OSError, RecursionError, csv.Error, pa.ArrowException)
"""Errors of the readers of tables."""


def _read_json(content: bytes) -> Cells:
    table = json.loads(content)
    return Cells(list(table["columns"]), [list(map(cell_text, row)) for row in table["rows"]])


def _read_parquet(content: bytes) -> Cells:
    return read_csv(csv_bytes(pq.read_table(io.BytesIO(content))))


READERS: Mapping[str, Callable[[bytes], Cells]] = {
    ".csv": read_csv,
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
    for identity, column, published, recomputed in row_changes(found, expected, key, same_value):
        row = dict(zip(names, identity, strict=True))
        if published is None:
            yield Difference(Kind.MISSING, file, row)
        elif recomputed is None:
            yield Difference(Kind.ADDITIONAL, file, row)
        else:
            yield Difference(Kind.VALUE, file, row, column, published, recomputed)


def _key_columns(expected: Cells, found: Cells) -> tuple[str, ...]:
    """The fewest first columns that identify the recomputed rows; none if they do not."""
    for count in range(1, len(expected.columns) + 1):
        key = tuple(expected.columns[:count])
        if key[-1] not in found.columns:
            break
        if len({tuple(row[:count]) for row in expected.rows}) == len(expected.rows):
            return key
    return ()
