"""System and metasearch pools of one topic (Woodley and Geva 2005)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from inexreport.model.assessment import METASEARCH_DEPTH
from inexreport.statistics.summary import Integers

NO_ITEM = -1
"""In a ranking, a result that is no item; it counts in the ranks of later results."""


class Rankings:
    """Several rankings of one topic as columns, one row per result that is an item.

    Parameters
    ----------
    rankings : sequence of int array, shape (results,)
        Items in order; repeated items and `NO_ITEM` are allowed.

    Attributes
    ----------
    items : int array
        Distinct items, ascending.
    number, ranking, rank : int array, shape (results,)
        Index into `items`, index of the ranking, and rank from 1.
    is_first : bool array, shape (results,)
        False where the ranking has the item at a higher rank too.

    Examples
    --------
    >>> found = Rankings([np.array([7, NO_ITEM, 3]), np.array([3])])
    >>> found.items.tolist(), found.number.tolist(), found.ranking.tolist(), found.rank.tolist()
    ([3, 7], [1, 0, 0], [0, 0, 1], [1, 3, 1])
    >>> Rankings([np.array([3, 3])]).is_first.tolist()
    [True, False]
    """

    def __init__(self, rankings: Sequence[NDArray[np.integer[Any]]]) -> None:
        lengths = [len(one) for one in rankings]
        item = np.concatenate([np.zeros(0, dtype=np.int64), *rankings])
        is_item = item != NO_ITEM
        self.count = len(lengths)
        self.ranking = np.repeat(np.arange(len(lengths)), lengths)[is_item]
        self.rank = np.concatenate([np.zeros(0, dtype=np.int64), *(np.arange(1, n + 1) for n in lengths)])[
            is_item
        ]
        self.number, self.items = pd.factorize(item[is_item], sort=True)
        self.is_first = ~pd.Index(self.ranking * len(self.items) + self.number).duplicated()

    def of(self, chosen: NDArray[np.bool_]) -> Rankings:
        """Only the results of chosen rankings; items and rankings keep their numbers.

        Examples
        --------
        >>> found = Rankings([np.array([7, 3]), np.array([3])]).of(np.array([False, True]))
        >>> found.items[found.number].tolist(), found.ranking.tolist(), found.rank.tolist()
        ([3], [1], [1])
        """
        rows, part = chosen[self.ranking], copy(self)
        part.number, part.ranking, part.rank = self.number[rows], self.ranking[rows], self.rank[rows]
        part.is_first = self.is_first[rows]
        return part


def system_pool(rankings: Rankings, depth: int) -> Integers:
    """Union of the first `depth` results of each ranking; int64 array, ascending.

    References
    ----------
    Woodley and Geva, Fine Tuning INEX (2005), section 2.2.

    Examples
    --------
    >>> system_pool(Rankings([np.array([4, 2, 9]), np.array([2, 2, 7])]), depth=2)
    array([2, 4])
    """
    pooled = np.zeros(len(rankings.items), dtype=np.bool_)
    pooled[rankings.number[rankings.rank <= depth]] = True
    items: Integers = rankings.items[pooled]
    return items


def owned_items(rankings: Rankings, owners: Integers, depth: int) -> tuple[Integers, Integers, Integers]:
    """Items among the first `depth` results of each owner's rankings; owners count from 0.

    Returns
    -------
    owner, item, rank : int64 array
        Distinct pairs of owner and item (index into `Rankings.items`), ascending, with the item's highest
        rank in the owner's rankings.

    Examples
    --------
    >>> rankings = Rankings([np.array([7, 3]), np.array([3, 3, 5])])
    >>> owned_items(rankings, np.array([0, 0]), depth=3)
    (array([0, 0, 0]), array([0, 1, 2]), array([1, 3, 1]))
    """
    first = rankings.rank <= depth
    owner = np.asarray(owners, dtype=np.int64)[rankings.ranking[first]]
    items, ranks = max(1, len(rankings.items)), depth + 1
    # One sort of a combined number is faster than sorting by three keys.
    key = np.sort((owner * items + rankings.number[first]) * ranks + rankings.rank[first])
    owned, highest = np.unique(key // ranks, return_index=True)
    return *np.divmod(owned, items), key[highest] % ranks


class MetasearchPool:
    """Items of several rankings by their Borda count.

    At its first rank i in a ranking, an item gets ``depth - i + 1`` points. Equal items are ordered by the
    number of rankings that return them, then by `id_of`. With `unranked_share`, the points that a ranking
    does not give to its own items, of 1 + 2 + ... + `depth`, are shared equally by the other items that
    rankings have; else these get 0.

    References
    ----------
    Woodley and Geva, Fine Tuning INEX (2005), section 2.3.
    """

    def __init__(
        self,
        rankings: Rankings,
        id_of: Callable[[int], Any],
        depth: int = METASEARCH_DEPTH,
        unranked_share: bool = False,
    ) -> None:
        counted = rankings.is_first & (rankings.rank <= depth)
        number, items = rankings.number[counted], len(rankings.items)
        # Floating-point sums of whole numbers are exact.
        points = np.bincount(number, depth + 1 - rankings.rank[counted], items).astype(np.int64)
        lists = np.bincount(number, minlength=items)
        candidates = np.flatnonzero(lists)
        if unranked_share:
            points = _with_shared_rest(points, rankings, counted, depth, len(candidates))
        order = candidates[np.argsort(-(points * (rankings.count + 1) + lists)[candidates])]
        self._id_of = id_of
        self._candidates, self._points, self._lists = rankings.items[order], points[order], lists[order]

    def of_size(self, size: int) -> Integers:
        """The `size` items with the highest counts, or all if there are fewer; int64 array, ascending.

        Examples
        --------
        The lists a b c, b a d and d b e give b 7, a 5, d 4 and c and e 1 point each; c comes before e.

        >>> a, b, c, d, e = range(5)
        >>> lists = Rankings([np.array([a, b, c]), np.array([b, a, d]), np.array([d, b, e])])
        >>> MetasearchPool(lists, id_of="abcde".__getitem__, depth=3).of_size(4)
        array([0, 1, 2, 3])
        """
        if size >= len(self._candidates):
            return np.sort(self._candidates)
        # Only ties with the last item of the pool are broken by id.
        before, tied = self._tied_with(max(size, 1) - 1)
        return np.sort(np.concatenate((self._candidates[:before], tied[: size - before])))

    def size_to_find(self, count: int, wanted: Integers) -> int | None:
        """Size of the smallest pool with `count` of the `wanted` items; None if no pool has as many.

        Examples
        --------
        By their counts the items are b, a, d, c, e: both a and c are found among the first four.

        >>> a, b, c, d, e = range(5)
        >>> lists = Rankings([np.array([a, b, c]), np.array([b, a, d]), np.array([d, b, e])])
        >>> pool = MetasearchPool(lists, id_of="abcde".__getitem__, depth=3)
        >>> pool.size_to_find(1, wanted=np.array([a, c])), pool.size_to_find(2, wanted=np.array([a, c]))
        (2, 4)
        """
        if count <= 0:
            return 0
        found = np.cumsum(np.isin(self._candidates, wanted))
        if not len(found) or found[-1] < count:
            return None
        before, tied = self._tied_with(int(np.searchsorted(found, count)))
        missing = count - (int(found[before - 1]) if before else 0)
        return before + int(np.flatnonzero(np.isin(tied, wanted))[missing - 1]) + 1

    def _tied_with(self, place: int) -> tuple[int, Integers]:
        """Number of items before those that are tied with the one at a place, and the tied ones by id."""
        is_tied = (self._points == self._points[place]) & (self._lists == self._lists[place])
        tied = sorted(self._candidates[is_tied].tolist(), key=self._id_of)
        return int(np.argmax(is_tied)), np.array(tied, dtype=np.int64)


def _with_shared_rest(
    points: Integers, rankings: Rankings, counted: NDArray[np.bool_], depth: int, candidates: int
) -> Integers:
    """Order of the items by their points and their shares of what rankings leave; equal ones are equal.

    Sums are exact: points are multiplied by a common denominator of all shares, in integers of any size.
    Instead of adding the shares of the many rankings without an item, those of the rankings with it are
    subtracted: for every item this differs by the sum of all shares.
    """
    number, ranking = rankings.number[counted], rankings.ranking[counted]
    given = np.bincount(ranking, depth + 1 - rankings.rank[counted], rankings.count).astype(np.int64)
    unranked = candidates - np.bincount(ranking, minlength=rankings.count)
    whole = depth * (depth + 1) // 2
    shares = [
        Fraction(whole - own, others) if others else Fraction(0)
        for own, others in zip(given.tolist(), unranked.tolist(), strict=True)
    ]
    factor = lcm(*(share.denominator for share in shares))
    scaled = np.array([int(share * factor) for share in shares], dtype=object)
    exact = points.astype(object) * factor
    np.subtract.at(exact, number, scaled[ranking])
    order: Integers = np.unique(exact, return_inverse=True)[1]
    return order
