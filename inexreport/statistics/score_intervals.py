"""Confidence intervals of means over topics, of a run or of the difference of two: one method for all."""

from __future__ import annotations

import numpy as np

from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.summary import Floats

RESAMPLES = 10_000
ROWS_AT_ONCE = 256
CONFIDENCE = 95

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
    runs, size = scores.shape
    low, high = np.full(runs, np.nan), np.full(runs, np.nan)
    known = ~np.isnan(scores)
    enough = np.flatnonzero(np.count_nonzero(known, axis=1) >= 2)
    if not len(enough):
        return low, high
    drawn = RepeatableDraws("bootstrap", metric, *topics).places(RESAMPLES, size, below=size)
    cells = drawn + np.arange(RESAMPLES)[:, None] * size
    weights = np.bincount(cells.ravel(), minlength=RESAMPLES * size).reshape(RESAMPLES, size).astype(float)
    tail = (100 - CONFIDENCE) / 2
    for start in range(0, len(enough), ROWS_AT_ONCE):
        rows = enough[start : start + ROWS_AT_ONCE]
        totals = weights @ np.nan_to_num(scores[rows]).T
        counted = weights @ known[rows].T.astype(float)
        means = np.divide(totals, counted, out=np.full(totals.shape, np.nan), where=counted > 0)
        percentiles = np.nanpercentile if (counted == 0).any() else np.percentile  # the former is slow
        ends = percentiles(means, [tail, 100 - tail], axis=0)
        low[rows], high[rows] = np.round(ends, DECIMALS)
    return low, high
