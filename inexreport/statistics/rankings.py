"""Rankings of one topic that are looked at together, their items numbered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.statistics.summary import Integers

_WHOLE, _HALF = 63, 32
"""Bits of a whole number that is not negative, and of each half of an item."""

_LOW = (1 << _HALF) - 1

NO_ITEM = -1
"""Stands in a ranking for a result that is no item; the results after it keep their ranks."""


class Rankings:
    """The results of several rankings that are items, ordered by item, then by ranking and rank.

    Parameters
    ----------
    rankings : sequence of int array, shape (results,)
        Items in order, repeated ones and `NO_ITEM` included; else none is negative.

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
    is_first : bool array, shape (results,)
        Whether its ranking has the item at no higher rank.

    Examples
    --------
    >>> found = Rankings([np.array([7, NO_ITEM, 3]), np.array([3])])
    >>> found.items.tolist(), found.number.tolist(), found.ranking.tolist(), found.rank.tolist()
    ([3, 7], [0, 0, 1], [0, 1, 0], [3, 1, 1])
    >>> Rankings([np.array([3, 3])]).is_first.tolist()
    [True, False]
    """

    def __init__(self, rankings: Sequence[NDArray[np.integer[Any]]]) -> None:
        lengths = [len(one) for one in rankings]
        item = np.concatenate([np.zeros(0, dtype=np.int64), *rankings])
        ranking = np.repeat(np.arange(len(lengths)), lengths)
        rank = np.arange(1, len(item) + 1) - np.repeat(np.cumsum([0, *lengths])[:-1], lengths)
        named = item != NO_ITEM
        if not named.all():
            item, ranking, rank = item[named], ranking[named], rank[named]
        # All three as one number, without the bits that no item has: to sort numbers takes a tenth of the
        # time of sorting places by them, and nothing has to be looked up by its place then.
        rank_bits = _bits(rank)
        behind = _bits(ranking) + rank_bits
        code = _Code(item, _WHOLE - behind)
        ordered = np.sort(code.of_items << behind | ranking << rank_bits | rank)
        coded = ordered >> behind
        begins = first_of_equal(coded)
        self.count = len(lengths)
        self.items = code.items(coded[begins])
        self.number = np.cumsum(begins, dtype=np.int32) - 1
        self.ranking = ((ordered >> rank_bits) & (1 << behind - rank_bits) - 1).astype(np.int32)
        self.rank = (ordered & (1 << rank_bits) - 1).astype(np.int32)
        self.is_first = first_of_equal(ordered >> rank_bits)

    def first_results(self, depth: int) -> NDArray[np.bool_]:
        """Of each result whether it is a ranking's first one of its item, and among its first `depth`."""
        found: NDArray[np.bool_] = self.is_first & (self.rank <= depth)
        return found


def first_of_equal(numbers: NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
    """Of each of some numbers whether it differs from the one before, as the first of equal ones does."""
    first = np.ones(len(numbers), dtype=np.bool_)
    first[1:] = numbers[1:] != numbers[:-1]
    return first


class _Code:
    """Items as numbers of few bits, in the same order.

    Parameters
    ----------
    items : int64 array
    bits : int
        How many there may be.
    """

    def __init__(self, items: Integers, bits: int) -> None:
        low, high = items & _LOW, items >> _HALF
        self._low_bits = _bits(low)
        self._distinct: Integers | None = None
        if _bits(high) + self._low_bits <= bits:
            self.of_items = high << self._low_bits | low
        else:
            self._distinct, self.of_items = np.unique(items, return_inverse=True)

    def items(self, codes: Integers) -> Integers:
        """The items of codes."""
        if self._distinct is not None:
            return self._distinct[codes]
        return codes >> self._low_bits << _HALF | codes & (1 << self._low_bits) - 1


def _bits(numbers: Integers) -> int:
    """Of the largest."""
    return int(numbers.max(initial=0)).bit_length()
