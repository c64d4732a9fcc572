"""The plan of a task whose metrics were chosen by hand."""

from __future__ import annotations

from collections.abc import Sequence

from inexreport.errors import UsageError
from inexreport.evaluation.task_plan import TaskPlan, inapplicable_metrics, plan_task, unknown_metrics
from inexreport.model.campaign import Campaign
from inexreport.model.task import Task


def plan_with_metrics(task_name: str, campaign: Campaign, metrics: Sequence[str]) -> TaskPlan:
    """The plan of a task with some metrics instead of its own.

    Parameters
    ----------
    task_name : str
    campaign : Campaign
    metrics : sequence of str
        At least one identifier.

    Raises
    ------
    UsageError
        If an identifier names no metric, or the assessments do not allow it; with all of them.
    """
    identifiers = tuple(dict.fromkeys(metrics))
    chosen = {"official": identifiers[0], "metrics": identifiers}
    task = campaign.tasks[task_name].model_copy(update=chosen)
    return checked_plan(task, campaign)


def checked_plan(task: Task, campaign: Campaign) -> TaskPlan:
    """The plan of a task.

    Raises
    ------
    UsageError
        If an identifier names no metric, or the assessments do not allow it; with all of them.
    """
    if unknown := dict.fromkeys(unknown_metrics(task).values()):
        raise UsageError(f"Unknown metric: {'; '.join(unknown)}")
    plan = plan_task(task, campaign)
    if inapplicable := inapplicable_metrics(plan):
        reasons = "; ".join(f"{name}: {reason}" for name, reason in inapplicable.items())
        raise UsageError(f"These assessments do not allow all metrics: {reasons}.")
    return plan
