"""Two-tailed tests of rank correlations against rankings that have nothing in common."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import permutations
from math import factorial

import numpy as np

from inexreport.statistics.ranks import centred_ranks, pair_orders
from inexreport.statistics.summary import Floats, Integers

FEWEST_RUNS = 3
"""Two runs are always ranked either alike or the other way round."""

ALL_ORDERS_UP_TO = 8
"""Up to this number of runs, all orders are enumerated (40,320), ties included."""

EXACT_WITHOUT_TIES_UP_TO = 50
"""Up to this number of runs, the distribution of Kendall's tau is exact if no two scores are equal."""


def spearman_p(one: Floats, other: Floats) -> float:
    """Probability of a Spearman's rho at least as far from 0 if the rankings have nothing in common.

    Up to `ALL_ORDERS_UP_TO` runs, the share of all orders of one ranking's ranks, ties included. Otherwise
    Student's t = rho * sqrt((n − 2) / (1 − rho²)) with n − 2 degrees of freedom, but at least 2 / n!, the
    share of the orders that agree in full.

    Parameters
    ----------
    one, other : float64 array, shape (runs,)
        Compared with ten decimals, see `comparable`.

    Returns
    -------
    float
        In [0, 1]; NaN for fewer than `FEWEST_RUNS` runs, or if all scores of one are equal.

    References
    ----------
    Kendall and Gibbons, Rank correlation methods (1990), sections 4.10 and 4.11.

    Examples
    --------
    Of the 24 orders of four runs, the same and the reverse are as far from 0; rho = 0.8 is reached by 4, and
    −0.8 by 4.

    >>> round(spearman_p(np.array([4.0, 3, 2, 1]), np.array([0.4, 0.3, 0.2, 0.1])), 4)
    0.0833
    >>> round(spearman_p(np.array([4.0, 3, 2, 1]), np.array([0.3, 0.4, 0.2, 0.1])), 4)
    0.3333
    """
    x, y = centred_ranks(one), centred_ranks(other)
    runs = len(x)
    if not _testable(x, y):
        return np.nan
    if runs <= ALL_ORDERS_UP_TO:
        sums = _rank_sums(_ascending(x), _ascending(y))
        return _share_reaching(abs(int(x @ y)), sums)
    from scipy.special import stdtr

    # 1 − rho² from whole numbers: of rho near 1 no digits are lost.
    norms, product = int(x @ x) * int(y @ y), int(x @ y)
    if norms == product * product:
        return _least(runs)
    t = abs(product) * np.sqrt((runs - 2) / (norms - product * product))
    return max(float(2 * stdtr(runs - 2, -t)), _least(runs))


def kendall_p(one: Floats, other: Floats) -> float:
    """Probability of a Kendall's tau-b at least as far from 0 if the rankings have nothing in common.

    Up to `ALL_ORDERS_UP_TO` runs, the share of all orders of one ranking's scores, ties included. Without
    ties the share is exact up to `EXACT_WITHOUT_TIES_UP_TO` runs. Otherwise normal, with the variance
    corrected for ties. Parameters and range as for `spearman_p`.

    References
    ----------
    Kendall and Gibbons, Rank correlation methods (1990), chapters 4 and 5.

    Examples
    --------
    Of the 24 orders of four runs, 3 turn round one pair and 3 all pairs but one; with the two that agree in
    full or not at all, 8 are at least as far from 0.

    >>> round(kendall_p(np.array([4.0, 3, 2, 1]), np.array([0.3, 0.4, 0.2, 0.1])), 4)
    0.3333
    """
    x, y = centred_ranks(one), centred_ranks(other)
    runs = len(x)
    if not _testable(x, y):
        return np.nan
    score = abs(int(pair_orders(one).ravel() @ pair_orders(other).ravel())) // 2
    if runs <= ALL_ORDERS_UP_TO:
        return _share_reaching(score, _pair_sums(_ascending(x), _ascending(y)))
    ties = [np.unique(ranks, return_counts=True)[1] for ranks in (x, y)]
    if runs <= EXACT_WITHOUT_TIES_UP_TO and len(ties[0]) == len(ties[1]) == runs:
        reversed_pairs = (runs * (runs - 1) // 2 - score) // 2
        return min(1.0, 2 * sum(_reversals(runs)[: reversed_pairs + 1]) / factorial(runs))
    from scipy.special import ndtr

    return max(float(2 * ndtr(-score / np.sqrt(_variance(runs, *ties)))), _least(runs))


def _testable(one: Integers, other: Integers) -> bool:
    return len(one) >= FEWEST_RUNS and bool(one.any()) and bool(other.any())


def _ascending(ranks: Integers) -> tuple[int, ...]:
    return tuple(sorted(ranks.tolist()))


def _least(runs: int) -> float:
    """The share of two of all orders."""
    return 2 / factorial(runs)


_Sums = tuple[Integers, Integers]
"""Distinct sizes of the sums that all orders give, and how many orders give each."""


def _share_reaching(observed: int, sums: _Sums) -> float:
    sizes, orders = sums
    return int(orders[sizes >= observed].sum()) / int(orders.sum())


@cache
def _all_orders(runs: int) -> Integers:
    """All orders of some runs, shape (orders, runs)."""
    return np.array(list(permutations(range(runs))), dtype=np.int64)


@lru_cache(maxsize=4096)
def _rank_sums(one: tuple[int, ...], other: tuple[int, ...]) -> _Sums:
    """Sums of the products of ranks."""
    products = np.array(other)[_all_orders(len(other))] @ np.array(one)
    return np.unique(np.abs(products), return_counts=True)


@lru_cache(maxsize=4096)
def _pair_sums(one: tuple[int, ...], other: tuple[int, ...]) -> _Sums:
    """Pairs in the same order less pairs in the other."""
    first, second = np.triu_indices(len(one), k=1)
    x, y = np.array(one), np.array(other)[_all_orders(len(other))]
    sums = np.sign(y[:, first] - y[:, second]) @ np.sign(x[first] - x[second])
    return np.unique(np.abs(sums), return_counts=True)


@cache
def _reversals(runs: int) -> tuple[int, ...]:
    """Number of the orders of some runs that turn round 0, 1, 2, ... pairs."""
    if runs < 2:
        return (1,)
    before = _reversals(runs - 1)
    # The last run turns round 0 to runs − 1 pairs, in as many places.
    pairs = range(len(before) + runs - 1)
    return tuple(sum(before[max(0, pair - runs + 1) : pair + 1]) for pair in pairs)


def _variance(runs: int, one: Integers, other: Integers) -> float:
    """Variance of pairs in the same order less pairs in the other, given the numbers of runs of each rank."""
    pairs = runs * (runs - 1)
    tied_pairs = [int((t * (t - 1)).sum()) for t in (one, other)]
    tied_triples = [int((t * (t - 1) * (t - 2)).sum()) for t in (one, other)]
    weighted = [int((t * (t - 1) * (2 * t + 5)).sum()) for t in (one, other)]
    variance = (pairs * (2 * runs + 5) - sum(weighted)) / 18
    variance += tied_pairs[0] * tied_pairs[1] / (2 * pairs)
    return variance + tied_triples[0] * tied_triples[1] / (9 * pairs * (runs - 2))
