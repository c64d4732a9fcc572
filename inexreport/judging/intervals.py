"""Half-open text intervals ``[start, end)`` in whole characters: which overlap, and what they newly cover."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]


def numbers_of_ranges(first: Integers, after: Integers) -> tuple[NDArray[np.intp], Integers]:
    """All whole numbers of several ranges ``[first, after)``, one range after another.

    Returns
    -------
    row, number : int64 array
        Each number, and which of the ranges it is from.

    Examples
    --------
    >>> numbers_of_ranges(np.array([3, 5, 7]), np.array([5, 5, 8]))
    (array([0, 0, 2]), array([3, 4, 7]))
    """
    count = after - first
    row = np.repeat(np.arange(len(first)), count)
    return row, np.arange(len(row)) - np.repeat(np.cumsum(count) - count - first, count)


def newly_covered(
    group: NDArray[np.integer],
    start: Integers,
    end: Integers,
    passage_group: NDArray[np.integer],
    passage_start: Integers,
    passage_length: Integers,
) -> tuple[Integers, Integers]:
    """Text that each interval covers and no earlier interval of its group does.

    Parameters
    ----------
    group : integer array, shape (intervals,)
        E.g. the article.
    start, end : int64 array, shape (intervals,)
        In the order in which they are read.
    passage_group, passage_start, passage_length : integer arrays, shape (passages,)
        Groups ascending. Text in several passages counts once for each.

    Returns
    -------
    size : int64 array, shape (intervals,)
        New characters of each interval.
    relevant : int64 array, shape (intervals,)
        New characters in the passages of the group.

    Examples
    --------
    >>> newly_covered(*np.array([[3, 3, 4], [0, 5, 5], [10, 20, 20]]), *np.array([[3], [8], [4]]))
    (array([10, 10, 15]), array([2, 2, 0]))
    """
    count = len(start)
    # The distinct places where intervals start or end, and which of them each start and end is.
    ends = np.stack((np.concatenate((group, group)), np.concatenate((start, end))))
    (cut_group, cut), place = np.unique(ends, axis=1, return_inverse=True)
    row, stretch = numbers_of_ranges(place[:count], place[count:])
    reader = np.full(len(cut), count)
    # Of several values assigned to a place NumPy keeps the last: the interval that is read first.
    reader[stretch[::-1]] = row[::-1]
    covered = np.flatnonzero(reader < count)
    in_passages = _covered_before(cut_group, cut, passage_group, passage_start, passage_length)
    # Sums of whole numbers are exact in floating point too.
    size = np.bincount(reader[covered], cut[covered + 1] - cut[covered], count)
    relevant = np.bincount(reader[covered], in_passages[covered + 1] - in_passages[covered], count)
    return size.astype(np.int64), relevant.astype(np.int64)


def _covered_before(
    group: NDArray[np.integer],
    position: Integers,
    passage_group: NDArray[np.integer],
    passage_start: Integers,
    passage_length: Integers,
) -> NDArray[np.float64]:
    """Characters of the group's passages that lie before each position."""
    row, passage = numbers_of_ranges(*np.searchsorted(passage_group, (group, group + 1)))
    covered = np.clip(position[row] - passage_start[passage], 0, passage_length[passage])
    return np.bincount(row, covered, len(position)).astype(np.float64)


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs of overlapping intervals, as rows.

    Attributes
    ----------
    earlier, later : integer array, shape (pairs,)
    """

    earlier: NDArray[np.intp]
    later: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.earlier)

    def marked(self, rows: int, *, later_only: bool = False) -> NDArray[np.bool_]:
        """Whether each row overlaps another one, or an earlier one; shape (rows,)."""
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

    Two intervals share text if each starts before the other ends; an empty interval strictly inside
    another one does too. An interval that is not located shares nothing.

    Parameters
    ----------
    group : integer array, shape (intervals,)
        E.g. the article.
    start, end : int64 array, shape (intervals,)
    located : bool array, shape (intervals,)

    Examples
    --------
    >>> pairs = overlapping_pairs(*np.array([[1, 1, 2], [0, 5, 5], [10, 7, 7]]), np.full(3, True))
    >>> pairs.earlier, pairs.later
    (array([0]), array([1]))
    """
    rows = np.flatnonzero(located)
    group, start, end = group[rows], start[rows], end[rows]
    # All starts and ends in order. At one position ends come first, then empty intervals, then others.
    is_end, is_empty, is_start = 0, 1, 2
    kind = np.concatenate((np.where(start < end, is_start, is_empty), np.full(len(rows), is_end)))
    order = np.lexsort((kind, np.concatenate((start, end)), np.concatenate((group, group))))
    starts = order < len(rows)
    started = np.cumsum(starts)
    by_start = order[starts]
    started_at_end = np.empty(len(rows), dtype=np.intp)
    started_at_end[order[~starts] - len(rows)] = started[~starts]
    # By start, an interval overlaps those after it that start before it ends.
    after = np.arange(1, len(rows) + 1)
    one, other = numbers_of_ranges(after, np.maximum(started_at_end[by_start], after))
    one, other = rows[by_start[one]], rows[by_start[other]]
    return Pairs(np.minimum(one, other), np.maximum(one, other))
