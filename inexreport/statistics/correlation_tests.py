"""Two-tailed tests of rank correlations against rankings that have nothing in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache, reduce
from itertools import permutations
from math import factorial
from typing import Any

import numpy as np

from inexreport.statistics.ranks import centred_ranks
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
    return _p(one, other, np.dot, _spearman_of_many)


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
    return _p(one, other, _orders_in_common, _kendall_of_many)


_Statistic = Callable[[Any, Any], Any]
"""A whole number, from the ranks by two scores; the first may be many rankings, one in each row."""


def _p(one: Floats, other: Floats, statistic: _Statistic, of_many: _Statistic) -> float:
    """Test by the statistic under all orders; beyond, by `of_many`, at least the share of two orders."""
    x, y = centred_ranks(one), centred_ranks(other)
    if len(x) < FEWEST_RUNS or not (x.any() and y.any()):
        return np.nan
    all_orders = factorial(len(x))
    if len(x) > ALL_ORDERS_UP_TO:
        return float(max(of_many(x, y), 2 / all_orders))
    sizes, orders = _of_all_orders(tuple(sorted(x.tolist())), tuple(sorted(y.tolist())), statistic)
    return int(orders[sizes >= abs(statistic(x, y))].sum()) / all_orders


@lru_cache(maxsize=4096)
def _of_all_orders(
    one: tuple[int, ...], other: tuple[int, ...], statistic: _Statistic
) -> tuple[Integers, Integers]:
    """Distinct sizes of the statistic, and how many orders give each."""
    found = statistic(np.array(one)[_all_orders(len(one))], np.array(other))
    return np.unique(np.abs(found), return_counts=True)


@cache
def _all_orders(runs: int) -> Integers:
    return np.array(list(permutations(range(runs))))


def _spearman_of_many(x: Integers, y: Integers) -> float:
    from scipy.special import stdtr

    # 1 − rho² from whole numbers: of rho near 1 no digits are lost.
    product, rest = int(x @ y), int(x @ x) * int(y @ y) - int(x @ y) ** 2
    t = abs(product) * np.sqrt((len(x) - 2) / rest) if rest else np.inf
    return float(2 * stdtr(len(x) - 2, -t))


def _orders_in_common(x: Integers, y: Integers) -> Any:
    """Pairs in the same order less pairs in the other."""
    first, second = np.triu_indices(len(y), k=1)
    return np.sign(x[..., first] - x[..., second]) @ np.sign(y[first] - y[second])


def _kendall_of_many(x: Integers, y: Integers) -> float:
    runs, score = len(x), abs(int(_orders_in_common(x, y)))
    pairs, ties = runs * (runs - 1), [Counter(ranks.tolist()).values() for ranks in (x, y)]
    if runs <= EXACT_WITHOUT_TIES_UP_TO and all(len(one) == runs for one in ties):
        reversed_pairs = (pairs // 2 - score) // 2
        return min(1.0, 2 * sum(_reversals(runs)[: reversed_pairs + 1]) / factorial(runs))
    from scipy.special import ndtr

    tied_pairs, tied_triples = 1, 1
    variance = pairs * (2 * runs + 5)
    for one in ties:
        variance -= sum(t * (t - 1) * (2 * t + 5) for t in one)
        tied_pairs *= sum(t * (t - 1) for t in one)
        tied_triples *= sum(t * (t - 1) * (t - 2) for t in one)
    corrected = variance / 18 + tied_pairs / (2 * pairs) + tied_triples / (9 * pairs * (runs - 2))
    return float(2 * ndtr(-score / np.sqrt(corrected)))


@cache
def _reversals(runs: int) -> list[int]:
    """Number of the orders of some runs that turn round 0, 1, 2, ... pairs."""
    # Each further run turns round 0, 1, 2, ... pairs, up to all before it, in as many places.
    return reduce(np.convolve, [np.ones(place, dtype=object) for place in range(1, runs + 1)]).tolist()
