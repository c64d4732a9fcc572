"""Paired tests with two tails, for differences whose direction was not stated before."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from inexreport.statistics.paired_tests import Pairs, Result, randomization
from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.summary import Floats


def two_tailed(test: Callable[[Floats], Result], differences: Floats) -> Result:
    """Apply a test with one tail in the direction that is observed, and double its p.

    Reversing all differences of a row reverses the sign of the statistic and leaves p as it is.

    Parameters
    ----------
    test : callable
        Of `inexreport.statistics.paired_tests`; its statistic must change its sign with the differences.
    differences : float64 array, shape (pairs, topics)
        NaN for topics that do not count.

    Returns
    -------
    statistic, p : float64 array, shape (pairs,)
        p is at most 1; NaN where the test is not defined.

    Examples
    --------
    >>> from functools import partial
    >>> from inexreport.statistics.paired_tests import randomization
    >>> from inexreport.statistics.repeatable_draws import DrawKind, RepeatableDraws
    >>> test = partial(randomization, draws=RepeatableDraws(DrawKind.RANDOMIZATION))
    >>> statistic, p = two_tailed(test, np.array([[0.1, -0.3, -0.2], [-0.1, 0.3, 0.2]]))
    >>> statistic.round(4).tolist(), p.tolist()
    ([-0.1333, 0.1333], [0.5, 0.5])
    """
    direction = np.array([_direction(row) for row in differences])
    statistic, p = test(differences * direction[:, None])
    return statistic * direction + 0.0, np.minimum(2 * p, 1)


def two_tailed_randomization(differences: Floats, draws: RepeatableDraws, pairs: Pairs) -> Result:
    """As `two_tailed` of `randomization`, fast for many pairs of the same rows of scores."""
    turned = np.array([_direction(row) for row in differences]) < 0
    first, second = np.where(turned, (pairs.second, pairs.first), (pairs.first, pairs.second))
    of_direction = Pairs(pairs.scores, first, second)
    return two_tailed(lambda rows: randomization(rows, draws, of_direction), differences)


def _direction(differences: Floats) -> float:
    """1 or −1, as the sum of the differences; where that is 0, as the first that is not."""
    known = np.nan_to_num(differences)
    signs = np.sign([known.sum(), *known])
    return float(next((sign for sign in signs.tolist() if sign), 1.0))
