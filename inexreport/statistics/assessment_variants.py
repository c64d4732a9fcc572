"""Variants of the assessments that would be cheaper, and how they rank the runs (Woodley and Geva 2005)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from inexreport.evaluation.assessment_variants import AssessmentVariant, graded_metrics
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.judging.assessment_edits import AssessmentEdit, Edit
from inexreport.judging.located_run import Element
from inexreport.metrics.registry import bind
from inexreport.model.assessment import TopicAssessment
from inexreport.model.outcome import TaskOutcome
from inexreport.model.score_numbers import comparable
from inexreport.statistics.pooled_results import PooledResults, PoolUnit
from inexreport.statistics.pools import system_pool
from inexreport.statistics.rank_correlation import kendall, spearman
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import Floats, Integers

WITHOUT_OUT_OF_POOL = "without_out_of_pool"
BINARY = "binary"


def assessment_variants(plan: TaskPlan, results: PooledResults) -> tuple[AssessmentVariant, ...]:
    """The variants of a task's assessments; none where its official metric knows no grades.

    Parameters
    ----------
    plan : TaskPlan
    results : PooledResults
        Of the task; what was pooled is what the judge was given, where the campaign tells it.
    """
    metrics = graded_metrics(plan)
    if not metrics or results.unit is not PoolUnit.ELEMENT:
        return ()
    pools = {
        topic.topic: system_pool(topic.pooled, plan.task.pool_depth) if topic.given is None else topic.given
        for topic in results.topics
    }
    pooled = {
        topic: AssessmentEdit(Edit.ONLY_ELEMENTS, elements=_judged_of(results, pool, plan.assessments[topic]))
        for topic, pool in pools.items()
    }
    simplified = dict.fromkeys(plan.assessments, AssessmentEdit(Edit.BINARY))
    return (
        AssessmentVariant(WITHOUT_OUT_OF_POOL, pooled, metrics),
        AssessmentVariant(BINARY, simplified, metrics),
    )


def _judged_of(results: PooledResults, pool: Integers, assessment: TopicAssessment) -> frozenset[Element]:
    """The elements of a pool that were judged: the others change nothing, and the pool is large."""
    elements = assessment.elements
    if elements is None:
        return frozenset()
    places = zip(elements.article.tolist(), elements.path.tolist(), strict=True)
    judged = {(assessment.articles[article], elements.paths[path]) for article, path in places}
    return frozenset(judged.intersection(map(results.element, pool.tolist())))


@dataclass(frozen=True, eq=False)
class VariantComparison:
    """A variant against the official assessments under one metric.

    Attributes
    ----------
    variant : str
    metric, quant : str
    runs : tuple of str
        Runs with both scores, best official score first.
    official, changed : float64 array, shape (runs,)
    spearman, kendall : float
        NaN where they are undefined.
    """

    variant: str
    metric: str
    quant: str
    runs: tuple[str, ...]
    official: Floats
    changed: Floats
    spearman: float
    kendall: float


def compare_variants(outcome: TaskOutcome) -> tuple[VariantComparison, ...]:
    """Every variant that a task has been scored under, metric by metric."""
    return tuple(_comparisons(outcome))


def _comparisons(outcome: TaskOutcome) -> Iterator[VariantComparison]:
    standings = task_standings(outcome)
    names = [run.submission.name for run in standings.runs]
    for variant in outcome.variants:
        means = variant.of_runs(names)
        for column, metric in enumerate(variant.metrics):
            official = standings.means[:, standings.task.metrics.index(metric)]
            changed = means[:, column]
            both = np.flatnonzero(~np.isnan(official) & ~np.isnan(changed))
            both = both[np.argsort(-comparable(official[both]), kind="stable")]
            yield VariantComparison(
                variant=variant.change,
                metric=metric,
                quant=str(bind(metric).parameters["quant"]),
                runs=tuple(names[row] for row in both.tolist()),
                official=official[both],
                changed=changed[both],
                spearman=spearman(official[both], changed[both]),
                kendall=kendall(official[both], changed[both]),
            )
