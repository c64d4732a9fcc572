"""Cuts rankings at the limits of their task: ranks, and characters of returned text."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.located_run import LocatedRun, TopicRanking
from inexreport.model.counted import counted
from inexreport.model.problem import ProblemLog
from inexreport.model.task import TaskRules

USUAL_DEPTH = 1000
"""Results of a topic that campaigns of documents evaluate, as at TREC."""


def cut_at_rank(run: LocatedRun, cutoff: int, log: ProblemLog) -> LocatedRun:
    """Keep the first `cutoff` results of every topic; report ignored results in the log."""
    _report_beyond(cutoff, run, "results-beyond-cutoff", log)
    return LocatedRun(
        tuple(ranking if len(ranking) <= cutoff else ranking.select(slice(cutoff)) for ranking in run)
    )


def report_depth(run: LocatedRun, log: ProblemLog) -> None:
    """Report results beyond `USUAL_DEPTH`, for a task without a cut-off."""
    _report_beyond(USUAL_DEPTH, run, "run-results-many", log)


def _report_beyond(rank: int, run: LocatedRun, code: str, log: ProblemLog) -> None:
    beyond = [(ranking.topic, ranking.line[rank:].tolist()) for ranking in run if len(ranking) > rank]
    if beyond:
        lines = [line for _, of_topic in beyond for line in of_topic]
        topics = ", ".join(topic for topic, _ in beyond[:5]) + (" and others" if len(beyond) > 5 else "")
        log.add(
            code,
            found=f"{counted(len(lines), 'result')} beyond rank {rank:,} in {counted(len(beyond), 'topic')} "
            f"({topics})",
            expected=f"at most {counted(rank, 'result')} for a topic",
            lines=lines,
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
