"""Columns of text separated by white space, taken apart without a loop over the lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from inexreport.formats.numbers import decimal_number
from inexreport.formats.quoting import LONGEST_QUOTATION

Column = Sequence[bytes]

_WHITESPACE = np.isin(np.arange(256), list(b" \t\n\r\x0b\x0c"))
_NEWLINE = ord("\n")
_PLAIN_WHOLE = re.compile(rb"(?:[0-9]{1,12} )*+")
_PLAIN_DECIMAL = re.compile(rb"(?:-?[0-9]+(?:\.[0-9]+)?+(?:[eE][+-]?[0-9]+)?+ )*+")


class TextColumns:
    r"""The pieces of a text's lines.

    Parameters
    ----------
    data : bytes
        Lines end in ``\n``.

    Attributes
    ----------
    widths : int64 array, shape (lines,)
        Number of pieces on each line.

    Examples
    --------
    >>> text = TextColumns(b"a b\n\nc d")
    >>> text.widths, text.column(1, np.array([0, 2]))
    (array([2, 0, 2]), [b'b', b'd'])
    """

    def __init__(self, data: bytes) -> None:
        self._pieces = data.split()
        letters = np.frombuffer(b"\n" + data, dtype=np.uint8)
        white = _WHITESPACE[letters]
        begins = np.flatnonzero(white[:-1] & ~white[1:])
        ends_of_lines = np.append(np.flatnonzero(letters[1:] == _NEWLINE), len(data))
        before = np.searchsorted(begins, ends_of_lines)
        self.widths: NDArray[np.int64] = np.diff(before, prepend=0)
        self._first = before - self.widths

    def column(self, number: int, lines: NDArray[np.int64]) -> Column:
        """Return the pieces of a column, counted from 0, on the given lines, each of which must have it."""
        pieces = self._pieces
        return [pieces[at] for at in (self._first[lines] + number).tolist()]

    def line(self, number: int) -> bytes:
        """Return a line, counted from 0, with its white space folded, as far as it will be quoted."""
        first = int(self._first[number])
        return b" ".join(self._pieces[first : first + min(LONGEST_QUOTATION, int(self.widths[number]))])


def plain_whole_numbers(column: Column) -> NDArray[np.int64] | None:
    """Return a column of whole numbers; None if one of its pieces is anything but one to twelve digits."""
    if _PLAIN_WHOLE.fullmatch(b" ".join(column) + b" "):
        return np.array(list(map(int, column)), dtype=np.int64)
    return None


def decimal_numbers(column: Column) -> NDArray[np.float64]:
    """Return a column of numbers, NaN for what is none."""
    if _PLAIN_DECIMAL.fullmatch(b" ".join(column) + b" "):
        numbers = np.array(list(map(float, column)), dtype=np.float64)
        if np.isfinite(numbers).all():
            return numbers
    values = [decimal_number(piece.decode("utf-8")) for piece in column]
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
