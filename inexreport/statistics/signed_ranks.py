"""Distributions of Wilcoxon's signed-rank sum if every rank had a random sign."""

from __future__ import annotations

from functools import cache

import numpy as np

from inexreport.statistics.summary import Floats, Integers


def mean_ranks(values: Floats) -> tuple[Floats, Integers]:
    """Rank the values of each row from the lowest; equal ones share the mean of their ranks.

    Parameters
    ----------
    values : float64 array, shape (rows, columns)

    Returns
    -------
    ranks : float64 array, shape (rows, columns)
        From 1.
    alike : int64 array, shape (rows, columns)
        How many values of the row are equal to this one, itself included.

    Examples
    --------
    >>> ranks, alike = mean_ranks(np.array([[0.3, 0.1, 0.3, 0.2]]))
    >>> ranks.tolist(), alike.tolist()
    ([[3.5, 1.0, 3.5, 2.0]], [[2, 1, 2, 1]])
    """
    order = np.argsort(values, axis=1)
    ascending = np.take_along_axis(values, order, axis=1)
    place = np.broadcast_to(np.arange(values.shape[1]), values.shape)
    differs = ascending[:, 1:] != ascending[:, :-1]
    edge = np.ones((len(values), 1), dtype=np.bool_)
    first = np.maximum.accumulate(np.where(np.hstack([edge, differs]), place, 0), axis=1)
    backwards = np.where(np.hstack([differs, edge]), place, values.shape[1])[:, ::-1]
    last = np.minimum.accumulate(backwards, axis=1)[:, ::-1]
    ranks, alike = np.empty(values.shape), np.empty(values.shape, dtype=np.int64)
    np.put_along_axis(ranks, order, (first + last) / 2 + 1, axis=1)
    np.put_along_axis(alike, order, last - first + 1, axis=1)
    return ranks, alike


def exact_share(statistic: Floats, size: int) -> Floats:
    """Share of all ways to sign the ranks 1 to `size` whose positive ranks sum up to at least so much.

    Parameters
    ----------
    statistic : float64 array, shape (pairs,)
        Whole numbers.
    size : int
        At most 62, so that the ways can be counted.

    Examples
    --------
    Of the eight ways to sign 1, 2 and 3, two reach 5: all positive, and 1 alone negative.

    >>> exact_share(np.array([5.0]), 3).tolist()
    [0.25]
    """
    return np.asarray(_ways_to_reach(size)[statistic.astype(np.int64)] / 2.0**size)


@cache
def _ways_to_reach(size: int) -> Integers:
    """For each sum from 0: how many sets of the numbers 1 to `size` have at least that sum."""
    ways = np.zeros(size * (size + 1) // 2 + 1, dtype=np.int64)
    ways[0] = 1
    for rank in range(1, size + 1):
        ways[rank:] += ways[:-rank].copy()
    return np.asarray(ways[::-1].cumsum()[::-1])


def normal_share(statistic: Floats, alike: Integers) -> Floats:
    """The same share by the normal distribution, its variance corrected for ties.

    Parameters
    ----------
    statistic : float64 array, shape (pairs,)
    alike : int64 array, shape (pairs, ranks)
        With how many ranks each shares its value.

    Examples
    --------
    A sum that is the mean of all ways is reached by half of them.

    >>> normal_share(np.array([115.5]), np.ones((1, 21), dtype=np.int64)).tolist()
    [0.5]
    """
    from scipy.special import ndtr

    size = alike.shape[1]
    # A tie of t ranks takes off t³ − t, to which each of the t adds t² − 1.
    ties = np.sum(alike * alike - 1, axis=1)
    variance = (size * (size + 1) * (2 * size + 1) - ties / 2) / 24
    return np.asarray(ndtr(-(statistic - size * (size + 1) / 4) / np.sqrt(variance)))
