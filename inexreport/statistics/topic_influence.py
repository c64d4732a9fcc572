"""Influence of each topic on a ranking of runs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.model.score_numbers import column_means, mean
from inexreport.statistics.rank_correlation import kendall
from inexreport.statistics.summary import Floats, Integers

FEWEST_RUNS = 2

ROUNDING = 1e-12
"""Means that differ by at most this are equal: further digits depend on the order of additions."""

DECIMALS = 12
"""Shares are rounded: further digits depend on the order of additions."""


@dataclass(frozen=True, eq=False)
class TopicInfluence:
    """Influence of each topic on a task's ranking.

    Attributes
    ----------
    topics : tuple of str
        Topics for which a run has a score.
    runs : int64 array, shape (topics,)
        Number of runs with a score.
    tau : float64 array, shape (topics,)
        Kendall's tau-b of the rankings by this topic and by the mean; NaN if one of them ties all runs.
    spread : float64 array, shape (topics,)
        Standard deviation (n − 1) of the runs' scores; NaN for fewer than two runs.
    share : float64 array, shape (topics,)
        Share of the variance of the runs' means that is due to the topic; negative if good runs are worse on
        it. The sum is 1. NaN if a run has no score for a topic, or all means are equal.
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
        Scores that rank the runs, NaN where undefined.

    Examples
    --------
    Two runs that differ on the first topic only:

    >>> influence = topic_influence(("1", "2"), np.array([[0.6, 0.1], [0.2, 0.1]]), np.array([0.35, 0.15]))
    >>> influence.tau.tolist(), influence.share.tolist()
    ([1.0, nan], [1.0, 0.0])
    """
    known = ~np.isnan(scores)
    runs = np.count_nonzero(known, axis=0)
    defined = np.flatnonzero(runs)
    tau, spread = np.full((2, len(defined)), np.nan)
    for place, topic in enumerate(defined.tolist()):
        both = known[:, topic] & ~np.isnan(means)
        tau[place] = kendall(scores[both, topic], means[both])
        if runs[topic] >= FEWEST_RUNS:
            spread[place] = np.std(scores[known[:, topic], topic], ddof=1)
    return TopicInfluence(
        topics=tuple(topics[topic] for topic in defined.tolist()),
        runs=runs[defined].astype(np.int64),
        tau=tau,
        spread=spread,
        share=_shares(scores[:, defined]),
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
