"""Cuts rankings at the limits of their task: ranks, and characters of returned text."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.located_run import LocatedRun, TopicRanking
from inexreport.model.problem import ProblemLog
from inexreport.model.task import TaskRules


def cut_at_rank(run: LocatedRun, cutoff: int, log: ProblemLog) -> LocatedRun:
    """Keep the first `cutoff` results of every topic; report ignored results in the log."""
    beyond = [(ranking.topic, ranking.line[cutoff:].tolist()) for ranking in run if len(ranking) > cutoff]
    if beyond:
        ignored = [line for _, lines in beyond for line in lines]
        topics = ", ".join(topic for topic, _ in beyond[:5]) + (" and others" if len(beyond) > 5 else "")
        log.add(
            "results-beyond-cutoff",
            found=f"{len(ignored):,} results beyond rank {cutoff:,} in {len(beyond):,} topics ({topics})",
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
    Of results of 600, 600 and 100 characters, a limit of 1000 keeps the first and 400 of the second.
    """
    return _cut(ranking, np.zeros_like(ranking.article), limit)


def cut_article_text(ranking: TopicRanking, limit: int) -> TopicRanking:
    """As `cut_topic_text`, with a limit for the results of each article."""
    return _cut(ranking, ranking.article, limit)


def _cut(ranking: TopicRanking, group: NDArray[np.int32], limit: int) -> TopicRanking:
    import pandas as pd  # only few tasks have such limits, and it is large

    read = pd.Series(ranking.length).groupby(group).cumsum().to_numpy()
    before = read - ranking.length
    shortened = replace(ranking, length=np.minimum(ranking.length, limit - before))
    return shortened.select(before < limit)
