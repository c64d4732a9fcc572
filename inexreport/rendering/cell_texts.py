"""Cells of the published tables as text, and rows put together from them.

A text that stands in many rows is looked at once, and texts that stand side by side in many rows are put
together once: of half a million scores only topic and score differ from row to row.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

BETWEEN_ROWS = ",\n"
"""What parts a row of JSON from the one before; all of them begin with it."""

Octets = NDArray[np.uint8]

_NOT_PLAIN = re.compile(r'[",\r\n]')

_TEXT = pa.large_string()


def csv_text(value: str) -> str:
    """A text as it stands in comma-separated values."""
    if not _NOT_PLAIN.search(value):
        return value
    line = io.StringIO(newline="")
    csv.writer(line, lineterminator="\n").writerow([value])
    return line.getvalue().removesuffix("\n")


def _json_text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Format:
    """How rows stand in a file: numbers alike in all, and texts in their own way.

    Attributes
    ----------
    text : callable
        How a text stands there.
    missing : str
        What stands where a table has nothing.
    begin, between, end : str
        What stands before a row, between its cells and behind it.
    """

    text: Callable[[str], str]
    missing: str
    begin: str
    between: str
    end: str


CSV = Format(csv_text, missing="", begin="", between=",", end="\n")
JSON = Format(_json_text, missing="null", begin=f"{BETWEEN_ROWS}[", between=", ", end="]")
_FORMATS = (CSV, JSON)

_ALONE = 4096
"""So many rows are put together column by column in the time that it takes to put two columns together."""


def rows_as_text(rows: pa.Table) -> Mapping[Format, Octets]:
    """All rows in each format, one after the other."""
    cells = _joined(map(_cells, rows.column_names, rows.columns), rows.num_rows)
    return {one: _octets(one, [column.texts(one) for column in cells]) for one in _FORMATS}


@dataclass(frozen=True, eq=False)
class _Words:
    """Columns of which the same texts stand side by side in many rows.

    Attributes
    ----------
    distinct : mapping of Format to large_string array
        The texts in each format.
    place : integer array, shape (rows,)
        Which of them each row has.
    """

    distinct: Mapping[Format, pa.Array]
    place: NDArray[np.integer[Any]]

    @property
    def count(self) -> int:
        return len(self.distinct[CSV])

    def texts(self, wanted: Format) -> pa.Array:
        """What stands in each row in a format."""
        return self.distinct[wanted].take(pa.array(self.place))


@dataclass(frozen=True, eq=False)
class _Numbers:
    """A column that looks alike in all formats."""

    values: pa.Array

    def texts(self, wanted: Format) -> pa.Array:
        """As those of `_Words`."""
        return self.values.fill_null(wanted.missing) if self.values.null_count else self.values


def _cells(name: str, column: pa.ChunkedArray) -> _Words | _Numbers:
    values = column.combine_chunks()
    if pa.types.is_dictionary(values.type):
        return _words(values)
    if pa.types.is_string(values.type) or pa.types.is_large_string(values.type):
        return _words(values.dictionary_encode())
    if pa.types.is_floating(values.type):
        return _Numbers(_every_digit(name, values))
    return _Numbers(values.cast(_TEXT))


def _words(words: pa.DictionaryArray) -> _Words:
    texts = words.dictionary.to_pylist()
    if not words.null_count:
        return _Words(
            {one: pa.array(map(one.text, texts), _TEXT) for one in _FORMATS}, words.indices.to_numpy()
        )
    distinct = {one: pa.array([*map(one.text, texts), one.missing], _TEXT) for one in _FORMATS}
    return _Words(distinct, words.indices.fill_null(len(texts)).to_numpy())


def _every_digit(name: str, column: pa.Array) -> pa.Array:
    """Numbers as Python writes them: all digits that tell them from others, and no more.

    So does Arrow, several times faster, but for whole numbers and for those that have exponents.
    """
    numbers = column.to_numpy(zero_copy_only=False)
    if np.isinf(numbers).any():
        raise ValueError(f"{name} is not JSON compliant: it has an infinite number")
    size = np.abs(numbers)
    other = ~((size >= 1e-4) & (size < 1e9) & (np.rint(numbers) != numbers))
    # By their bits, for there are two zeros.
    distinct, place = np.unique(numbers[other].view(np.int64), return_inverse=True)
    texts = [repr(one) if one == one else None for one in distinct.view(np.float64).tolist()]
    return pc.replace_with_mask(
        pa.array(numbers).cast(_TEXT), pa.array(other), pa.array(texts, _TEXT).take(pa.array(place))
    )


def _joined(columns: Iterable[_Words | _Numbers], rows: int) -> list[_Words | _Numbers]:
    """The same columns, neighbours as one where they have few texts together."""
    joined: list[_Words | _Numbers] = []
    for column in columns:
        before = joined[-1] if joined else None
        if (
            isinstance(before, _Words)
            and isinstance(column, _Words)
            and before.count * column.count + _ALONE <= rows
        ):
            joined[-1] = _side_by_side(before, column)
        else:
            joined.append(column)
    return joined


def _side_by_side(left: _Words, right: _Words) -> _Words:
    # Of all pairs of texts, by number, those that there are, and which of them each row has.
    pair = left.place * np.int64(right.count) + right.place
    pairs = np.flatnonzero(np.bincount(pair))
    number = np.empty(left.count * right.count, dtype=np.int64)
    number[pairs] = np.arange(len(pairs))
    first, second = pa.array(pairs // right.count), pa.array(pairs % right.count)
    distinct = {
        one: _together(left.distinct[one].take(first), right.distinct[one].take(second), between=one.between)
        for one in _FORMATS
    }
    return _Words(distinct, number[pair])


def _together(*texts: pa.Array | pa.Scalar, between: str) -> pa.Array:
    return pc.binary_join_element_wise(*texts, pa.scalar(between, _TEXT))


def _octets(rows: Format, cells: Sequence[pa.Array]) -> Octets:
    """All rows, one after the other: so they lie in memory."""
    begin, between, end = (pa.scalar(one, _TEXT) for one in (rows.begin, rows.between, rows.end))
    first, *others = cells
    lines = _together(begin, first, *(part for cell in others for part in (between, cell)), end, between="")
    _, offsets, octets = lines.buffers()
    places = np.frombuffer(offsets, dtype=np.int64)
    return np.frombuffer(octets, dtype=np.uint8)[places[lines.offset] : places[lines.offset + len(lines)]]
