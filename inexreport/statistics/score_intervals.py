"""Confidence intervals of means over topics, of a run or of the difference of two, and of ranks by means."""

from __future__ import annotations

import numpy as np

from inexreport.statistics.repeatable_draws import DrawKind, RepeatableDraws
from inexreport.statistics.summary import UNRANKED, Floats, Integers, competition_ranks

RESAMPLES = 10_000
ROWS_AT_ONCE = 256
DRAWS_AT_ONCE = 1000
CONFIDENCE = 95
ENDS = ((100 - CONFIDENCE) / 2, (100 + CONFIDENCE) / 2)
"""The percentiles where an interval begins and ends."""

DECIMALS = 12
"""Ends are rounded: further digits depend on the order of additions."""


def bootstrap_intervals(scores: Floats, topics: tuple[str, ...], metric: str) -> tuple[Floats, Floats]:
    """Percentile bootstrap: topics are drawn with replacement, the same for all runs or pairs of runs.

    Ends are within the range of the scores.

    Parameters
    ----------
    scores : float64 array, shape (runs, topics)
        Or differences of two runs; NaN for topics that do not count in the mean.
    topics : tuple of str
    metric : str
        Seeds the draws together with the topics.

    Returns
    -------
    low, high : float64 array, shape (runs,)
        The 2.5th and 97.5th percentile of the means; NaN for fewer than two topics.

    Examples
    --------
    A run with the same score on every topic:

    >>> low, high = bootstrap_intervals(np.array([[0.25, 0.25, 0.25]]), ("1", "2", "3"), "MAiP")
    >>> low.tolist(), high.tolist()
    ([0.25], [0.25])
    """
    low, high = np.full((2, len(scores)), np.nan)
    enough = np.flatnonzero(np.count_nonzero(~np.isnan(scores), axis=1) >= 2)
    if not len(enough):
        return low, high
    weights = drawn_topics(topics, metric, RESAMPLES)
    for start in range(0, len(enough), ROWS_AT_ONCE):
        rows = enough[start : start + ROWS_AT_ONCE]
        means = drawn_means(weights, scores[rows])
        percentiles = np.nanpercentile if np.isnan(means).any() else np.percentile  # the former is slow
        ends = percentiles(means, ENDS, axis=0)
        low[rows], high[rows] = np.round(ends, DECIMALS)
    return low, high


def rank_intervals(scores: Floats, topics: tuple[str, ...], metric: str) -> tuple[Integers, Integers]:
    """Percentile bootstrap of ranks: the runs are ranked by their means over topics drawn with replacement.

    The draws are those of `bootstrap_intervals`, the same for all runs; equal means share the better rank.

    Parameters
    ----------
    scores : float64 array, shape (runs, topics)
        Higher is better; NaN for topics that do not count in the mean.
    topics : tuple of str
    metric : str
        Seeds the draws together with the topics.

    Returns
    -------
    low, high : int64 array, shape (runs,)
        95% of the draws give a rank from `low` to `high`, 1 for the highest mean. `UNRANKED` for runs with
        fewer than two topics, and for a single run.

    Examples
    --------
    The first run is the best on every topic, so in every draw; the others win one topic each:

    >>> low, high = rank_intervals(np.array([[0.9, 0.9], [0.5, 0.1], [0.1, 0.5]]), ("1", "2"), "MAiP")
    >>> low.tolist(), high.tolist()
    ([1, 2, 2], [1, 3, 3])
    """
    low, high = np.full((2, len(scores)), UNRANKED)
    enough = np.flatnonzero(np.count_nonzero(~np.isnan(scores), axis=1) >= 2)
    if len(enough) < 2:
        return low, high
    weights = drawn_topics(topics, metric, RESAMPLES)
    ranks = np.empty((RESAMPLES, len(enough)), dtype=np.int32)
    for start in range(0, RESAMPLES, DRAWS_AT_ONCE):
        drawn = slice(start, start + DRAWS_AT_ONCE)
        means = drawn_means(weights[drawn], scores[enough])
        ranks[drawn] = competition_ranks(np.nan_to_num(means, nan=-np.inf).T).T
    low[enough], high[enough] = np.percentile(ranks, ENDS, axis=0, method="inverted_cdf")
    return low, high


def drawn_topics(topics: tuple[str, ...], metric: str, draws: int) -> Floats:
    """Return how often each topic is in each draw, shape (draws, topics)."""
    size = len(topics)
    drawn = RepeatableDraws(DrawKind.BOOTSTRAP, metric, *topics).places(draws, size, below=size)
    cells = drawn + np.arange(draws)[:, None] * size
    return np.bincount(cells.ravel(), minlength=draws * size).reshape(draws, size).astype(float)


def drawn_means(weights: Floats, scores: Floats) -> Floats:
    """Return means of the runs over the topics of each draw, NaN where none counts; shape (draws, runs)."""
    known = ~np.isnan(scores)
    totals = weights @ np.nan_to_num(scores).T
    if known.all():
        return np.asarray(totals / weights.sum(axis=1, keepdims=True))
    counted = weights @ known.T.astype(float)
    means: Floats = np.divide(totals, counted, out=np.full(totals.shape, np.nan), where=counted > 0)
    return means
