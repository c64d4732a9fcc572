"""How often another set of topics would have ranked two runs the other way round."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.summary import Floats, Integers

FUZZINESS = 0.05
"""Means count as equal if they differ by no more than this part of the larger one."""

DRAWS = 100
"""Random orders of the topics for each size; each gives two sets without a common topic."""

FEWEST_TOPICS = 2


@dataclass(frozen=True, eq=False)
class SwapErrors:
    """Error rates of a metric by the number of topics.

    Attributes
    ----------
    topics : int64 array, shape (sizes,)
        1, 2, ... up to half of the topics.
    error, ties : float64 array, shape (sizes,)
        Shares of all comparisons, in [0, 0.5] and in [0, 1].
    """

    topics: Integers
    error: Floats
    ties: Floats


def swap_errors(scores: Floats, topics: tuple[str, ...], metric: str) -> SwapErrors:
    """Error and tie rates after Buckley and Voorhees.

    For each size, `DRAWS` random orders of the topics give two disjoint sets each. On every set each two
    runs are compared: above, below, or equal within `FUZZINESS`. With the counts of a pair over all sets,

    error = sum over pairs of min(above, below) / all comparisons, ties = sum of equal / all comparisons.

    Parameters
    ----------
    scores : float64 array, shape (runs, topics)
        Only topics for which every run has a score are used.
    topics : tuple of str
    metric : str
        With the topics, decides the random sets.

    Returns
    -------
    SwapErrors
        Without sizes if there are fewer than two runs or two common topics.

    Examples
    --------
    One run is better on every topic: no set of topics ever says otherwise.

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
    Two runs on three sets: above, below, equal (0.96 is within 5 % of 1).

    >>> _rates(np.array([[0.3, 0.1, 1.0], [0.1, 0.3, 0.96]]))
    (0.3333333333333333, 0.3333333333333333)
    """
    runs, sets = means.shape
    fuzzy = FUZZINESS * means
    room, found = np.empty((runs, sets)), np.empty((runs, sets), dtype=np.bool_)
    errors = different = 0
    for run in range(runs - 1):
        rest = slice(run + 1, runs)
        left = runs - 1 - run
        difference = np.subtract(means[rest], means[run], out=room[:left])
        # The larger of two means is that of the run which is above, if one is.
        above = _counts(np.less(difference, -fuzzy[run], out=found[:left]))
        below = _counts(np.greater(difference, fuzzy[rest], out=found[:left]))
        errors += int(np.minimum(above, below).sum())
        different += int(above.sum() + below.sum())
    compared = runs * (runs - 1) // 2 * sets
    return errors / compared, (compared - different) / compared


def _counts(found: NDArray[np.bool_]) -> NDArray[np.uint16]:
    """How many of each row, of thousands at most, are true: `numpy.count_nonzero` takes twice as long."""
    counts: NDArray[np.uint16] = np.add.reduce(found.view(np.uint8), axis=1, dtype=np.uint16)
    return counts
