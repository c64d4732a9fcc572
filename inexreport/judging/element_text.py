"""Text of returned elements as the judgements, or else the documents, count it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.highlighted_gains import judged_text
from inexreport.judging.judged_ranking import JudgedRanking


def element_text(judged: JudgedRanking) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Retrieved and highlighted characters of each result; nested ones count in the outermost only.

    The judgements give both for elements that they list; the length of any other element is that which the
    documents tell. One that neither knows counts by the rule for unknown places and overlaps nothing.

    Returns
    -------
    retrieved, highlighted : int64 array, shape (results,)
    """
    ranking, text = judged.ranking, judged_text(judged.assessment)
    listed = text.known[judged.element]
    retrieved = np.where(listed, text.size[judged.element], ranking.length)
    highlighted = text.highlighted[judged.element]
    counted_elsewhere = _nested_or_repeated(judged, listed | ranking.located)
    retrieved[counted_elsewhere] = 0
    highlighted[counted_elsewhere] = 0
    return retrieved, highlighted


def _nested_or_repeated(judged: JudgedRanking, known: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Rows of results that lie in another known one, or that repeat it."""
    ranking = judged.ranking
    pairs = ranking.path_overlaps
    inner = np.where(ranking.later_lies_inside, pairs.later, pairs.earlier)
    return inner[known[pairs.later] & known[pairs.earlier]]
