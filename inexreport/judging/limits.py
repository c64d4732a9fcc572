"""Cuts rankings where a task stops reading them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from inexreport.judging.located_run import LocatedRun, TopicRanking
from inexreport.model.problem import ProblemLog
from inexreport.model.task import TaskRules


def cut_at_rank(run: LocatedRun, cutoff: int, log: ProblemLog) -> LocatedRun:
    """Keep the first `cutoff` results of every topic; say in the log what is ignored."""
    beyond = [(ranking.topic, ranking.line[cutoff:].tolist()) for ranking in run if len(ranking) > cutoff]
    if beyond:
        ignored = [line for _, lines in beyond for line in lines]
        topics = ", ".join(topic for topic, _ in beyond[:5]) + (" and others" if len(beyond) > 5 else "")
        log.add(
            "results-beyond-cutoff",
            found=f"{len(ignored)} results beyond rank {cutoff} in {len(beyond)} topics ({topics})",
            expected=f"at most {cutoff} results for a topic",
            lines=ignored,
        )
    return LocatedRun(
        tuple(ranking if len(ranking) <= cutoff else ranking.select(slice(cutoff)) for ranking in run)
    )


def cut_by_rules(run: LocatedRun, rules: TaskRules) -> LocatedRun:
    """Cut every ranking at the task's limits of returned text."""
    rankings = run.rankings
    if rules.characters_per_topic is not None:
        rankings = tuple(cut_topic_text(ranking, rules.characters_per_topic) for ranking in rankings)
    if rules.characters_per_article is not None:
        rankings = tuple(cut_article_text(ranking, rules.characters_per_article) for ranking in rankings)
    return LocatedRun(rankings)


def cut_topic_text(ranking: TopicRanking, limit: int) -> TopicRanking:
    """Stop after `limit` characters of returned text; the result that crosses the limit is shortened.

    Examples
    --------
    Of results of 600, 600 and 100 characters, 1000 characters are the first and 400 of the second.
    """
    group = np.zeros(len(ranking), dtype=np.int64)
    return _cut(ranking, group, limit)


def cut_article_text(ranking: TopicRanking, limit: int) -> TopicRanking:
    """As `cut_topic_text`, for the results of each article by themselves."""
    return _cut(ranking, ranking.article.astype(np.int64), limit)


def _cut(ranking: TopicRanking, group: np.ndarray, limit: int) -> TopicRanking:
    if not len(ranking):
        return ranking
    order = np.argsort(group, kind="stable")
    length = ranking.length[order]
    read_before = np.cumsum(length) - length
    is_first = np.concatenate(([True], np.diff(group[order]) != 0))
    group_start = np.maximum.accumulate(np.where(is_first, np.arange(len(order)), 0))
    before = np.empty(len(order), dtype=np.int64)
    before[order] = read_before - read_before[group_start]
    kept = before < limit
    shortened = np.minimum(ranking.length, limit - before)
    return replace(ranking, length=shortened).select(kept)
