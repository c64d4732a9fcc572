"""Runs as weak orderings: results that share a rank are one level."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.judging.located_run import first_occurrences
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
    results = judged.ranking.elements
    first = first_occurrences(results)
    kept = (results[row] for row in first.tolist())
    gains = np.array([base.gain.get(element, 0.0) if element else 0.0 for element in kept])
    level = _levels(judged.ranking.rank[first], judged.ranking.score[first])
    relevant, irrelevant = np.zeros((2, int(level[-1]) + 1 if len(level) else 0))
    np.add.at(relevant, level, gains)
    np.add.at(irrelevant, level, 1 - gains)
    return LevelGains(relevant, irrelevant, float(sum(base.gain.values())), len(first))


def _levels(rank: NDArray[np.float64], score: NDArray[np.float64]) -> NDArray[np.int64]:
    """Level of each result: neighbours share one if ranks, or where any is missing scores, are equal."""
    if not len(rank):
        return np.zeros(0, dtype=np.int64)
    value = score if np.isnan(rank).any() else rank
    same = value[1:] == value[:-1]
    return np.concatenate(([0], np.cumsum(~same)))
