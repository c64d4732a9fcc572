"""What runs score when the assessments are changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.evaluation.run_scores import overall, parts_of
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.judging.assessment_edits import AssessmentEdit
from inexreport.metrics.metric import BoundMetric, Value


@dataclass(frozen=True, eq=False)
class AssessmentVariant:
    """A change of a task's assessments, and the metrics by which its effect is told.

    Attributes
    ----------
    change : str
        Its name.
    edits : mapping of str to AssessmentEdit
        By topic; the assessments of others stay as they are.
    metrics : tuple of BoundMetric
    """

    change: str
    edits: Mapping[str, AssessmentEdit]
    metrics: tuple[BoundMetric, ...]


def graded_metrics(plan: TaskPlan) -> tuple[BoundMetric, ...]:
    """The metrics of a task that tell what grades matter: its official one under every quantisation it has.

    Parameters
    ----------
    plan : TaskPlan

    Returns
    -------
    tuple of BoundMetric
        All metrics of the task that differ from its official one in nothing but ``quant``; none if that
        has no quantisation.
    """
    official = plan.official
    return tuple(bound for bound in plan.metrics if _but_for_quantisation(bound, official))


def _but_for_quantisation(one: BoundMetric, official: BoundMetric) -> bool:
    if "quant" not in one.parameters or one.metric.name != official.metric.name:
        return False
    return _apart_from_quantisation(one) == _apart_from_quantisation(official)


def _apart_from_quantisation(bound: BoundMetric) -> tuple[Value | None, ...]:
    names = (parameter.name for parameter in bound.metric.parameters)
    return (bound.cutoff, *(bound.parameters[name] for name in names if name != "quant"))


def without_parts(metrics: Sequence[BoundMetric]) -> tuple[BoundMetric, ...]:
    """The metrics by topic that the values of these are made from."""
    return tuple(part for bound in metrics for part in parts_of(bound))


def means_of(metrics: Sequence[BoundMetric], rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """The means of metrics.

    Parameters
    ----------
    metrics : sequence of BoundMetric
    rows : float64 array, shape (metrics without parts, topics)
    """
    parts = iter(rows)
    means = [overall(bound, [next(parts) for _ in parts_of(bound)]) for bound in metrics]
    return np.array(means, dtype=np.float64)
