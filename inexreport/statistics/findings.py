"""What statistics finds out about a task, each part worked out when it is first asked for."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.once_per_task import Findings, OncePerTask
from inexreport.statistics.rank_correlation import MetricCorrelations, correlate_metrics
from inexreport.statistics.score_intervals import bootstrap_intervals
from inexreport.statistics.significance import EarlierTests, RunPairs, groups, pair_tests
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import Floats, Integers
from inexreport.statistics.swap_error import SwapErrors, swap_errors
from inexreport.statistics.topic_influence import TopicInfluence, topic_influence


class TaskFindings(Findings):
    """Correlations of a task's metrics, and what its official metric's scores per topic say.

    Two workers share the parts in this order: those that load the same library do not stand side by side.

    Rows are those of the standings; runs that the official metric does not rank come last there, and are
    neither tested nor put into a group.

    Attributes
    ----------
    earlier : EarlierTests or None
        Tests of some of the runs by the same metric, if there are any.
    """

    earlier: EarlierTests | None = None

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
        return pair_tests(self.scores[: self.ranked], self.topics, self.official, self.earlier)

    def tests(self) -> EarlierTests:
        """What the pairs tell later, when some of the runs are others."""
        return EarlierTests.of(self.scores[: self.ranked], self.topics, self.pairs)

    @property
    def groups(self) -> Integers:
        """Group of each run, 0 where it has none."""
        return self._groups

    @cached_property
    def _groups(self) -> Integers:
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


_known = OncePerTask(TaskFindings)


def task_findings(outcome: TaskOutcome) -> TaskFindings:
    """The findings of a task: for the same outcome the same ones, so that tables and pages share the work."""
    return _known.of(outcome)


def keep_task_findings(outcome: TaskOutcome, findings: TaskFindings) -> None:
    """Let findings be those of an outcome."""
    _known.keep(outcome, findings)
