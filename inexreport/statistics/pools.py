"""System, metasearch and combined pools of one topic."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from inexreport.model.pool import METASEARCH_DEPTH
from inexreport.statistics.pooled_results import NO_ITEM
from inexreport.statistics.summary import Integers


def distinct(parts: Iterable[Integers]) -> Integers:
    """The items that any of the parts has, ascending, without `NO_ITEM`."""
    items: Integers = np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *parts]))
    kept: Integers = items[items != NO_ITEM]
    return kept


def system_pool(rankings: Sequence[Integers], depth: int) -> Integers:
    """The union of the first results of each ranking.

    Parameters
    ----------
    rankings : sequence of int64 array
        Items in order; `NO_ITEM` keeps its rank but is not pooled.
    depth : int

    Returns
    -------
    int64 array, ascending

    References
    ----------
    Woodley and Geva, Fine Tuning INEX (2005), section 2.2.

    Examples
    --------
    >>> system_pool([np.array([4, 2, 9]), np.array([2, 2, 7])], depth=2)
    array([2, 4])
    """
    return distinct(ranking[:depth] for ranking in rankings)


def owned_items(
    rankings: Sequence[Integers], owners: Integers, depth: int
) -> tuple[Integers, Integers, Integers]:
    """What the first results of several owners' rankings are.

    Parameters
    ----------
    rankings : sequence of int64 array
        Items in order; `NO_ITEM` keeps its rank but is nobody's.
    owners : int64 array, shape (rankings,)
        Whose each ranking is, as whole numbers from 0.
    depth : int

    Returns
    -------
    owner, item, rank : int64 array
        Each owner with each of its items once, both ascending, and the highest rank, from 1, at which one
        of its rankings has it.

    Examples
    --------
    >>> owned_items([np.array([7, 3]), np.array([3, 3, 5])], np.array([0, 0]), depth=3)
    (array([0, 0, 0]), array([3, 5, 7]), array([1, 3, 1]))
    """
    first = [ranking[:depth] for ranking in rankings]
    lengths = [len(one) for one in first]
    item = np.concatenate([np.zeros(0, dtype=np.int64), *first])
    rank = np.concatenate([np.zeros(0, dtype=np.int64), *(np.arange(1, length + 1) for length in lengths)])
    owner = np.repeat(owners, lengths)
    # One number for owner, item and rank, since one sort is cheaper than three.
    known, number = np.unique(item, return_inverse=True)
    place = np.sort((owner * max(1, len(known)) + number) * (depth + 1) + rank)
    place, rank = np.divmod(place, depth + 1)
    begins = np.ones(len(place), dtype=np.bool_)
    begins[1:] = place[1:] != place[:-1]
    owner, number = np.divmod(place, max(1, len(known)))
    begins &= known[number] != NO_ITEM
    return owner[begins], known[number[begins]], rank[begins]


class MetasearchPool:
    """The items of several rankings by their Borda count.

    A result at rank i of a ranking gives its item ``depth - i + 1`` points, each time it is returned; an
    item that a ranking does not have gets none from it. Of equal items those in more rankings come first,
    then those with the lower id.

    Parameters
    ----------
    rankings : sequence of int64 array
    id_of : callable
        An item's id, by which ties are broken.
    depth : int
        Results of each ranking that are looked at.

    References
    ----------
    Woodley and Geva, Fine Tuning INEX (2005), section 2.3.
    """

    def __init__(
        self, rankings: Sequence[Integers], id_of: Callable[[int], Any], depth: int = METASEARCH_DEPTH
    ) -> None:
        first = [ranking[:depth] for ranking in rankings]
        items = np.concatenate([np.zeros(0, dtype=np.int64), *first])
        points = np.concatenate(
            [np.zeros(0, dtype=np.int64), *(depth - np.arange(len(one)) for one in first)]
        )
        named = items != NO_ITEM
        candidates, candidate = np.unique(items[named], return_inverse=True)
        total = np.bincount(candidate, points[named]).astype(np.int64)
        of_list = np.repeat(np.arange(len(first)), [len(one) for one in first])[named]
        lists = np.bincount(np.unique(candidate * max(1, len(first)) + of_list) // max(1, len(first)))
        order = np.lexsort((-lists, -total))
        self._id_of = id_of
        self._candidates, self._total, self._lists = candidates[order], total[order], lists[order]

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
        >>> lists = [np.array([a, b, c]), np.array([b, a, d]), np.array([d, b, e])]
        >>> MetasearchPool(lists, id_of="abcde".__getitem__, depth=3).of_size(4)
        array([0, 1, 2, 3])
        """
        if size >= len(self._candidates):
            return np.sort(self._candidates)
        # Ids decide only between those that are like the last one taken.
        last = max(size, 1) - 1
        alike = (self._total == self._total[last]) & (self._lists == self._lists[last])
        before = int(np.argmax(alike))
        tied = sorted(self._candidates[alike].tolist(), key=self._id_of)
        taken = np.array([*self._candidates[:before].tolist(), *tied[: size - before]], dtype=np.int64)
        return np.sort(taken)
