"""Scores of a run for one topic, if it ended after each of its first results: an example of its metrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.evaluation.run_scores import RunJudgement
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.judging.judged_ranking import UNJUDGED, JudgedRanking
from inexreport.judging.located_run import TopicRanking
from inexreport.metrics.metric import BoundMetric
from inexreport.model.assessment import UNKNOWN, Scale
from inexreport.model.diagnosis import Matching
from inexreport.model.outcome import FirstScores, RunScores
from inexreport.model.run import ResultForm

SHOWN = 10
"""Number of first results."""


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
            judgements = _judgement(judged, plan.matching)
            rows = range(min(SHOWN, len(judged.ranking)))
            return FirstScores(
                topic=topic,
                chosen_by=bound.identifier,
                results=len(judged.ranking),
                places=tuple(_place(judged.ranking, row, plan.matching) for row in rows),
                judgements={name: values[:SHOWN] for name, values in judgements.items()},
                metrics=scores.metrics,
                scores=judgement.rows_if_ended(topic, [row + 1 for row in rows], plan.metrics),
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
    return bool(judgement.rows_if_ended(topic, (SHOWN,), (bound,))[0, 0] > 0)


def _place(ranking: TopicRanking, row: int, matching: Matching) -> tuple[str, str]:
    element = ranking.element(row)
    if matching is Matching.DOCUMENTS or ranking.form[row] == ResultForm.ARTICLE:
        place = ""
    elif element is not None:
        _, place = element
    elif not ranking.located[row]:
        place = "place not known"
    else:
        begin, end = int(ranking.offset[row]), int(ranking.end[row])
        place = f"{begin:,}" if begin == end else f"{begin:,}–{end:,}"
    return ranking.article_name(row), place


def _judgement(judged: JudgedRanking, matching: Matching) -> Mapping[str, NDArray[np.float64]]:
    """What was judged of each result, by name, shape (results,); NaN where nothing was."""
    match matching:
        case Matching.DOCUMENTS:
            found = {"grade": _of_judged(judged.assessment.grades, judged.article)}
        case Matching.ELEMENTS:
            found = _element_judgement(judged)
        case Matching.TEXT:
            retrieved, highlighted = judged.new_text
            is_judged = judged.article != UNJUDGED
            found = {
                "characters": np.where(judged.ranking.located, retrieved, np.nan),
                "highlighted": np.where(judged.ranking.located & is_judged, highlighted, np.nan),
            }
        case Matching.ENTRY_POINTS:
            best = _of_judged(judged.assessment.entry_point, judged.article)
            known = judged.in_relevant_article & judged.ranking.located & (best != UNKNOWN)
            found = {"distance": np.where(known, np.abs(judged.ranking.offset - best), np.nan)}
    return found


def _element_judgement(judged: JudgedRanking) -> dict[str, NDArray[np.float64]]:
    elements = judged.assessment.elements
    if elements is None:
        return {}
    grades: dict[str, NDArray[Any]]
    match elements.scale:
        case Scale.RELEVANCE_COVERAGE:
            grades = {"relevance": elements.exhaustivity, "coverage": elements.coverage}
        case Scale.HIGHLIGHTED:
            grades = {"highlighted share": elements.specificity}
        case Scale.HIGHLIGHTED_GRADES:
            grades = {"exhaustivity": elements.exhaustivity, "highlighted share": elements.specificity}
        case Scale.GRADES:
            grades = {"exhaustivity": elements.exhaustivity, "specificity": elements.specificity}
    return {name: _of_judged(values, judged.element) for name, values in grades.items()}


def _of_judged(values: NDArray[Any] | None, rows: NDArray[np.int64]) -> NDArray[np.float64]:
    """The values in these rows, NaN where the row is `UNJUDGED`."""
    known = () if values is None else values.astype(np.float64)
    return np.append(known, np.nan)[rows]
