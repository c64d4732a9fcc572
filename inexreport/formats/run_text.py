"""Runs of 2008-2010 and of TREC: one result a line, in columns separated by white space.

``topic Q0 article rank rsv run_id`` and then nothing (the article), ``/path`` (an element), ``offset`` (an
entry point), ``/start /end`` (a range of elements) or ``offset length`` (a passage). Columns are
converted as a whole; one is looked at value by value only if that fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inexreport.formats.numbers import whole_number
from inexreport.formats.run_content import MOST_RESULTS, NOT_FOUND, RunContent, results_of, stated_submission
from inexreport.formats.shown_text import ShownTexts, examples, quoted
from inexreport.formats.text_columns import TextColumns, decimal_numbers, without_comments
from inexreport.model.arrow_arrays import numbers_of, string_array
from inexreport.model.problem import ProblemLog
from inexreport.model.run import ResultForm, Submission

ARTICLE_COLUMNS = 6
MOST_COLUMNS = 8

UNREADABLE = -1
"""Form of a result whose line has an error."""

_PLAIN_NUMBER = "^[0-9]{1,12}$"


def read_text_run(data: bytes, log: ProblemLog) -> RunContent | None:
    """Return what a run in columns says; None, with the reason in `log`, if no line is a result.

    Lines with errors are left out of the results; each is in `log`.
    """
    text = TextColumns(without_comments(data, log), ARTICLE_COLUMNS, MOST_COLUMNS)
    expected = f"{ARTICLE_COLUMNS} to {MOST_COLUMNS} columns"
    if not text.within(MOST_RESULTS, "results", log):
        return None
    if not text.widths.any():
        log.add("run-empty", found="an empty file", expected="at least one result")
        return None
    if not text.permitted.any():
        first = int(np.flatnonzero(text.widths)[0])
        found, expected = text.shown_line(first), f"XML, or lines of {expected}"
        log.add("run-format-unknown", found=found, expected=expected, lines=[first + 1])
        return None
    text.report_others("run-columns", expected, log)
    line = text.lines
    topic, _, article, rank, score, run_id, *ending = text.columns()
    topic = topic.dictionary_encode()
    places = _read_places(ending, len(line))
    ranks = _unneeded_numbers(rank, line, "rank", log)
    scores = _unneeded_numbers(score, line, "retrieval status value", log)
    _report_unreadable(places.pop("mistake"), places["length"], line, log)
    submission = submission_of(run_id, line, log)
    topic_lines = _topic_lines(topic, line, log)
    results = results_of(topic=topic, article=article, rank=ranks, score=scores, line=line, **places)
    good = np.flatnonzero(results.form != UNREADABLE)
    if len(good) < len(line):
        results = results.select(good)
    return RunContent(results, by_rank=False, topic_lines=topic_lines, submission=submission)


def _unneeded_numbers(
    column: pa.StringArray, line: NDArray[np.int64], name: str, log: ProblemLog
) -> NDArray[np.float64]:
    """Read a column that the order of results does not depend on, so that NaN can stand for a mistake."""
    numbers = decimal_numbers(column)
    bad = np.flatnonzero(np.isnan(numbers))
    if len(bad):
        log.add(
            "run-score-not-number",
            found=f"{examples(column.take(bad).to_pylist())} as {name}",
            expected="a decimal number",
            lines=line[bad].tolist(),
        )
    return numbers


def submission_of(run_id: pa.StringArray, line: NDArray[np.int64], log: ProblemLog) -> Submission:
    """Return the first run id of a column as statement; lines with another one are reported."""
    encoded = run_id.dictionary_encode()
    if len(encoded.dictionary) > 1:
        changes = np.flatnonzero(np.diff(numbers_of(encoded.indices))) + 1
        log.add(
            "run-id-changes",
            found=examples(encoded.dictionary.to_pylist()),
            expected=f"{quoted(run_id[0].as_py())} on every line",
            lines=line[changes].tolist(),
        )
    texts = ShownTexts()
    submission = stated_submission(run_id=texts.shown("run id", run_id[0].as_py(), int(line[0])))
    texts.report(log)
    return submission


def _topic_lines(topics: pa.DictionaryArray, line: NDArray[np.int64], log: ProblemLog) -> dict[str, int]:
    """The first line of each topic; topics whose results are interrupted by others are reported."""
    topic, names = numbers_of(topics.indices), topics.dictionary.to_pylist()
    starts = np.concatenate([[0], np.flatnonzero(np.diff(topic)) + 1])
    _, first = np.unique(topic[starts], return_index=True)
    returning = np.delete(starts, first)
    if len(returning):
        log.add(
            "run-topic-twice",
            found=f"topic {examples(names[one] for one in topic[returning].tolist())} again",
            expected="all results of a topic one after another",
            lines=line[returning].tolist(),
        )
    return dict(zip(names, line[starts[first]].tolist(), strict=True))


def _read_places(ending: Sequence[pa.StringArray], count: int) -> dict[str, Any]:
    """The forms and places of results by none, one or two columns behind the run id.

    These are parameters of `results_of`, with `UNREADABLE` as form where a line has an error, and `mistake`:
    null, or what cannot be read.
    """
    zeros, none = np.zeros(count, dtype=np.int64), pa.nulls(count, pa.string())

    def places(form: ResultForm, **known: object) -> dict[str, Any]:
        absent = {"offset": zeros, "length": zeros, "path": none, "end_path": none, "mistake": none}
        return {"form": np.full(count, form, dtype=np.int8), **absent, **known}

    if not ending:
        return places(ResultForm.ARTICLE)
    if all(pc.all(pc.match_substring_regex(column, _PLAIN_NUMBER)).as_py() for column in ending):
        numbers = [numbers_of(column.cast(pa.int64())) for column in ending]
        if len(numbers) == 1:
            return places(ResultForm.ENTRY_POINT, offset=numbers[0])
        return places(ResultForm.PASSAGE, offset=numbers[0], length=numbers[1])
    if all(map(_is_path, pa.concat_arrays(ending).unique().to_pylist())):
        if len(ending) == 1:
            return places(ResultForm.ELEMENT, path=ending[0])
        return places(ResultForm.RANGE, path=ending[0], end_path=ending[1])
    rows = [_read_one(*tokens) for tokens in zip(*(column.to_pylist() for column in ending), strict=True)]
    form, offset, length, *texts = zip(*rows, strict=True)
    known = zip(("path", "end_path", "mistake"), map(string_array, texts), strict=True)
    offsets, lengths = (np.array(column, dtype=np.int64) for column in (offset, length))
    return {"form": np.array(form, dtype=np.int8), "offset": offsets, "length": lengths, **dict(known)}


def _read_one(start: str, end: str = "") -> tuple[int, int, int, str | None, str | None, str | None]:
    """Form, offset, length, path, end path and mistake of one result."""
    if not start:
        return ResultForm.ARTICLE, 0, 0, None, None, None
    if _is_path(start) and (not end or _is_path(end)):
        return ResultForm.RANGE if end else ResultForm.ELEMENT, 0, 0, start, end or None, None
    length = whole_number(end) if end else 0
    if start in NOT_FOUND and (length is not None or end in NOT_FOUND):
        return ResultForm.NOWHERE, 0, 0, None, None, None
    offset = whole_number(start)
    if offset is None or length is None:
        return UNREADABLE, 0, 0, None, None, start if offset is None else end
    if length < 0:
        return UNREADABLE, 0, length, None, None, str(length)
    form = ResultForm.PASSAGE if end else ResultForm.ENTRY_POINT
    return form, offset, length, None, None, None


def _report_unreadable(
    mistakes: pa.StringArray, length: NDArray[np.int64], line: NDArray[np.int64], log: ProblemLog
) -> None:
    """Record the lines that could not be read."""
    if mistakes.null_count == len(mistakes):
        return
    wrong = mistakes.is_valid().to_numpy(zero_copy_only=False)
    for code, rows, expected in (
        ("run-number", wrong & (length >= 0), "an offset and a length, two paths, or X"),
        ("run-length-negative", wrong & (length < 0), "a length of 0 or more"),
    ):
        if rows.any():
            found = examples(mistakes.filter(pa.array(rows)).to_pylist())
            log.add(code, found=found, expected=expected, lines=line[rows].tolist())


def _is_path(token: str) -> bool:
    return ("/" in token or "[" in token) and token.strip("/") != ""
