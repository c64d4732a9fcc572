"""Text in columns separated by white space, as runs of 2008-2010 and of TREC are."""

from __future__ import annotations

from codecs import BOM_UTF8

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import csv

from inexreport.formats.numbers import decimal_number
from inexreport.formats.shown_text import LONGEST_QUOTATION

_NEWLINE = ord("\n")
_WHITESPACE = np.isin(np.arange(256), list(b" \t\n\r\x0b\x0c"))


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
    >>> text = TextColumns(b"a b\n\nc  d e\nf")
    >>> text.widths, [column.to_pylist() for column in text.columns(2, 3)]
    (array([2, 0, 3, 1]), [['a', 'c'], ['b', 'd'], ['', 'e']])
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        white = _WHITESPACE[np.frombuffer(b"\n" + data, dtype=np.uint8)]
        newlines = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == _NEWLINE)
        self._ends = np.append(newlines, len(data))
        words = np.searchsorted(np.flatnonzero(white[:-1] & ~white[1:]), self._ends)
        self.widths: NDArray[np.int64] = np.diff(words, prepend=0)
        blanks = np.count_nonzero(white) - 1
        spaces = data.count(b" ") + len(newlines)
        adjacent = (white[1:] & white[:-1]).any()
        self._has_single_spaces = blanks == spaces and not adjacent and data[-1:] != b" "

    def columns(self, fewest: int, most: int) -> list[pa.StringArray]:
        """Return the columns of all lines with a permitted number of columns; there must be such lines.

        If their widths differ, there are `most` columns, padded with empty texts.
        """
        data, widths = self._data, self.widths[self.widths > 0]
        width = int(widths[0])
        if not self._has_single_spaces or not fewest <= width <= most or (widths != width).any():
            width = most
            chosen = np.flatnonzero((self.widths >= fewest) & (self.widths <= most))
            words = (self._line(number).split() for number in chosen.tolist())
            data = b"\n".join(b" ".join(found + [b""] * (most - len(found))) for found in words)
        names = [str(number) for number in range(width)]
        table = csv.read_csv(
            pa.BufferReader(BOM_UTF8 + data),  # the reader takes one away
            csv.ReadOptions(use_threads=False, block_size=len(data) + 8, column_names=names),
            csv.ParseOptions(delimiter=" ", quote_char=False, escape_char=False),
            csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string())),
        )
        return [column.combine_chunks() for column in table.columns]

    def line(self, number: int) -> bytes:
        """Return a line, counted from 0, with its white space folded, as far as it will be quoted."""
        words = self._line(number).split(maxsplit=LONGEST_QUOTATION)
        return b" ".join(words[:LONGEST_QUOTATION])

    def _line(self, number: int) -> bytes:
        begin = self._ends[number - 1] + 1 if number else 0
        return self._data[begin : self._ends[number]]


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
