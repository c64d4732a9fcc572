"""Runs of 2008-2010 and of TREC: one result a line, in columns separated by white space.

``topic Q0 article rank rsv run_id`` and then nothing (the article), ``/path`` (an element), ``offset`` (an
entry point), ``/start /end`` (a range of elements) or ``offset length`` (a passage). Files of a full campaign
have millions of lines, so columns are converted whole; a column is taken apart only if that fails.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from inexreport.formats.file_content import utf8_text
from inexreport.formats.numbers import decimal_number, whole_number
from inexreport.formats.quoting import examples, quoted
from inexreport.formats.run_content import ResultColumns, RunContent
from inexreport.model.problem import ProblemLog
from inexreport.model.run import ABSENT, ResultForm

NOT_FOUND = (b"X", b"x", b"-1")
"""Offsets by which exporting tools say that a path names nothing in their collection."""

_COLUMNS = (6, 7, 8)
_PLAIN_WHOLE = re.compile(rb"(?:[0-9]{1,12} )*+")
_PLAIN_DECIMAL = re.compile(rb"(?:-?[0-9]+(?:\.[0-9]+)?+(?:[eE][+-]?[0-9]+)?+ )*+")
_INVALID = -1

Column = Sequence[bytes]


def read_text_run(data: bytes, log: ProblemLog) -> RunContent | None:
    """Return what a run in columns says; None, with the reason in `log`, if no line is a result.

    Lines with errors are left out of the results; each is in `log`.

    Parameters
    ----------
    data : bytes
        Content of the file, unpacked.
    log : ProblemLog
        Of the file.
    """
    rows = [line.split() for line in utf8_text(data, log).split(b"\n")]
    widths = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
    usable = np.isin(widths, _COLUMNS)
    wrong = np.flatnonzero(~usable & (widths > 0))
    if not usable.any():
        if len(wrong):
            log.add(
                "run-format-unknown",
                found=f"{widths[wrong[0]]} columns: {quoted(b' '.join(rows[wrong[0]]))}",
                expected="XML, or lines of 6 to 8 columns",
                lines=[int(wrong[0]) + 1],
            )
        else:
            log.add("run-empty", found="an empty file", expected="at least one result")
        return None
    if len(wrong):
        log.add(
            "run-columns",
            found=f"{widths[wrong[0]]} columns: {quoted(b' '.join(rows[wrong[0]]))}",
            expected="6, 7 or 8 columns",
            lines=(wrong + 1).tolist(),
        )
    return _read_rows(rows, widths, usable, log)


def _read_rows(
    rows: list[list[bytes]], widths: NDArray[np.int64], usable: NDArray[np.bool_], log: ProblemLog
) -> RunContent:
    at = np.flatnonzero(usable)
    line = at + 1
    first_six = list(zip(*(rows[row][:6] for row in at.tolist()), strict=True))
    columns = ResultColumns()
    topic = np.array(columns.topics.indices(first_six[0]), dtype=np.int32)
    article = np.array(columns.articles.indices(first_six[2]), dtype=np.int32)
    rank = _decimal_column(first_six[3], line, "rank", log)
    score = _decimal_column(first_six[4], line, "retrieval status value", log)
    _report_changing_run_id(first_six[5], line, log)

    places = _Places(len(at), columns, line, log)
    width = widths[at]
    for columns_of_place in (1, 2):
        group = np.flatnonzero(width == 6 + columns_of_place)
        if len(group):
            ending = list(zip(*(rows[row][6:] for row in at[group].tolist()), strict=True))
            places.read(group, ending)
    places.report()
    good = places.form != _INVALID
    results = columns.results(
        topic=topic[good],
        article=article[good],
        form=places.form[good],
        offset=places.offset[good],
        length=places.length[good],
        path=places.path[good],
        end_path=places.end_path[good],
        rank=rank[good],
        score=score[good],
        line=line[good],
    )
    first = np.unique(topic, return_index=True)[1]
    topic_lines = {name.decode("utf-8"): int(line[i]) for i in first.tolist() for name in [first_six[0][i]]}
    _report_returning_topics(topic, first_six[0], line, log)
    return RunContent(
        results=results, by_rank=False, topic_lines=topic_lines, run_id=first_six[5][0].decode("utf-8")
    )


class _Places:
    """The columns that say which text is meant."""

    def __init__(self, count: int, columns: ResultColumns, line: NDArray[np.int64], log: ProblemLog) -> None:
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
        numbers = [_plain_whole_numbers(column) for column in ending]
        if all(column is not None for column in numbers):
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
            self.form[row] = _INVALID
            self._not_numbers[row] = start if offset is None or end is None else end
        elif length < 0:
            self.form[row] = _INVALID
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
    return b"/" in token or b"[" in token


def _whole(token: bytes) -> int | None:
    return whole_number(token.decode("utf-8"))


def _plain_whole_numbers(column: Column) -> NDArray[np.int64] | None:
    if _PLAIN_WHOLE.fullmatch(b" ".join(column) + b" "):
        return np.array(list(map(int, column)), dtype=np.int64)
    return None


def _decimal_column(
    column: Column, line: NDArray[np.int64], name: str, log: ProblemLog
) -> NDArray[np.float64]:
    """Read a column that the order of results does not depend on: what is no number becomes NaN."""
    if _PLAIN_DECIMAL.fullmatch(b" ".join(column) + b" "):
        numbers = np.array(list(map(float, column)))
        if np.isfinite(numbers).all():
            return numbers
    values = [decimal_number(token.decode("utf-8")) for token in column]
    numbers = np.array([np.nan if value is None else value for value in values])
    bad = np.flatnonzero(np.isnan(numbers))
    if len(bad):
        log.add(
            "run-score-not-number",
            found=f"{examples(column[i] for i in bad.tolist())} as {name}",
            expected="a decimal number",
            lines=line[bad].tolist(),
        )
    return numbers


def _report_changing_run_id(column: Column, line: NDArray[np.int64], log: ProblemLog) -> None:
    if len(set(column)) > 1:
        changes = [i for i in range(1, len(column)) if column[i] != column[i - 1]]
        log.add(
            "run-id-changes",
            found=examples(column),
            expected=f"{quoted(column[0])} on every line",
            lines=line[changes].tolist(),
        )


def _report_returning_topics(
    topic: NDArray[np.int32], names: Column, line: NDArray[np.int64], log: ProblemLog
) -> None:
    starts = np.concatenate([[0], np.flatnonzero(topic[1:] != topic[:-1]) + 1])
    seen: set[int] = set()
    returning: list[int] = []
    for start in starts.tolist():
        if int(topic[start]) in seen:
            returning.append(start)
        seen.add(int(topic[start]))
    if returning:
        log.add(
            "run-topic-twice",
            found=f"topic {examples(names[i] for i in returning)} again",
            expected="all results of a topic one after another",
            lines=line[returning].tolist(),
        )
