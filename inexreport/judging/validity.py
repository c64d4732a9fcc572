"""Checks a run by the rules of its task, as the official evaluator does."""

from __future__ import annotations

from collections.abc import Callable, Container

import numpy as np
from numpy.typing import NDArray

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

    As in the official evaluator, only assessed topics are checked, but all their articles; an unlocated
    result overlaps nothing.

    Parameters
    ----------
    run : LocatedRun
        Cut at the task's rank.
    rules : TaskRules
    assessed : container of str
        Ids of the assessed topics.
    log : ProblemLog
    overlap_of : {"text", "paths"}
        Whether overlapping results are those that share text, or nested and repeated elements.
    """
    by_paths = overlap_of == "paths"
    # All rules are about several results of an article.
    rankings = [ranking for ranking in run if ranking.topic in assessed and ranking.repeats_articles]
    if rules.overlap is Treatment.ALLOWED:
        breaches = _collect(rankings, lambda one: one.repeats_element if by_paths else one.repeats_place)
        _report(log, "duplicate-result", breaches, "each result once for a topic")
    else:
        breaches = _collect(rankings, lambda one: _to_remove(one, by_paths=by_paths))
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
    """Report one problem for all places, with the first in file order as its example."""
    if not breaches:
        return
    places = [(line, ranking) for ranking, rows in breaches for line in ranking.line[rows].tolist()]
    line, ranking = min(places, key=lambda place: place[0])
    article = ranking.article_name(int(np.flatnonzero(ranking.line == line)[0]))
    number = "1 result" if len(places) == 1 else f"{len(places)} results"
    log.add(
        code,
        found=f"{number}, first in article {article} for topic {ranking.topic}",
        expected=expected,
        lines=sorted(line for line, _ in places),
    )


def _to_remove(ranking: TopicRanking, *, by_paths: bool) -> NDArray[np.bool_]:
    """Rows to remove so that no results overlap: those that overlap an earlier row that stays."""
    pairs = ranking.path_overlaps if by_paths else ranking.text_overlaps
    removed = np.zeros(len(ranking), dtype=np.bool_)
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
