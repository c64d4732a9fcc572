"""Arithmetic on half-open text intervals ``[start, end)``, in whole characters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]


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
    start: Integers, end: Integers, passage_starts: Integers, passage_lengths: Integers
) -> tuple[Integers, Integers]:
    """What each interval covers that none before it covers.

    Parameters
    ----------
    start, end : int64 array, shape (intervals,)
        In the order in which they are read.
    passage_starts, passage_lengths : int64 array, shape (passages,)

    Returns
    -------
    size : int64 array, shape (intervals,)
        New text of each interval.
    relevant : int64 array, shape (intervals,)
        How much of the new text lies in the passages.

    Examples
    --------
    >>> size, relevant = newly_covered(
    ...     np.array([0, 5]), np.array([10, 20]), np.array([8]), np.array([4])
    ... )
    >>> size, relevant
    (array([10, 10]), array([2, 2]))
    """
    cuts = np.unique(np.concatenate((start, end)))
    covers = (start[:, None] <= cuts[None, :-1]) & (end[:, None] >= cuts[None, 1:])
    covered = covers.any(axis=0)
    first = covers.argmax(axis=0)[covered]
    size = np.zeros(len(start), dtype=np.int64)
    relevant = np.zeros(len(start), dtype=np.int64)
    np.add.at(size, first, np.diff(cuts)[covered])
    np.add.at(relevant, first, np.diff(covered_before(cuts, passage_starts, passage_lengths))[covered])
    return size, relevant


def overlaps_earlier(
    group: NDArray[np.integer], start: Integers, end: Integers, located: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Whether each interval shares text with an earlier one of its group.

    Two intervals share text when each starts before the other ends; one of no length strictly inside
    another does so too. An interval that is not located shares nothing.

    Parameters
    ----------
    group : integer array, shape (intervals,)
        E.g. the article.
    start, end : int64 array, shape (intervals,)
    located : bool array, shape (intervals,)

    Returns
    -------
    bool array, shape (intervals,)

    Examples
    --------
    >>> overlaps_earlier(
    ...     np.array([1, 1, 2]), np.array([0, 5, 5]), np.array([10, 7, 7]), np.array([True, True, True])
    ... )
    array([False,  True, False])
    """
    return _overlapping(group, start, end, located, earlier_only=True)


def overlaps_another(
    group: NDArray[np.integer], start: Integers, end: Integers, located: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Whether each interval shares text with any other one of its group; see `overlaps_earlier`."""
    return _overlapping(group, start, end, located, earlier_only=False)


def _overlapping(
    group: NDArray[np.integer],
    start: Integers,
    end: Integers,
    located: NDArray[np.bool_],
    *,
    earlier_only: bool,
) -> NDArray[np.bool_]:
    found = np.zeros(len(group), dtype=np.bool_)
    rows = np.flatnonzero(located)
    order = rows[np.argsort(group[rows], kind="stable")]
    bounds = np.flatnonzero(np.diff(group[order])) + 1
    for members in np.split(order, bounds):
        if len(members) < 2:
            continue
        meet = (start[members, None] < end[None, members]) & (end[members, None] > start[None, members])
        # A later row is right of the diagonal, an earlier one left of it; none overlaps itself.
        meet = np.tril(meet, -1) if earlier_only else meet & ~np.eye(len(members), dtype=np.bool_)
        found[members] = meet.any(axis=1)
    return found
