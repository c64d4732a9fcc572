"""Tests of paired differences for many pairs at once, all one-tailed: the first is better."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.summary import Floats, Integers

EXACT_UP_TO = 16
"""Up to this number of nonzero differences, all assignments of signs are enumerated (65,536)."""

EXACT_WITHOUT_TIES_UP_TO = 50
"""Up to this number, Wilcoxon's distribution is exact if no two differences have the same size."""

DRAWS = 99_999
"""Random assignments of signs beyond `EXACT_UP_TO`; the observed one is added."""

DECIMALS = 12
"""Differences are rounded: further digits depend on the order of additions."""

ROUNDING = 1e-9
ROWS_AT_ONCE = 16384
"""A multiple of 64, so that no block of random signs ends within a word of the stream."""

PAIRS_AT_ONCE = 64

Result = tuple[Floats, Floats]
"""Statistic and p of each pair, NaN where the test is not defined."""


def paired_differences(better: Floats, worse: Floats) -> Floats:
    """Differences per topic, rounded to `DECIMALS`; NaN where a score is missing."""
    return np.round(better - worse, DECIMALS)


def t_test(differences: Floats) -> Result:
    """Student's t-test of paired samples: t = mean / (sd / sqrt(n)) with n − 1 degrees of freedom.

    Parameters
    ----------
    differences : float64 array, shape (pairs, topics)
        NaN for topics that do not count.

    Returns
    -------
    statistic, p : float64 array, shape (pairs,)
        NaN for fewer than two topics or if all differences are equal.

    Examples
    --------
    >>> a, b = np.array([0.30, 0.25, 0.40, 0.10, 0.50, 0.35]), np.array([0.28, 0.20, 0.41, 0.05, 0.40, 0.30])
    >>> t, p = t_test(paired_differences(a, b)[None, :])
    >>> round(float(t[0]), 3), round(float(p[0]), 4)
    (2.892, 0.017)
    """
    from scipy.special import stdtr

    statistic, p = np.full((2, len(differences)), np.nan)
    topics = np.count_nonzero(~np.isnan(differences), axis=1)
    lowest = np.fmin.reduce(differences, axis=1, initial=np.inf)
    highest = np.fmax.reduce(differences, axis=1, initial=-np.inf)
    rows = np.flatnonzero((topics >= 2) & (highest > lowest))
    if len(rows):
        n = topics[rows]
        deviation = np.nanstd(differences[rows], axis=1, ddof=1)
        statistic[rows] = np.nanmean(differences[rows], axis=1) / (deviation / np.sqrt(n))
        p[rows] = stdtr(n - 1, -statistic[rows])
    return statistic, p


def wilcoxon(differences: Floats) -> Result:
    """Wilcoxon's signed-rank test; zero differences are left out, equal sizes share their mean rank.

    The distribution is exact up to `EXACT_UP_TO` differences, and without ties up to
    `EXACT_WITHOUT_TIES_UP_TO`; otherwise normal, with the variance corrected for ties.

    Parameters
    ----------
    differences : float64 array, shape (pairs, topics)
        NaN for topics that do not count.

    Returns
    -------
    statistic, p : float64 array, shape (pairs,)
        Sum of the ranks of positive differences. NaN for fewer than two topics or if all differences are 0.

    Examples
    --------
    Three positive differences: one of the 2 ** 3 assignments of signs reaches 6.

    >>> statistic, p = wilcoxon(np.array([[0.1, 0.3, 0.2]]))
    >>> float(statistic[0]), float(p[0])
    (6.0, 0.125)
    """
    statistic, p = np.full((2, len(differences)), np.nan)
    for used, rows, values in _by_number_of_differences(differences):
        sizes = pd.DataFrame(np.abs(values))
        lowest, highest = (sizes.rank(axis=1, method=end).to_numpy() for end in ("min", "max"))
        ranks, tied = (lowest + highest) / 2, highest - lowest + 1
        statistic[rows] = np.sum(ranks, axis=1, where=values > 0)
        if used <= EXACT_UP_TO:
            p[rows] = _share_of_all_signs(np.sign(values) * ranks)
            continue
        p[rows] = _normal_share(statistic[rows], tied)
        if used <= EXACT_WITHOUT_TIES_UP_TO:
            untied = rows[np.all(tied == 1, axis=1)]
            p[untied] = _subsets_reaching(used)[statistic[untied].astype(np.int64)] / 2.0**used
    return statistic, p


@cache
def _subsets_reaching(size: int) -> Integers:
    """For each sum from 0: number of subsets of 1 to `size` (at most 62) with at least that sum."""
    ways = np.zeros(size * (size + 1) // 2 + 1, dtype=np.int64)
    ways[0] = 1
    for rank in range(1, size + 1):
        ways[rank:] += ways[:-rank].copy()
    return np.asarray(ways[::-1].cumsum()[::-1])


def _normal_share(statistic: Floats, tied: Floats) -> Floats:
    """P by the normal approximation; `tied`, shape (pairs, ranks), counts the ranks with the same value."""
    from scipy.special import ndtr

    size = tied.shape[1]
    # A tie of t ranks contributes t³ − t, to which each of the t adds t² − 1.
    ties = np.sum(tied * tied - 1, axis=1)
    variance = (size * (size + 1) * (2 * size + 1) - ties / 2) / 24
    return np.asarray(ndtr(-(statistic - size * (size + 1) / 4) / np.sqrt(variance)))


@dataclass(frozen=True, eq=False)
class Pairs:
    """The rows of scores, shape (runs, topics), that are compared; NaN where a run has no score."""

    scores: Floats
    first: Integers
    second: Integers

    def same_topics(self) -> NDArray[np.bool_]:
        """Whether both runs of each pair have scores for the same topics."""
        missing = np.isnan(self.scores)
        return np.asarray((missing[self.first] == missing[self.second]).all(axis=1))


def randomization(differences: Floats, draws: RepeatableDraws, pairs: Pairs | None = None) -> Result:
    """Fisher's randomization test: share of random signs with which the mean is at least as high.

    Up to `EXACT_UP_TO` nonzero differences, all assignments of signs are enumerated; beyond, `DRAWS` random
    ones, the same for all pairs, plus the observed one, so that no p is below 1 / (`DRAWS` + 1).

    Parameters
    ----------
    differences : float64 array, shape (pairs, topics)
        NaN for topics that do not count.
    draws : RepeatableDraws
    pairs : Pairs, optional
        Source of the differences. The signs are then given to scores of runs, which is faster.

    Returns
    -------
    statistic, p : float64 array, shape (pairs,)
        The mean difference. NaN for fewer than two topics or if all differences are 0.

    Examples
    --------
    Of the 2 ** 3 assignments, the observed one and the one with 0.1 reversed reach 0.3 + 0.2 − 0.1.

    >>> from inexreport.statistics.repeatable_draws import DrawKind
    >>> draws = RepeatableDraws(DrawKind.RANDOMIZATION)
    >>> statistic, p = randomization(np.array([[-0.1, 0.3, 0.2]]), draws)
    >>> round(float(statistic[0]), 4), float(p[0])
    (0.1333, 0.25)
    """
    statistic, p = np.full((2, len(differences)), np.nan)
    many = np.zeros(len(differences), dtype=np.bool_)
    for used, rows, values in _by_number_of_differences(differences):
        statistic[rows] = np.nanmean(differences[rows], axis=1)
        if used <= EXACT_UP_TO:
            p[rows] = _share_of_all_signs(values)
        else:
            many[rows] = True
    if many.any():
        p[many] = _share_of_random_signs(differences, np.flatnonzero(many), draws, pairs)
    return statistic, p


def _share_of_random_signs(
    differences: Floats, rows: Integers, draws: RepeatableDraws, pairs: Pairs | None
) -> Floats:
    """Share of random signs that reach the observed sum, including the observed signs; shape (rows,)."""
    by_run = np.zeros(len(rows), dtype=np.bool_) if pairs is None else pairs.same_topics()[rows]
    others = np.nan_to_num(differences[rows[~by_run]])
    bound = _observed(differences[rows])
    reached = np.ones(len(rows), dtype=np.int64)
    for signs in _random_signs(draws, differences.shape[1]):
        if len(others):
            reached[~by_run] += _reached(others, bound[~by_run], signs)
        if pairs is not None and by_run.any():
            reached[by_run] += _reached_by_runs(pairs, rows[by_run], bound[by_run], signs)
    return np.asarray(reached / (DRAWS + 1))


def _random_signs(draws: RepeatableDraws, size: int) -> Iterator[Floats]:
    for start in range(0, DRAWS, ROWS_AT_ONCE):
        yield draws.signs(min(ROWS_AT_ONCE, DRAWS - start), size)


def _reached_by_runs(pairs: Pairs, rows: Integers, bound: Floats, signs: Floats) -> Integers:
    """As `_reached`, from the signed sums of runs, whose difference is the signed sum of differences."""
    sums = np.nan_to_num(pairs.scores) @ signs.T
    difference = np.empty(len(signs))
    reached = np.zeros(len(bound), dtype=np.int64)
    for place, (first, second) in enumerate(
        zip(pairs.first[rows].tolist(), pairs.second[rows].tolist(), strict=True)
    ):
        np.subtract(sums[first], sums[second], out=difference)
        reached[place] = np.count_nonzero(difference >= bound[place])
    return reached


def _by_number_of_differences(differences: Floats) -> Iterator[tuple[int, Integers, Floats]]:
    """Number of nonzero differences, pairs with that number, and their nonzero differences."""
    counts = ~np.isnan(differences) & (differences != 0)
    used = np.count_nonzero(counts, axis=1)
    defined = (np.count_nonzero(~np.isnan(differences), axis=1) >= 2) & (used > 0)
    for number in np.unique(used[defined]).tolist():
        rows = np.flatnonzero(defined & (used == number))
        yield number, rows, differences[rows][counts[rows]].reshape(len(rows), number)


def _share_of_all_signs(differences: Floats) -> Floats:
    """Share of all assignments of signs that reach the observed sum; shape (pairs,)."""
    size, bound = differences.shape[1], _observed(differences)
    reached = np.zeros(len(differences), dtype=np.int64)
    for start in range(0, 1 << size, ROWS_AT_ONCE):
        patterns = np.arange(start, min(start + ROWS_AT_ONCE, 1 << size))
        signs = (patterns[:, None] >> np.arange(size) & 1).astype(np.float64) * 2 - 1
        reached += _reached(differences, bound, signs)
    return np.asarray(reached / (1 << size))


def _observed(differences: Floats) -> Floats:
    """The sum that signs must reach, less a tolerance for rounding; shape (pairs,)."""
    return np.asarray(np.nansum(differences, axis=1) - ROUNDING * np.nansum(np.abs(differences), axis=1))


def _reached(differences: Floats, bound: Floats, signs: Floats) -> Integers:
    """Number of rows of signs whose signed sum of differences reaches the bound; shape (pairs,)."""
    reached = np.zeros(len(differences), dtype=np.int64)
    for start in range(0, len(differences), PAIRS_AT_ONCE):
        some = slice(start, start + PAIRS_AT_ONCE)
        reached[some] = np.count_nonzero(signs @ differences[some].T >= bound[some], axis=0)
    return reached
