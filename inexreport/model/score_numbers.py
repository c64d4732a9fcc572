"""Means of scores, and when two scores count as equal: the same whatever library computes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, fsum, log

import numpy as np
from numpy.typing import ArrayLike, NDArray

DECIMALS = 10
"""Decimals to which scores are compared: a last bit never separates two runs."""

FEW = 32
"""Scores that are rounded faster one by one."""


LEAST_FACTOR = 0.00001
"""Of a geometric mean: a topic with 0 does not make the whole 0."""


def mean(values: Iterable[float]) -> float:
    """The mean, from the correctly rounded sum, so that no order matters; NaN if there are no values.

    Examples
    --------
    >>> mean([0.1, 0.2, 0.3]) == mean([0.3, 0.2, 0.1]), mean([0.5, 0.25])
    (True, 0.375)
    """
    found = list(values)
    return fsum(found) / len(found) if found else float("nan")


def geometric_mean(values: Iterable[float]) -> float:
    """The geometric mean of values, each at least `LEAST_FACTOR`, as trec_eval computes it; NaN without any.

    Examples
    --------
    >>> round(geometric_mean([0.4, 0.9]), 12), round(geometric_mean([0.0, 0.1]), 12)
    (0.6, 0.001)
    """
    return exp(mean(log(max(value, LEAST_FACTOR)) for value in values))


def harmonic_mean(precision: float, recall: float) -> float:
    """The harmonic mean, in [0, 1]; 0 if both values are 0, NaN if either is undefined.

    Examples
    --------
    >>> harmonic_mean(0.5, 1.0)
    0.6666666666666666
    """
    total = precision + recall
    return 2 * precision * recall / total if total else total


def column_means(rows: ArrayLike | Sequence[ArrayLike]) -> NDArray[np.float64]:
    """The `mean` of each column.

    Examples
    --------
    >>> column_means([[0.1, 1.0], [0.2, 1.0], [0.3, 4.0]])
    array([0.2, 2. ])
    """
    columns = np.array(rows, dtype=np.float64).T
    return np.array([mean(column.tolist()) for column in columns], dtype=np.float64)


def ratios(part: ArrayLike, whole: ArrayLike, undefined: float = np.nan) -> NDArray[np.float64]:
    """Elementwise part / whole; `undefined` where the whole is 0.

    Examples
    --------
    >>> ratios([1.0, 2.0], [4, 0])
    array([0.25,  nan])
    """
    part, whole = np.asarray(part), np.asarray(whole)
    result = np.full(np.broadcast_shapes(part.shape, whole.shape), undefined)
    np.divide(part, whole, out=result, where=whole > 0)
    return result


def comparable(scores: ArrayLike) -> NDArray[np.float64]:
    """Scores with `DECIMALS` decimals, for whatever ranks, ties or correlates them.

    Examples
    --------
    >>> comparable([0.20000000000000004, 0.19999999999999998, np.nan])
    array([0.2, 0.2, nan])
    """
    known = np.asarray(scores, dtype=np.float64)
    found = known.ravel()
    if len(found) > FEW:
        with np.errstate(over="ignore", invalid="ignore"):
            units = found * 10.0**DECIMALS
            rounded = np.rint(units) / 10.0**DECIMALS
            # Beside the middle of two units, the product may be on the other side.
            beside = np.abs(np.abs(units - np.rint(units)) - 0.5) < 0.001
            unsure = np.flatnonzero(~np.isnan(found) & (beside | ~(np.abs(units) < 2.0**40)))
        rounded[unsure] = [round(score, DECIMALS) for score in found[unsure].tolist()]
    else:
        rounded = np.array([round(score, DECIMALS) for score in found.tolist()], dtype=np.float64)
    # Plus 0, since a score that is rounded to nothing may be -0.
    return rounded.reshape(known.shape) + 0.0


def are_tied(one: float | None, other: float | None) -> bool:
    """Whether two scores count as equal; a missing one equals none.

    Examples
    --------
    >>> are_tied(0.1 + 0.2, 0.3), are_tied(0.3, 0.3000000002), are_tied(None, None)
    (True, False, False)
    """
    return one is not None and other is not None and round(one, DECIMALS) == round(other, DECIMALS)
