"""The data that all pages of a campaign share: outcome, standings, names and columns, computed once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd

from inexreport.metrics.metric import BoundMetric
from inexreport.model.counted import counted
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome
from inexreport.report.naming import MetricColumn, RunName, metric_columns, run_names
from inexreport.statistics.findings import TaskFindings, task_findings
from inexreport.statistics.medians import Medians
from inexreport.statistics.standings import Standings, task_standings, with_unranked
from inexreport.statistics.summary import Floats, TopicSummary, summarise_topics


@dataclass(frozen=True, eq=False)
class AllRuns:
    """Facts about all runs of a task, for a view that holds the runs of one participant only.

    Attributes
    ----------
    runs, evaluated, unranked, participants : int
        Of all participants; unranked are those evaluated runs whose standing is not official, which are not
        counted as `evaluated`.
    topics_counted : mapping of metric to tuple of int
        Numbers of topics over which the means of evaluated runs are taken.
    medians : Medians
        Of all ranked runs.
    best_runs : mapping of metric to RunName
        The run with the best mean: one of the participant's if possible, else a pseudonym without a page.
    curves : DataFrame
        Their `median_curves`.
    """

    runs: int
    evaluated: int
    unranked: int
    participants: int
    topics_counted: Mapping[str, tuple[int, ...]]
    medians: Medians
    best_runs: Mapping[str, RunName]
    curves: pd.DataFrame


@dataclass(frozen=True, eq=False)
class CampaignView:
    """A campaign's outcome with standings, names and column heads.

    A participant's site is made from a view of the participant's own runs, see
    `inexreport.report.embargo`. Its ranks, `difficulty` and `topic_winners` are those among all runs.

    Attributes
    ----------
    names : mapping of (task, run) to RunName
    standings : mapping of task to Standings
        Of the ranked runs.
    evaluated_runs : mapping of task to Standings
        The same, followed by the evaluated runs that are not ranked.
    columns : mapping of task to its MetricColumns, in the order of publication
    topic_scores : mapping of task to (topics, float64 array of shape (runs, topics))
        By the metric of `topic_column`; rows as in the standings.
    difficulty : mapping of task to TopicSummary
        By the same metric.
    topic_metrics : mapping of task to str
        The metric by which runs are compared topic by topic, usually the official one.
    topic_winners : mapping of task to tuple of RunName
        The run with the best score on each topic of `difficulty`.
    participant : str
        Id of the participant whose runs alone are in the view; empty if all are.
    all_runs : mapping of task to AllRuns
        Empty if the view has all runs.
    """

    outcome: CampaignOutcome
    metrics: Mapping[str, BoundMetric]
    names: Mapping[tuple[str, str], RunName]
    standings: Mapping[str, Standings]
    evaluated_runs: Mapping[str, Standings]
    columns: Mapping[str, tuple[MetricColumn, ...]]
    topic_scores: Mapping[str, tuple[tuple[str, ...], Floats]]
    difficulty: Mapping[str, TopicSummary]
    topic_metrics: Mapping[str, str]
    topic_winners: Mapping[str, tuple[RunName, ...]]
    participant: str = ""
    all_runs: Mapping[str, AllRuns] = field(default_factory=dict)

    def only(self, *tasks: str) -> CampaignView:
        """Return what pages about the given tasks depend on: nothing about other tasks and their runs."""

        def chosen(by_task: Mapping[str, Any]) -> dict[str, Any]:
            return {task: value for task, value in by_task.items() if task in tasks}

        outcomes = tuple(one for one in self.outcome.tasks if one.task.name in tasks)
        return replace(
            self,
            outcome=replace(self.outcome, tasks=outcomes, problems=()),
            names={key: name for key, name in self.names.items() if name.task in tasks},
            standings=chosen(self.standings),
            evaluated_runs=chosen(self.evaluated_runs),
            columns=chosen(self.columns),
            topic_scores=chosen(self.topic_scores),
            difficulty=chosen(self.difficulty),
            topic_metrics=chosen(self.topic_metrics),
            topic_winners=chosen(self.topic_winners),
            all_runs=chosen(self.all_runs),
        )

    @property
    def curve_axes(self) -> dict[str, tuple[str, str]]:
        """Titles of the x and y axis of curves, by the measured quantity."""
        curves = [curve for bound in self.metrics.values() for curve in bound.metric.curves]
        return {curve.metric: (curve.x_name, curve.y_name) for curve in curves}

    def official_column(self, task: str) -> MetricColumn:
        """Return the column of the metric that ranks the task's runs."""
        return self.columns[task][self.standings[task].official]

    def topic_column(self, task: str) -> MetricColumn:
        """Return the column of the metric by which runs are compared topic by topic, see `topic_metrics`."""
        return self.columns[task][self.standings[task].task.metrics.index(self.topic_metrics[task])]

    def evaluated(self, task: str) -> int:
        """Return the number of ranked runs of the task, including runs that the view does not hold."""
        return self.all_runs[task].evaluated if self.participant else len(self.standings[task].runs)

    def unranked(self, task: str) -> int:
        """Return the number of evaluated runs of the task that are not ranked, counted in the same way."""
        shown = len(self.evaluated_runs[task].runs) - len(self.standings[task].runs)
        return self.all_runs[task].unranked if self.participant else shown

    def ranked_word(self, task: str) -> str:
        """Return what the runs that are ranked are called: "evaluated" if these are all evaluated runs."""
        return "ranked" if self.unranked(task) else "evaluated"

    def ranked_runs(self, task: str) -> str:
        """Return the number of ranked runs in words: ``12 ranked runs``, or ``12 evaluated runs``."""
        return counted(self.evaluated(task), f"{self.ranked_word(task)} run")

    def of(self, task: str) -> TaskOutcome:
        """Return the outcome of a task."""
        return next(one for one in self.outcome.tasks if one.task.name == task)

    def run(self, task: str, run: str) -> RunOutcome:
        """Return the outcome of a run."""
        return next(one for one in self.of(task).runs if one.submission.name == run)

    def named(self, task: str, runs: Iterable[str]) -> list[Any]:
        """Return the names of runs, for a column of a frame; None for an empty text."""
        return [self.names[task, run] if run else None for run in runs]

    def findings(self, task: str) -> TaskFindings:
        """Return the statistics of a task's scores."""
        return task_findings(self.of(task))


def view_campaign(outcome: CampaignOutcome, metrics: Mapping[str, BoundMetric]) -> CampaignView:
    """Return the view of a campaign with all its runs."""
    names = run_names(outcome)
    standings = {task.task.name: task_standings(task) for task in outcome.tasks}
    topic_metrics = {name: one.topic_metric for name, one in standings.items()}
    scores = {name: one.topic_scores(topic_metrics[name]) for name, one in standings.items()}
    difficulty = {name: summarise_topics(*one) for name, one in scores.items()}
    return CampaignView(
        outcome=outcome,
        metrics=metrics,
        names=names,
        standings=standings,
        evaluated_runs={
            task.task.name: with_unranked(standings[task.task.name], task) for task in outcome.tasks
        },
        columns={name: metric_columns(one.task.metrics, metrics) for name, one in standings.items()},
        topic_scores=scores,
        difficulty=difficulty,
        topic_metrics=topic_metrics,
        topic_winners={
            name: tuple(
                names[name, one.runs[row].submission.name] for row in difficulty[name].best_run.tolist()
            )
            for name, one in standings.items()
        },
    )
