"""A reader who goes through one article and loses patience."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.intervals import covered_before

Integers = NDArray[np.int64]
Interval = tuple[int, int]


def read_article(
    start: Integers,
    end: Integers,
    article_length: int,
    passage_starts: Integers,
    passage_lengths: Integers,
    patience: int,
) -> tuple[int, int]:
    """Read the returned text in document order, then the rest from the start, until patience ends.

    Parameters
    ----------
    start, end : int64 array, shape (results,)
        What was returned of the article, in any order.
    article_length : int
        If unknown (negative), nothing beyond the returned text is read.
    passage_starts, passage_lengths : int64 array, shape (passages,)
        Highlighted text, ascending.
    patience : int
        Irrelevant characters after which the reader stops; relevant text before that counts.

    Returns
    -------
    relevant, irrelevant : int
        Characters read.

    Examples
    --------
    One passage [10, 60) is returned of an article of 200 characters in which [20, 80) and [120, 160) are
    highlighted; all 200 are read, 10 of the first 50 being irrelevant:

    >>> read_article(
    ...     np.array([10]), np.array([60]), 200, np.array([20, 120]), np.array([60, 40]), 300
    ... )
    (100, 100)
    """
    relevant = irrelevant = 0
    returned = _merged(start, end)
    for segment in returned + _gaps(returned, article_length):
        edges = covered_before(np.array(segment), passage_starts, passage_lengths)
        wanted = int(edges[1] - edges[0])
        unwanted = segment[1] - segment[0] - wanted
        if irrelevant + unwanted >= patience:
            stop = _position_after(segment, patience - irrelevant, passage_starts, passage_lengths)
            upto = covered_before(np.array([segment[0], stop]), passage_starts, passage_lengths)
            return relevant + int(upto[1] - upto[0]), patience
        relevant += wanted
        irrelevant += unwanted
    return relevant, irrelevant


def _merged(start: Integers, end: Integers) -> list[Interval]:
    """Disjoint intervals that cover the same text, ascending."""
    merged: list[Interval] = []
    for first, last in sorted(zip(start.tolist(), end.tolist(), strict=True)):
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], last))
        else:
            merged.append((first, last))
    return merged


def _gaps(returned: list[Interval], article_length: int) -> list[Interval]:
    """The rest of the article, ascending."""
    gaps: list[Interval] = []
    position = 0
    for first, last in [*returned, (article_length, article_length)]:
        before = min(first, article_length)
        if before > position:
            gaps.append((position, before))
        position = max(position, last)
    return gaps


def _position_after(
    segment: Interval, budget: int, passage_starts: Integers, passage_lengths: Integers
) -> int:
    """Where, within a segment, the given number of irrelevant characters has just been read."""
    position = segment[0]
    for start, length in zip(passage_starts.tolist(), passage_lengths.tolist(), strict=True):
        end = start + length
        if end <= position:
            continue
        unwanted = max(start - position, 0)
        if unwanted >= budget:
            break
        budget -= unwanted
        position = end
    return position + budget
