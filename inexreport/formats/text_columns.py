"""Text in columns separated by white space, as runs of 2008-2010 and of TREC are."""

from __future__ import annotations

from codecs import BOM_UTF8
from io import BytesIO
from itertools import compress, islice

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from pyarrow import csv

from inexreport.formats.numbers import decimal_number
from inexreport.formats.shown_text import LONGEST_QUOTATION, quoted
from inexreport.model.arrow_arrays import numbers_of, string_array
from inexreport.model.problem import ProblemLog

_UNUSUAL = (b"\r", b"\x0b", b"\x0c")
"""White space other than spaces, tabs and line ends."""


class TextColumns:
    r"""The lines of a text, and the columns of those that have a permitted number of columns.

    Parameters
    ----------
    data : bytes
        UTF-8; lines end in ``\n``.
    fewest, most : int
        Permitted numbers of columns.
    surplus : bool
        Whether lines may have more columns, which are left out.

    Attributes
    ----------
    widths : int64 array, shape (lines,)
        Number of columns on each line.

    Examples
    --------
    >>> text = TextColumns(b"a b\n\nc  d e\nf", fewest=2, most=3)
    >>> text.widths, [column.to_pylist() for column in text.columns()]
    (array([2, 0, 3, 1]), [['a', 'c'], ['b', 'd'], ['', 'e']])
    """

    def __init__(self, data: bytes, fewest: int, most: int, *, surplus: bool = False) -> None:
        self._data, self._fewest, self._most, self._surplus = data, fewest, most, surplus
        self._regular = _regular_columns(data, fewest, most)
        if self._regular:
            self.widths: NDArray[np.int64] = np.full(len(self._regular[0]), len(self._regular))
        else:
            self.widths = np.fromiter((len(line.split()) for line in BytesIO(data)), dtype=np.int64)

    @property
    def permitted(self) -> NDArray[np.bool_]:
        """Whether each line has a permitted number of columns."""
        enough: NDArray[np.bool_] = self.widths >= self._fewest
        return enough if self._surplus else enough & (self.widths <= self._most)

    @property
    def lines(self) -> NDArray[np.int64]:
        """Numbers of the lines with a permitted number of columns, counted from 1."""
        return np.flatnonzero(self.permitted) + 1

    def report_others(self, code: str, expected: str, log: ProblemLog) -> None:
        """Report the lines with another number of columns."""
        if len(wrong := np.flatnonzero((self.widths > 0) & ~self.permitted)):
            log.add(code, found=self.shown_line(wrong[0]), expected=expected, lines=(wrong + 1).tolist())

    def columns(self) -> list[pa.StringArray]:
        """Return the columns of all lines with a permitted number of columns; there must be such lines.

        If their widths differ, there are as many as permitted, padded with empty texts.
        """
        if self._regular:
            return self._regular
        permitted = self.permitted
        widths = np.unique(np.minimum(self.widths[permitted], self._most))
        width = int(widths[0]) if len(widths) == 1 else self._most
        rows = (line.split()[: self._most] for line in compress(BytesIO(self._data), permitted))
        return _parsed(b"\n".join(b" ".join(row + [b""] * (width - len(row))) for row in rows), width)

    def within(self, most: int, what: str, log: ProblemLog) -> bool:
        """Whether at most `most` lines are not empty; if more are, `log` says so and calls them `what`."""
        lines = np.count_nonzero(self.widths)
        if lines > most:
            log.add("file-too-large", found=f"{lines:,} {what}", expected=f"at most {most:,}")
        return bool(lines <= most)

    def shown_line(self, number: int) -> str:
        """Return the number of columns and the text of a line, counted from 0, as problems show them."""
        return f"{self.widths[number]} columns: {quoted(self.line(number))}"

    def line(self, number: int) -> bytes:
        """Return a line, counted from 0, with its white space folded, as far as it will be quoted."""
        words = next(islice(BytesIO(self._data), number, None)).split(maxsplit=LONGEST_QUOTATION)
        return b" ".join(words[:LONGEST_QUOTATION])


def _regular_columns(data: bytes, fewest: int, most: int) -> list[pa.StringArray]:
    """Return the columns of a text if single spaces or tabs separate them and all lines have equally many."""
    if b"\t" in data:
        data = data.replace(b"\t", b" ")
    width = data.count(b" ", 0, data.find(b"\n")) + 1
    if not fewest <= width <= most or any(white in data for white in _UNUSUAL):
        return []
    try:
        columns = _parsed(data, width)
    except pa.ArrowInvalid:
        return []
    # A text may be empty only where spaces or tabs adjoin.
    return columns if all(pc.min(pc.binary_length(column)).as_py() for column in columns) else []


def _parsed(data: bytes, width: int) -> list[pa.StringArray]:
    names = [str(number) for number in range(width)]
    table = csv.read_csv(
        # The reader takes a byte order mark away.
        pa.BufferReader(BOM_UTF8 + data if data.startswith(BOM_UTF8) else data),
        csv.ReadOptions(use_threads=False, block_size=len(data) + 8, column_names=names),
        csv.ParseOptions(delimiter=" ", quote_char=False, escape_char=False, ignore_empty_lines=False),
        csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string())),
    )
    return [column.combine_chunks() for column in table.columns]


def decimal_numbers(column: pa.Array) -> NDArray[np.float64]:
    """Return a column of numbers, or of texts, as numbers; NaN for what is none."""
    of_numbers = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal)
    if any(is_kind(column.type) for is_kind in of_numbers):
        values = column.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False)
        return np.where(np.isfinite(values), values, np.nan)
    if not pa.types.is_string(column.type):  # dictionaries of texts, and what is no number
        column = string_array(["" if one is None else str(one) for one in column.to_pylist()])
    if column.null_count:  # to fill them loads pandas
        column = pc.fill_null(column, "")
    try:
        numbers: NDArray[np.float64] = numbers_of(column.cast(pa.float64()))
    except pa.ArrowInvalid:
        numbers = np.array([np.nan])
    if np.isfinite(numbers).all():
        return numbers
    found = [decimal_number(text) for text in column.to_pylist()]
    return np.array([np.nan if number is None else number for number in found], dtype=np.float64)


def without_comments(data: bytes, log: ProblemLog) -> bytes:
    r"""Return a run with empty lines in the place of those that begin with ``#``, which `log` reports.

    Examples
    --------
    >>> without_comments(b"# mine\n1 Q0 a 1 0.5 me\n", ProblemLog("run"))
    b'\n1 Q0 a 1 0.5 me\n'
    """
    if not data.startswith(b"#") and b"\n#" not in data:
        return data
    lines = data.split(b"\n")
    comments = [place for place, line in enumerate(lines) if line.startswith(b"#")]
    first = quoted(lines[comments[0]])
    log.add("run-comments", found=first, expected="results only", lines=[place + 1 for place in comments])
    for place in comments:
        lines[place] = b""
    return b"\n".join(lines)
