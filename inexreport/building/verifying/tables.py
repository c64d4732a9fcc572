"""Compares published values, texts and tables with recomputed ones, within the tolerance for numbers."""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from inexreport.building.verifying.differences import Difference, Kind
from inexreport.formats.published_results import cell_text, read_csv
from inexreport.rendering.data_files import csv_bytes
from inexreport.report.tables.comparison import table_changes

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


UNREADABLE = (ValueError, TypeError, KeyError, OSError, RecursionError, pa.ArrowException)
"""Errors of the readers of tables."""


def _read_csv(content: bytes) -> pd.DataFrame:
    table: pd.DataFrame = read_csv(content).to_pandas()
    return table


def _read_json(content: bytes) -> pd.DataFrame:
    table = json.loads(content)
    rows = [[*map(cell_text, row)] for row in table["rows"]]
    if any(len(row) != len(table["columns"]) for row in rows):
        raise ValueError("rows of different lengths")
    cells = {column: [row[place] for row in rows] for place, column in enumerate(table["columns"])}
    return pd.DataFrame(cells, dtype=object)


def _read_parquet(content: bytes) -> pd.DataFrame:
    return _read_csv(csv_bytes(pq.read_table(io.BytesIO(content))))


READERS: Mapping[str, Callable[[bytes], pd.DataFrame]] = {
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
    except UNREADABLE:
        yield Difference(Kind.CONTENT, file, column="no table can be read from it")
        return
    for kind, one, other in ((Kind.MISSING, expected, found), (Kind.ADDITIONAL, found, expected)):
        yield from (Difference(kind, file, column=str(name)) for name in one if name not in other)
    changes = table_changes(found, expected, _key_columns(expected, found), same_value).fillna("")
    rows: list[Any] = changes.index.to_frame().astype(str).to_dict("records")
    kinds = {"added": Kind.MISSING, "removed": Kind.ADDITIONAL, "changed": Kind.VALUE}
    for row, (column, old, new, change) in zip(rows, changes.to_numpy().tolist(), strict=True):
        yield Difference(kinds[change], file, row, column, old, new)


def _key_columns(expected: pd.DataFrame, found: pd.DataFrame) -> list[str]:
    """The fewest first columns that identify the recomputed rows; none if they do not."""
    columns = expected.columns.tolist()
    for count in range(1, len(columns) + 1):
        key = columns[:count]
        if key[-1] not in found:
            break
        if not expected.duplicated(key).any():
            return key
    return []
