"""Ranks, percentiles and summaries over the runs of a task."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from inexreport.model.score_numbers import comparable, mean

UNRANKED = 0
"""Rank of a run without a score."""

QUANTILES = (0, 0.25, 0.5, 0.75, 1)
"""Lowest, lower quartile, median, upper quartile and best."""

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def competition_ranks(scores: Floats) -> Integers:
    """Rank of each run, 1 for the highest score; equal scores share a rank, as in 1 2 2 4.

    Parameters
    ----------
    scores : float64 array, shape (runs,) or (runs, metrics)
        NaN where a run has no score. Compared with ten decimals, see `comparable`.

    Returns
    -------
    int64 array of the same shape
        `UNRANKED` where the score is NaN.

    Examples
    --------
    >>> competition_ranks(np.array([0.2, 0.5, 0.2, np.nan, 0.1]))
    array([2, 1, 2, 0, 4])
    """
    best_first = -comparable(scores.T)
    order = np.argsort(best_first)
    ordered = np.take_along_axis(best_first, order, axis=-1)
    places = np.broadcast_to(np.arange(1, len(scores) + 1), order.shape).copy()
    places[..., 1:][ordered[..., 1:] == ordered[..., :-1]] = 0  # shares the rank of the one before
    ranks = np.empty_like(places)
    np.put_along_axis(ranks, order, np.maximum.accumulate(places, axis=-1), axis=-1)
    return np.where(np.isnan(best_first), UNRANKED, ranks).T


def known_means(rows: Floats) -> Floats:
    """Mean of the values of each row that are not NaN; NaN without any.

    Examples
    --------
    >>> known_means(np.array([[0.25, np.nan, 0.75], [np.nan, np.nan, np.nan]])).tolist()
    [0.5, nan]
    """
    return np.array([mean(row[~np.isnan(row)].tolist()) for row in rows], dtype=np.float64)


def known_ranks(ranks: Integers) -> pd.Series[int]:
    """Ranks as a nullable column: missing for `UNRANKED`.

    Examples
    --------
    >>> known_ranks(np.array([2, 0])).tolist()
    [2, <NA>]
    """
    known = np.array(ranks, dtype=np.int64)
    return pd.Series(pd.arrays.IntegerArray(known, known == UNRANKED))


def percentiles(scores: Floats) -> Floats:
    """Percentage of the other runs that score lower: 100 for a sole winner, 0 for the last.

    Parameters
    ----------
    scores : float64 array, shape (runs,) or (runs, metrics)

    Returns
    -------
    float64 array of the same shape
        NaN where the score is NaN or there is no other run.

    Examples
    --------
    >>> percentiles(np.array([0.2, 0.5, 0.2]))
    array([  0., 100.,   0.])
    """
    lower = pd.DataFrame(comparable(scores)).rank(method="min") - 1
    return (100 * lower / (lower.count() - 1)).to_numpy().reshape(scores.shape)


@dataclass(frozen=True, eq=False)
class TopicSummary:
    """Summary of all runs of a task for each topic by one metric.

    Attributes
    ----------
    topics : tuple of str
        Topics for which at least one run has a score.
    runs : int64 array, shape (topics,)
        Number of runs with a score.
    lowest, lower_quartile, median, upper_quartile, best : float64 array, shape (topics,)
    best_run : int64 array, shape (topics,)
        Row of the first run that reaches `best`.
    sharing : int64 array, shape (topics,)
        Number of other runs that reach it.
    """

    topics: tuple[str, ...]
    runs: Integers
    lowest: Floats
    lower_quartile: Floats
    median: Floats
    upper_quartile: Floats
    best: Floats
    best_run: Integers
    sharing: Integers


def summarise_topics(topics: tuple[str, ...], scores: Floats) -> TopicSummary:
    """Summary of each topic over the runs that have a score, without topics that have none.

    Parameters
    ----------
    topics : tuple of str
    scores : float64 array, shape (runs, topics)
        NaN where a run has no score.
    """
    runs = np.count_nonzero(~np.isnan(scores), axis=0)
    defined = np.flatnonzero(runs)
    scores = scores[:, defined] if len(defined) else np.empty((1, 0))
    quantiles = np.nanquantile if np.isnan(scores).any() else np.quantile  # which is faster
    lowest, lower, median, upper, best = quantiles(scores, QUANTILES, axis=0)
    compared = comparable(scores)
    are_best = compared == np.nanmax(compared, axis=0)
    return TopicSummary(
        topics=tuple(topics[topic] for topic in defined.tolist()),
        runs=runs[defined].astype(np.int64),
        lowest=lowest,
        lower_quartile=lower,
        median=median,
        upper_quartile=upper,
        best=best,
        best_run=are_best.argmax(axis=0),
        sharing=np.count_nonzero(are_best, axis=0) - 1,
    )
