"""Tests of paired differences, for many pairs at once; all with one tail: the first is better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.signed_ranks import exact_share, mean_ranks, normal_share
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
ROWS_AT_ONCE = 16384
"""A multiple of 64, so that rows of random signs leave no bits of the stream between two blocks."""

PAIRS_AT_ONCE = 64

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
    statistic, p = _undefined(len(differences)), _undefined(len(differences))
    for used, rows, values in _by_number_of_differences(differences):
        ranks, alike = mean_ranks(np.abs(values))
        statistic[rows] = np.sum(ranks, axis=1, where=values > 0)
        if used <= EXACT_UP_TO:
            p[rows] = _share_at_least(np.sign(values) * ranks, _all_signs(used))
            continue
        p[rows] = normal_share(statistic[rows], alike)
        if used <= EXACT_WITHOUT_TIES_UP_TO:
            untied = rows[np.all(alike == 1, axis=1)]
            p[untied] = exact_share(statistic[untied], used)
    return statistic, p


@dataclass(frozen=True, eq=False)
class Pairs:
    """Which runs the differences are between.

    Attributes
    ----------
    scores : float64 array, shape (runs, topics)
        NaN where a run has no score.
    first, second : int64 array, shape (pairs,)
        Rows of `scores`.
    """

    scores: Floats
    first: Integers
    second: Integers

    def alike(self) -> NDArray[np.bool_]:
        """Pairs of which both have scores for the same topics."""
        _, pattern = np.unique(np.isnan(self.scores), axis=0, return_inverse=True)
        pattern = pattern.ravel()
        return np.asarray(pattern[self.first] == pattern[self.second])

    def of(self, rows: Integers) -> Pairs:
        """Some of the pairs."""
        return Pairs(self.scores, self.first[rows], self.second[rows])


def randomization(differences: Floats, draws: RepeatableDraws, pairs: Pairs | None = None) -> Result:
    """Fisher's randomization test: how often the mean is as high if each difference had a random sign.

    Up to `EXACT_UP_TO` differences other than 0 all ways are gone through; beyond, `DRAWS` random ones, the
    same for all pairs, to which the observed one is added: no p is below 1 / (`DRAWS` + 1).

    Parameters
    ----------
    differences : float64 array, shape (pairs, topics)
        NaN for topics that do not count.
    draws : RepeatableDraws
    pairs : Pairs, optional
        Where the differences come from. The signs can then be given to runs, of which there are fewer.

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
    many = np.zeros(len(differences), dtype=np.bool_)
    for used, rows, values in _by_number_of_differences(differences):
        statistic[rows] = np.nanmean(differences[rows], axis=1)
        if used <= EXACT_UP_TO:
            p[rows] = _share_at_least(values, _all_signs(used))
        else:
            many[rows] = True
    if many.any():
        p[many] = _random_share(differences, np.flatnonzero(many), draws, pairs)
    return statistic, p


def _random_share(differences: Floats, rows: Integers, draws: RepeatableDraws, pairs: Pairs | None) -> Floats:
    """Share of random signs that reach what is observed, the observed ones included; shape (rows,)."""
    by_run = np.zeros(len(rows), dtype=np.bool_) if pairs is None else pairs.alike()[rows]
    known = np.nan_to_num(differences[rows[~by_run]])
    bound = _observed(differences[rows])
    reached = np.ones(len(rows), dtype=np.int64)
    for signs in _random_signs(draws, differences.shape[1]):
        if len(known):
            reached[~by_run] += _reached(known, bound[~by_run], signs)
        if pairs is not None and by_run.any():
            reached[by_run] += _reached_by_runs(pairs.of(rows[by_run]), bound[by_run], signs)
    return np.asarray(reached / (DRAWS + 1))


def _reached_by_runs(pairs: Pairs, bound: Floats, signs: Floats) -> Integers:
    """As `_reached`, from the signed sums of runs: their difference is the signed sum of the differences."""
    sums = np.nan_to_num(pairs.scores) @ signs.T
    room = np.empty(len(signs))
    enough = np.empty(len(signs), dtype=np.bool_)
    reached = np.zeros(len(bound), dtype=np.int64)
    for place, (first, second) in enumerate(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)):
        np.subtract(sums[first], sums[second], out=room)
        np.greater_equal(room, bound[place], out=enough)
        reached[place] = np.count_nonzero(enough)
    return reached


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


def _observed(differences: Floats) -> Floats:
    """The sum that signs must reach, but for rounding; shape (pairs,)."""
    return np.asarray(np.nansum(differences, axis=1) - ROUNDING * np.nansum(np.abs(differences), axis=1))


def _reached(differences: Floats, bound: Floats, signs: Floats) -> Integers:
    """How many rows of signs make the sum of differences at least as high as its bound; shape (pairs,)."""
    reached = np.zeros(len(differences), dtype=np.int64)
    for start in range(0, len(differences), PAIRS_AT_ONCE):
        some = slice(start, start + PAIRS_AT_ONCE)
        reached[some] = np.count_nonzero(signs @ differences[some].T >= bound[some], axis=0)
    return reached


def _share_at_least(differences: Floats, all_signs: Iterable[Floats]) -> Floats:
    """Share of all ways to give signs that reach what is observed; shape (pairs,)."""
    bound = _observed(differences)
    reached = np.zeros(len(differences), dtype=np.int64)
    drawn = 0
    for signs in all_signs:
        drawn += len(signs)
        reached += _reached(differences, bound, signs)
    return reached / drawn
