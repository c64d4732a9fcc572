"""The same system in two tasks that share topics: runs paired by their name, compared topic by topic."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from inexreport.metrics.metric import Averaging
from inexreport.metrics.registry import bind
from inexreport.model.derived import derived
from inexreport.model.outcome import CampaignOutcome, RunOutcome
from inexreport.model.score_numbers import comparable, mean
from inexreport.statistics.paired_tests import paired_differences, t_test
from inexreport.statistics.rank_correlation import kendall_of_scored
from inexreport.statistics.significance import holm
from inexreport.statistics.standings import Standings, task_standings
from inexreport.statistics.summary import Floats, Integers, competition_ranks
from inexreport.statistics.two_tailed import two_tailed

OF_TOPICS = (Averaging.MEAN, Averaging.MEAN_OF_PARTS)
"""Averaging of metrics that say how good a run is; others count or describe."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """The paired runs of two tasks by a metric, or by two of which the tasks have no common one.

    Scores of two different metrics are not compared: differences, tests, wins and losses are then undefined.

    Attributes
    ----------
    metric_a, metric_b : str
        Identifiers; usually the same.
    topics : tuple of str
        Shared topics for which a pair of runs has both scores.
    scores_a, scores_b : float64 array, shape (pairs, topics)
        NaN where one of the two runs has no score.
    mean_a, mean_b : float64 array, shape (pairs,)
        Over the topics with both scores; NaN without any.
    rank_a, rank_b : int64 array, shape (pairs,)
        Competition ranks of these means among the paired runs, `UNRANKED` where there is none.
    differences : float64 array, shape (pairs, topics)
        Second less first; NaN where undefined.
    p, p_adjusted : float64 array, shape (pairs,)
        Of the t test with two tails; Holm's correction is over the pairs.
    kendall : float
        Tau-b of the rankings of the pairs in the two tasks; NaN for fewer than two pairs or if one ties all.
    """

    metric_a: str
    metric_b: str
    topics: tuple[str, ...]
    scores_a: Floats
    scores_b: Floats
    mean_a: Floats
    mean_b: Floats
    rank_a: Integers
    rank_b: Integers
    differences: Floats
    p: Floats
    p_adjusted: Floats
    kendall: float

    @property
    def comparable(self) -> bool:
        """Whether both scores are of one metric."""
        return self.metric_a == self.metric_b

    @property
    def topic_differences(self) -> Floats:
        """Mean difference of the pairs for each topic; shape (topics,)."""
        return known_means(self.differences.T)

    @property
    def overall_p(self) -> float:
        """Two-tailed t test of the topics' mean differences."""
        return float(
            two_tailed(t_test, paired_differences(self.topic_differences, np.zeros(1))[None, :])[1][0]
        )


@dataclass(frozen=True, eq=False)
class TaskPair:
    """Two tasks with topics and systems in common.

    Attributes
    ----------
    task_a, task_b : str
        In the order of the campaign's tasks.
    participants, runs_a, runs_b : tuple of str
        Of each pair of runs.
    comparisons : tuple of Comparison
        By each common metric, the official one of the first task before all others.
    """

    task_a: str
    task_b: str
    participants: tuple[str, ...]
    runs_a: tuple[str, ...]
    runs_b: tuple[str, ...]
    comparisons: tuple[Comparison, ...]


def wins(differences: Floats, axis: int) -> tuple[Integers, Integers, Integers]:
    """Count positive, negative and zero differences; NaN does not count.

    Examples
    --------
    >>> [count.tolist() for count in wins(np.array([[0.1, 0.2, 0.0], [-0.1, np.nan, 0.0]]), axis=1)]
    [[2, 0], [0, 1], [1, 1]]
    """
    rounded = comparable(differences)
    counts = (rounded > 0, rounded < 0, rounded == 0)
    better, worse, equal = (np.count_nonzero(one, axis=axis).astype(np.int64) for one in counts)
    return better, worse, equal


def known_means(rows: Floats) -> Floats:
    """Mean of the values of each row that are not NaN; NaN without any.

    Examples
    --------
    >>> known_means(np.array([[0.25, np.nan, 0.75], [np.nan, np.nan, np.nan]])).tolist()
    [0.5, nan]
    """
    return np.array([mean(row[~np.isnan(row)].tolist()) for row in rows], dtype=np.float64)


@derived
def task_pairs(outcome: CampaignOutcome) -> tuple[TaskPair, ...]:
    """Pair the runs of every two tasks that share topics.

    Two runs are of one system if the same known participant submitted both and their files have the same
    name. Only evaluated runs are paired.

    References
    ----------
    Lalmas and Tombros, INEX 2002-2006, section 3: CO against CO+S on the same topics, and the four
    interpretations of CAS topics.
    """
    found = []
    standings = [task_standings(task) for task in outcome.tasks]
    computed = {metric for task in outcome.tasks for metric in task.computed_metrics}
    for a, b in combinations(standings, 2):
        rows_a, rows_b = _systems(a.runs), _systems(b.runs)
        systems = [system for system in rows_a if system in rows_b]
        if not systems:
            continue
        first, second = [rows_a[one] for one in systems], [rows_b[one] for one in systems]
        comparisons = tuple(
            comparison
            for metrics in _metrics(a, b, computed)
            if (comparison := _compare(a, first, b, second, *metrics)).topics
        )
        if comparisons:
            found.append(
                TaskPair(
                    task_a=a.task.name,
                    task_b=b.task.name,
                    participants=tuple(participant for participant, _ in systems),
                    runs_a=tuple(a.runs[row].submission.name for row in first),
                    runs_b=tuple(b.runs[row].submission.name for row in second),
                    comparisons=comparisons,
                )
            )
    return tuple(found)


def _systems(runs: Sequence[RunOutcome]) -> Mapping[tuple[str, str], int]:
    """Row of each run by participant and file name, before which a run's name may have the participant."""
    return {
        (one.participant, one.name.removeprefix(f"{one.participant}.")): row
        for row, one in enumerate(run.submission for run in runs)
        if one.participant
    }


def _metrics(a: Standings, b: Standings, computed: Collection[str]) -> list[tuple[str, str]]:
    """The metrics of each comparison, without imported ones."""
    common = [
        metric
        for metric in dict.fromkeys((a.topic_metric, *a.task.metrics))
        if metric in computed and metric in b.task.metrics and bind(metric).metric.averaging in OF_TOPICS
    ]
    return [(metric, metric) for metric in common] or [(a.topic_metric, b.topic_metric)]


def _compare(
    a: Standings, first: Sequence[int], b: Standings, second: Sequence[int], metric_a: str, metric_b: str
) -> Comparison:
    (topics_a, scores_a), (topics_b, scores_b) = a.topic_scores(metric_a), b.topic_scores(metric_b)
    topics = [topic for topic in topics_a if topic in topics_b]
    one = scores_a[np.ix_(first, [topics_a.index(topic) for topic in topics])]
    other = scores_b[np.ix_(second, [topics_b.index(topic) for topic in topics])]
    missing = np.isnan(one) | np.isnan(other)
    used = np.flatnonzero(~missing.all(axis=0))
    one, other = (np.where(missing, np.nan, scores)[:, used] for scores in (one, other))
    mean_a, mean_b = known_means(one), known_means(other)
    alike = metric_a == metric_b
    differences = paired_differences(other, one) if alike else np.full(one.shape, np.nan)
    p = two_tailed(t_test, differences)[1]
    return Comparison(
        metric_a=metric_a,
        metric_b=metric_b,
        topics=tuple(topics[place] for place in used.tolist()),
        scores_a=one,
        scores_b=other,
        mean_a=mean_a,
        mean_b=mean_b,
        rank_a=competition_ranks(mean_a),
        rank_b=competition_ranks(mean_b),
        differences=differences,
        p=p,
        p_adjusted=holm(p),
        kendall=kendall_of_scored(mean_a, mean_b),
    )
