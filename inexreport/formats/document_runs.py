"""Runs of documents, ``topic Q0 document rank score tag``: mistakes in them, and the order that counts."""

from __future__ import annotations

import re
from itertools import islice

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inexreport.formats.numbers import decimal_number, whole_number
from inexreport.formats.run_columns import run_of_columns
from inexreport.formats.run_content import RunContent, ascending
from inexreport.formats.shown_text import examples, quoted
from inexreport.formats.text_columns import TextColumns, decimal_numbers, without_comments
from inexreport.model.arrow_arrays import integer_array, numbers_of
from inexreport.model.campaign import DEFAULT_LIMITS, Limits, Order
from inexreport.model.counted import counted
from inexreport.model.problem import ProblemLog
from inexreport.model.run import Results
from inexreport.model.task import Repeated

COLUMNS = 6
EXPECTED = "6 columns: topic, Q0, document, rank, score and tag"

FEWEST_EQUAL = 10
"""A run has equal scores if at least so many results have the score of the one before them."""

TOPICS_WITH_EQUAL_SCORES = 0.9
"""Of the topics with several results: at least so many have equal scores only."""

FEWEST_UPSIDE_DOWN = 10
UPSIDE_DOWN_TO_RIGHT = 99
"""A run is upside down if so many results have a higher score than the one before them, and at most one in
a hundred has a lower one."""

_LOOKED_AT = 20
"""Lines by which separators are recognised."""

_HEADER = re.compile(
    rb"(?:#|(?:topic|query|q|doc|document|run|p)[_-]?(?:id|no|name|tag)?|q0|iter(?:ation)?|rank|score|sim|tag)",
    re.IGNORECASE,
)
"""A name of a column in a first line."""


def read_document_run(data: bytes, log: ProblemLog, limits: Limits = DEFAULT_LIMITS) -> RunContent | None:
    """Return what a run in columns says; None, with the reason in `log`, if no line is a result.

    Lines with errors are left out of the results; each is in `log`. Topics may be interleaved.
    """
    data = without_comments(_without_header(data, log), log)
    text = TextColumns(data, COLUMNS, COLUMNS, surplus=True)
    if (results := np.count_nonzero(text.widths)) > limits.run_results:
        expected = limits.at_most("run_results")
        log.add("file-too-large", found=f"{results:,} results", expected=expected)
        return None
    if not text.widths.any():
        log.add("run-empty", found="an empty file", expected="at least one result")
        return None
    _report_missing_columns(data, text, log)
    line = text.lines
    if not len(line):
        return None
    if len(more := np.flatnonzero(text.widths > COLUMNS)):
        found = text.shown_line(more[0])
        log.add("run-columns-ignored", found=found, expected="6 columns", lines=(more + 1).tolist())
    topic, second, document, rank, score, tag = text.columns()
    if swapped := _swapped_columns(topic, document, rank, score):
        found = f"{swapped} swapped: {quoted(text.line(line[0] - 1))}"
        log.add("run-columns-swapped", found=found, expected=EXPECTED, lines=line.tolist())
        return None
    # Of millions of results, each column takes as much memory as all that is made of them.
    del text, second
    topic, document = topic.dictionary_encode(), document.dictionary_encode()
    return run_of_columns(topic, document, line, log, score=score, rank=rank, tag=tag)


def in_order_of(order: Order, results: Results) -> Results:
    r"""Return results, which are in file order, topic by topic, each in the order that counts.

    Examples
    --------
    Scores are compared in single precision, as trec_eval does: 0.30000001 and 0.3 are equal, so that the
    document decides, in descending order of its bytes.

    >>> lines = b"1 Q0 a 1 0.30000001 me\n1 Q0 b 2 0.3 me\n1 Q0 c 3 0.9 me\n"
    >>> found = read_document_run(lines, ProblemLog("run")).results
    >>> in_order_of(Order.SCORE, found).line.tolist(), in_order_of(Order.FILE, found).line.tolist()
    ([3, 2, 1], [1, 2, 3])
    """
    scores = np.zeros(len(results))
    if order is Order.SCORE:
        scores = -results.score.astype(np.float32).astype(np.float64)
    ordered = ascending(results.topic, scores)
    results = results if ordered is None else results.select(ordered)
    if order is Order.SCORE:
        same, higher, lower = _score_changes(results, np.arange(len(results)))
        equal = same & ~higher & ~lower
        if equal.any():  # names are compared only where they decide
            rows = np.flatnonzero(np.append(equal, False) | np.append(False, equal))
            names = results.articles.take(integer_array(results.article[rows])).dictionary_encode()
            place = np.argsort(numbers_of(pc.sort_indices(names.dictionary)))
            group = np.cumsum(~np.append(False, equal))[rows]
            by_name = np.arange(len(results))
            by_name[rows] = rows[np.lexsort((-place[numbers_of(names.indices)], group))]
            results = results.select(by_name)
    return results


def each_once(results: Results, repeated: Repeated, log: ProblemLog) -> Results:
    """Return results without those whose document the topic has already, which are reported.

    Parameters
    ----------
    results : Results
        In the order that counts, so that the best result of a document stays.
    repeated : Repeated
        By `Repeated.FIRST` they are a warning, else an error.
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
        "run-document-repeated" if repeated is Repeated.FIRST else "run-document-twice",
        found=f"document {examples(names)} again",
        expected="each document once in a topic",
        lines=np.sort(results.line[again]).tolist(),
    )
    return results.select(np.sort(first))


def report_contradictions(order: Order, results: Results, log: ProblemLog, *, of_lines: bool = True) -> None:
    """Report that ranks or lines contradict the order that counts, once for a run.

    A result contradicts the order if it has a better rank than one with a strictly higher score, or stands
    before it, if the order `of_lines` means something; parameters as in `in_order_of`. Where scores count and
    nearly all of them rise with the rank, that is the problem: the run is ranked upside down. Where all of a
    topic are equal, names decide.
    """
    by_line, by_rank = (_order(results.topic, key) for key in (np.zeros(len(results)), results.rank))
    ranked, ranks, topics = (column[by_rank] for column in (results.line, results.rank, results.topic))
    _, rising, _ = _score_changes(results, by_line)
    rising &= of_lines
    same, higher, lower = _score_changes(results, by_rank)
    better = higher & (ranks[1:] > ranks[:-1])
    upside_down, right = int(np.count_nonzero(better)), int(np.count_nonzero(lower))
    if order is Order.SCORE and upside_down >= max(FEWEST_UPSIDE_DOWN, UPSIDE_DOWN_TO_RIGHT * right):
        log.add(
            "run-scores-ascending",
            found=f"a higher score than the one before it by rank in {upside_down:,} of "
            f"{upside_down + right:,} results that have another score than that one",
            expected="the highest score at the best rank",
            lines=np.unique(ranked[1:][better]).tolist(),
        )
        return
    tied = np.flatnonzero(same & ~higher & ~lower)
    several = len(np.unique(topics[1:][same]))
    alike = several - len(np.unique(topics[1:][higher | lower]))
    if (
        order is Order.SCORE
        and len(tied) >= FEWEST_EQUAL
        and alike >= TOPICS_WITH_EQUAL_SCORES * several
        and (in_order_of(order, results).line != ranked).any()
    ):
        log.add(
            "run-scores-equal",
            found=f"equal scores in {alike:,} of {counted(several, 'topic')} with several results",
            expected="scores that fall with the rank",
            lines=np.sort(ranked[1:][tied]).tolist(),
        )
        return
    found = [
        f"{np.count_nonzero(wrong):,} results {place} one with a higher score"
        for wrong, place in ((better, "with a better rank than"), (rising, "before"))
        if wrong.any()
    ]
    if found:
        at = np.concatenate((results.line[by_line][1:][rising], ranked[1:][better]))
        counts = "descending score" if order is Order.SCORE else "that of the lines"
        log.add(
            "run-document-order",
            found=" and ".join(found),
            expected=f"ranks and lines in the order that counts: {counts}",
            lines=np.unique(at).tolist(),
        )


def _order(topic: NDArray[np.int32], key: NDArray[np.float64]) -> NDArray[np.int64]:
    found = ascending(topic, key)
    return np.arange(len(topic)) if found is None else found


def _score_changes(results: Results, order: NDArray[np.intp]) -> tuple[NDArray[np.bool_], ...]:
    """Whether each result but the first is of the same topic as the one before it, and higher, and lower."""
    topic, score = results.topic[order], results.score[order].astype(np.float32)
    same = topic[1:] == topic[:-1]
    return same, same & (score[1:] > score[:-1]), same & (score[1:] < score[:-1])


def reports_separators(data: bytes, log: ProblemLog) -> bool:
    """Whether most of a file's lines have commas or semicolons between the columns; `log` says so."""
    numbered = enumerate(data.split(b"\n", 2 * _LOOKED_AT), start=1)
    lines = list(islice(((number, line) for number, line in numbered if line.strip()), _LOOKED_AT))
    for mark in (b",", b";"):
        separated = [(number, line) for number, line in lines if _is_separated(line, mark)]
        if 2 * len(separated) > len(lines):
            number, line = separated[0]
            found = f"“{mark.decode()}” in {quoted(line)}"
            log.add(
                "run-separators", found=found, expected=f"blanks or tabs between {EXPECTED}", lines=[number]
            )
            return True
    return False


def _is_separated(line: bytes, mark: bytes) -> bool:
    words = line.split()
    at_ends = all(word.endswith(mark) for word in words[:-1])
    return line.count(mark) >= COLUMNS - 2 and (len(words) < COLUMNS - 1 or at_ends)


def _without_header(data: bytes, log: ProblemLog) -> bytes:
    """Return a text with an empty first line, reported in `log`, if that names columns."""
    first, _, rest = data.partition(b"\n")
    names = re.split(rb"[\s,;]+", first.strip(b"#,; \t").lower())
    places = {b"rank", b"score", b"sim"}
    if len(names) < 3 or places.isdisjoint(names) or not all(map(_HEADER.fullmatch, names)):
        return data
    log.add("run-header", found=quoted(first), expected="results from the first line on", lines=[1])
    return b"\n" + rest


def _report_missing_columns(data: bytes, text: TextColumns, log: ProblemLog) -> None:
    """Report lines that lack Q0 or the tag, then those of which nothing is known."""
    wrong = np.flatnonzero((text.widths > 0) & ~text.permitted).tolist()
    lines = data.split(b"\n") if wrong else []
    lacking: dict[str, list[int]] = {}
    for number in wrong:
        lacking.setdefault(_lacking(lines[number].split()), []).append(number + 1)
    unknown = lacking.pop("", [])
    for names, numbers in lacking.items():
        found = f"no {names} in {quoted(lines[numbers[0] - 1])}"
        log.add("run-column-missing", found=found, expected=EXPECTED, lines=numbers)
    if unknown:
        code = "run-columns" if text.permitted.any() else "run-format-unknown"
        log.add(code, found=text.shown_line(unknown[0] - 1), expected=EXPECTED, lines=unknown)


def _lacking(words: list[bytes]) -> str:
    """Return which columns a line lacks; empty if that is unclear."""
    numbers = [decimal_number(word.decode("utf-8", "replace")) is not None for word in words]
    if len(words) == COLUMNS - 1 and all(numbers[3:]) and words[1] in (b"Q0", b"q0", b"QO", b"0"):
        return "tag"
    if len(words) == COLUMNS - 1 and all(numbers[2:4]):
        return "Q0"
    if len(words) == COLUMNS - 2 and all(numbers[2:]) and whole_number(words[3].decode()) is None:
        return "Q0 and no tag"
    return ""


def _swapped_columns(
    topics: pa.StringArray, document: pa.StringArray, ranks: pa.StringArray, scores: pa.StringArray
) -> str:
    """Return which two columns are swapped; empty if they are in order or it cannot be known."""
    counted_documents = whole_number(document[0].as_py()) in (0, 1)
    if not counted_documents and decimal_number(scores[0].as_py()) not in (0, 1):
        return ""
    topic = numbers_of(topics.dictionary_encode().indices)
    rank, score = decimal_numbers(ranks), decimal_numbers(scores)
    by_rank, order = np.lexsort((rank, topic)), np.argsort(topic, kind="stable")
    if _counts(topic[by_rank], rank[by_rank]):
        return ""
    topic, rank = topic[order], rank[order]
    same = topic[1:] == topic[:-1]
    falls, rises = (rank[1:] < rank[:-1])[same].any(), (rank[1:] > rank[:-1])[same].any()
    disordered = falls or 2 * np.count_nonzero(np.isnan(rank)) > len(rank)
    if counted_documents and disordered and same.any() and _counts(topic, decimal_numbers(document)[order]):
        return "document and rank"
    return "rank and score" if falls and not rises and _counts(topic, score[order]) else ""


def _counts(topic: NDArray[np.int32], numbers: NDArray[np.float64]) -> bool:
    """Whether numbers count up by one from 0 or 1 in each topic; topics are one after another."""
    start = np.searchsorted(topic, topic)
    first = numbers[start]
    return bool(np.isin(first, (0, 1)).all() and (numbers == first + np.arange(len(topic)) - start).all())
