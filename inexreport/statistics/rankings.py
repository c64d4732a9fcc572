"""Rankings of one topic that are looked at together, their items numbered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

NO_ITEM = -1
"""Stands in a ranking for a result that is no item; the results after it keep their ranks."""


class Rankings:
    """The results of several rankings that are items.

    Parameters
    ----------
    rankings : sequence of int array, shape (results,)
        Items in order, repeated ones and `NO_ITEM` included.

    Attributes
    ----------
    count : int
        How many rankings there are.
    items : int array, ascending
        The distinct items of all.
    number : int32 array, shape (results,)
        Of each result its place in `items`.
    ranking, rank : int32 array, shape (results,)
        In which ranking it is, from 0, and at which rank, from 1.

    Examples
    --------
    >>> found = Rankings([np.array([7, NO_ITEM, 3]), np.array([3])])
    >>> found.items.tolist(), found.number.tolist(), found.ranking.tolist(), found.rank.tolist()
    ([3, 7], [1, 0, 0], [0, 0, 1], [1, 3, 1])
    """

    def __init__(self, rankings: Sequence[NDArray[np.integer[Any]]]) -> None:
        lengths = np.array([len(one) for one in rankings], dtype=np.int64)
        item = np.concatenate([np.zeros(0, dtype=np.int64), *rankings])
        ranking = np.repeat(np.arange(len(lengths)), lengths)
        rank = np.arange(1, len(item) + 1) - (np.cumsum(lengths) - lengths)[ranking]
        named = item != NO_ITEM
        self.count = len(lengths)
        self.items, number = np.unique(item[named], return_inverse=True)
        self.number = number.astype(np.int32)
        self.ranking, self.rank = ranking[named].astype(np.int32), rank[named].astype(np.int32)
