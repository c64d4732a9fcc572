"""How often another set of topics would reverse two runs (after Buckley and Voorhees)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.summary import Floats, Integers

FUZZINESS = 0.05
"""Means are equal if they differ by at most this share of the larger one."""

DRAWS = 100
"""Random orders of the topics for each size; each gives two disjoint sets."""

FEWEST_TOPICS = 2


@dataclass(frozen=True, eq=False)
class SwapErrors:
    """Error rates of a metric by the number of topics.

    Attributes
    ----------
    topics : int64 array, shape (sizes,)
        1, 2, ... up to half of the topics.
    error, ties : float64 array, shape (sizes,)
        Shares of all comparisons, in [0, 0.5] and [0, 1].
    """

    topics: Integers
    error: Floats
    ties: Floats


def swap_errors(scores: Floats, topics: tuple[str, ...], metric: str) -> SwapErrors:
    """Error and tie rates by the size of topic sets.

    For each size, `DRAWS` random orders of the topics give two disjoint sets each. Each pair of runs is
    above, below or equal (within `FUZZINESS`) on each set. With the counts of a pair over all sets,

    error = sum over pairs of min(above, below) / all comparisons, ties = sum of equal / all comparisons.

    Parameters
    ----------
    scores : float64 array, shape (runs, topics)
        Topics for which a run has no score (NaN) are not used.
    topics : tuple of str
    metric : str
        Seeds the random sets together with the topics.

    Returns
    -------
    SwapErrors
        Empty for fewer than two runs or two common topics.

    Examples
    --------
    One run is better on every topic, so on every set.

    >>> rates = swap_errors(np.array([[0.4, 0.5, 0.6, 0.5], [0.1, 0.2, 0.1, 0.3]]), tuple("abcd"), "MAiP")
    >>> rates.topics.tolist(), rates.error.tolist()
    ([1, 2], [0.0, 0.0])
    """
    common = np.flatnonzero(~np.isnan(scores).any(axis=0)) if len(scores) else np.empty(0, dtype=int)
    used = scores[:, common]
    if len(used) < 2 or len(common) < FEWEST_TOPICS:
        return SwapErrors(np.empty(0, dtype=np.int64), np.empty(0), np.empty(0))
    draws = RepeatableDraws("swaps", metric, *(topics[i] for i in common))
    sizes = np.arange(1, len(common) // 2 + 1)
    rates = [_rates(_set_means(used, draws.orders(DRAWS, len(common)), size)) for size in sizes.tolist()]
    error, ties = np.array(rates).T
    return SwapErrors(sizes.astype(np.int64), error, ties)


def _set_means(scores: Floats, orders: Integers, size: int) -> Floats:
    """Mean of every run on two disjoint sets of each order, shape (runs, sets)."""
    sets = orders[:, : 2 * size].reshape(-1, size)
    members = np.zeros((len(sets), scores.shape[1]))
    np.put_along_axis(members, sets, 1.0, axis=1)
    return scores @ members.T / size


def _rates(means: Floats) -> tuple[float, float]:
    """Error and tie rate from the means of runs on sets, shape (runs, sets).

    Examples
    --------
    Two runs on three sets: above, below, equal (0.96 is within 5% of 1).

    >>> _rates(np.array([[0.3, 0.1, 1.0], [0.1, 0.3, 0.96]]))
    (0.3333333333333333, 0.3333333333333333)
    """
    runs, sets = means.shape
    tolerance = FUZZINESS * means
    errors = different = 0
    for run in range(runs - 1):
        difference = means[run + 1 :] - means[run]
        # The tolerance depends on the larger mean: that of the run which is above, if one is.
        above = np.sum(difference < -tolerance[run], axis=1, dtype=np.uint16)  # faster than count_nonzero
        below = np.sum(difference > tolerance[run + 1 :], axis=1, dtype=np.uint16)
        errors += int(np.minimum(above, below).sum())
        different += int(above.sum() + below.sum())
    compared = runs * (runs - 1) // 2 * sets
    return errors / compared, (compared - different) / compared
