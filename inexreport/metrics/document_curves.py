"""Curves of rankings of graded documents: interpolated precision by recall, and nDCG by rank."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.metrics.graded_rankings import GradedRanking, graded_ranking
from inexreport.metrics.metric import CurveDefinition

RECALL_POINTS = np.arange(11) / 10

RANKS = np.array([*range(1, 11), 15, 20, 30, 50, 70, 100])


def interpolated_precision(ranking: GradedRanking, relevance_level: int = 1) -> NDArray[np.float64]:
    """The highest precision from each recall level on, shape (11,); 0 where the level is not reached.

    References
    ----------
    trec_eval, iprec_at_recall, whose rounding of the number of relevant documents is kept.

    Examples
    --------
    Two of three relevant documents are found, at ranks 1 and 4.

    >>> ranking = GradedRanking(np.array([1, 0, 0, 2]), np.ones(4, dtype=np.bool_), 2, np.array([1, 2, 1]))
    >>> interpolated_precision(ranking)[[0, 3, 4, 6, 8]].tolist()
    [1.0, 1.0, 0.5, 0.5, 0.0]
    """
    is_relevant = ranking.grades >= relevance_level
    at_least = (RECALL_POINTS * np.count_nonzero(ranking.assessed >= relevance_level) + 0.9).astype(np.int64)
    found = np.flatnonzero(is_relevant)
    if not len(found):
        return np.zeros(len(RECALL_POINTS))
    precision = np.arange(1, len(found) + 1) / (found + 1)
    # From each relevant document on; then 0 for levels that are not reached.
    highest = np.append(np.maximum.accumulate(precision[::-1])[::-1], 0.0)
    reached: NDArray[np.float64] = highest[np.clip(at_least - 1, 0, len(found))]
    return reached


def ndcg_by_rank(ranking: GradedRanking) -> NDArray[np.float64]:
    """The nDCG of the results up to each of `RANKS`; gains are grades. 0 without relevant documents.

    Examples
    --------
    >>> ranking = GradedRanking(np.array([1, 2]), np.ones(2, dtype=np.bool_), 2, np.array([1, 2]))
    >>> ndcg_by_rank(ranking)[:2].round(4).tolist()
    [0.5, 0.8597]
    """
    ideal = _cumulated(np.sort(ranking.assessed)[::-1])
    return _cumulated(ranking.grades) / np.where(ideal > 0, ideal, np.inf)


def _cumulated(grades: NDArray[np.int64]) -> NDArray[np.float64]:
    """The discounted cumulated gain at each of `RANKS`."""
    gains = np.zeros(RANKS[-1])
    first = np.maximum(grades[: len(gains)], 0)
    gains[: len(first)] = first / np.log2(np.arange(2, len(first) + 2))
    cumulated: NDArray[np.float64] = np.cumsum(gains)[RANKS - 1]
    return cumulated


@cache
def _precision_by_recall(relevance_level: int) -> CurveDefinition:
    return CurveDefinition(
        metric="IPrec" if relevance_level == 1 else f"IPrec(rel={relevance_level})",
        x_name="Recall",
        y_name="Interpolated precision",
        x=RECALL_POINTS,
        y=lambda judged: interpolated_precision(_graded(judged), relevance_level),
    )


NDCG_BY_RANK = CurveDefinition(
    metric="nDCG",
    x_name="Rank",
    y_name="nDCG",
    x=RANKS.astype(np.float64),
    y=lambda judged: ndcg_by_rank(_graded(judged)),
)


def document_curve(name: str, parameters: Mapping[str, object]) -> CurveDefinition | None:
    """Return the curve of a measure of ir_measures: nDCG by rank of plain nDCG, else precision by recall.

    None for a measure of judged documents only, which reads another ranking.
    """
    if parameters.get("judged_only"):
        return None
    if name == "nDCG" and not parameters.keys() - {"cutoff"}:
        return NDCG_BY_RANK
    level = parameters.get("rel", 1)
    return _precision_by_recall(level) if isinstance(level, int) else None


def _graded(ranking: JudgedRanking | GradedRanking) -> GradedRanking:
    return ranking if isinstance(ranking, GradedRanking) else graded_ranking(ranking)
