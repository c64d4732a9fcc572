"""Agreement of two judges beyond what chance would give: Cohen's kappa, Krippendorff's alpha."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def observed_agreement(table: ArrayLike) -> float:
    """Share of the items that both judges put into the same category; NaN without items.

    Parameters
    ----------
    table : array, shape (categories, categories)
        How many items the first judge put into the category of the row, the second into that of the column.

    Examples
    --------
    >>> observed_agreement([[20, 5], [10, 15]])
    0.7
    """
    counts = _counts(table)
    return float(np.trace(counts) / counts.sum()) if counts.sum() else float("nan")


def cohen_kappa(table: ArrayLike) -> float:
    """Cohen's kappa for two judges, from -1 to 1; 0 is what chance gives.

    Chance: each judge puts items into categories as often as in these data, but without looking at them.

    Parameters
    ----------
    table : array, shape (categories, categories)
        As for `observed_agreement`.

    Returns
    -------
    float
        NaN without items, or where both judges put all items into one and the same category.

    References
    ----------
    Cohen, A coefficient of agreement for nominal scales (1960).

    Examples
    --------
    Observed agreement 35/50 = 0.7, expected (25·30 + 25·20)/50² = 0.5:

    >>> cohen_kappa([[20, 5], [10, 15]])
    0.4
    """
    counts = _counts(table)
    items = counts.sum()
    by_chance = counts.sum(axis=1) @ counts.sum(axis=0)
    # In whole numbers until the last step: agreement and chance are compared exactly.
    if not items or by_chance == items * items:
        return float("nan")
    return float((np.trace(counts) * items - by_chance) / (items * items - by_chance))


def krippendorff_alpha(table: ArrayLike) -> float:
    """Krippendorff's alpha for two judges and nominal categories, at most 1; 0 is what chance gives.

    Chance: items are put into categories as often as by both judges together, and drawn without
    replacement, which matters for few items.

    Parameters
    ----------
    table : array, shape (categories, categories)
        As for `observed_agreement`.

    Returns
    -------
    float
        NaN without items, or where both judges put all items into one and the same category.

    References
    ----------
    Krippendorff, Computing Krippendorff's alpha-reliability (2011).

    Examples
    --------
    The reference's binary example, ten items of two observers:

    >>> round(krippendorff_alpha([[5, 3], [1, 1]]), 3)
    0.095
    """
    counts = _counts(table)
    values = counts.sum(axis=0) + counts.sum(axis=1)
    total = values.sum()
    expected = total * total - values @ values
    if not expected:
        return float("nan")
    disagreements = 2 * (counts.sum() - np.trace(counts))
    return float(1 - (total - 1) * disagreements / expected)


def _counts(table: ArrayLike) -> NDArray[np.object_]:
    """The table in Python's whole numbers, whose squares do not overflow."""
    counts = np.array(np.asarray(table, dtype=np.int64).tolist(), dtype=object)
    return counts.reshape(len(counts), -1)
