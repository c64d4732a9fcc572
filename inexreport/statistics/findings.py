"""Comparisons of a task's runs and topics."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.significance import runs_in_pairs
from inexreport.statistics.standings import task_standings
from inexreport.statistics.swap_error import SwapErrors, swap_errors
from inexreport.statistics.topic_influence import TopicInfluence, topic_influence


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
        self._means = self.standings.means[:, self.standings.official]
        self.ranked = int(np.count_nonzero(~np.isnan(self._means)))
        self.tested = runs_in_pairs(self.ranked)

    @cached_property
    def swaps(self) -> SwapErrors:
        return swap_errors(self.scores[: self.tested], self.topics, self.official)

    @cached_property
    def influence(self) -> TopicInfluence:
        return topic_influence(self.topics, self.scores, self._means)

    def compute_all(self) -> None:
        """Compute everything now, so that it is pickled with the outcome."""
        for name, value in tuple(vars(type(self)).items()):  # pickling in another thread adds to them
            if isinstance(value, cached_property):
                getattr(self, name)


@once_per_outcome
def task_findings(outcome: TaskOutcome) -> TaskFindings:
    """The findings of a task."""
    return TaskFindings(outcome)
