"""Ranks, percentiles and summaries over the runs of a task."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.model.score_numbers import comparable

UNRANKED = 0
"""Rank of a run without a score."""

QUANTILES = (0, 0.25, 0.5, 0.75, 1)
"""Lowest, lower quartile, median, upper quartile and best."""

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def competition_ranks(scores: Floats) -> Integers:
    """Rank 1 for the highest score; equal scores share a rank, and the next one counts them all (1 2 2 4).

    Scores are compared with ten decimals, see `comparable`.

    Parameters
    ----------
    scores : float64 array, shape (runs,)
        NaN where a run has no score.

    Returns
    -------
    int64 array, shape (runs,)
        `UNRANKED` where the score is NaN.

    Examples
    --------
    >>> competition_ranks(np.array([0.2, 0.5, 0.2, np.nan, 0.1]))
    array([2, 1, 2, 0, 4])
    """
    ranks = np.full(len(scores), UNRANKED, dtype=np.int64)
    scores = comparable(scores)
    known = ~np.isnan(scores)
    ascending = np.sort(scores[known])
    ranks[known] = len(ascending) - np.searchsorted(ascending, scores[known], side="right") + 1
    return ranks


def percentiles(scores: Floats) -> Floats:
    """Percentage of the other runs that score lower: 100 for a lone winner, 0 for the last.

    Parameters
    ----------
    scores : float64 array, shape (runs,)

    Returns
    -------
    float64 array, shape (runs,)
        NaN where the score is NaN or where there is no other run.

    Examples
    --------
    >>> percentiles(np.array([0.2, 0.5, 0.2]))
    array([  0., 100.,   0.])
    """
    result = np.full(len(scores), np.nan)
    scores = comparable(scores)
    known = ~np.isnan(scores)
    ascending = np.sort(scores[known])
    if len(ascending) > 1:
        lower = np.searchsorted(ascending, scores[known], side="left")
        result[known] = 100.0 * lower / (len(ascending) - 1)
    return result


@dataclass(frozen=True, eq=False)
class TopicSummary:
    """How all runs of a task did on each topic by one metric.

    Attributes
    ----------
    topics : tuple of str
        Topics for which at least one run has a score.
    runs : int64 array, shape (topics,)
        Number of runs with a score.
    lowest, lower_quartile, median, upper_quartile, best : float64 array, shape (topics,)
    best_run : int64 array, shape (topics,)
        Row of the first run that reaches `best`.
    difficulty : int64 array, shape (topics,)
        Competition ranks by the median, 1 for the hardest.
    """

    topics: tuple[str, ...]
    runs: Integers
    lowest: Floats
    lower_quartile: Floats
    median: Floats
    upper_quartile: Floats
    best: Floats
    best_run: Integers
    difficulty: Integers


def summarise_topics(topics: tuple[str, ...], scores: Floats) -> TopicSummary:
    """Median, quartiles and extremes of each topic over the runs that have a score for it.

    Parameters
    ----------
    topics : tuple of str
    scores : float64 array, shape (runs, topics)
        NaN where a run has no score.

    Returns
    -------
    TopicSummary
        Without the topics for which no run has a score.
    """
    counted = np.count_nonzero(~np.isnan(scores), axis=0) if len(scores) else np.zeros(len(topics), dtype=int)
    kept = np.flatnonzero(counted)
    scores = scores[:, kept]
    lowest, lower, median, upper, best = _quantiles(scores, counted[kept])
    best_run = np.nanargmax(comparable(scores), axis=0) if len(kept) else np.empty(0, dtype=np.int64)
    return TopicSummary(
        topics=tuple(topics[i] for i in kept),
        runs=counted[kept].astype(np.int64),
        lowest=lowest,
        lower_quartile=lower,
        median=median,
        upper_quartile=upper,
        best=best,
        best_run=best_run.astype(np.int64),
        difficulty=competition_ranks(-median),
    )


def _quantiles(scores: Floats, counted: Integers) -> Floats:
    """Quantiles of each topic over the runs that have a score, shape (quantiles, topics).

    Topics for which as many runs have one are worked out together: one after the other takes long.
    """
    result = np.empty((len(QUANTILES), len(counted)))
    ordered = np.sort(scores, axis=0)  # what is not a number comes last
    for runs in np.unique(counted).tolist():
        alike = counted == runs
        result[:, alike] = np.quantile(ordered[:runs, alike], QUANTILES, axis=0)
    return result
