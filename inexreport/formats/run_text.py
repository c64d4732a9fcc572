"""Runs of 2008-2010 and of TREC: one result a line, in columns separated by white space.

``topic Q0 article rank rsv run_id`` and then nothing (the article), ``/path`` (an element), ``offset`` (an
entry point), ``/start /end`` (a range of elements) or ``offset length`` (a passage). Files of a full campaign
have millions of lines, so columns are converted whole; a column is taken apart only if that fails.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inexreport.formats.quoting import examples, quoted
from inexreport.formats.result_places import UNREADABLE, ResultPlaces
from inexreport.formats.run_content import MOST_RESULTS, ResultColumns, RunContent
from inexreport.formats.shown_text import ShownTexts
from inexreport.formats.text_columns import Column, TextColumns, decimal_numbers
from inexreport.model.problem import ProblemLog

ARTICLE_COLUMNS = 6
MOST_COLUMNS = 8


def read_text_run(data: bytes, log: ProblemLog) -> RunContent | None:
    """Return what a run in columns says; None, with the reason in `log`, if no line is a result.

    Lines with errors are left out of the results; each is in `log`.

    Parameters
    ----------
    data : bytes
        UTF-8, lines ending in newlines, as `utf8_text` makes it.
    log : ProblemLog
        Of the file.
    """
    text = TextColumns(data)
    usable = (text.widths >= ARTICLE_COLUMNS) & (text.widths <= MOST_COLUMNS)
    wrong = np.flatnonzero(~usable & (text.widths > 0))
    if (lines := np.count_nonzero(text.widths)) > MOST_RESULTS:
        log.add("file-too-large", found=f"{lines:,} results", expected=f"at most {MOST_RESULTS:,}")
        return None
    if not len(wrong) and not usable.any():
        log.add("run-empty", found="an empty file", expected="at least one result")
        return None
    if len(wrong):
        found = f"{text.widths[wrong[0]]} columns: {quoted(text.line(wrong[0]))}"
        if not usable.any():
            expected = f"XML, or lines of {ARTICLE_COLUMNS} to {MOST_COLUMNS} columns"
            log.add("run-format-unknown", found=found, expected=expected, lines=[int(wrong[0]) + 1])
            return None
        expected = f"{ARTICLE_COLUMNS} to {MOST_COLUMNS} columns"
        log.add("run-columns", found=found, expected=expected, lines=(wrong + 1).tolist())
    return _read_lines(text, np.flatnonzero(usable), log)


def _read_lines(text: TextColumns, at: NDArray[np.int64], log: ProblemLog) -> RunContent:
    """Read the lines, counted from 0, that have as many columns as a result."""
    line = at + 1
    columns = ResultColumns()
    topic_names, run_ids = text.column(0, at), text.column(5, at)
    topic = np.array(columns.topics.indices(topic_names), dtype=np.int32)
    article = np.array(columns.articles.indices(text.column(2, at)), dtype=np.int32)
    rank = _unneeded_numbers(text.column(3, at), line, "rank", log)
    score = _unneeded_numbers(text.column(4, at), line, "retrieval status value", log)
    places = ResultPlaces(columns, line, log)
    for width in range(ARTICLE_COLUMNS + 1, MOST_COLUMNS + 1):
        group = np.flatnonzero(text.widths[at] == width)
        if len(group):
            places.read(group, [text.column(number, at[group]) for number in range(ARTICLE_COLUMNS, width)])
    places.report()
    _report_changing_run_id(run_ids, line, log)
    _report_returning_topics(topic, topic_names, line, log)
    good = places.form != UNREADABLE
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
    texts = ShownTexts()
    run_id = texts.shown("run id", run_ids[0].decode("utf-8"), int(line[0]))
    texts.report(log)
    first_of_topic = np.unique(topic, return_index=True)[1].tolist()
    return RunContent(
        results=results,
        by_rank=False,
        topic_lines={topic_names[first].decode("utf-8"): int(line[first]) for first in first_of_topic},
        run_id=run_id,
    )


def _unneeded_numbers(
    column: Column, line: NDArray[np.int64], name: str, log: ProblemLog
) -> NDArray[np.float64]:
    """Read a column that the order of results does not depend on, so that NaN can stand for a mistake."""
    numbers = decimal_numbers(column)
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
