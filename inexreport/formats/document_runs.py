"""Runs of documents: ``topic Q0 document rank score tag``, as TREC, CLEF, FIRE and NTCIR have them."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inexreport.formats.document_run_columns import (
    EXPECTED,
    report_missing_columns,
    swapped_columns,
    without_header,
)
from inexreport.formats.run_content import MOST_RESULTS, RunContent, stated_submission
from inexreport.formats.run_text import report_changing_run_id
from inexreport.formats.shown_text import LONGEST_NAME, ShownTexts, examples, quoted, shown
from inexreport.formats.text_columns import TextColumns, decimal_numbers, without_comments
from inexreport.model.arrow_arrays import numbers_of
from inexreport.model.problem import ProblemLog
from inexreport.model.run import ABSENT, ResultForm, Results

COLUMNS = 6


def read_document_run(data: bytes, log: ProblemLog) -> RunContent | None:
    """Return what a run in columns says; None, with the reason in `log`, if no line is a result.

    Lines with errors are left out of the results; each is in `log`. Topics may come in any order, also
    interleaved.

    Parameters
    ----------
    data : bytes
        UTF-8, lines ending in newlines, as `utf8_text` makes it.
    log : ProblemLog
        Of the file.
    """
    data = without_comments(without_header(data, log), log)
    text = TextColumns(data, COLUMNS, COLUMNS, surplus=True)
    lines, usable = text.widths > 0, text.permitted
    if not text.within(MOST_RESULTS, "results", log):
        return None
    if not lines.any():
        log.add("run-empty", found="an empty file", expected="at least one result")
        return None
    if len(wrong := np.flatnonzero(lines & ~usable)):
        if len(wrong := report_missing_columns(data, wrong, log)):
            code = "run-columns" if usable.any() else "run-format-unknown"
            log.add(code, found=text.shown_line(wrong[0]), expected=EXPECTED, lines=(wrong + 1).tolist())
        if not usable.any():
            return None
    line = np.flatnonzero(usable) + 1
    if len(more := np.flatnonzero(text.widths[usable] > COLUMNS)):
        found = f"{text.widths[usable][more[0]]} columns: {quoted(text.line(line[more[0]] - 1))}"
        log.add("run-columns-ignored", found=found, expected="6 columns", lines=line[more].tolist())
    topic, _, document, rank, score, tag = text.columns()
    scores = decimal_numbers(score)
    topic, documents = topic.dictionary_encode(), document.dictionary_encode()
    topic_number = numbers_of(topic.indices)
    if swapped := swapped_columns(topic_number, document, rank, scores):
        found = f"{swapped} swapped: {quoted(text.line(line[0] - 1))}"
        log.add("run-columns-swapped", found=found, expected=EXPECTED, lines=line.tolist())
        return None
    ranks = decimal_numbers(rank)
    _report_not_numbers("rank", "run-rank-not-number", rank, np.isnan(ranks), line, log)
    with np.errstate(over="ignore"):
        wrong_score = ~np.isfinite(scores.astype(np.float32))
    _report_not_numbers("score", "run-document-score", score, wrong_score, line, log)
    unfit = _unfit(topic, line, log) | _unfit(documents, line, log)
    report_changing_run_id(tag, line, log)
    texts = ShownTexts()
    shown_tag = texts.shown("run id", tag[0].as_py(), int(line[0]))
    texts.report(log)
    results = _results(topic, documents, ranks, scores, line)
    good = np.flatnonzero(~(wrong_score | unfit))
    if len(good) < len(line):
        results = results.select(good)
    _, first = np.unique(topic_number, return_index=True)
    return RunContent(
        results,
        by_rank=False,
        topic_lines=dict(zip(topic.dictionary.to_pylist(), line[first].tolist(), strict=True)),
        submission=stated_submission(run_id=shown_tag),
    )


def _results(
    topic: pa.DictionaryArray,
    document: pa.DictionaryArray,
    rank: NDArray[np.float64],
    score: NDArray[np.float64],
    line: NDArray[np.int64],
) -> Results:
    nothing, nowhere = np.zeros(len(line), dtype=np.int64), np.full(len(line), ABSENT, dtype=np.int32)
    return Results(
        topics=tuple(topic.dictionary.to_pylist()),
        articles=document.dictionary,
        paths=(),
        topic=numbers_of(topic.indices),
        article=numbers_of(document.indices),
        form=np.full(len(line), ResultForm.ARTICLE, dtype=np.int8),
        offset=nothing,
        length=nothing,
        path=nowhere,
        end_path=nowhere,
        rank=rank,
        score=score,
        line=line,
    )


def _report_not_numbers(
    name: str,
    code: str,
    column: pa.StringArray,
    wrong: NDArray[np.bool_],
    line: NDArray[np.int64],
    log: ProblemLog,
) -> None:
    rows = np.flatnonzero(wrong)
    if len(rows):
        found = f"{examples(column.take(pa.array(rows)).to_pylist())} as {name}"
        log.add(code, found=found, expected="a decimal number", lines=line[rows].tolist())


def _unfit(names: pa.DictionaryArray, line: NDArray[np.int64], log: ProblemLog) -> NDArray[np.bool_]:
    """Whether each name cannot be shown as it is."""
    distinct = names.dictionary
    # Most names need no look at their letters one by one.
    plain = pc.and_(pc.ascii_is_printable(distinct), pc.less_equal(pc.binary_length(distinct), LONGEST_NAME))
    unfit = ~numbers_of(plain.cast(pa.uint8())).astype(np.bool_)
    for place in np.flatnonzero(unfit).tolist():
        name = distinct[place].as_py()
        unfit[place] = shown(name) != name
    rows: NDArray[np.bool_] = unfit[numbers_of(names.indices)]
    if rows.any():
        found = examples(names.filter(pa.array(rows)).to_pylist())
        expected = f"up to {LONGEST_NAME} visible letters"
        log.add("name-unfit", found=found, expected=expected, lines=line[rows].tolist())
    return rows
