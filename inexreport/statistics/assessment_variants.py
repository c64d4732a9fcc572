"""Cheaper variants of the assessments, and how they rank the runs (Woodley and Geva 2005)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from inexreport.evaluation.task_plan import TaskPlan
from inexreport.judging.assessment_edits import AssessmentEdit, Edit
from inexreport.metrics.metric import BoundMetric, Value
from inexreport.metrics.registry import bind
from inexreport.model.outcome import TaskOutcome
from inexreport.model.score_numbers import comparable
from inexreport.statistics.correlation_tests import kendall_p, spearman_p
from inexreport.statistics.grades import judged_elements
from inexreport.statistics.pooled_results import PooledResults, PoolUnit
from inexreport.statistics.pools import system_pool
from inexreport.statistics.rank_correlation import kendall, spearman
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import Floats

WITHOUT_OUT_OF_POOL = "without_out_of_pool"
BINARY = "binary"


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


@dataclass(frozen=True, eq=False)
class VariantComparison:
    """A variant against the official assessments under one metric.

    Attributes
    ----------
    variant, metric, quant : str
    runs : tuple of str
        Runs with both scores, best official score first.
    official, changed : float64 array, shape (runs,)
    spearman, kendall : float
        NaN where undefined.
    p : (float, float)
        Of the two correlations, see `inexreport.statistics.correlation_tests`; NaN where undefined.
    """

    variant: str
    metric: str
    quant: str
    runs: tuple[str, ...]
    official: Floats
    changed: Floats
    spearman: float
    kendall: float
    p: tuple[float, float]


def compare_variants(outcome: TaskOutcome) -> tuple[VariantComparison, ...]:
    """Comparisons of every variant under every metric that the task was scored with."""
    standings = task_standings(outcome)
    names = [run.submission.name for run in standings.runs]
    found = []
    for variant in outcome.variants:
        for metric, changed in zip(variant.metrics, variant.of_runs(names).T, strict=True):
            official = standings.means[:, standings.task.metrics.index(metric)]
            both = np.flatnonzero(~np.isnan(official) & ~np.isnan(changed))
            both = both[np.argsort(-comparable(official[both]), kind="stable")]
            comparison = VariantComparison(
                variant=variant.change,
                metric=metric,
                quant=str(bind(metric).parameters["quant"]),
                runs=tuple(names[row] for row in both.tolist()),
                official=official[both],
                changed=changed[both],
                spearman=spearman(official[both], changed[both]),
                kendall=kendall(official[both], changed[both]),
                p=(spearman_p(official[both], changed[both]), kendall_p(official[both], changed[both])),
            )
            found.append(comparison)
    return tuple(found)
