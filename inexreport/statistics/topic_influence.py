"""Which topics decide a ranking of runs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.model.score_numbers import column_means, mean
from inexreport.statistics.rank_correlation import kendall
from inexreport.statistics.summary import Floats, Integers

FEWEST_RUNS = 2

ROUNDING = 1e-12
"""Means that differ by no more are equal: what is beyond comes from the order of additions."""

DECIMALS = 12
"""Shares are rounded so: what is beyond comes from the order of additions."""


@dataclass(frozen=True, eq=False)
class TopicInfluence:
    """What each topic contributes to a task's ranking.

    Attributes
    ----------
    topics : tuple of str
        Those for which some run has a score.
    runs : int64 array, shape (topics,)
        Number of runs with a score.
    tau : float64 array, shape (topics,)
        Kendall's tau-b of the ranking by this topic alone with the ranking by the mean; NaN where one of
        them ties all runs.
    spread : float64 array, shape (topics,)
        Standard deviation (n − 1) of the runs' scores; NaN for fewer than two runs.
    share : float64 array, shape (topics,)
        Part of the variance of the runs' means that comes from the topic; the topics add up to 1, and one on
        which good runs do worse has a negative part. NaN everywhere unless every run has a score for every
        topic, or where all means are equal.
    """

    topics: tuple[str, ...]
    runs: Integers
    tau: Floats
    spread: Floats
    share: Floats


def topic_influence(topics: tuple[str, ...], scores: Floats, means: Floats) -> TopicInfluence:
    """Measure the influence of each topic.

    Parameters
    ----------
    topics : tuple of str
    scores : float64 array, shape (runs, topics)
        NaN where a run has no score.
    means : float64 array, shape (runs,)
        The scores that rank the runs; NaN where there is none.

    Examples
    --------
    Two runs that differ on the first topic only: it decides everything.

    >>> influence = topic_influence(("1", "2"), np.array([[0.6, 0.1], [0.2, 0.1]]), np.array([0.35, 0.15]))
    >>> influence.tau.tolist(), influence.share.tolist()
    ([1.0, nan], [1.0, 0.0])
    """
    known = ~np.isnan(scores)
    runs = np.count_nonzero(known, axis=0)
    kept = np.flatnonzero(runs)
    tau, spread = np.full(len(kept), np.nan), np.full(len(kept), np.nan)
    for place, column in enumerate(kept):
        both = known[:, column] & ~np.isnan(means)
        tau[place] = kendall(scores[both, column], means[both])
        if runs[column] >= FEWEST_RUNS:
            spread[place] = np.std(scores[known[:, column], column], ddof=1)
    return TopicInfluence(
        topics=tuple(topics[i] for i in kept),
        runs=runs[kept].astype(np.int64),
        tau=tau,
        spread=spread,
        share=_shares(scores[:, kept]),
    )


def _shares(scores: Floats) -> Floats:
    """Covariance of each topic with the mean, over topics times the mean's variance."""
    undefined = np.full(scores.shape[1], np.nan)
    if not scores.size or len(scores) < FEWEST_RUNS or np.isnan(scores).any():
        return undefined
    means = column_means(scores.T)
    if not np.ptp(means) > ROUNDING:
        return undefined
    centred = means - mean(means.tolist())
    variance = mean((centred * centred).tolist())
    covariances = column_means(centred[:, None] * (scores - column_means(scores)))
    return np.asarray(np.round(covariances / variance / scores.shape[1], DECIMALS))
