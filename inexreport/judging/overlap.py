"""Which results of a ranking share text with one another."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.intervals import overlaps_another, overlaps_earlier
from inexreport.judging.judged_ranking import JudgedRanking


def overlapping_results(judged: JudgedRanking, kind: str) -> NDArray[np.bool_]:
    """Whether each result shares text with another one of its article.

    Parameters
    ----------
    judged : JudgedRanking
    kind : {"set", "rank"}
        Whether any other result counts, or only those at earlier ranks.

    Returns
    -------
    bool array, shape (results,)
    """
    ranking = judged.ranking
    find = overlaps_another if kind == "set" else overlaps_earlier
    return find(ranking.article, ranking.offset, ranking.end, ranking.located)
