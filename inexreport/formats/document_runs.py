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
from inexreport.model.campaign import Order
from inexreport.model.counted import counted
from inexreport.model.problem import ProblemLog
from inexreport.model.run import ABSENT, ResultForm, Results
from inexreport.model.task import Treatment

COLUMNS = 6

FEWEST_EQUAL = 10
"""Results with the score of the one before them of a run that is said to have equal scores."""

TOPICS_WITH_EQUAL_SCORES = 0.9
"""Share of the topics with several results. Few runs have topics without any difference by chance."""

FEWEST_UPSIDE_DOWN = 10
UPSIDE_DOWN_TO_RIGHT = 99
"""A run is upside down if so many results have a higher score than the one before them, and at most one in
a hundred has a lower one."""


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


def in_order_of(order: Order, results: Results) -> Results:
    """Return results topic by topic, each in the order that counts.

    Parameters
    ----------
    order : Order
    results : Results
        In file order.

    Examples
    --------
    Scores are compared in single precision, as trec_eval does: 0.30000001 and 0.3 are equal, so that the
    document decides, in descending order.

    >>> topic = pa.array(["1"] * 3).dictionary_encode()
    >>> documents = pa.array(["a", "b", "c"]).dictionary_encode()
    >>> scores = np.array([0.30000001, 0.3, 0.9])
    >>> found = _results(topic, documents, np.arange(3.0), scores, np.arange(1, 4))
    >>> in_order_of(Order.SCORE, found).line.tolist(), in_order_of(Order.FILE, found).line.tolist()
    ([3, 2, 1], [1, 2, 3])
    """
    keys: tuple[NDArray[np.generic], ...] = (results.topic,)
    if order is Order.SCORE:
        # Arrow compares texts by their bytes.
        place = np.empty(len(results.articles), dtype=np.int64)
        place[numbers_of(pc.sort_indices(results.articles))] = np.arange(len(place))
        keys = (-place[results.article], -results.score.astype(np.float32), results.topic)
    return results.select(np.lexsort(keys))


def each_once(results: Results, treatment: Treatment, log: ProblemLog) -> Results:
    """Return results without those whose document the topic has already, which are reported.

    Parameters
    ----------
    results : Results
        In the order that counts, so that the best result of a document stays.
    treatment : Treatment
        By `Treatment.FIRST` they are a warning, else an error.
    log : ProblemLog
        Of the run.
    """
    key = results.topic.astype(np.int64) * len(results.articles) + results.article
    _, first = np.unique(key, return_index=True)
    if len(first) == len(results):
        return results
    again = np.setdiff1d(np.arange(len(results)), first)
    names = results.articles.take(pa.array(results.article[again])).to_pylist()
    log.add(
        "run-document-repeated" if treatment is Treatment.FIRST else "run-document-twice",
        found=f"document {examples(names)} again",
        expected="each document once in a topic",
        lines=np.sort(results.line[again]).tolist(),
    )
    return results.select(np.sort(first))


def report_contradictions(order: Order, results: Results, log: ProblemLog) -> None:
    """Report that ranks or lines contradict the order that counts, once for a run.

    A result contradicts the order if it has a better rank than one with a strictly higher score, or stands
    before it; parameters as in `in_order_of`. Where scores count and nearly all of them rise with the rank,
    that is the problem: the run is ranked upside down. Where all of a topic are equal, names decide.
    """
    lines = in_order_of(Order.FILE, results)
    same = lines.topic[1:] == lines.topic[:-1]
    rising = same & (lines.score[1:].astype(np.float32) > lines.score[:-1].astype(np.float32))
    ranked = lines.select(np.lexsort((lines.rank, lines.topic)))
    same = ranked.topic[1:] == ranked.topic[:-1]
    later, earlier = ranked.score[1:].astype(np.float32), ranked.score[:-1].astype(np.float32)
    better = same & (ranked.rank[1:] > ranked.rank[:-1]) & (later > earlier)
    upside_down, right = int(np.count_nonzero(better)), int(np.count_nonzero(same & (later < earlier)))
    if order is Order.SCORE and upside_down >= max(FEWEST_UPSIDE_DOWN, UPSIDE_DOWN_TO_RIGHT * right):
        log.add(
            "run-scores-ascending",
            found=f"{upside_down:,} of {upside_down + right:,} results with a higher score than the one "
            "before them by rank",
            expected="the highest score at the best rank",
            lines=np.unique(ranked.line[1:][better]).tolist(),
        )
        return
    tied = np.flatnonzero(same & (later == earlier))
    several, differing = (
        np.unique(ranked.topic[1:][same]),
        np.unique(ranked.topic[1:][same & (later != earlier)]),
    )
    alike = len(several) - len(differing)
    if (
        order is Order.SCORE
        and len(tied) >= FEWEST_EQUAL
        and alike >= TOPICS_WITH_EQUAL_SCORES * len(several)
        and (in_order_of(order, results).line != ranked.line).any()
    ):
        log.add(
            "run-scores-equal",
            found=f"equal scores in {alike:,} of {counted(len(several), 'topic')} with several results",
            expected="scores that fall with the rank",
            lines=np.sort(ranked.line[1:][tied]).tolist(),
        )
        return
    found = []
    if better.any():
        found.append(f"{np.count_nonzero(better):,} results with a better rank than one with a higher score")
    if rising.any():
        found.append(f"{np.count_nonzero(rising):,} results before one with a higher score")
    if found:
        at = np.concatenate((lines.line[1:][rising], ranked.line[1:][better]))
        counts = "descending score" if order is Order.SCORE else "that of the lines"
        log.add(
            "run-document-order",
            found=" and ".join(found),
            expected=f"ranks and lines in the order that counts: {counts}",
            lines=np.unique(at).tolist(),
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
