"""What statistics says about the scores of a task."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.rank_correlation import MetricCorrelations, correlate_metrics
from inexreport.statistics.score_intervals import bootstrap_intervals
from inexreport.statistics.significance import RunPairs, groups, pair_tests
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import Floats, Integers
from inexreport.statistics.swap_error import SwapErrors, swap_errors
from inexreport.statistics.topic_influence import TopicInfluence, topic_influence


class TaskFindings:
    """Correlations of a task's metrics, and tests of its runs; each is computed when first asked for.

    Rows are those of the standings; runs that the official metric does not rank come last there, and are
    neither tested nor put into a group.

    Parameters
    ----------
    outcome : TaskOutcome
    """

    def __init__(self, outcome: TaskOutcome) -> None:
        self.standings = task_standings(outcome)
        self.official = outcome.task.official
        self.topics, self.scores = self.standings.topic_scores(self.official)

    @property
    def ranked(self) -> int:
        """How many runs the official metric ranks."""
        return int(np.count_nonzero(~np.isnan(self.standings.means[:, self.standings.official])))

    @cached_property
    def correlations(self) -> MetricCorrelations:
        return correlate_metrics(self.standings.task.metrics, self.standings.means)

    @cached_property
    def swaps(self) -> SwapErrors:
        return swap_errors(self.scores[: self.ranked], self.topics, self.official)

    @cached_property
    def pairs(self) -> RunPairs:
        return pair_tests(self.scores[: self.ranked], self.topics, self.official)

    @cached_property
    def groups(self) -> Integers:
        """Group of each run, 0 where it has none."""
        result = np.zeros(len(self.standings.runs), dtype=np.int64)
        result[: self.ranked] = groups(self.ranked, self.pairs)
        return result

    @cached_property
    def intervals(self) -> tuple[Floats, Floats]:
        """Lower and upper end of each run's interval."""
        return bootstrap_intervals(self.scores, self.topics, self.official)

    @cached_property
    def influence(self) -> TopicInfluence:
        means = self.standings.means[:, self.standings.official]
        return topic_influence(self.topics, self.scores, means)

    def compute_all(self) -> None:
        """Compute everything now, so that it comes with the outcome to other processes."""
        for name, value in vars(type(self)).items():
            if isinstance(value, cached_property):
                getattr(self, name)


@once_per_outcome
def task_findings(outcome: TaskOutcome) -> TaskFindings:
    """The findings of a task."""
    return TaskFindings(outcome)
