"""Comparisons of a task's runs and topics."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.score_intervals import bootstrap_intervals
from inexreport.statistics.significance import RunPairs, groups, pair_tests, runs_in_pairs
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import Floats, Integers


class TaskFindings:
    """Tests of a task's runs by the official metric, computed on demand.

    Rows are those of the standings. Runs without an official rank, which come last, are not tested and have
    no group. Of many runs only the best `tested` are compared in pairs.

    Parameters
    ----------
    outcome : TaskOutcome
    """

    def __init__(self, outcome: TaskOutcome) -> None:
        self.standings = task_standings(outcome)
        self.official = outcome.task.official
        self.topics, self.scores = self.standings.topic_scores(self.official)
        means = self.standings.means[:, self.standings.official]
        self.ranked = int(np.count_nonzero(~np.isnan(means)))
        self.tested = runs_in_pairs(self.ranked)

    @cached_property
    def pairs(self) -> RunPairs:
        scores, significance = self.scores[: self.tested], self.standings.task.significance
        return pair_tests(scores, self.topics, self.official, significance)

    @cached_property
    def groups(self) -> Integers:
        """Group of each run, 0 without one."""
        untested = np.zeros(len(self.standings.runs) - self.tested, dtype=np.int64)
        return np.concatenate((groups(self.tested, self.pairs), untested))

    @cached_property
    def intervals(self) -> tuple[Floats, Floats]:
        """Lower and upper end of each run's confidence interval."""
        return bootstrap_intervals(self.scores, self.topics, self.official)

    def compute_all(self) -> None:
        """Compute everything now, so that it is pickled with the outcome."""
        for name, value in tuple(vars(type(self)).items()):  # pickling in another thread adds to them
            if isinstance(value, cached_property):
                getattr(self, name)


@once_per_outcome
def task_findings(outcome: TaskOutcome) -> TaskFindings:
    """The findings of a task."""
    return TaskFindings(outcome)
