"""Simulates a reader of one article who stops after some irrelevant text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]


def read_article(
    start: Integers,
    end: Integers,
    article_length: int,
    passage_starts: Integers,
    passage_lengths: Integers,
    patience: int,
) -> tuple[int, int]:
    """Read the returned text in document order, then the rest from the start of the article.

    Parameters
    ----------
    start, end : int64 array, shape (results,)
        Text returned of the article, in any order.
    article_length : int
        If unknown (negative), only the returned text is read.
    passage_starts, passage_lengths : int64 array, shape (passages,)
        Highlighted text; text in several passages counts once for each.
    patience : int
        Irrelevant characters, at least 1, after which the reader stops.

    Returns
    -------
    relevant, irrelevant : int
        Characters read.

    Examples
    --------
    One passage [10, 60) is returned of an article of 200 characters in which [20, 80) and [120, 160) are
    highlighted. All 200 are read: 100 are highlighted, 100 are not.

    >>> read_article(
    ...     np.array([10]), np.array([60]), 200, np.array([20, 120]), np.array([60, 40]), 300
    ... )
    (100, 100)
    """
    passage_ends = passage_starts + passage_lengths
    # Between neighbouring cuts, text is either returned or not, and either highlighted or not.
    cuts = np.unique(np.concatenate((start, end, passage_starts, passage_ends, (0, article_length))))
    piece, piece_end = cuts[:-1], cuts[1:]
    is_returned = _intervals_over(piece, start, end) > 0
    is_rest = ~is_returned & (piece >= 0) & (piece_end <= article_length)
    order = np.concatenate((np.flatnonzero(is_returned), np.flatnonzero(is_rest)))
    length = (piece_end - piece)[order]
    passages = _intervals_over(piece, passage_starts, passage_ends)[order]
    irrelevant = np.where(passages > 0, 0, length)
    is_read = np.cumsum(irrelevant) - irrelevant < patience
    return int((length * passages)[is_read].sum()), min(int(irrelevant[is_read].sum()), patience)


def _intervals_over(position: Integers, start: Integers, end: Integers) -> Integers:
    """Number of the half-open intervals that hold each position."""
    started = np.searchsorted(np.sort(start), position, side="right")
    return started - np.searchsorted(np.sort(end), position, side="right")
