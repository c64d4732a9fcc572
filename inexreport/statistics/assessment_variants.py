"""Cheaper variants of the assessments, and how they rank the runs (Woodley and Geva 2005)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inexreport.evaluation.task_plan import TaskPlan
from inexreport.judging.assessment_edits import AssessmentEdit, Edit
from inexreport.metrics.metric import BoundMetric, Value
from inexreport.model.assessment import BINARY, WITHOUT_OUT_OF_POOL
from inexreport.statistics.grades import judged_elements
from inexreport.statistics.pooled_results import PooledResults, PoolUnit
from inexreport.statistics.pools import system_pool


@dataclass(frozen=True, eq=False)
class AssessmentVariant:
    """A change of a task's assessments, and the metrics by which runs are scored under it.

    Attributes
    ----------
    change : str
        Name of the variant.
    edits : mapping of str to AssessmentEdit
        By topic; the assessments of other topics are unchanged.
    metrics : tuple of BoundMetric
    """

    change: str
    edits: Mapping[str, AssessmentEdit]
    metrics: tuple[BoundMetric, ...]


def assessment_variants(plan: TaskPlan, results: PooledResults) -> tuple[AssessmentVariant, ...]:
    """Assessments of pooled elements only, and binary assessments.

    The pool is what the judge was given, or the system pool if that is unknown. There are no variants if the
    official metric has no quantisation or pools consist of articles.
    """
    metrics = _graded_metrics(plan)
    if not metrics or results.unit is not PoolUnit.ELEMENT:
        return ()
    pooled = {}
    for topic in results.topics:
        pool = system_pool(topic.pooled, plan.task.pool_depth) if topic.given is None else topic.given
        # Unjudged elements make no difference, and pools are large.
        judged = frozenset(judged_elements(plan.assessments[topic.topic]))
        elements = judged.intersection(map(results.element, pool.tolist()))
        pooled[topic.topic] = AssessmentEdit(Edit.ONLY_ELEMENTS, elements=elements)
    simplified = dict.fromkeys(plan.assessments, AssessmentEdit(Edit.BINARY))
    return (
        AssessmentVariant(WITHOUT_OUT_OF_POOL, pooled, metrics),
        AssessmentVariant(BINARY, simplified, metrics),
    )


def _graded_metrics(plan: TaskPlan) -> tuple[BoundMetric, ...]:
    """Metrics that differ from the official one in nothing but ``quant``; none if that has no ``quant``."""
    official = _without_quantisation(plan.official)
    return tuple(
        bound
        for bound in plan.metrics
        if "quant" in bound.parameters and _without_quantisation(bound) == official
    )


def _without_quantisation(bound: BoundMetric) -> tuple[str, float | int | None, dict[str, Value]]:
    names = (parameter.name for parameter in bound.metric.parameters)
    return (
        bound.metric.name,
        bound.cutoff,
        {name: bound.parameters[name] for name in names if name != "quant"},
    )
