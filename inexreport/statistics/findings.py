"""Scores of a task's runs by the official metric, which the comparisons of runs and topics share."""

from __future__ import annotations

import numpy as np

from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.significance import runs_in_pairs
from inexreport.statistics.standings import task_standings


class TaskFindings:
    """Topics and scores of a task's runs by the official metric.

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
        self.means = self.standings.means[:, self.standings.official]
        self.ranked = int(np.count_nonzero(~np.isnan(self.means)))
        self.tested = runs_in_pairs(self.ranked)


@once_per_outcome
def task_findings(outcome: TaskOutcome) -> TaskFindings:
    """The findings of a task."""
    return TaskFindings(outcome)
