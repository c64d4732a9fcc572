"""Whether metrics order simulated runs as users would: the best, least redundant first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from inexreport.evaluation.run_scores import RunJudgement
from inexreport.evaluation.task_plan import TaskPlan, inapplicable_metrics, plan_task, settings_of
from inexreport.judging.quantisation import DEFAULT_QUANTISATIONS, quantisations
from inexreport.metrics.metric import BoundMetric
from inexreport.metrics.registry import bind
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import CampaignOutcome, Curve
from inexreport.model.task import Task, TopicSelection
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.simulated_runs import simulated_runs
from inexreport.statistics.summary import competition_ranks

EXPECTED_ORDER = ("irb", "lo", "ao", "id", "ia", "frb")
"""By overlap: none in the first three runs, then increasing."""

FREE_OF_OVERLAP = ("irb", "lo", "ao")
"""Runs that may have equal scores."""

TOLERANCE = 1e-9
"""Scores that differ by less are equal: further digits depend on the order of additions."""


@dataclass(frozen=True, slots=True)
class SimulatedScore:
    """The score of a simulated run.

    Attributes
    ----------
    metric, quantisation, run : str
        Metric identifier; quantisation by which the run is made; key of `SIMULATED_RUNS`.
    score : float
    rank : int
        Competition rank among the six.
    overlap : float
        Percentage of results that overlap an earlier one, mean over topics; NaN without results.
    topics : int
        Number of topics in the score.
    """

    metric: str
    quantisation: str
    run: str
    score: float
    rank: int
    overlap: float
    topics: int


@dataclass(frozen=True, eq=False)
class Reliability:
    """How the campaign's metrics order the simulated runs.

    Attributes
    ----------
    task : str
        Task of the topics and assessments.
    scores : tuple of SimulatedScore
        By metric in the order of publication, then by run.
    curves : mapping of str to mapping of str to Curve
        By the curve's name, then by run.
    """

    task: str
    scores: tuple[SimulatedScore, ...]
    curves: Mapping[str, Mapping[str, Curve]]


def reliability(campaign: Campaign) -> Reliability | None:
    """Scores of the simulated runs under every metric of the campaign's tasks that needs judged elements.

    Each metric scores runs that are made by its own quantisation, so that the ideal run is ideal for it.

    Returns
    -------
    Reliability or None
        None if the main task has no judged elements, or no task a metric about them.

    References
    ----------
    Kazai, Lalmas and de Vries (2004), sections 3.2-3.4.
    """
    main = main_task(campaign.tasks.values())
    if main is None:
        return None
    plan = plan_task(main, campaign)
    judged = (one.elements for one in plan.assessments.values())
    scale = next((elements.scale for elements in judged if elements is not None), None)
    metrics = {bound.identifier: bound for bound in _element_metrics(campaign, plan)}
    if scale is None or not metrics:
        return None
    by_quantisation: dict[str, list[BoundMetric]] = {}
    for bound in metrics.values():
        own = str(bound.parameters.get("quant", ""))
        quantisation = own if own in quantisations(scale) else DEFAULT_QUANTISATIONS[scale]
        by_quantisation.setdefault(quantisation, []).append(bound)
    scores: dict[str, list[SimulatedScore]] = {}
    curves: dict[str, dict[str, Curve]] = {}
    for quantisation, group in by_quantisation.items():
        runs = simulated_runs(plan.assessments, quantisation, str(plan.settings.get("ideal_tie", "higher")))
        judgements = {
            name: RunJudgement(run, plan.assessments, TopicSelection.ASSESSED) for name, run in runs.items()
        }
        scores |= _scores(judgements, quantisation, group)
        for name, judgement in judgements.items():
            for curve in judgement.curves(group):
                curves.setdefault(curve.metric, {})[name] = curve
    order = [score for identifier in metrics for score in scores[identifier]]
    return Reliability(main.name, tuple(order), curves)


@once_per_outcome
def campaign_reliability(outcome: CampaignOutcome) -> Reliability | None:
    """The `reliability` of an outcome's campaign."""
    return reliability(outcome.campaign)


def main_task(tasks: Iterable[Task]) -> Task | None:
    """The first task without strict targets; in 2002-2005 the content-only task."""
    return next((task for task in tasks if not task.rules.strict_target), None)


def beats_all(scores: Mapping[str, float], run: str = "irb") -> bool:
    """Whether no other run scores higher, as expected of the ideal run by gain.

    Examples
    --------
    >>> beats_all({"irb": 1.0, "lo": 0.8, "ao": 1.0}), beats_all({"irb": 0.1, "frb": 0.7})
    (True, False)
    """
    return all(scores[run] >= score - TOLERANCE for score in scores.values())


def order_violations(scores: Mapping[str, float]) -> tuple[tuple[str, str], ...]:
    """Pairs of runs in the order expected by their overlap that the scores contradict.

    Examples
    --------
    >>> order_violations({"irb": 1.0, "lo": 0.8, "ao": 0.4, "id": 0.5, "ia": 0.3, "frb": 0.2})
    (('ao', 'id'),)
    """
    return tuple(
        (first, second)
        for first, second in combinations([run for run in EXPECTED_ORDER if run in scores], 2)
        if not _as_expected(first, second, scores)
    )


def _as_expected(first: str, second: str, scores: Mapping[str, float]) -> bool:
    difference = scores[first] - scores[second]
    return difference >= -TOLERANCE if second in FREE_OF_OVERLAP else difference > TOLERANCE


def _element_metrics(campaign: Campaign, plan: TaskPlan) -> Iterator[BoundMetric]:
    """Metrics about judged elements of all tasks, as far as the assessments allow."""
    bound = tuple(
        bind(identifier, settings_of(task, campaign))
        for task in campaign.tasks.values()
        for identifier in task.metrics
    )
    without = inapplicable_metrics(replace(plan, metrics=bound))
    return (one for one in bound if one.metric.needs_elements and one.identifier not in without)


def _scores(
    judgements: Mapping[str, RunJudgement], quantisation: str, metrics: Sequence[BoundMetric]
) -> dict[str, list[SimulatedScore]]:
    """Scores by metric of the runs that are made by one quantisation."""
    overlap = bind("overlap(kind=rank)", {"overlap_of": "paths"})
    found = {run: judgement.scores((*metrics, overlap)) for run, judgement in judgements.items()}
    scores = {}
    for column, bound in enumerate(metrics):
        means = np.array([one.mean[column] for one in found.values()])
        scores[bound.identifier] = [
            SimulatedScore(
                metric=bound.identifier,
                quantisation=quantisation,
                run=run,
                score=float(mean),
                rank=int(rank),
                overlap=float(found[run].mean[-1]),
                topics=int(found[run].topics_counted[column]),
            )
            for run, mean, rank in zip(found, means, competition_ranks(means), strict=True)
            if not np.isnan(mean)
        ]
    return scores
