"""Text in columns separated by white space, as runs of 2008-2010 and of TREC are."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import csv

from inexreport.formats.numbers import decimal_number
from inexreport.formats.quoting import LONGEST_QUOTATION

_NEWLINE, _SPACE = b"\n "


class TextColumns:
    r"""The lines of a text, and their columns.

    Parameters
    ----------
    data : bytes
        UTF-8; lines end in ``\n``.

    Attributes
    ----------
    widths : int64 array, shape (lines,)
        Number of columns on each line.

    Examples
    --------
    >>> text = TextColumns(b"a b\n\nc  d\ne")
    >>> text.widths, [column.to_pylist() for column in text.columns(2)]
    (array([2, 0, 2, 1]), [['a', 'c'], ['b', 'd']])
    """

    def __init__(self, data: bytes) -> None:
        letters = np.frombuffer(data, dtype=np.uint8)
        if not _has_single_spaces(letters):
            data = b"\n".join(b" ".join(line.split()) for line in data.split(b"\n"))
            letters = np.frombuffer(data, dtype=np.uint8)
        self._data = data
        self._ends = np.append(np.flatnonzero(letters == _NEWLINE), len(data))
        begins = np.concatenate([[0], self._ends[:-1] + 1])
        spaces = np.searchsorted(np.flatnonzero(letters == _SPACE), self._ends)
        self.widths: NDArray[np.int64] = np.diff(spaces, prepend=0) + (self._ends > begins)

    def columns(self, width: int) -> list[pa.StringArray]:
        """The columns of all lines that have so many, of which there must be some."""
        data, chosen = self._data, self.widths == width
        if not chosen[self.widths > 0].all():
            data = b"\n".join(self._line(number) for number in np.flatnonzero(chosen).tolist())
        names = [str(number) for number in range(width)]
        table = csv.read_csv(
            pa.BufferReader(data),
            csv.ReadOptions(use_threads=False, block_size=len(data) + 1, column_names=names),
            csv.ParseOptions(delimiter=" ", quote_char=False, escape_char=False),
            csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string())),
        )
        return [column.combine_chunks() for column in table.columns]

    def line(self, number: int) -> bytes:
        """Return a line, counted from 0, with its white space folded, as far as it will be quoted."""
        return b" ".join(self._line(number).split(b" ", LONGEST_QUOTATION)[:LONGEST_QUOTATION])

    def _line(self, number: int) -> bytes:
        begin = self._ends[number - 1] + 1 if number else 0
        return self._data[begin : self._ends[number]]


def _has_single_spaces(letters: NDArray[np.uint8]) -> bool:
    """Whether columns are separated by one space each, and lines by one newline."""
    blank, space = letters <= _SPACE, letters == _SPACE
    only_these = np.count_nonzero(blank) == np.count_nonzero(space) + np.count_nonzero(letters == _NEWLINE)
    return only_these and not (blank[1:] & blank[:-1]).any() and not space[:1].any() and not space[-1:].any()


def decimal_numbers(column: pa.StringArray) -> NDArray[np.float64]:
    """Return a column of numbers, NaN for what is none."""
    try:
        numbers: NDArray[np.float64] = column.cast(pa.float64()).to_numpy()
    except pa.ArrowInvalid:
        numbers = np.array([np.nan])
    if np.isfinite(numbers).all():
        return numbers
    values = [decimal_number(text) for text in column.to_pylist()]
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
