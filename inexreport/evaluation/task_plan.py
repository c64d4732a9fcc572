"""What is to be computed for the runs of a task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from inexreport.metrics.counts import RELEVANT_TOTALS
from inexreport.metrics.metric import Averaging, BoundMetric
from inexreport.metrics.registry import COUNTS, UnknownMetricError, bind
from inexreport.model.task import Task, Treatment


@dataclass(frozen=True, slots=True)
class TaskPlan:
    """A task with its identifiers resolved.

    Attributes
    ----------
    task : Task
        With its identifiers in their published form.
    metrics : tuple of BoundMetric
        In the task's order.
    """

    task: Task
    metrics: tuple[BoundMetric, ...]


def settings_of(task: Task) -> Mapping[str, str]:
    """The conventions that metrics follow in a task, those that its rules imply included."""
    allowed = task.rules.overlap is Treatment.ALLOWED
    return {"overlap": "allowed" if allowed else "forbidden", **task.settings}


def bind_counts(task: Task) -> tuple[BoundMetric, ...]:
    """The counts that tools print beside a task's scores.

    With the setting ``relevant_totals = "all assessed topics"`` the numbers of what is relevant go over all
    assessed topics even where means do not: the official evaluator does so for tasks in context.
    """
    counts = (bind(metric.name, settings_of(task)) for metric in COUNTS)
    if task.settings.get("relevant_totals") != "all assessed topics":
        return tuple(counts)
    return tuple(
        replace(count, metric=replace(count.metric, averaging=Averaging.SUM_OF_ASSESSED))
        if count.metric.name in RELEVANT_TOTALS
        else count
        for count in counts
    )


def unknown_metrics(task: Task) -> dict[tuple[str | int, ...], str]:
    """Why an identifier names no metric, by its key within the task's settings."""
    identifiers: dict[tuple[str | int, ...], str] = {
        ("official",): task.official,
        **{("metrics", position): identifier for position, identifier in enumerate(task.metrics)},
    }
    reasons = {}
    for key, identifier in identifiers.items():
        try:
            bind(identifier)
        except UnknownMetricError as reason:
            reasons[key] = str(reason)
    return reasons


def plan_task(task: Task) -> TaskPlan:
    """Resolve the identifiers of a task.

    Parameters
    ----------
    task : Task
        Without unknown identifiers (see `unknown_metrics`).

    Returns
    -------
    TaskPlan
        The official metric is among its metrics, first if they do not list it; no metric is there twice.
    """
    settings = settings_of(task)
    official = bind(task.official, settings)
    metrics = {bound.identifier: bound for bound in (bind(name, settings) for name in task.metrics)}
    if official.identifier not in metrics:
        metrics = {official.identifier: official, **metrics}
    published = Task(
        name=task.name,
        question=task.question,
        cutoff=task.cutoff,
        official=official.identifier,
        metrics=tuple(metrics),
        topics=task.topics,
        rules=task.rules,
        settings=task.settings,
    )
    return TaskPlan(published, tuple(metrics.values()))
