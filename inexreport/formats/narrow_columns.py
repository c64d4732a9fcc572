"""Columns of numbers in as few octets as hold them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_NARROWER = (np.int8, np.int16, np.int32)


def narrowed(column: NDArray[Any]) -> NDArray[Any]:
    """Return a column of integers in the narrowest ones that hold them; any other as it is.

    Examples
    --------
    >>> narrowed(np.array([1, 300])).dtype.name
    'int16'
    """
    if column.dtype.kind == "i" and len(column):
        low, high = column.min(), column.max()
        for kind in _NARROWER:
            if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
                return column.astype(kind, copy=False)
    return column


def is_constant(column: NDArray[Any]) -> bool:
    """Whether all values have the same octets, as no two floating-point zeros of different signs have.

    Examples
    --------
    >>> is_constant(np.array([0.5, 0.5])), is_constant(np.array([0.0, -0.0])), is_constant(np.array([]))
    (True, False, False)
    """
    octets = column.view(f"u{column.itemsize}")
    return len(column) > 0 and bool((octets == octets[0]).all())
