"""Confidence intervals of a run's mean over topics."""

from __future__ import annotations

import numpy as np

from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.summary import Floats

RESAMPLES = 10_000
CONFIDENCE = 95

DECIMALS = 12
"""Ends are rounded: further digits depend on the order of additions."""


def bootstrap_intervals(scores: Floats, topics: tuple[str, ...], metric: str) -> tuple[Floats, Floats]:
    """Percentile bootstrap: topics are drawn with replacement, the same for all runs.

    Parameters
    ----------
    scores : float64 array, shape (runs, topics)
        NaN for topics that do not count in the run's mean.
    topics : tuple of str
    metric : str
        Seeds the draws together with the topics.

    Returns
    -------
    low, high : float64 array, shape (runs,)
        The 2.5th and 97.5th percentile of the means; NaN for a run with fewer than two topics.

    Examples
    --------
    A run with the same score on every topic:

    >>> low, high = bootstrap_intervals(np.array([[0.25, 0.25, 0.25]]), ("1", "2", "3"), "MAiP")
    >>> low.tolist(), high.tolist()
    ([0.25], [0.25])
    """
    runs, size = scores.shape
    low, high = np.full(runs, np.nan), np.full(runs, np.nan)
    known = ~np.isnan(scores)
    enough = np.flatnonzero(np.count_nonzero(known, axis=1) >= 2)
    if not len(enough):
        return low, high
    drawn = topic_draws(topics, metric).places(RESAMPLES, size, below=size)
    cells = drawn + np.arange(RESAMPLES)[:, None] * size
    weights = np.bincount(cells.ravel(), minlength=RESAMPLES * size).reshape(RESAMPLES, size).astype(float)
    totals = weights @ np.nan_to_num(scores[enough]).T
    counted = weights @ known[enough].T.astype(float)
    means = np.divide(totals, counted, out=np.full(totals.shape, np.nan), where=counted > 0)
    tail = (100 - CONFIDENCE) / 2
    ends = np.nanpercentile(means, [tail, 100 - tail], axis=0)
    low[enough], high[enough] = np.round(ends, DECIMALS)
    return low, high


def topic_draws(topics: tuple[str, ...], metric: str) -> RepeatableDraws:
    """Random topics of all intervals by a metric."""
    return RepeatableDraws("bootstrap", metric, *topics)
