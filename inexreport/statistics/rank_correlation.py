"""Correlations of two rankings of the same runs."""

from __future__ import annotations

import numpy as np

from inexreport.model.score_numbers import comparable, mean
from inexreport.statistics.ranks import centred_ranks, pair_orders
from inexreport.statistics.summary import Floats, Integers

NOT_COMPARED = "overlap"
"""A metric that does not measure quality."""

FEWEST_RUNS = 2


def spearman(one: Floats, other: Floats) -> float:
    """Spearman's rho of two scores of the same runs, Pearson's correlation of average ranks.

    Parameters
    ----------
    one, other : float64 array, shape (runs,)
        Compared with ten decimals, see `comparable`.

    Returns
    -------
    float
        In [-1, 1]; NaN for fewer than two runs, or if all scores of one are equal.

    Examples
    --------
    >>> scores, places = np.array([0.1327, 0.1274, 0.1060, 0.0941, 0.0923]), np.array([3.0, 1, 2, 5, 4])
    >>> round(spearman(scores, -places), 10)
    0.6
    """
    return _cosine(centred_ranks(one), centred_ranks(other))


def kendall(one: Floats, other: Floats) -> float:
    """Kendall's tau-b, which corrects for ties; parameters and range as for `spearman`.

    Examples
    --------
    >>> scores, places = np.array([0.1327, 0.1274, 0.1060, 0.0941, 0.0923]), np.array([3.0, 1, 2, 5, 4])
    >>> round(kendall(scores, -places), 10)
    0.4
    """
    return _cosine(pair_orders(one).ravel(), pair_orders(other).ravel())


def kendall_of_scored(one: Floats, other: Floats) -> float:
    """Kendall's tau-b of the runs that have both scores; NaN stands for a missing one.

    Examples
    --------
    >>> kendall_of_scored(np.array([0.1, 0.2, np.nan, 0.3]), np.array([0.5, 0.6, 0.1, 0.7]))
    1.0
    """
    scored = ~(np.isnan(one) | np.isnan(other))
    return kendall(one[scored], other[scored])


def tau_ap(one: Floats, other: Floats) -> float:
    """AP correlation tau_AP,b, to which the first ranks matter most; parameters and range as for `spearman`.

    The mean of both directions. In one direction, for each run that is not first by the reference: the share
    of the runs above it that the other score ranks above it too; tau is twice the mean share, minus 1. Runs
    tied for the first place are left out, runs tied by the reference do not count each other, and a pair tied
    only by the other score counts as reversed.

    References
    ----------
    Yilmaz, Aslam and Robertson, A new rank correlation coefficient for information retrieval, SIGIR 2008;
    ties: Urbano and Marrero, The treatment of ties in AP correlation, ICTIR 2017.

    Examples
    --------
    The first two of three change places: (0 + 1) of 2 in each direction.

    >>> tau_ap(np.array([0.3, 0.2, 0.1]), np.array([0.2, 0.3, 0.1]))
    0.0

    The last two of three change places: (1 + 1/2) of 2.

    >>> tau_ap(np.array([0.3, 0.2, 0.1]), np.array([0.3, 0.1, 0.2]))
    0.5
    """
    one, other = comparable(one), comparable(other)
    if len(one) < FEWEST_RUNS or not (np.ptp(one) > 0 and np.ptp(other) > 0):
        return np.nan
    return (_tau_ap_towards(one, other) + _tau_ap_towards(other, one)) / 2


def _cosine(one: Integers, other: Integers) -> float:
    """Exactly 1 for equal whole numbers; NaN if all of one are 0."""
    norms = float(one @ one) * float(other @ other)
    return float((one @ other) / np.sqrt(norms)) if norms else np.nan


def _tau_ap_towards(reference: Floats, other: Floats) -> float:
    above = reference[None, :] > reference[:, None]
    confirmed = above & (other[None, :] > other[:, None])
    number_above = above.sum(axis=1)
    below_first = number_above > 0
    shares = confirmed.sum(axis=1)[below_first] / number_above[below_first]
    return 2 * mean(shares.tolist()) - 1
