"""System, metasearch and combined pools of one topic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from inexreport.model.pool import METASEARCH_DEPTH
from inexreport.statistics.rankings import Rankings, first_of_equal
from inexreport.statistics.summary import Integers

Owned = tuple[Integers, Integers, Integers]
"""Owners, items and ranks, see `owned_items`."""


def system_pool(rankings: Rankings, depth: int) -> Integers:
    """The union of the first results of each ranking.

    Parameters
    ----------
    rankings : Rankings
    depth : int

    Returns
    -------
    int64 array, ascending

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
    return rankings.items[pooled]


def owned_items(rankings: Rankings, owners: Integers, depth: int) -> Owned:
    """What the first results of several owners' rankings are.

    Parameters
    ----------
    rankings : Rankings
    owners : int64 array, shape (rankings,)
        Whose each ranking is, as whole numbers from 0.
    depth : int

    Returns
    -------
    owner, item, rank : int64 array
        Each owner with each of its items once, both ascending, and the highest rank, from 1, at which one
        of its rankings has it. Items are told by their places in `Rankings.items`.

    Examples
    --------
    >>> rankings = Rankings([np.array([7, 3]), np.array([3, 3, 5])])
    >>> owned_items(rankings, np.array([0, 0]), depth=3)
    (array([0, 0, 0]), array([0, 1, 2]), array([1, 3, 1]))
    """
    first = rankings.rank <= depth
    owner = np.asarray(owners, dtype=np.int64)[rankings.ranking[first]]
    # One number for all three, since one sort is cheaper than three; of bits, since divisions take long.
    item_bits, rank_bits = len(rankings.items).bit_length(), depth.bit_length()
    place = np.sort((owner << item_bits | rankings.number[first]) << rank_bits | rankings.rank[first])
    owned = place >> rank_bits
    begins = first_of_equal(owned)
    owned, rank = owned[begins], place[begins] & (1 << rank_bits) - 1
    return owned >> item_bits, owned & (1 << item_bits) - 1, rank


class MetasearchPool:
    """The items of several rankings by their Borda count.

    An item's first result in a ranking, at rank i, gives it ``depth - i + 1`` points; an item that a
    ranking does not have gets none from it. Of equal items those in more rankings come first, then those
    with the lower id.

    Parameters
    ----------
    rankings : Rankings
    id_of : callable
        An item's id, by which ties are broken.
    depth : int
        Results of each ranking that are looked at.

    References
    ----------
    Woodley and Geva, Fine Tuning INEX (2005), section 2.3.
    """

    def __init__(
        self, rankings: Rankings, id_of: Callable[[int], Any], depth: int = METASEARCH_DEPTH
    ) -> None:
        items = len(rankings.items)
        # What is summed are whole numbers, which are exact as floating-point numbers too.
        given = np.where(rankings.is_first, np.maximum(depth + 1.0 - rankings.rank, 0.0), 0.0)
        points = np.bincount(rankings.number, given, minlength=items).astype(np.int64)
        lists = np.bincount(rankings.number, rankings.first_results(depth), minlength=items).astype(np.int64)
        candidates = np.flatnonzero(lists)
        # Points first, then lists, as one number.
        order = candidates[np.argsort(-(points * (rankings.count + 1) + lists)[candidates])]
        self._id_of = id_of
        self._candidates, self._points, self._lists = rankings.items[order], points[order], lists[order]

    def of_size(self, size: int) -> Integers:
        """The items with the highest counts, ascending; int64 array.

        Parameters
        ----------
        size : int
            Of the pool; fewer if the rankings have fewer.

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
        # Ids decide only between those that are like the last one taken.
        last = max(size, 1) - 1
        alike = (self._points == self._points[last]) & (self._lists == self._lists[last])
        before = int(np.argmax(alike))
        tied = sorted(self._candidates[alike].tolist(), key=self._id_of)[: size - before]
        return np.sort(np.concatenate((self._candidates[:before], np.array(tied, dtype=np.int64))))
