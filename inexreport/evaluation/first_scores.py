"""Scores of a run for one topic, if it ended after each of its first results: an example of its metrics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inexreport.evaluation.first_results import (
    Judgements,
    result_judgements,
    result_places,
    text_judgements,
)
from inexreport.evaluation.run_scores import RunJudgement
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.metrics.metric import BoundMetric
from inexreport.model.diagnosis import FIRST_RESULTS, Matching
from inexreport.model.outcome import FirstScores, RunScores


def first_scores(judgement: RunJudgement, scores: RunScores, plan: TaskPlan) -> FirstScores | None:
    """Return the scores after each of the first results for a topic of medium score.

    Parameters
    ----------
    judgement : RunJudgement
    scores : RunScores
        Of all metrics of the plan, by the same judgement.
    plan : TaskPlan

    Returns
    -------
    FirstScores or None
        None if no topic has a score above 0 after the first results.
    """
    for bound in _comparing(plan):
        by_topic = scores.by_topic[scores.metrics.index(bound.identifier)]
        topic = _topic(judgement, bound, by_topic.tolist())
        if topic is not None:
            judged = judgement.judged(topic)
            judgements = _judgements(judged, plan.matching)
            places = result_places(judged.ranking.select(slice(FIRST_RESULTS)), plan.matching)
            return FirstScores(
                topic=topic,
                chosen_by=bound.identifier,
                results=len(judged.ranking),
                places=tuple(places),
                judgements={name: values[:FIRST_RESULTS] for name, values in judgements.items()},
                metrics=scores.metrics,
                scores=judgement.rows_if_ended(topic, range(1, len(places) + 1), plan.metrics),
            )
    return None


def _comparing(plan: TaskPlan) -> list[BoundMetric]:
    """The official metric and those of its name; the official one has no value for some topics."""
    like = [one for one in plan.metrics if one.metric.name == plan.official.metric.name]
    return sorted(like, key=lambda one: one is not plan.official)


def _topic(judgement: RunJudgement, bound: BoundMetric, scores: Sequence[float]) -> str | None:
    """The topic whose score is nearest to the run's median, of those with a score after the first results."""
    known = {
        topic: score for topic, score in zip(judgement.topics, scores, strict=True) if not np.isnan(score)
    }
    if not known:
        return None
    median = float(np.median(list(known.values())))
    nearest = sorted(known, key=lambda topic: abs(known[topic] - median))
    return next((one for one in nearest if known[one] > 0 and _scores_early(judgement, one, bound)), None)


def _scores_early(judgement: RunJudgement, topic: str, bound: BoundMetric) -> bool:
    return bool(judgement.rows_if_ended(topic, (FIRST_RESULTS,), (bound,))[0, 0] > 0)


def _judgements(judged: JudgedRanking, matching: Matching) -> Judgements:
    """What the metrics read of the judgements: of text, what no earlier result returned."""
    if matching is Matching.TEXT:
        return text_judgements(judged, *judged.new_text)
    return result_judgements(judged, matching)
