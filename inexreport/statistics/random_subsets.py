"""A test of how far a subset of topics is from the others, by random subsets of as many topics."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from inexreport.statistics.paired_tests import DECIMALS, ROUNDING
from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.summary import Floats

EXACT_UP_TO = 10_000
"""Up to this number of subsets of the same size, all are looked at."""

DRAWS = 9_999
"""Number of random subsets otherwise; the observed one is added."""

DRAWS_AT_ONCE = 1_111

Choices = NDArray[np.bool_]


def random_subset_test(values: Floats, inside: Choices, draws: RepeatableDraws) -> Floats:
    """Share of subsets of the same size whose mean is at least as far from that of the others.

    Up to `EXACT_UP_TO` subsets, all are looked at; beyond, `DRAWS` random ones and the observed one.

    Parameters
    ----------
    values : float64 array, shape (rows, topics)
        Rows with NaN are not tested.
    inside : bool array, shape (topics,)
        The observed subset.
    draws : RepeatableDraws

    Returns
    -------
    float64 array, shape (rows,)
        p with two tails; NaN if the row has NaN or equal values only, or if no or every topic is inside.

    Examples
    --------
    Of the six pairs of four topics, only that of the two best and that of the two worst are so far apart.

    >>> inside = np.array([True, True, False, False])
    >>> from inexreport.statistics.repeatable_draws import DrawKind
    >>> draws = RepeatableDraws(DrawKind.TOPIC_SUBSETS)
    >>> p = random_subset_test(np.array([[0.5, 0.4, 0.2, 0.1]]), inside, draws)
    >>> p.round(4).tolist()
    [0.3333]
    """
    p = np.full(len(values), np.nan)
    size = int(np.count_nonzero(inside))
    if not len(values) or not 0 < size < len(inside):
        return p
    rounded = np.round(values, DECIMALS)
    rows = np.flatnonzero(~np.isnan(rounded).any(axis=1) & (np.ptp(rounded, axis=1) > 0))
    tested = rounded[rows]
    # The sum of a subset tells the difference of the two means, since the sum of all topics is fixed.
    expected = tested.sum(axis=1) * (size / len(inside))
    bound = np.abs(tested @ inside - expected) - ROUNDING * np.abs(tested).sum(axis=1)
    exact = comb(len(inside), size) <= EXACT_UP_TO
    reached, looked_at = np.full(len(rows), 0 if exact else 1), 0 if exact else 1
    for chosen in _all_choices(len(inside), size) if exact else _random_choices(len(inside), size, draws):
        sums = chosen.astype(np.float64) @ tested.T
        reached += np.count_nonzero(np.abs(sums - expected) >= bound, axis=0)
        looked_at += len(chosen)
    p[rows] = reached / looked_at
    return p


def smallest_p(topics: int, size: int) -> float:
    """Return the smallest p that `random_subset_test` can give for a subset of that size; 1 for all topics.

    Examples
    --------
    >>> smallest_p(5, 1), smallest_p(4, 2)
    (0.2, 0.3333333333333333)
    """
    subsets = comb(topics, size)
    if subsets > EXACT_UP_TO:
        return 1 / (DRAWS + 1)
    return (2 if 2 * size == topics else 1) / subsets  # as far from half of the topics is the other half


def _all_choices(topics: int, size: int) -> Iterator[Choices]:
    places = np.array(list(combinations(range(topics), size)), dtype=np.int64)
    chosen = np.zeros((len(places), topics), dtype=np.bool_)
    np.put_along_axis(chosen, places, values=True, axis=1)
    yield chosen


def _random_choices(topics: int, size: int, draws: RepeatableDraws) -> Iterator[Choices]:
    for _ in range(0, DRAWS, DRAWS_AT_ONCE):
        yield draws.orders(DRAWS_AT_ONCE, topics) < size
