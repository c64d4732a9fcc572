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


def randomised_tukey_hsd(pairs: Pairs, draws: RepeatableDraws) -> Result:
    """Randomised Tukey HSD test of all pairs of runs: two-tailed, and corrected for all pairs by itself.

    The scores of each topic are permuted among the runs. p of a pair is the share of permutations in which
    the largest mean less the smallest reaches the pair's difference. Up to `EXACT_UP_TO` permutations, all
    are enumerated; beyond, `DRAWS` random ones plus the observed scores.

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
    >>> from inexreport.statistics.repeatable_draws import DrawKind
    >>> draws = RepeatableDraws(DrawKind.TUKEY)
    >>> statistic, p = randomised_tukey_hsd(pair, draws)
    >>> round(float(statistic[0]), 4), float(p[0])
    (0.1333, 0.5)
    """
    scores = _complete_topics(pairs.scores)
    undefined = np.full(len(pairs.first), np.nan)
    if not len(undefined) or scores.shape[1] < FEWEST_TOPICS:
        return undefined, undefined
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


def effect_sizes(pairs: Pairs) -> Floats:
    """Difference of the means of each pair by the residual standard deviation of the scores of all runs.

    In the two-way layout of runs and topics without replication, the residual is what both leave unexplained
    of a score: score − mean of the run − mean of the topic + mean of all. Its variance is the sum of squares
    over (runs − 1) (topics − 1).

    Parameters
    ----------
    pairs : Pairs
        Only topics for which all runs have a score count.

    Returns
    -------
    float64 array, shape (pairs,)
        Positive where the first is better; NaN for fewer than two topics or runs, or where nothing is left
        unexplained.

    References
    ----------
    Sakai, Laboratory experiments in information retrieval, 2018, chapter 5 (ES_HSD).

    Examples
    --------
    Means of runs 0.5 and 0.3, of topics 0.6 and 0.2; residuals ±0.1: the variance is 4 · 0.01 / (1 · 1).

    >>> scores = np.array([[0.8, 0.2], [0.4, 0.2]])
    >>> effect_sizes(Pairs(scores, np.array([0]), np.array([1]))).round(4).tolist()
    [1.0]
    """
    scores = _complete_topics(pairs.scores)
    runs, topics = scores.shape
    undefined = np.full(len(pairs.first), np.nan)
    if runs < 2 or topics < FEWEST_TOPICS:
        return undefined
    of_runs, of_topics = column_means(scores.T), column_means(scores)
    residuals = scores - of_runs[:, None] - of_topics + of_runs.mean()
    if np.abs(residuals).max() < 10**-DECIMALS:
        return undefined
    deviation = float(np.sqrt(np.sum(residuals**2) / ((runs - 1) * (topics - 1))))
    return np.asarray((of_runs[pairs.first] - of_runs[pairs.second]) / deviation)
