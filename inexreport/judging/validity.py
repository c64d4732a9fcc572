"""Checks a run by the rules of its task, as the official evaluator does."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from collections.abc import Set as AbstractSet

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.located_run import Element, LocatedRun, TopicRanking
from inexreport.model.problem import ProblemLog
from inexreport.model.task import TaskRules, Treatment

Breaches = list[tuple[int, TopicRanking, int]]


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
        breaches = _find(rankings, lambda one: one.repeats_element if by_paths else one.repeats_place)
        _report(log, "duplicate-result", breaches, "each result once for a topic")
    for treatment, find, codes, expected in (
        (
            rules.overlap,
            lambda one: _to_remove(one, by_paths=by_paths),
            ("overlap-not-allowed", "overlapping-results"),
            "results that share no text",
        ),
        (
            rules.scattered_articles,
            _returning_articles,
            ("article-not-contiguous", "article-scattered"),
            "all results of an article one after another",
        ),
        (
            rules.several_entry_points,
            _repeated_articles,
            ("several-entry-points", "further-entry-points"),
            "one entry point for an article",
        ),
    ):
        if treatment is not Treatment.ALLOWED:
            code = codes[0] if treatment is Treatment.ERROR else codes[1]
            _report(log, code, _find(rankings, find), expected)


def check_pools(
    run: LocatedRun,
    treatment: Treatment,
    pools: Mapping[str, AbstractSet[Element]],
    log: ProblemLog,
    *,
    of_elements: bool,
) -> None:
    """Report results that are not in the pool of their topic, and pooled ones that are not ranked.

    Parameters
    ----------
    run : LocatedRun
        With all results.
    treatment : Treatment
        Of results outside the pools; if they are allowed, nothing is checked.
    pools : mapping of str to set of Element
        By topic; topics without a pool are not checked.
    log : ProblemLog
    of_elements : bool
        Whether pools consist of elements; else of articles, whatever a result says of them.
    """
    if treatment is Treatment.ALLOWED:
        return
    bags = pools if of_elements else {topic: {(one, "") for one, _ in pool} for topic, pool in pools.items()}
    missing = {topic: set(bag) for topic, bag in bags.items()}
    breaches: Breaches = []
    for ranking in run:
        if ranking.topic not in bags:
            continue
        for row in range(len(ranking)):
            item = ranking.element(row) if of_elements else (ranking.article_name(row), "")
            if item in bags[ranking.topic]:
                missing[ranking.topic].discard(item)
            else:
                breaches.append((int(ranking.line[row]), ranking, row))
    code = "outside-pool-not-allowed" if treatment is Treatment.ERROR else "result-outside-pool"
    _report(log, code, breaches, "results of the topic's pool")
    if not_ranked := [len(items) for items in missing.values() if items]:
        total = sum(map(len, bags.values()))
        log.add(
            "pool-not-ranked",
            found=f"{sum(not_ranked):,} of {total:,} pooled results are missing, in {len(not_ranked):,} of "
            f"{len(bags):,} topics",
            expected="a ranking of the whole pool of each topic",
            count=sum(not_ranked),
        )


def _find(rankings: list[TopicRanking], find: Callable[[TopicRanking], NDArray[np.bool_]]) -> Breaches:
    """Line of each result that breaks a rule, with its ranking and row."""
    return [
        (int(ranking.line[row]), ranking, row)
        for ranking in rankings
        for row in np.flatnonzero(find(ranking)).tolist()
    ]


def _report(log: ProblemLog, code: str, breaches: Breaches, expected: str) -> None:
    """Report one problem for all lines, with the first in file order as its example."""
    if not breaches:
        return
    _, ranking, row = min(breaches, key=lambda breach: breach[0])
    number = "1 result" if len(breaches) == 1 else f"{len(breaches)} results"
    log.add(
        code,
        found=f"{number}, first in article {ranking.article_name(row)} for topic {ranking.topic}",
        expected=expected,
        lines=sorted(line for line, _, _ in breaches),
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
