"""Arithmetic on half-open text intervals ``[start, end)``, in whole characters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]

_LARGEST_KEY = 2**63 - 1


def covered_before(position: Integers, starts: Integers, lengths: Integers) -> Integers:
    """How much of the given passages lies before each position.

    Parameters
    ----------
    position : int64 array, shape (positions,)
    starts, lengths : int64 array, shape (passages,)
        Passages that overlap each other count as often as they cover.

    Returns
    -------
    int64 array, shape (positions,)

    Examples
    --------
    >>> covered_before(np.array([0, 25, 100]), np.array([20, 40]), np.array([10, 5]))
    array([ 0,  5, 15])
    """
    reach = position[:, None] - starts[None, :]
    covered: Integers = np.clip(reach, 0, lengths[None, :]).sum(axis=1)
    return covered


def newly_covered(
    group: NDArray[np.integer],
    start: Integers,
    end: Integers,
    passage_group: NDArray[np.integer],
    passage_start: Integers,
    passage_length: Integers,
) -> tuple[Integers, Integers]:
    """What each interval covers that none before it in its group covers.

    Parameters
    ----------
    group : integer array, shape (intervals,)
        E.g. the article.
    start, end : int64 array, shape (intervals,)
        In the order in which they are read.
    passage_group, passage_start, passage_length : integer arrays, shape (passages,)
        Groups ascending.

    Returns
    -------
    size : int64 array, shape (intervals,)
        New text of each interval.
    relevant : int64 array, shape (intervals,)
        How much of the new text lies in the passages of the group.

    Examples
    --------
    >>> size, relevant = newly_covered(
    ...     np.array([3, 3, 4]),
    ...     np.array([0, 5, 5]),
    ...     np.array([10, 20, 20]),
    ...     np.array([3]),
    ...     np.array([8]),
    ...     np.array([4]),
    ... )
    >>> size, relevant
    (array([10, 10, 15]), array([2, 2, 0]))
    """
    count = len(start)
    cut_group, cut, place = _cuts(group, start, end)
    # Every interval beside each of the stretches between cuts that it consists of.
    first, stretches = place[:count], place[count:] - place[:count]
    row = np.repeat(np.arange(count), stretches)
    stretch = np.arange(len(row)) - np.repeat(np.cumsum(stretches) - stretches - first, stretches)
    reader = np.full(len(cut), count)
    # Of several assignments to a place the last one holds: the interval that is read first.
    reader[stretch[::-1]] = row[::-1]
    covered = np.flatnonzero(reader < count)
    in_passages = _covered_before(cut_group, cut, passage_group, passage_start, passage_length)
    # What is summed are whole numbers, which are exact as floating-point numbers too.
    size = np.bincount(reader[covered], cut[covered + 1] - cut[covered], count)
    relevant = np.bincount(reader[covered], in_passages[covered + 1] - in_passages[covered], count)
    return size.astype(np.int64), relevant.astype(np.int64)


def _cuts(
    group: NDArray[np.integer], start: Integers, end: Integers
) -> tuple[NDArray[np.integer], Integers, NDArray[np.intp]]:
    """Group and position of every place where an interval starts or ends, and which of them each means."""
    groups, positions = np.concatenate((group, group)), np.concatenate((start, end))
    order = np.lexsort((positions, groups))
    groups, positions = groups[order], positions[order]
    is_new = np.ones(len(order), dtype=np.bool_)
    is_new[1:] = (groups[1:] != groups[:-1]) | (positions[1:] != positions[:-1])
    place = np.empty(len(order), dtype=np.intp)
    place[order] = np.cumsum(is_new) - 1
    return groups[is_new], positions[is_new], place


def _covered_before(
    group: NDArray[np.integer],
    position: Integers,
    passage_group: NDArray[np.integer],
    passage_start: Integers,
    passage_length: Integers,
) -> NDArray[np.float64]:
    """As `covered_before`, by the passages of the position's group."""
    first, after = np.searchsorted(passage_group, (group, group + 1))
    passages = after - first
    row = np.repeat(np.arange(len(position)), passages)
    passage = np.arange(len(row)) - np.repeat(np.cumsum(passages) - passages - first, passages)
    reach = position[row] - passage_start[passage]
    covered = np.minimum(np.maximum(reach, 0), passage_length[passage])
    return np.bincount(row, covered, len(position)).astype(np.float64)


@dataclass(frozen=True, eq=False)
class Pairs:
    """Rows of intervals that share text, two by two.

    Attributes
    ----------
    earlier, later : integer array, shape (pairs,)
    """

    earlier: NDArray[np.intp]
    later: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.earlier)

    def marked(self, rows: int, *, later_only: bool = False) -> NDArray[np.bool_]:
        """Which of so many rows share text with another one, or with an earlier one; shape (rows,)."""
        found = np.zeros(rows, dtype=np.bool_)
        found[self.later] = True
        if not later_only:
            found[self.earlier] = True
        return found


NO_PAIRS = Pairs(np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp))


def overlapping_pairs(
    group: NDArray[np.integer], start: Integers, end: Integers, located: NDArray[np.bool_]
) -> Pairs:
    """Find all pairs of intervals of a group that share text.

    Two intervals share text when each starts before the other ends; one of no length strictly inside
    another does so too. An interval that is not located shares nothing.

    Parameters
    ----------
    group : integer array, shape (intervals,)
        E.g. the article.
    start, end : int64 array, shape (intervals,)
    located : bool array, shape (intervals,)

    Examples
    --------
    >>> pairs = overlapping_pairs(
    ...     np.array([1, 1, 2]), np.array([0, 5, 5]), np.array([10, 7, 7]), np.array([True, True, True])
    ... )
    >>> pairs.earlier, pairs.later
    (array([0]), array([1]))
    """
    rows = np.flatnonzero(located)
    group, start, end = group[rows].astype(np.int64), start[rows], end[rows]
    end_of_groups = int(end.max(initial=0)) + 1
    if int(group.max(initial=0)) >= _LARGEST_KEY // (2 * end_of_groups) - 1:
        # Places count by the starts before them, so that they can be joined with the group.
        starts, start = np.unique(start, return_inverse=True)
        end, end_of_groups = np.searchsorted(starts, end), len(starts) + 1
    group = group * end_of_groups
    # At the same place, intervals of no length come first: they do not meet those that start there.
    key = 2 * (group + start) + (end > start)
    order = np.argsort(key)
    # In this order an interval meets those that follow it, up to the first that starts when it has ended.
    ended = np.searchsorted(key[order], 2 * (group + end)[order])
    rows, places = rows[order], np.arange(len(rows))
    following = np.maximum(ended - places - 1, 0)
    meeting = np.repeat(places, following)
    steps = np.arange(len(meeting)) - np.repeat(np.cumsum(following) - following, following)
    one, other = rows[meeting], rows[meeting + 1 + steps]
    return Pairs(np.minimum(one, other), np.maximum(one, other))
