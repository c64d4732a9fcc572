"""The randomised Tukey HSD test of all pairs of runs at once, and effect sizes of their differences."""

from __future__ import annotations

from itertools import permutations
from math import lgamma, log

import numpy as np

from inexreport.model.score_numbers import column_means
from inexreport.statistics.paired_tests import DECIMALS, ROUNDING, Pairs, Result, paired_differences
from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.summary import Floats

EXACT_UP_TO = 10_000
"""Up to this number of ways to permute the scores of all topics, all are enumerated."""

DRAWS = 9_999
"""Random permutations otherwise; the observed scores are added."""

FEWEST_TOPICS = 2
FEWEST_RUNS = 2


def randomised_tukey_hsd(pairs: Pairs, draws: RepeatableDraws) -> Result:
    """Randomised Tukey HSD test of all pairs of runs: two-tailed, and corrected for all pairs by itself.

    Under the null hypothesis, that all runs are equally good, the scores of a topic may belong to any run.
    They are permuted among the runs, for each topic anew, and the difference of the largest and the smallest
    mean is noted. p of a pair is the share of permutations in which that reaches the pair's difference. Since
    every pair is held against the largest difference, p needs no correction for the number of pairs.

    Up to `EXACT_UP_TO` permutations, all are enumerated; beyond, `DRAWS` random ones plus the observed
    scores, so that no p is below 1 / (`DRAWS` + 1).

    Parameters
    ----------
    pairs : Pairs
        Only topics for which all runs have a score count.
    draws : RepeatableDraws

    Returns
    -------
    statistic, p : float64 array, shape (pairs,)
        The mean difference of first and second over the topics that count; NaN for fewer than two topics.
        Pairs with a larger difference, whatever its sign, never have a larger p.

    References
    ----------
    Carterette, Multiple testing in statistical analysis of systems-based information retrieval experiments,
    ACM TOIS 30(1), 2012; Sakai, Laboratory experiments in information retrieval, 2018, chapter 5.

    Examples
    --------
    Two runs, three topics, eight permutations: two have a difference of 0.6, two more reach 0.4.

    >>> scores = np.array([[0.4, 0.8, 0.5], [0.5, 0.5, 0.3]])
    >>> pair = Pairs(scores, np.array([0]), np.array([1]))
    >>> statistic, p = randomised_tukey_hsd(pair, RepeatableDraws("example"))
    >>> round(float(statistic[0]), 4), float(p[0])
    (0.1333, 0.5)
    """
    scores = _complete_topics(pairs.scores)
    if not len(pairs.first) or scores.shape[1] < FEWEST_TOPICS:
        return np.full(len(pairs.first), np.nan), np.full(len(pairs.first), np.nan)
    statistic = column_means(paired_differences(scores[pairs.first], scores[pairs.second]).T)
    tolerance = ROUNDING * np.ptp(scores, axis=0).sum()  # equal for all pairs, to keep the order of their p
    bound = np.abs(statistic) * scores.shape[1] - tolerance
    ranges = np.sort(_ranges(scores, draws))
    return statistic, (len(ranges) - np.searchsorted(ranges, bound)) / len(ranges)


def _complete_topics(scores: Floats) -> Floats:
    return scores[:, ~np.isnan(scores).any(axis=0)]


def _ranges(scores: Floats, draws: RepeatableDraws) -> Floats:
    """Largest minus smallest sum of a run, for each permutation; shape (permutations,)."""
    runs, topics = scores.shape
    if topics * lgamma(runs + 1) <= log(EXACT_UP_TO):
        sums = np.zeros((1, runs))
        for column in scores.T:
            orders = np.array(list(permutations(column.tolist())))
            sums = (sums[:, None] + orders).reshape(-1, runs)
    else:
        sums = np.zeros((DRAWS + 1, runs))
        for column in scores.T:
            sums[0] += column
            sums[1:] += column[draws.orders(DRAWS, runs)]
    return np.asarray(np.ptp(sums, axis=1))


def residual_deviation(scores: Floats) -> float:
    """Residual standard deviation of scores in the two-way layout of runs and topics without replication.

    The residual is what a run and a topic leave unexplained of a score: score − mean of the run − mean of the
    topic + mean of all. Its variance is the sum of squares over (runs − 1) (topics − 1).

    Parameters
    ----------
    scores : float64 array, shape (runs, topics)
        Only topics for which all runs have a score count.

    Returns
    -------
    float
        NaN for fewer than two topics or runs, or where nothing is left unexplained.

    Examples
    --------
    Means of runs 0.5 and 0.3, of topics 0.6 and 0.2; residuals ±0.1: the variance is 4 · 0.01 / (1 · 1).

    >>> round(residual_deviation(np.array([[0.8, 0.2], [0.4, 0.2]])), 4)
    0.2
    """
    scores = _complete_topics(scores)
    runs, topics = scores.shape
    if runs < FEWEST_RUNS or topics < FEWEST_TOPICS:
        return float("nan")
    of_runs, of_topics = column_means(scores.T), column_means(scores)
    residuals = scores - of_runs[:, None] - of_topics + of_runs.mean()
    if np.abs(residuals).max() < 10**-DECIMALS:
        return float("nan")
    return float(np.sqrt(np.sum(residuals**2) / ((runs - 1) * (topics - 1))))


def effect_sizes(pairs: Pairs) -> Floats:
    """Difference of the means of each pair in units of the `residual_deviation` of all runs.

    Parameters
    ----------
    pairs : Pairs
        Only topics for which all runs have a score count.

    Returns
    -------
    float64 array, shape (pairs,)
        Positive where the first is better; NaN where the deviation is.

    References
    ----------
    Sakai, Laboratory experiments in information retrieval, 2018, chapter 5 (ES_HSD).

    Examples
    --------
    Means 0.5 and 0.3, deviation 0.2.

    >>> scores = np.array([[0.8, 0.2], [0.4, 0.2]])
    >>> effect_sizes(Pairs(scores, np.array([0]), np.array([1]))).round(4).tolist()
    [1.0]
    """
    deviation = residual_deviation(pairs.scores)
    if np.isnan(deviation):
        return np.full(len(pairs.first), np.nan)
    of_runs = column_means(_complete_topics(pairs.scores).T)
    return np.asarray((of_runs[pairs.first] - of_runs[pairs.second]) / deviation)
