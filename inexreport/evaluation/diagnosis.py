"""Works out what tells a participant what to improve, while a run is at hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.evaluation.result_types import result_types
from inexreport.evaluation.run_scores import RunJudgement
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.evaluation.topic_values import TopicValues
from inexreport.judging.fitness import (
    NO_FIT,
    Fitness,
    fitness,
    has_relevance,
    near_miss,
    relevant_articles,
    relevant_elements,
)
from inexreport.judging.judged_ranking import UNJUDGED, JudgedRanking
from inexreport.judging.located_run import LocatedRun, first_occurrences
from inexreport.metrics.metric import BoundMetric
from inexreport.metrics.registry import bind
from inexreport.model.diagnosis import (
    DEPTHS,
    FIRST_RESULTS,
    RANK_BANDS,
    Diagnosis,
    Fit,
    Matching,
    NearMiss,
    RuleEffects,
    Worth,
)

MOST_TYPES = 30
"""Types of results that are told apart; collections of 2009 have thousands of element names."""

OTHER_TYPES = "(other)"

EXAMPLES = 3
"""Near misses of each kind that are kept as examples, each of another topic."""

NEAR = 500
"""How far from the best an entry point may be where the official metric does not say."""

_OVERLAP = "overlap(kind=rank)"
_NEW_TEXT = "MAiP(overlap=allowed)"


@dataclass(frozen=True, eq=False)
class _TopicFacts:
    """One topic's results: their worth and fit, whether they overlap, and what each newly finds."""

    judged: JudgedRanking
    worth: NDArray[np.int8]
    fit: NDArray[np.int8]
    overlapping: NDArray[np.bool_]
    gain: NDArray[np.float64]
    total: float


def diagnose(judgement: RunJudgement, plan: TaskPlan, rules: RuleEffects) -> Diagnosis:
    """Sum up where a run found relevant material, and what it has beside.

    Parameters
    ----------
    judgement : RunJudgement
        Of a run that keeps the rules.
    plan : TaskPlan
    rules : RuleEffects
    """
    matching = plan.matching
    ideal_tie = str(plan.settings.get("ideal_tie", "higher"))
    near, overlap, new_text = _near(plan), bind(_OVERLAP, plan.settings), bind(_NEW_TEXT)
    topics = [
        _facts(values, matching, fitness(values.judged, matching, ideal_tie, near), overlap, new_text)
        for values in judgement.assessed()
    ]
    length = np.array([len(topic.judged.ranking) for topic in topics], dtype=np.int64)
    types, by_type = _by_type(topics)
    return Diagnosis(
        matching=matching,
        topics=tuple(topic.judged.ranking.topic for topic in topics),
        results=length,
        relevant_results=_per_topic(np.count_nonzero(topic.worth == Worth.RELEVANT) for topic in topics),
        first_relevant=_per_topic(_first(topic.worth == Worth.RELEVANT) for topic in topics),
        relevant_first=_among_first(topics, Worth.RELEVANT),
        unjudged_first=_among_first(topics, Worth.UNJUDGED),
        overlapping=_per_topic(np.count_nonzero(topic.overlapping) for topic in topics),
        found=np.array([_share(topic.gain.sum(), topic.total) for topic in topics], dtype=np.float64),
        fits=np.array(
            [np.bincount(topic.fit[topic.fit != NO_FIT], minlength=len(Fit)) for topic in topics],
            dtype=np.int64,
        ).reshape(len(topics), len(Fit)),
        relevant_articles=tuple(relevant_articles(topic.judged.assessment, matching) for topic in topics),
        article_ranks=np.concatenate(
            [np.zeros(0, dtype=np.int32), *(_article_ranks(topic.judged, matching) for topic in topics)]
        ),
        found_by_depth=_found_by_depth(topics),
        overlapping_by_depth=_overlapping_by_depth(topics),
        result_types=types,
        by_type=by_type,
        near_misses=tuple(_examples(topics, matching, ideal_tie)),
        rules=rules,
    )


def _facts(
    values: TopicValues, matching: Matching, results: Fitness, overlap: BoundMetric, new_text: BoundMetric
) -> _TopicFacts:
    judged = values.judged
    overlapping = values.vectors(overlap)
    relevant = results.worth == Worth.RELEVANT
    gain: NDArray[np.generic]
    match matching:
        case Matching.TEXT:
            total = float(judged.assessment.total_relevant_characters)
            gain = values.vectors(new_text).relevant if overlapping.any() else judged.relevant
        case Matching.ELEMENTS:
            total = float(len(relevant_elements(judged.assessment)))
            first = np.zeros(len(relevant), dtype=np.bool_)
            first[first_occurrences(judged.ranking.elements)] = True
            gain = relevant & first
        case Matching.ENTRY_POINTS:
            total = float(np.count_nonzero(has_relevance(judged.assessment, matching)))
            gain = relevant
    return _TopicFacts(judged, results.worth, results.fit, overlapping, gain.astype(np.float64), total)


def _near(plan: TaskPlan) -> float:
    """From the best entry point, the distance at which the official metric gives half of what it can."""
    official = plan.official.parameters
    length = plan.settings.get("mean_document_length")
    if "n" in official:
        return float(official["n"]) / 2
    if "A" in official and length is not None:
        return float(official["A"]) * float(length)
    return NEAR


def _per_topic(numbers: Iterable[int | np.signedinteger[Any]]) -> NDArray[np.int64]:
    return np.fromiter(numbers, dtype=np.int64)


def _among_first(topics: Sequence[_TopicFacts], worth: Worth) -> NDArray[np.int64]:
    return _per_topic(np.count_nonzero(topic.worth[:FIRST_RESULTS] == worth) for topic in topics)


def _first(rows: NDArray[np.bool_]) -> int:
    return int(rows.argmax()) + 1 if rows.any() else 0


def _share(part: float, total: float) -> float:
    # Some assessments count fewer relevant characters than their passages have.
    return min(1.0, part / total) if total else float("nan")


def _article_ranks(judged: JudgedRanking, matching: Matching) -> NDArray[np.int32]:
    ranks = np.zeros(len(judged.assessment.articles), dtype=np.int32)
    known = judged.ranked_articles != UNJUDGED
    ranks[judged.ranked_articles[known]] = judged.first_of_article[known] + 1
    return ranks[has_relevance(judged.assessment, matching)]


def _found_by_depth(topics: Sequence[_TopicFacts]) -> NDArray[np.float64]:
    shares = [_down_to(topic.gain) / topic.total for topic in topics if topic.total]
    return np.minimum(shares, 1.0).mean(axis=0) if shares else np.full(len(DEPTHS), np.nan)


def _overlapping_by_depth(topics: Sequence[_TopicFacts]) -> NDArray[np.float64]:
    overlapping = sum((_down_to(topic.overlapping) for topic in topics), np.zeros(len(DEPTHS)))
    results = sum((np.minimum(DEPTHS, len(topic.gain)) for topic in topics), np.zeros(len(DEPTHS)))
    share = np.full(len(DEPTHS), np.nan)
    np.divide(overlapping, results, out=share, where=results > 0)
    return share


def _down_to(values: NDArray[np.generic]) -> NDArray[np.float64]:
    """The sum of the values down to each depth."""
    sums = np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))
    return sums[np.minimum(DEPTHS, len(values))]


def _by_type(topics: Sequence[_TopicFacts]) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    answered = [topic for topic in topics if len(topic.worth)]
    names, types = result_types(LocatedRun(tuple(topic.judged.ranking for topic in answered)))
    if not answered:
        return (), np.zeros((0, len(RANK_BANDS), len(Worth)), dtype=np.int64)
    worth = np.concatenate([topic.worth for topic in answered])
    rank = np.concatenate([np.arange(len(topic.worth)) for topic in answered])
    band = np.searchsorted(RANK_BANDS, rank, side="right") - 1
    shape = (len(names), len(RANK_BANDS), len(Worth))
    cell = np.ravel_multi_index((types, band, worth), shape)
    counts = np.bincount(cell, minlength=int(np.prod(shape))).reshape(shape)
    order = np.argsort(-counts.sum(axis=(1, 2)), kind="stable")
    shown, rest = order[:MOST_TYPES], order[MOST_TYPES:]
    kept = tuple(names[i] for i in shown.tolist())
    if not len(rest):
        return kept, counts[shown]
    return (*kept, OTHER_TYPES), np.concatenate((counts[shown], counts[rest].sum(axis=0, keepdims=True)))


def _examples(topics: Sequence[_TopicFacts], matching: Matching, ideal_tie: str) -> Iterator[NearMiss]:
    """The highest-ranked near misses of each kind, one a topic."""
    first_rows: dict[int, list[tuple[int, int]]] = {}
    for place, topic in enumerate(topics):
        fits, rows = np.unique(topic.fit, return_index=True)
        for fit, row in zip(fits.tolist(), rows.tolist(), strict=True):
            first_rows.setdefault(fit, []).append((row, place))
    for fit in Fit:
        if fit in (Fit.FITTING, Fit.UNPLACED):
            continue
        for row, place in sorted(first_rows.get(fit, ()))[:EXAMPLES]:
            yield near_miss(topics[place].judged, row, fit, matching, ideal_tie)
