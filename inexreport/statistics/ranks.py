"""Scores of runs as whole numbers that say how they rank the runs."""

from __future__ import annotations

import numpy as np

from inexreport.model.score_numbers import comparable
from inexreport.statistics.summary import Floats, Integers


def centred_ranks(scores: Floats) -> Integers:
    """Twice the distance of each average rank from the mean rank: whole numbers with the sum 0.

    Parameters
    ----------
    scores : float64 array, shape (runs,)
        Compared with ten decimals, see `comparable`.

    Examples
    --------
    >>> centred_ranks(np.array([0.1, 0.4, 0.2, 0.2])).tolist()
    [-3, 3, 0, 0]
    """
    scores = comparable(scores)
    ascending = np.sort(scores)
    below = np.searchsorted(ascending, scores, side="left")
    not_above = np.searchsorted(ascending, scores, side="right")
    return below + not_above - len(scores)


def pair_orders(scores: Floats) -> Integers:
    """Whether the first of two runs scores higher (1), equal (0) or lower (-1), for all ordered pairs.

    Parameters
    ----------
    scores : float64 array, shape (runs,)
        Compared with ten decimals, see `comparable`.

    Returns
    -------
    int64 array, shape (runs, runs)

    Examples
    --------
    >>> pair_orders(np.array([0.2, 0.1])).tolist()
    [[0, 1], [-1, 0]]
    """
    scores = comparable(scores)
    return np.sign(scores[:, None] - scores[None, :]).astype(np.int64)
