"""The last columns of a run in text form: which text each result means."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from inexreport.formats.numbers import whole_number
from inexreport.formats.quoting import examples
from inexreport.formats.run_content import ResultColumns
from inexreport.formats.text_columns import Column, plain_whole_numbers
from inexreport.model.problem import ProblemLog
from inexreport.model.run import ABSENT, ResultForm

NOT_FOUND = (b"X", b"x", b"-1")
"""Offsets by which exporting tools say that a path names nothing in their collection."""

UNREADABLE = -1
"""Form of a result whose line has an error."""


class ResultPlaces:
    """The columns that say which text each result means, while they are being read.

    Parameters
    ----------
    columns : ResultColumns
        Where the spellings of paths are numbered.
    line : int64 array, shape (results,)
        Line of each result.
    log : ProblemLog
        Of the file.

    Attributes
    ----------
    form, offset, length, path, end_path
        As in `inexreport.model.run.Results`; `form` is `UNREADABLE` where a line has an error.
    """

    def __init__(self, columns: ResultColumns, line: NDArray[np.int64], log: ProblemLog) -> None:
        count = len(line)
        self.form = np.full(count, ResultForm.ARTICLE, dtype=np.int8)
        self.offset = np.zeros(count, dtype=np.int64)
        self.length = np.zeros(count, dtype=np.int64)
        self.path = np.full(count, ABSENT, dtype=np.int32)
        self.end_path = np.full(count, ABSENT, dtype=np.int32)
        self._columns, self._line, self._log = columns, line, log
        self._not_numbers: dict[int, bytes] = {}
        self._negative: dict[int, int] = {}

    def read(self, group: NDArray[np.int64], ending: Sequence[Column]) -> None:
        """Read the last one or two columns of the lines in `group`."""
        numbers = [column for column in map(plain_whole_numbers, ending) if column is not None]
        if len(numbers) == len(ending):
            self.form[group] = ResultForm.PASSAGE if len(ending) == 2 else ResultForm.ENTRY_POINT
            self.offset[group] = numbers[0]
            if len(ending) == 2:
                self.length[group] = numbers[1]
        elif all(_is_path(token) for column in ending for token in column):
            self.form[group] = ResultForm.RANGE if len(ending) == 2 else ResultForm.ELEMENT
            self.path[group] = self._columns.paths.indices(ending[0])
            if len(ending) == 2:
                self.end_path[group] = self._columns.paths.indices(ending[1])
        else:
            for row, tokens in zip(group.tolist(), zip(*ending, strict=True), strict=True):
                self._read_one(row, *tokens)

    def _read_one(self, row: int, start: bytes, end: bytes | None = None) -> None:
        if _is_path(start) and (end is None or _is_path(end)):
            self.form[row] = ResultForm.ELEMENT if end is None else ResultForm.RANGE
            self.path[row] = self._columns.paths.index(start)
            if end is not None:
                self.end_path[row] = self._columns.paths.index(end)
            return
        length = 0 if end is None else _whole(end)
        if start in NOT_FOUND and (length is not None or end in NOT_FOUND):
            self.form[row] = ResultForm.NOWHERE
            return
        offset = _whole(start)
        if offset is None or length is None:
            self.form[row] = UNREADABLE
            self._not_numbers[row] = start if offset is None or end is None else end
        elif length < 0:
            self.form[row] = UNREADABLE
            self._negative[row] = length
        else:
            self.form[row] = ResultForm.ENTRY_POINT if end is None else ResultForm.PASSAGE
            self.offset[row], self.length[row] = offset, length

    def report(self) -> None:
        """Record the lines that could not be read."""
        if self._not_numbers:
            self._log.add(
                "run-number",
                found=examples(self._not_numbers.values()),
                expected="an offset and a length, two paths, or X",
                lines=self._line[sorted(self._not_numbers)].tolist(),
            )
        if self._negative:
            self._log.add(
                "run-length-negative",
                found=examples(self._negative.values()),
                expected="a length of 0 or more",
                lines=self._line[sorted(self._negative)].tolist(),
            )


def _is_path(token: bytes) -> bool:
    return (b"/" in token or b"[" in token) and token.strip(b"/") != b""


def _whole(token: bytes) -> int | None:
    return whole_number(token.decode("utf-8"))
