"""The columns of a text whose lines are all alike, with spaces, tabs and newlines between the pieces."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.csv as csv
from numpy.typing import NDArray

from inexreport.formats.spans import NotPlain, bounds

_NEWLINE = ord("\n")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, eq=False)
class PlainColumns:
    """What stands on the lines of a text that are not blank.

    Attributes
    ----------
    columns : tuple of pyarrow.BinaryArray or pyarrow.DoubleArray, each of length lines
        No piece is empty, and every number finite.
    line : int64 array, shape (lines,)
        Numbers of the lines, from 1.
    """

    columns: tuple[pa.Array, ...]
    line: NDArray[np.int64]


def plain_columns(data: bytes, blanks: int, widths: range, numbers: Collection[int]) -> PlainColumns:
    r"""Take a text apart.

    Parameters
    ----------
    data : bytes
        UTF-8; lines end in ``\n``.
    blanks : int
        How many bytes are white space or control characters.
    widths : range
        How many pieces a line may have.
    numbers : collection of int
        Which columns, counted from 0, are decimal numbers.

    Raises
    ------
    NotPlain
        If lines differ in their number of pieces, or have too many or too few, if what should be a number is
        none, or if other white space or control characters are there.

    Examples
    --------
    >>> text = plain_columns(b"a 1\n\nb\t 2.5\n", 6, range(2, 4), numbers=[1])
    >>> [column.to_pylist() for column in text.columns], text.line
    ([[b'a', b'b'], [1.0, 2.5]], array([1, 3]))
    """
    width = _width(data)
    if width not in widths:
        raise NotPlain
    data = data.replace(b"\t", b" ")
    try:
        columns = _columns(data, width, numbers)
    except NotPlain:
        tidied = _single_spaced(data)
        if tidied == data:
            raise
        data, blanks = tidied, blanks - (len(data) - len(tidied))
        columns = _columns(data, width, numbers)
    return PlainColumns(columns, _lines(data, blanks, len(columns[0]), width))


def _single_spaced(data: bytes) -> bytes:
    """Leave one space between pieces and none at the ends of lines."""
    while b"  " in data:
        data = data.replace(b"  ", b" ")
    return data.replace(b" \n", b"\n").replace(b"\n ", b"\n").strip(b" ")


def _width(data: bytes) -> int:
    """How many pieces the first line has that is not blank."""
    data = data.lstrip(b" \t\n")
    return len(data[: data.index(b"\n") if b"\n" in data else len(data)].split())


def _columns(data: bytes, width: int, numbers: Collection[int]) -> tuple[pa.Array, ...]:
    """The columns of a text whose pieces have one space between them."""
    if data.startswith(_BYTE_ORDER_MARK):
        raise NotPlain
    names = [str(number) for number in range(width)]
    types = {name: pa.float64() if number in numbers else pa.binary() for number, name in enumerate(names)}
    try:
        table = csv.read_csv(
            pa.BufferReader(data),
            csv.ReadOptions(use_threads=False, block_size=len(data) + 1, column_names=names),
            csv.ParseOptions(delimiter=" ", quote_char=False, double_quote=False),
            csv.ConvertOptions(column_types=types, null_values=[], check_utf8=False),
        )
    except pa.ArrowInvalid as error:
        raise NotPlain from error
    columns = tuple(
        column.chunk(0) if column.num_chunks == 1 else column.combine_chunks() for column in table.columns
    )
    if not all(_is_plain(column) for column in columns):
        raise NotPlain
    return columns


def _is_plain(column: pa.Array) -> bool:
    if pa.types.is_floating(column.type):
        return bool(np.isfinite(column.to_numpy()).all())
    between = bounds(column)
    return bool((between[1:] != between[:-1]).all())


def _lines(data: bytes, blanks: int, count: int, width: int) -> NDArray[np.int64]:
    """The lines that are not blank, of which there are so many; one byte is between their pieces."""
    unterminated = not data.endswith(b"\n")
    if blanks + unterminated == count * width:
        return np.arange(1, count + 1)
    ends = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == _NEWLINE)
    ends = np.append(ends, [len(data)] * unterminated)
    if blanks + unterminated != count * (width - 1) + len(ends):
        raise NotPlain  # control characters
    return np.flatnonzero(np.diff(ends, prepend=-1) > 1) + 1
