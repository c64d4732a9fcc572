"""What runs score when the assessments are changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.evaluation.run_evaluation import CheckedRun, judge_run
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.judging.reassessment import Revision
from inexreport.metrics.metric import BoundMetric, Value
from inexreport.model.assessment import TopicAssessment


@dataclass(frozen=True, eq=False)
class Reassessment:
    """A change of a task's assessments, and the metrics by which its effect is told.

    Attributes
    ----------
    change : str
        Its name.
    revisions : mapping of str to Revision
        By topic; the assessments of others stay as they are.
    metrics : tuple of BoundMetric
    """

    change: str
    revisions: Mapping[str, Revision]
    metrics: tuple[BoundMetric, ...]

    def changed(self, plan: TaskPlan) -> ChangedAssessments:
        """What runs are scored by: the changed assessments of these topics in full."""
        return ChangedAssessments(
            {topic: revision.of(plan.assessments[topic]) for topic, revision in self.revisions.items()},
            self.metrics,
        )


@dataclass(frozen=True, eq=False)
class ChangedAssessments:
    """Assessments of some topics in place of the official ones, and the metrics to be computed by them."""

    assessments: Mapping[str, TopicAssessment]
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
    return _beside_quantisation(one) == _beside_quantisation(official)


def _beside_quantisation(bound: BoundMetric) -> tuple[Value | None, ...]:
    names = (parameter.name for parameter in bound.metric.parameters)
    return (bound.cutoff, *(bound.parameters[name] for name in names if name != "quant"))


def rescore(
    checked: CheckedRun, plan: TaskPlan, changes: Sequence[ChangedAssessments]
) -> tuple[NDArray[np.float64], ...]:
    """The means of a run under each change, each of shape (metrics of the change,).

    Parameters
    ----------
    checked : CheckedRun
        Not rejected.
    plan : TaskPlan
    changes : sequence of ChangedAssessments
    """
    judgement = judge_run(checked, plan)
    return tuple(judgement.reassessed(one.assessments).scores(one.metrics).mean for one in changes)
