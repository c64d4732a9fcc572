"""The standings of a task: its evaluated runs under every metric, ranked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from inexreport.model.outcome import RunOutcome, RunScores, TaskOutcome
from inexreport.model.run import Standing
from inexreport.model.task import Task
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.summary import (
    UNRANKED,
    Floats,
    Integers,
    TopicSummary,
    competition_ranks,
    percentiles,
    summarise_topics,
)


@dataclass(frozen=True, eq=False)
class Standings:
    """Evaluated runs of a task, best first by the official metric, equal ones by name.

    Statistics are of the runs in `task_standings`, whose standing is official; all others come into
    `with_unranked` only.

    Attributes
    ----------
    runs : tuple of RunOutcome
        Runs with scores; rows of the arrays.
    means : float64 array, shape (runs, metrics)
        In the order of ``task.metrics``; NaN where undefined.
    topics_counted : int64 array, shape (runs, metrics)
    ranks : int64 array, shape (runs, metrics)
        Competition ranks; `UNRANKED` where the mean is undefined, and for runs that are not ranked.
    percentiles : float64 array, shape (runs, metrics)
    signs : float64 array, shape (metrics,)
        -1 where lower scores are better, else 1: scores times this are better the higher they are.
    """

    task: Task
    runs: tuple[RunOutcome, ...]
    means: Floats
    topics_counted: Integers
    ranks: Integers
    percentiles: Floats
    signs: Floats

    @property
    def official(self) -> int:
        """Column of the official metric."""
        return self.task.metrics.index(self.task.official)

    def rank(self, row: int, column: int | None = None) -> int | None:
        """The rank of a run by a metric, by default the official one; None where the mean is undefined."""
        rank = int(self.ranks[row, self.official if column is None else column])
        return None if rank == UNRANKED else rank

    def sharing(self, row: int) -> int:
        """Number of other runs with the official rank of the run in a row; 0 without a rank."""
        ranks = self.ranks[:, self.official]
        return int(np.count_nonzero(ranks == ranks[row])) - 1 if ranks[row] != UNRANKED else 0

    @cached_property
    def topic_metric(self) -> str:
        """The metric by which runs can be compared topic by topic.

        The official metric, unless it has no value for any topic, as the aggregate of 2004 if no topic is
        relevant under all quantisations; then the metric of the same name with the most values, the first if
        there are several.
        """
        official = self.task.official
        if not self.runs or not np.isnan(self.topic_scores(official)[1]).all():
            return official
        like = [one for one in self.task.metrics if one.partition("(")[0] == official.partition("(")[0]]
        return max(like, key=lambda one: np.count_nonzero(~np.isnan(self.topic_scores(one)[1])))

    def topic_scores(self, metric: str) -> tuple[tuple[str, ...], Floats]:
        """Topics in order, and scores of shape (runs, topics), NaN where undefined."""
        topics, columns = self._topic_columns
        matrix = np.full((len(self.runs), len(topics)), np.nan)
        for row, run in enumerate(self.runs):
            if run.scores is not None and metric in run.scores.metrics:
                by_topic = run.scores.by_topic[run.scores.metrics.index(metric)]
                matrix[row, columns[run.scores.topics]] = by_topic
        return topics, matrix

    @cached_property
    def _topic_columns(self) -> tuple[tuple[str, ...], dict[tuple[str, ...], Integers]]:
        """All topics in order, and the columns of a run's topics, which are the same for most runs."""
        lists = {run.scores.topics for run in self.runs if run.scores is not None}
        topics = tuple(sorted({topic for one in lists for topic in one}))
        column = {topic: place for place, topic in enumerate(topics)}
        return topics, {one: np.array([column[topic] for topic in one], dtype=np.int64) for one in lists}

    def topic_summary(self, metric: str) -> TopicSummary:
        """Summary of all runs for each topic."""
        return summarise_topics(*self.topic_scores(metric))


@once_per_outcome
def task_standings(outcome: TaskOutcome) -> Standings:
    """Rank the evaluated runs of a task whose standing is official, under each of its metrics."""
    task, evaluated = outcome.task, _evaluated(outcome, official=True)
    means, counted = _means(task, [scores for _, scores in evaluated])
    signs = _signs(outcome)
    ranks, shares = competition_ranks(signs * means), percentiles(signs * means)
    official = ranks[:, task.metrics.index(task.official)].tolist()

    def place(row: int) -> tuple[bool, int, str]:
        return official[row] == UNRANKED, official[row], evaluated[row][0].submission.name

    order = sorted(range(len(evaluated)), key=place)
    return Standings(
        task=task,
        runs=tuple(evaluated[row][0] for row in order),
        means=means[order],
        topics_counted=counted[order],
        ranks=ranks[order],
        percentiles=shares[order],
        signs=signs,
    )


def with_unranked(standings: Standings, outcome: TaskOutcome) -> Standings:
    """Return the standings of a task followed by its evaluated runs of another standing, without ranks.

    These are ordered by the official metric, the best first, equal ones by name.

    Parameters
    ----------
    standings : Standings
        Of the task, as `task_standings` returns them.
    outcome : TaskOutcome
    """
    evaluated = _evaluated(outcome, official=False)
    if not evaluated:
        return standings
    means, counted = _means(outcome.task, [scores for _, scores in evaluated])
    place = competition_ranks(means)[:, standings.official].tolist()

    def key(row: int) -> tuple[bool, int, str]:
        return place[row] == UNRANKED, place[row], evaluated[row][0].submission.name

    order = sorted(range(len(evaluated)), key=key)
    return Standings(
        task=outcome.task,
        runs=(*standings.runs, *(evaluated[row][0] for row in order)),
        means=np.concatenate((standings.means, means[order])),
        topics_counted=np.concatenate((standings.topics_counted, counted[order])),
        ranks=np.concatenate((standings.ranks, np.full_like(counted, UNRANKED))),
        percentiles=np.concatenate((standings.percentiles, np.full_like(means, np.nan))),
        signs=standings.signs,
    )


def _signs(outcome: TaskOutcome) -> Floats:
    """-1 for each metric of which less is better, else 1; shape (metrics,)."""
    lower_is_better = {measure.name for measure in outcome.imported if measure.lower_is_better}
    return np.array([-1.0 if metric in lower_is_better else 1.0 for metric in outcome.task.metrics])


def _evaluated(outcome: TaskOutcome, *, official: bool) -> list[tuple[RunOutcome, RunScores]]:
    return [
        (run, run.scores)
        for run in outcome.runs
        if run.scores is not None and (run.submission.standing is Standing.OFFICIAL) is official
    ]


def _means(task: Task, scores: Sequence[RunScores]) -> tuple[Floats, Integers]:
    """Means and numbers of topics they are over, both of shape (runs, metrics of the task)."""
    shape = (len(scores), len(task.metrics))
    means, counted = np.full(shape, np.nan), np.zeros(shape, dtype=np.int64)
    for row, one in enumerate(scores):
        for column, metric in enumerate(task.metrics):
            if metric in one.metrics:
                position = one.metrics.index(metric)
                means[row, column] = one.mean[position]
                counted[row, column] = one.topics_counted[position]
    return means, counted
