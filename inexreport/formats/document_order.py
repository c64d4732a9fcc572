"""The order of results in runs of documents: what counts, what contradicts it, and repeated documents."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inexreport.formats.shown_text import examples
from inexreport.model.arrow_arrays import numbers_of
from inexreport.model.campaign import Order
from inexreport.model.counted import counted
from inexreport.model.problem import ProblemLog
from inexreport.model.run import Results
from inexreport.model.task import Treatment

FEWEST_EQUAL = 10
"""A run has equal scores if at least so many results have the score of the one before them."""

TOPICS_WITH_EQUAL_SCORES = 0.9
"""Of the topics with several results: at least so many have equal scores only."""

FEWEST_UPSIDE_DOWN = 10
UPSIDE_DOWN_TO_RIGHT = 99
"""A run is upside down if so many results have a higher score than the one before them, and at most one in
a hundred has a lower one."""


def in_order_of(order: Order, results: Results) -> Results:
    r"""Return results topic by topic, each in the order that counts.

    Parameters
    ----------
    order : Order
    results : Results
        In file order.

    Examples
    --------
    Scores are compared in single precision, as trec_eval does: 0.30000001 and 0.3 are equal, so that the
    document decides, in descending order.

    >>> from inexreport.formats.document_runs import read_document_run
    >>> lines = b"1 Q0 a 1 0.30000001 me\n1 Q0 b 2 0.3 me\n1 Q0 c 3 0.9 me\n"
    >>> found = read_document_run(lines, ProblemLog("run")).results
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
