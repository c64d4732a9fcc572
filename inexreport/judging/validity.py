"""The rules by which the official evaluator accepts a run, reported line by line."""

from __future__ import annotations

from collections.abc import Callable, Container

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.intervals import Pairs
from inexreport.judging.located_run import LocatedRun, TopicRanking
from inexreport.model.problem import ProblemLog
from inexreport.model.task import TaskRules, Treatment

Breaches = list[tuple[TopicRanking, NDArray[np.intp]]]

_CODES = {
    ("overlap", Treatment.ERROR): "overlap-not-allowed",
    ("overlap", Treatment.WARNING): "overlapping-results",
    ("scattered", Treatment.ERROR): "article-not-contiguous",
    ("scattered", Treatment.WARNING): "article-scattered",
    ("entry points", Treatment.ERROR): "several-entry-points",
    ("entry points", Treatment.WARNING): "further-entry-points",
}


def check_rules(
    run: LocatedRun, rules: TaskRules, assessed: Container[str], log: ProblemLog, overlap_of: str = "text"
) -> None:
    """Report every result that breaks a rule of the task.

    As in the official evaluator, topics that are not assessed are not checked, unjudged articles are,
    and a result whose place is not known overlaps nothing.

    Parameters
    ----------
    run : LocatedRun
        Cut at the task's rank.
    rules : TaskRules
    assessed : container of str
        Ids of the assessed topics.
    log : ProblemLog
    overlap_of : {"text", "paths"}
        Whether results overlap that share text, or elements that are nested or the same.
    """
    by_paths = overlap_of == "paths"
    # Every rule is about results of the same article.
    rankings = [ranking for ranking in run if ranking.topic in assessed and ranking.repeats_articles]
    if rules.overlap is Treatment.ALLOWED:
        duplicates = _collect(rankings, _repeated_elements if by_paths else _duplicates)
        _report(log, "duplicate-result", duplicates, "each result once for a topic")
    else:
        breaches = _collect(rankings, _elements_to_remove if by_paths else _overlapping_an_earlier_one)
        _report(log, _CODES["overlap", rules.overlap], breaches, "results that share no text")
    if rules.scattered_articles is not Treatment.ALLOWED:
        breaches = _collect(rankings, _returning_articles)
        code = _CODES["scattered", rules.scattered_articles]
        _report(log, code, breaches, "all results of an article one after another")
    if rules.several_entry_points is not Treatment.ALLOWED:
        breaches = _collect(rankings, _repeated_articles)
        code = _CODES["entry points", rules.several_entry_points]
        _report(log, code, breaches, "one entry point for an article")


def _collect(rankings: list[TopicRanking], find: Callable[[TopicRanking], NDArray[np.bool_]]) -> Breaches:
    found = [(ranking, np.flatnonzero(find(ranking))) for ranking in rankings]
    return [(ranking, rows) for ranking, rows in found if len(rows)]


def _report(log: ProblemLog, code: str, breaches: Breaches, expected: str) -> None:
    """One problem for all places, with the first in file order as its example."""
    if not breaches:
        return
    lines = sorted(line for ranking, rows in breaches for line in ranking.line[rows].tolist())
    ranking, row = next(
        (ranking, row) for ranking, rows in breaches for row in rows.tolist() if ranking.line[row] == lines[0]
    )
    article = ranking.articles[ranking.article[row]]
    number = "1 result" if len(lines) == 1 else f"{len(lines)} results"
    log.add(
        code,
        found=f"{number}, first in article {article} for topic {ranking.topic}",
        expected=expected,
        lines=lines,
    )


def _duplicates(ranking: TopicRanking) -> NDArray[np.bool_]:
    """Rows that repeat the place of an earlier one."""
    repeated = np.zeros(len(ranking), dtype=np.bool_)
    places = np.stack((ranking.article, ranking.offset, ranking.length))
    # Equal places are neighbours in this order, the one that comes first before the others.
    order = np.lexsort(places)
    places = places[:, order]
    repeated[order[1:][(places[:, 1:] == places[:, :-1]).all(axis=0)]] = True
    return repeated & ranking.located


def _overlapping_an_earlier_one(ranking: TopicRanking) -> NDArray[np.bool_]:
    """Rows to remove, reading downwards, until no two results share text."""
    return _to_remove(ranking.text_overlaps, len(ranking))


def _repeated_elements(ranking: TopicRanking) -> NDArray[np.bool_]:
    """Rows that repeat an earlier element."""
    return ranking.repeats_element


def _elements_to_remove(ranking: TopicRanking) -> NDArray[np.bool_]:
    """Rows to remove, reading downwards, until no element lies in or equals another."""
    return _to_remove(ranking.path_overlaps, len(ranking))


def _to_remove(pairs: Pairs, results: int) -> NDArray[np.bool_]:
    """Rows that overlap one before them which is not to be removed itself."""
    removed = np.zeros(results, dtype=np.bool_)
    order = np.argsort(pairs.later, kind="stable")
    for earlier, later in zip(pairs.earlier[order].tolist(), pairs.later[order].tolist(), strict=True):
        if not removed[earlier]:
            removed[later] = True
    return removed


def _repeated_articles(ranking: TopicRanking) -> NDArray[np.bool_]:
    """Rows whose article occurred before."""
    repeated = np.ones(len(ranking), dtype=np.bool_)
    repeated[ranking.first_of_article] = False
    return repeated


def _returning_articles(ranking: TopicRanking) -> NDArray[np.bool_]:
    """Rows at which an article comes back after another one."""
    changes: NDArray[np.bool_] = np.diff(ranking.article, prepend=-1) != 0
    return changes & _repeated_articles(ranking)
