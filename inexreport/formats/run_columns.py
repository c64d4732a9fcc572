"""Runs of documents from columns: what topics, documents, scores and ranks say, in tables and elsewhere."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from inexreport.formats.file_content import utf8_text
from inexreport.formats.json_rows import is_json
from inexreport.formats.named_columns import named_columns, names_of, unfit_names
from inexreport.formats.run_content import RunContent, RunFormat, stated_submission
from inexreport.formats.run_text import submission_of
from inexreport.formats.shown_text import FIT_NAME, examples, quoted
from inexreport.formats.tables import is_table, read_table
from inexreport.formats.text_columns import TextColumns, decimal_numbers, without_comments
from inexreport.model.arrow_arrays import numbers_of
from inexreport.model.problem import ProblemLog
from inexreport.model.run import ABSENT, ResultForm, Results

_RANKED = re.compile(rb"(?:\xef\xbb\xbf|\s|#.*\n)*\S+[ \t]+\S+[ \t]+[0-9]+[ \t]*(?:\r?\n|\Z)")


def run_of_table(table: pa.Table, line: NDArray[np.int64], log: ProblemLog) -> RunContent | None:
    """Return the run in a table with named columns; None, with the reason in `log`, if there is none.

    The order of rows means nothing.

    Parameters
    ----------
    table : Table
        With the columns topic and document, score or rank or both, and if wanted tag, under any of the names
        in `inexreport.formats.named_columns.NAMES`; further ones are left out.
    line : int64 array, shape (rows,)
    log : ProblemLog
        Of the run.

    Examples
    --------
    >>> frame = pa.table({"qid": [7, 7], "docno": ["a", "b"], "score": [0.5, 2.0]})
    >>> results = run_of_table(frame, np.array([2, 3]), ProblemLog("run")).results
    >>> results.topics, results.articles.to_pylist(), results.rank.tolist()
    (('7',), ['a', 'b'], [2.0, 1.0])
    """
    columns = named_columns(table, ("topic", "document", "score or rank"), log)
    if columns is None:
        return None
    if not len(table):
        log.add("run-empty", found="no result", expected="at least one result")
        return None
    topic, document, tag = (
        names_of(columns[name]) if name in columns else None for name in ("topic", "document", "tag")
    )
    score, rank = columns.get("score"), columns.get("rank")
    return replace(run_of_columns(topic, document, line, log, score=score, rank=rank, tag=tag), by_rank=True)


def run_of_columns(
    topic: pa.StringArray | pa.DictionaryArray,
    document: pa.StringArray | pa.DictionaryArray,
    line: NDArray[np.int64],
    log: ProblemLog,
    *,
    score: pa.Array | None = None,
    rank: pa.Array | None = None,
    tag: pa.StringArray | None = None,
) -> RunContent:
    """Return a run of documents; results with errors are left out, and each is in `log`.

    Parameters
    ----------
    topic, document : array of str, shape (results,)
    line : int64 array, shape (results,)
    log : ProblemLog
        Of the run.
    score, rank : array of float or str, optional
        Without scores the best rank is best; without ranks, results are ranked by their scores, or else are
        in order.
    tag : array of str, optional
        The name that the run gives itself.
    """
    topics, documents = topic.dictionary_encode(), document.dictionary_encode()
    topic_number = numbers_of(topics.indices)
    scores = np.zeros(len(line)) if score is None else decimal_numbers(score)
    ranks = _places(topic_number, -scores) if rank is None else decimal_numbers(rank)
    scores = -ranks if score is None else scores

    def report(code: str, column: pa.Array, wrong: NDArray[np.bool_], expected: str, what: str = "") -> None:
        if wrong.any():
            texts = ["" if one is None else str(one) for one in column.filter(pa.array(wrong)).to_pylist()]
            found = examples(texts) + what
            log.add(code, found=found, expected=expected, lines=line[wrong].tolist())

    with np.errstate(over="ignore"):
        wrong = ~np.isfinite(scores.astype(np.float32))
    if rank is not None:
        report("run-rank-not-number", rank, np.isnan(ranks), "a decimal number", " as rank")
    if score is not None:
        report("run-document-score", score, wrong, "a decimal number", " as score")
    for names in (topics, documents):
        unfit = unfit_names(names.dictionary)[numbers_of(names.indices)]
        report("name-unfit", names, unfit, FIT_NAME)
        wrong = wrong | unfit
    submission = stated_submission() if tag is None else submission_of(tag, line, log)
    nothing, nowhere = np.zeros(len(line), dtype=np.int64), np.full(len(line), ABSENT, dtype=np.int32)
    results = Results(
        topics=tuple(topics.dictionary.to_pylist()),
        articles=documents.dictionary,
        paths=(),
        topic=topic_number,
        article=numbers_of(documents.indices),
        form=np.full(len(line), ResultForm.ARTICLE, dtype=np.int8),
        offset=nothing,
        length=nothing,
        path=nowhere,
        end_path=nowhere,
        rank=ranks,
        score=scores,
        line=line,
    )
    # Names are numbered in the order in which they appear.
    first = np.flatnonzero(np.diff(np.maximum.accumulate(topic_number), prepend=-1))
    topic_lines = dict(zip(results.topics, line[first].tolist(), strict=True))
    if wrong.any():
        results = results.select(np.flatnonzero(~wrong))
    return RunContent(results, by_rank=False, topic_lines=topic_lines, submission=submission)


def _places(topic: NDArray[np.int32], key: NDArray[np.float64]) -> NDArray[np.float64]:
    """The place of each result among those of its topic by a key, from 1."""
    order = np.lexsort((key, topic))
    ordered, places = topic[order], np.empty(len(topic))
    places[order] = np.arange(1, len(topic) + 1) - np.searchsorted(ordered, ordered)
    return places


def _read_table(data: bytes, log: ProblemLog) -> RunContent | None:
    table = read_table(data, log)
    return table and run_of_table(*table, log)


def _is_ranked(data: bytes) -> bool:
    """Whether the first line has three columns, as of MS MARCO: topic, document and rank."""
    return not is_json(data) and _RANKED.match(data[: 2**14]) is not None


def _read_ranks(data: bytes, log: ProblemLog) -> RunContent | None:
    text = utf8_text(data, log)
    if text is None:
        return None
    columns = TextColumns(without_comments(text, log), 3, 3)
    expected = "3 columns: topic, document and rank"
    columns.report_others("run-columns", expected, log)
    line = columns.lines
    topic, document, rank = columns.columns()
    topic, ranks = topic.dictionary_encode(), decimal_numbers(rank)
    order = np.lexsort((ranks, number := numbers_of(topic.indices)))
    again = np.flatnonzero((np.diff(number[order]) == 0) & (np.diff(ranks[order]) == 0))
    if 2 * len(again) > len(line):  # grades, or scores
        found = f"ranks that repeat in a topic, in lines such as {quoted(columns.line(line[0] - 1))}"
        log.add("run-format-unknown", found=found, expected=expected, lines=[int(line[0])])
        return None
    return run_of_columns(topic, document, line, log, rank=rank)


RUN_FORMATS = (
    RunFormat(is_table, _read_table, of_documents=True, extensions=(".tsv", ".json", ".jsonl")),
    RunFormat(_is_ranked, _read_ranks, of_documents=True),
)
