"""Which results of a ranking overlap one another, by their text or by their paths."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.judged_ranking import JudgedRanking


def overlapping_results(judged: JudgedRanking, kind: str, overlap_of: str = "text") -> NDArray[np.bool_]:
    """Whether each result overlaps another one of its article.

    Parameters
    ----------
    judged : JudgedRanking
    kind : {"set", "rank"}
        Whether any other result counts, or only those at earlier ranks.
    overlap_of : {"text", "paths"}
        text: results overlap if they share text (from 2007 on). paths: if they are the same element, or one
        is an ancestor of the other.

    Returns
    -------
    bool array, shape (results,)
    """
    ranking = judged.ranking
    pairs = ranking.path_overlaps if overlap_of == "paths" else ranking.text_overlaps
    return pairs.marked(len(ranking), later_only=kind == "rank")
