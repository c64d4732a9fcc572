"""Agreement of two judges on categories and grades: observed, beyond chance (kappa, alpha), and weighted.

A table has the number of items by category of the first (row) and of the second judge (column).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def confusion(first: ArrayLike, second: ArrayLike) -> tuple[list[int], NDArray[np.int64]]:
    """Return the grades that either judge gave, ascending, and the table of them.

    Parameters
    ----------
    first, second : int array, shape (items,)

    Examples
    --------
    >>> grades, table = confusion([0, 0, 2, 2], [0, 2, 2, 2])
    >>> grades, table.tolist()
    ([0, 2], [[1, 1], [0, 2]])
    """
    grades, places = np.unique(np.stack([first, second]).astype(np.int64), return_inverse=True)
    table = np.zeros((len(grades), len(grades)), dtype=np.int64)
    np.add.at(table, tuple(places.reshape(2, -1)), 1)
    return grades.tolist(), table


def observed_agreement(table: ArrayLike) -> float:
    """Share of the items in the same category by both judges; NaN without items.

    Parameters
    ----------
    table : array, shape (categories, categories)

    Examples
    --------
    >>> observed_agreement([[20, 5], [10, 15]])
    0.7
    """
    counts = _exact(table)
    return float(np.trace(counts) / counts.sum()) if counts.sum() else float("nan")


def cohen_kappa(table: ArrayLike) -> float:
    """Cohen's kappa of two judges, from -1 to 1; 0 is chance agreement.

    Chance agreement is that of judges who assign categories with their own frequencies, independently.

    Parameters
    ----------
    table : array, shape (categories, categories)

    Returns
    -------
    float
        NaN without items, or if both judges put all items into the same category.

    References
    ----------
    Cohen, A coefficient of agreement for nominal scales (1960).

    Examples
    --------
    Observed agreement 35/50 = 0.7, expected (25·30 + 25·20)/50² = 0.5:

    >>> cohen_kappa([[20, 5], [10, 15]])
    0.4
    """
    counts = _exact(table)
    items = counts.sum()
    by_chance = counts.sum(axis=1) @ counts.sum(axis=0)
    # Integers until the last step, so that agreement and chance are compared exactly.
    if not items or by_chance == items * items:
        return float("nan")
    return float((np.trace(counts) * items - by_chance) / (items * items - by_chance))


def krippendorff_alpha(table: ArrayLike) -> float:
    """Krippendorff's alpha of two judges for nominal categories, at most 1; 0 is chance agreement.

    Chance agreement is that of categories drawn without replacement from those of both judges together.

    Parameters
    ----------
    table : array, shape (categories, categories)

    Returns
    -------
    float
        NaN without items, or if both judges put all items into the same category.

    References
    ----------
    Krippendorff, Computing Krippendorff's alpha-reliability (2011).

    Examples
    --------
    The reference's binary example, ten items of two observers:

    >>> round(krippendorff_alpha([[5, 3], [1, 1]]), 3)
    0.095
    """
    counts = _exact(table)
    values = counts.sum(axis=0) + counts.sum(axis=1)
    total = values.sum()
    expected = total * total - values @ values
    if not expected:
        return float("nan")
    disagreements = 2 * (counts.sum() - np.trace(counts))
    return float(1 - (total - 1) * disagreements / expected)


def quadratic_kappa(table: ArrayLike, grades: Sequence[int]) -> float:
    """Cohen's weighted kappa of two judges, from -1 to 1; 0 is chance agreement.

    A disagreement weighs as much as the square of the difference of the grades. Chance agreement is that of
    judges who give grades with their own frequencies, independently.

    Parameters
    ----------
    table : array, shape (grades, grades)
    grades : sequence of int
        The grades themselves: 0 and 2 are twice as far apart as 0 and 1, whether somebody gave a 1 or not.

    Returns
    -------
    float
        NaN without items, or if both judges gave all items the same grade.

    References
    ----------
    Cohen, Weighted kappa: nominal scale agreement with provision for scaled disagreement (1968).

    Examples
    --------
    Of four items one differs by 2 and one by 1: observed 4 + 1 = 5. The first judge gave 1, 1 and 2 times
    the grades 0, 1 and 2, the second 1, 0 and 3 times: expected (1·3·4 + 1·1·1 + 1·3·1 + 2·1·4) / 4 = 6.

    >>> round(quadratic_kappa([[0, 0, 1], [1, 0, 0], [0, 0, 2]], [0, 1, 2]), 10)
    0.1666666667
    """
    counts = _exact(table)
    distances = np.subtract.outer(_exact(grades), _exact(grades)) ** 2
    by_chance = (np.outer(counts.sum(axis=1), counts.sum(axis=0)) * distances).sum()
    if not by_chance:
        return float("nan")
    return float(1 - counts.sum() * (counts * distances).sum() / by_chance)


def ordinal_alpha(coincidences: ArrayLike) -> float:
    """Krippendorff's alpha for ordinal data, at most 1; 0 is chance agreement.

    A disagreement weighs as much as the square of the difference of both grades' mean ranks among all that
    were given. Chance agreement is that of grades drawn without replacement from those of all judges
    together.

    Parameters
    ----------
    coincidences : array, shape (grades, grades)
        Pairs of grades of the same item by different judges, in ascending order of grades: of two judges the
        table of their grades plus its transpose.

    Returns
    -------
    float
        NaN without items, or if all items have the same grade by both.

    References
    ----------
    Krippendorff, Computing Krippendorff's alpha-reliability (2011).

    Examples
    --------
    Two judges gave three items 1 and 1, 1 and 2, 3 and 3. Of six grades 1, 2 and 3 have the mean ranks 2, 4
    and 5.5, so that 1 and 2 are 4 apart, squared, 1 and 3 12.25, and 2 and 3 2.25. Observed 2 · 4, expected
    2 · (3·1·4 + 3·2·12.25 + 1·2·2.25) / 5 = 36.

    >>> round(ordinal_alpha([[2, 1, 0], [1, 0, 0], [0, 0, 2]]), 10)
    0.7777777778
    """
    pairs = _exact(coincidences)
    values = pairs.sum(axis=0)
    total = values.sum()
    ranks = 2 * values.cumsum() - values  # twice the mean rank, in whole numbers
    distances = np.subtract.outer(ranks, ranks) ** 2
    expected = (np.outer(values, values) * distances).sum()
    if not expected:
        return float("nan")
    return float(1 - (total - 1) * (pairs * distances).sum() / expected)


def _exact(numbers: ArrayLike | Sequence[Any]) -> NDArray[np.object_]:
    """The numbers as Python's, whose squares do not overflow and are the same everywhere."""
    array = np.asarray(numbers)
    return np.array(array.tolist(), dtype=object).reshape(array.shape)
