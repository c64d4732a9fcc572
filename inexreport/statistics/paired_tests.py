"""Tests of paired differences, for many pairs at once; all with one tail: the first is better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.summary import Floats, Integers

EXACT_UP_TO = 16
"""With so many differences other than 0, all ways to give them signs are gone through (65,536)."""

EXACT_WITHOUT_TIES_UP_TO = 50
"""So far Wilcoxon's distribution is exact where no two differences are of one size."""

DRAWS = 99_999
"""Random ways to give signs where there are too many to go through; the observed one is added."""

DECIMALS = 12
"""Differences are rounded so: what is beyond comes from the order of additions."""

ROUNDING = 1e-9
ROWS_AT_ONCE = 256
"""A multiple of 64, so that rows of random signs leave no bits of the stream between two blocks."""

PAIRS_AT_ONCE = 4096

Result = tuple[Floats, Floats]
"""Statistic and p of each pair, NaN where the test is not defined."""


def paired_differences(better: Floats, worse: Floats) -> Floats:
    """Differences per topic, rounded to `DECIMALS`; NaN where one of the two has no score."""
    return np.round(better - worse, DECIMALS)


def t_test(differences: Floats) -> Result:
    """Student's t test of paired samples: t = mean / (sd / sqrt(n)) with n − 1 degrees of freedom.

    Parameters
    ----------
    differences : float64 array, shape (pairs, topics)
        NaN for topics that do not count.

    Returns
    -------
    statistic, p : float64 array, shape (pairs,)
        NaN for fewer than two topics or where all differences are equal.

    Examples
    --------
    >>> a, b = np.array([0.30, 0.25, 0.40, 0.10, 0.50, 0.35]), np.array([0.28, 0.20, 0.41, 0.05, 0.40, 0.30])
    >>> t, p = t_test(paired_differences(a, b)[None, :])
    >>> round(float(t[0]), 3), round(float(p[0]), 4)
    (2.892, 0.017)
    """
    from scipy.special import stdtr

    topics = np.count_nonzero(~np.isnan(differences), axis=1)
    statistic, p = _undefined(len(differences)), _undefined(len(differences))
    rows = np.flatnonzero(_vary(differences, topics))
    if len(rows):
        n = topics[rows]
        mean = np.nanmean(differences[rows], axis=1)
        deviation = np.nanstd(differences[rows], axis=1, ddof=1)
        statistic[rows] = mean / (deviation / np.sqrt(n))
        p[rows] = stdtr(n - 1, -statistic[rows])
    return statistic, p


def wilcoxon(differences: Floats) -> Result:
    """Wilcoxon's signed-rank test; differences of 0 are left out, equal sizes share their mean rank.

    Up to `EXACT_UP_TO` differences the distribution is exact, with ties too; up to
    `EXACT_WITHOUT_TIES_UP_TO` it is where there are no ties; beyond, it is approximated by the normal
    distribution with its variance corrected for ties.

    Parameters
    ----------
    differences : float64 array, shape (pairs, topics)
        NaN for topics that do not count.

    Returns
    -------
    statistic, p : float64 array, shape (pairs,)
        The sum of the ranks of positive differences. NaN for fewer than two topics or where all
        differences are 0.

    Examples
    --------
    Three differences, all positive: one of the 2 ** 3 ways to give signs has a sum of 6.

    >>> statistic, p = wilcoxon(np.array([[0.1, 0.3, 0.2]]))
    >>> float(statistic[0]), float(p[0])
    (6.0, 0.125)
    """
    from scipy.stats import rankdata
    from scipy.stats import wilcoxon as scipy_wilcoxon

    statistic, p = _undefined(len(differences)), _undefined(len(differences))
    for used, rows, values in _by_number_of_differences(differences):
        ranks = rankdata(np.abs(values), axis=1)
        statistic[rows] = np.sum(ranks, axis=1, where=values > 0)
        if used <= EXACT_UP_TO:
            p[rows] = _share_at_least(ranks, np.sum(np.sign(values) * ranks, axis=1), _all_signs(used))
            continue
        tied = np.any(np.diff(np.sort(ranks, axis=1), axis=1) == 0, axis=1)
        exact = ~tied & (used <= EXACT_WITHOUT_TIES_UP_TO)
        for method, chosen in (("exact", exact), ("asymptotic", ~exact)):
            if chosen.any():
                tested = scipy_wilcoxon(values[chosen], axis=1, alternative="greater", method=method)
                p[rows[chosen]] = tested.pvalue
    return statistic, p


def randomization(differences: Floats, draws: RepeatableDraws) -> Result:
    """Fisher's randomization test: how often the mean is as high if each difference had a random sign.

    Up to `EXACT_UP_TO` differences other than 0 all ways are gone through; beyond, `DRAWS` random ones, the
    same for all pairs, to which the observed one is added: no p is below 1 / (`DRAWS` + 1).

    Parameters
    ----------
    differences : float64 array, shape (pairs, topics)
        NaN for topics that do not count.
    draws : RepeatableDraws

    Returns
    -------
    statistic, p : float64 array, shape (pairs,)
        The mean difference. NaN for fewer than two topics or where all differences are 0.

    Examples
    --------
    Of the 2 ** 3 ways, only the observed one and the one with 0.1 turned round reach 0.3 + 0.2 − 0.1.

    >>> statistic, p = randomization(np.array([[-0.1, 0.3, 0.2]]), RepeatableDraws("example"))
    >>> round(float(statistic[0]), 4), float(p[0])
    (0.1333, 0.25)
    """
    statistic, p = _undefined(len(differences)), _undefined(len(differences))
    many: list[Integers] = []
    for used, rows, values in _by_number_of_differences(differences):
        statistic[rows] = np.nanmean(differences[rows], axis=1)
        if used <= EXACT_UP_TO:
            p[rows] = _share_at_least(np.abs(values), values.sum(axis=1), _all_signs(used))
        else:
            many.append(rows)
    if many:
        rows = np.concatenate(many)
        known = np.nan_to_num(differences[rows])
        p[rows] = _share_at_least(
            np.abs(known), known.sum(axis=1), _random_signs(draws, known.shape[1]), added=1
        )
    return statistic, p


def _undefined(pairs: int) -> Floats:
    return np.full(pairs, np.nan)


def _vary(differences: Floats, topics: Integers | NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which pairs have two topics, and not one difference on all of them."""
    lowest = np.min(differences, axis=1, where=~np.isnan(differences), initial=np.inf)
    highest = np.max(differences, axis=1, where=~np.isnan(differences), initial=-np.inf)
    return np.asarray((topics >= 2) & (highest > lowest))


def _by_number_of_differences(differences: Floats) -> Iterator[tuple[int, Integers, Floats]]:
    """Pairs with equally many differences other than 0: that number, the pairs, and their differences."""
    topics = np.count_nonzero(~np.isnan(differences), axis=1)
    counts = ~np.isnan(differences) & (differences != 0)
    used = np.count_nonzero(counts, axis=1)
    for number in np.unique(used[(topics >= 2) & (used > 0)]):
        rows = np.flatnonzero((used == number) & (topics >= 2))
        values: Floats = differences[rows][counts[rows]].reshape(len(rows), number)
        yield int(number), rows, values


def _all_signs(size: int) -> Iterator[Floats]:
    for start in range(0, 1 << size, ROWS_AT_ONCE):
        patterns = np.arange(start, min(start + ROWS_AT_ONCE, 1 << size))
        yield (patterns[:, None] >> np.arange(size) & 1).astype(np.float64) * 2 - 1


def _random_signs(draws: RepeatableDraws, size: int) -> Iterator[Floats]:
    for start in range(0, DRAWS, ROWS_AT_ONCE):
        yield draws.signs(min(ROWS_AT_ONCE, DRAWS - start), size)


def _share_at_least(sizes: Floats, observed: Floats, signs: Iterable[Floats], added: int = 0) -> Floats:
    """Share of the rows of signs that make the sum of sizes at least as high as observed."""
    reached = np.full(len(sizes), added, dtype=np.int64)
    bound = observed - ROUNDING * sizes.sum(axis=1)
    drawn = added
    for block in signs:
        drawn += len(block)
        for start in range(0, len(sizes), PAIRS_AT_ONCE):
            some = slice(start, start + PAIRS_AT_ONCE)
            reached[some] += np.count_nonzero(block @ sizes[some].T >= bound[some], axis=0)
    return reached / drawn
