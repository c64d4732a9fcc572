"""Diagnosis of a run: where it found relevant material, and what a participant could improve."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from inexreport.evaluation.composition import result_types
from inexreport.evaluation.run_scores import RunJudgement
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.evaluation.topic_values import TopicValues
from inexreport.judging.granularity import NO_FIT, granularity_matches, near_miss
from inexreport.judging.judged_ranking import UNJUDGED, JudgedRanking
from inexreport.judging.located_run import LocatedRun
from inexreport.judging.relevance import (
    has_relevance,
    lists_relevant_only,
    relevant_articles,
    relevant_elements,
)
from inexreport.metrics.metric import BoundMetric
from inexreport.metrics.registry import bind
from inexreport.model.assessment import Assessments
from inexreport.model.diagnosis import (
    DEPTHS,
    RANK_BANDS,
    Diagnosis,
    GranularityMatch,
    Matching,
    NearMiss,
    Relevance,
    RelevantArticles,
    RuleEffects,
)
from inexreport.model.score_numbers import column_means, ratios

MOST_TYPES = 30
"""Number of result types that are listed; collections of 2009 have thousands of element names."""

OTHER_TYPES = "(other)"

EXAMPLES = 3
"""Near misses listed for each kind, each of another topic."""

NEAR = 500
"""Maximal distance of a near entry point from the best, if the official metric implies none."""

_OVERLAP = "overlap(kind=rank)"
_NEW_TEXT = "MAiP(overlap=allowed)"


@dataclass(frozen=True, eq=False)
class _Results:
    """The results of all assessed topics, topic after topic.

    Attributes
    ----------
    length : int64 array, shape (topics,)
    total : float64 array, shape (topics,)
        Amount to be found, in the unit of `gain`.
    topic, rank : int64 array, shape (results,)
        Index of the topic, and rank from 0.
    relevance, fit : int8 array, shape (results,)
    overlapping : bool array, shape (results,)
    gain : float64 array, shape (results,)
        Amount that each result newly finds.
    """

    judged: tuple[JudgedRanking, ...]
    length: NDArray[np.int64]
    total: NDArray[np.float64]
    topic: NDArray[np.int64]
    rank: NDArray[np.int64]
    relevance: NDArray[np.int8]
    fit: NDArray[np.int8]
    overlapping: NDArray[np.bool_]
    gain: NDArray[np.float64]

    def count(self, rows: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Number of selected results by topic, shape (topics,)."""
        return np.bincount(self.topic[rows], minlength=len(self.judged))

    def down_to_depths(self, values: NDArray[np.generic]) -> NDArray[np.float64]:
        """Sums of values down to each of `DEPTHS`, shape (topics, depths)."""
        sums = np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))
        start = np.cumsum(self.length) - self.length
        end = start[:, None] + np.minimum(DEPTHS, self.length[:, None])
        below: NDArray[np.float64] = sums[end] - sums[start][:, None]
        return below


def relevant_articles_of_task(plan: TaskPlan, official: Assessments) -> RelevantArticles:
    """The articles that runs of a task should find.

    Parameters
    ----------
    plan : TaskPlan
    official : Assessments
        As read, not restricted to the targets of a strict task.
    """
    assessments = [plan.assessments[topic] for topic in sorted(plan.assessments)]
    return RelevantArticles(
        topics=tuple(one.topic for one in assessments),
        relevant_articles=tuple(relevant_articles(one, plan.matching) for one in assessments),
        only_relevant=lists_relevant_only(official.topics[topic] for topic in plan.assessments),
    )


def diagnose(judgement: RunJudgement, plan: TaskPlan, rules: RuleEffects) -> Diagnosis:
    """Diagnosis of an accepted run."""
    matching = plan.matching
    ideal_tie = str(plan.settings.get("ideal_tie", "higher"))
    results = _results(judgement, plan, matching, ideal_tie)
    topics, fits = len(results.judged), len(GranularityMatch)
    relevant = results.relevance == int(Relevance.RELEVANT)
    reading = plan.official.reading
    first, unjudged = results.rank < reading.first, results.relevance == int(Relevance.UNJUDGED)
    in_relevant = results.fit != NO_FIT
    cells = results.topic[in_relevant] * fits + results.fit[in_relevant]
    types, by_type = _by_type(results)
    return Diagnosis(
        matching=matching,
        reading=reading,
        results=results.length,
        relevant_results=results.count(relevant),
        first_relevant=_first_ranks(results, relevant),
        relevant_first=results.count(relevant & first),
        unjudged_first=results.count(unjudged & first),
        grades_first=np.array([_sum_of_grades(one, reading.first) for one in results.judged], np.int64),
        overlapping=results.count(results.overlapping),
        found=_shares(np.bincount(results.topic, results.gain, topics), results.total),
        fits=np.bincount(cells, minlength=topics * fits).reshape(topics, fits),
        article_ranks=_joined(
            _article_ranks(judged)[has_relevance(judged.assessment, matching)] for judged in results.judged
        ),
        found_by_depth=_mean_of_defined(
            _shares(results.down_to_depths(results.gain), results.total[:, None])
        ),
        overlapping_by_depth=ratios(
            results.down_to_depths(results.overlapping).sum(axis=0),
            np.minimum(DEPTHS, results.length[:, None]).sum(axis=0),
        ),
        result_types=types,
        by_type=by_type,
        near_misses=tuple(_examples(results, matching, ideal_tie)),
        rules=rules,
    )


def judged_ranks(judgement: RunJudgement) -> NDArray[np.unsignedinteger[Any]]:
    """Return the rank of each judged article as `RunOutcome.judged_ranks` has it."""
    ranks = _joined(_article_ranks(values.judged) for values in judgement.assessed())
    return ranks.astype(np.min_scalar_type(ranks.max(initial=0)))


def _results(judgement: RunJudgement, plan: TaskPlan, matching: Matching, ideal_tie: str) -> _Results:
    near, overlap, new_text = _near(plan), bind(_OVERLAP, plan.settings), bind(_NEW_TEXT)
    topics = judgement.assessed()
    judged = tuple(values.judged for values in topics)
    matches = [granularity_matches(one, matching, ideal_tie, near) for one in judged]
    overlapping = [values.vectors(overlap) for values in topics]
    found = [
        _found(values, matching, relevance == int(Relevance.RELEVANT), new_text if overlaps.any() else None)
        for values, (relevance, _), overlaps in zip(topics, matches, overlapping, strict=True)
    ]
    length = np.array([len(one.ranking) for one in judged], dtype=np.int64)
    return _Results(
        judged=judged,
        length=length,
        total=np.array([total for _, total in found], dtype=np.float64),
        topic=np.repeat(np.arange(len(length)), length),
        rank=np.arange(length.sum()) - np.repeat(np.cumsum(length) - length, length),
        relevance=np.concatenate([np.zeros(0, dtype=np.int8), *(relevance for relevance, _ in matches)]),
        fit=np.concatenate([np.zeros(0, dtype=np.int8), *(fit for _, fit in matches)]),
        overlapping=np.concatenate([np.zeros(0, dtype=np.bool_), *overlapping]),
        gain=np.concatenate([np.zeros(0), *(gain for gain, _ in found)]),
    )


def _found(
    values: TopicValues, matching: Matching, relevant: NDArray[np.bool_], new_text: BoundMetric | None
) -> tuple[NDArray[np.generic], float]:
    """Gain of each result, and the amount to be found; `new_text` is needed if results overlap."""
    judged, assessment = values.judged, values.judged.assessment
    match matching:
        case Matching.TEXT | Matching.DOCUMENTS:
            gain = values.vectors(new_text).relevant if new_text else judged.relevant
            return gain, float(assessment.total_relevant_characters)
        case Matching.ELEMENTS:
            return relevant & ~judged.ranking.repeats_element, float(relevant_elements(assessment))
        case Matching.ENTRY_POINTS:
            return relevant, float(len(relevant_articles(assessment, matching)))


def _near(plan: TaskPlan) -> float:
    """Distance from the best entry point at which the official metric gives half of its maximum."""
    official = plan.official.parameters
    length = plan.settings.get("mean_document_length")
    if "n" in official:
        return float(official["n"]) / 2
    if "A" in official and length is not None:
        return float(official["A"]) * float(length)
    return NEAR


def _first_ranks(results: _Results, rows: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Rank of the first selected result by topic, from 1; 0 without any."""
    ranks = np.zeros(len(results.judged), dtype=np.int64)
    # The last assignment to an index wins.
    ranks[results.topic[rows][::-1]] = results.rank[rows][::-1] + 1
    return ranks


def _sum_of_grades(judged: JudgedRanking, first: int) -> int:
    grades = judged.assessment.grades
    return 0 if grades is None else int(np.append(grades, 0).clip(min=0)[judged.article[:first]].sum())


def _shares(part: ArrayLike, total: ArrayLike) -> NDArray[np.float64]:
    # Some assessments count fewer relevant characters than their passages have. NaN stays.
    return np.minimum(ratios(part, total), 1.0)


def _article_ranks(judged: JudgedRanking) -> NDArray[np.int32]:
    """Rank of the first result from each assessed article of a topic; 0 where there is none."""
    ranks = np.zeros(len(judged.assessment.articles), dtype=np.int32)
    known = judged.ranked_articles != UNJUDGED
    ranks[judged.ranked_articles[known]] = judged.ranking.first_of_article[known] + 1
    return ranks


def _joined(by_topic: Iterable[NDArray[np.int32]]) -> NDArray[np.int32]:
    return np.concatenate([np.zeros(0, dtype=np.int32), *by_topic])


def _mean_of_defined(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Mean of the rows without NaN; NaN without any."""
    defined = shares[~np.isnan(shares).any(axis=1)]
    return column_means(defined) if len(defined) else np.full(shares.shape[1], np.nan)


def _by_type(results: _Results) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    answered = tuple(judged.ranking for judged in results.judged if len(judged.ranking))
    if not answered:
        return (), np.zeros((0, len(RANK_BANDS), len(Relevance)), dtype=np.int64)
    names, types = result_types(LocatedRun(answered))
    band = np.searchsorted(RANK_BANDS, results.rank, side="right") - 1
    shape = (len(names), len(RANK_BANDS), len(Relevance))
    cell = np.ravel_multi_index((types, band, results.relevance), shape)
    counts = np.bincount(cell, minlength=int(np.prod(shape))).reshape(shape)
    order = np.argsort(-counts.sum(axis=(1, 2)), kind="stable")
    shown, rest = order[:MOST_TYPES], order[MOST_TYPES:]
    listed = tuple(names[i] for i in shown.tolist())
    if not len(rest):
        return listed, counts[shown]
    return (*listed, OTHER_TYPES), np.concatenate((counts[shown], counts[rest].sum(axis=0, keepdims=True)))


def _examples(results: _Results, matching: Matching, ideal_tie: str) -> Iterator[NearMiss]:
    """The highest-ranked near misses of each kind, one per topic."""
    for fit in GranularityMatch:
        if fit in (GranularityMatch.FITTING, GranularityMatch.UNPLACED):
            continue
        first = _first_ranks(results, results.fit == int(fit))
        topics = np.flatnonzero(first)
        for topic in topics[np.argsort(first[topics], kind="stable")][:EXAMPLES].tolist():
            yield near_miss(results.judged[topic], int(first[topic]) - 1, fit, matching, ideal_tie)
