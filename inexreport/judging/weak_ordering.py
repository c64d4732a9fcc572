"""Runs as weak orderings: results that share a rank are one level."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.judging.recall_base import recall_base


@dataclass(frozen=True, eq=False)
class LevelGains:
    """Relevant and irrelevant results by level.

    Attributes
    ----------
    relevant, irrelevant : float64 array, shape (levels,)
        Sums of the gains of a level's results, and of what these lack of 1.
    total : float
        Gain of the full recall base.
    retrieved : int
        Results of all levels.
    """

    relevant: NDArray[np.float64]
    irrelevant: NDArray[np.float64]
    total: float
    retrieved: int


def level_gains(judged: JudgedRanking, quant: str) -> LevelGains:
    """Gains of the levels of a ranking; a result that repeats an earlier one is left out.

    Parameters
    ----------
    judged : JudgedRanking
    quant : str
        The quantisation.
    """
    base = recall_base(judged.assessment, quant)
    first = np.flatnonzero(~judged.ranking.repeats_element)
    gains = base.worth[judged.element[first]]
    level = _levels(judged.ranking.rank[first], judged.ranking.score[first])
    relevant, irrelevant = (np.bincount(level, values).astype(np.float64) for values in (gains, 1 - gains))
    return LevelGains(relevant, irrelevant, base.total_gain, len(first))


def _levels(rank: NDArray[np.float64], score: NDArray[np.float64]) -> NDArray[np.int64]:
    """Level of each result: neighbours share one if ranks, or where any is missing scores, are equal."""
    if not len(rank):
        return np.zeros(0, dtype=np.int64)
    value = score if np.isnan(rank).any() else rank
    same = value[1:] == value[:-1]
    return np.concatenate(([0], np.cumsum(~same)))
