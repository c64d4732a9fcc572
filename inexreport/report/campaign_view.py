"""What all pages of a campaign start from, worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from inexreport.metrics.metric import BoundMetric
from inexreport.model.outcome import CampaignOutcome, TaskOutcome
from inexreport.report.naming import MetricColumn, RunName, metric_columns, run_names
from inexreport.statistics.findings import TaskFindings, task_findings
from inexreport.statistics.standings import Standings, task_standings
from inexreport.statistics.summary import Floats, TopicSummary, summarise_topics


@dataclass(frozen=True, eq=False)
class CampaignView:
    """A campaign's outcome with standings, names and column heads.

    Attributes
    ----------
    names : mapping of (task, run) to RunName
    standings : mapping of task to Standings
    columns : mapping of task to its MetricColumns, in the order of publication
    topic_scores : mapping of task to (topics, float64 array of shape (runs, topics))
        By the metric of `topic_column`; rows as in the standings.
    difficulty : mapping of task to TopicSummary
        By the same metric.
    curve_axes : mapping of str to (str, str)
        Titles of the x and y axis by the name of the measured quantity.
    """

    outcome: CampaignOutcome
    metrics: Mapping[str, BoundMetric]
    names: Mapping[tuple[str, str], RunName]
    standings: Mapping[str, Standings]
    columns: Mapping[str, tuple[MetricColumn, ...]]
    topic_scores: Mapping[str, tuple[tuple[str, ...], Floats]]
    difficulty: Mapping[str, TopicSummary]
    curve_axes: Mapping[str, tuple[str, str]]

    def of_task(self, outcome: TaskOutcome) -> CampaignView:
        """What the pages of one task and its runs are made from: nothing about any other task."""
        task = outcome.task.name
        return replace(
            self,
            outcome=replace(self.outcome, tasks=(outcome,), problems=()),
            names={name: value for name, value in self.names.items() if name[0] == task},
            standings={task: self.standings[task]},
            columns={task: self.columns[task]},
            topic_scores={task: self.topic_scores[task]},
            difficulty={task: self.difficulty[task]},
        )

    def of_no_task(self) -> CampaignView:
        """What pages about the campaign's topics and judges are made from: nothing about any run."""
        outcome = replace(self.outcome, tasks=(), problems=())
        return replace(
            self, outcome=outcome, names={}, standings={}, columns={}, topic_scores={}, difficulty={}
        )

    def official_column(self, task: str) -> MetricColumn:
        """The head of the metric that ranks the task's runs."""
        return self.columns[task][self.standings[task].official]

    def topic_column(self, task: str) -> MetricColumn:
        """The head of the metric by which runs are compared topic by topic, as a rule the official one."""
        standings = self.standings[task]
        return self.columns[task][standings.task.metrics.index(standings.topic_metric)]

    def of(self, task: str) -> TaskOutcome:
        """The outcome of a task."""
        return next(one for one in self.outcome.tasks if one.task.name == task)

    def findings(self, task: str) -> TaskFindings:
        """What statistics finds out about a task."""
        return task_findings(self.of(task))


def view_campaign(outcome: CampaignOutcome, metrics: Mapping[str, BoundMetric]) -> CampaignView:
    """Rank, name and summarise everything that several pages show."""
    standings = {task.task.name: task_standings(task) for task in outcome.tasks}
    scores = {name: one.topic_scores(one.topic_metric) for name, one in standings.items()}
    return CampaignView(
        outcome=outcome,
        metrics=metrics,
        names=run_names(outcome),
        standings=standings,
        columns={name: metric_columns(one.task.metrics, metrics) for name, one in standings.items()},
        topic_scores=scores,
        difficulty={name: summarise_topics(*one) for name, one in scores.items()},
        curve_axes={
            curve.metric: (curve.x_name, curve.y_name)
            for bound in metrics.values()
            if (curve := bound.metric.curve)
        },
    )
