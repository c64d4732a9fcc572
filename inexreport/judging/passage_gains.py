"""Retrieved and relevant characters of each result: input of the measures of focused retrieval."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.judged_ranking import JudgedRanking, judge
from inexreport.judging.limits import cut_topic_text


@dataclass(frozen=True, eq=False)
class PassageGains:
    """Characters by rank.

    Attributes
    ----------
    retrieved, relevant : int64 array, shape (results,)
    total_relevant : int
        Highlighted text of the topic.
    """

    retrieved: NDArray[np.int64]
    relevant: NDArray[np.int64]
    total_relevant: int


def passage_gains(
    judged: JudgedRanking, overlap: str = "forbidden", limit: int = 0, results: str = "text"
) -> PassageGains:
    """Retrieved and relevant characters of each result.

    Parameters
    ----------
    judged : JudgedRanking
    overlap : {"forbidden", "allowed"}
        allowed: in relevant articles only text that was not returned before counts, and an unlocated result
        counts 0; elsewhere every result counts in full.
    limit : int
        If not 0, only the first `limit` characters of the ranking are read.
    results : {"text", "entry points"}
        An entry point returns no text.
    """
    if results == "entry points":
        nothing = np.zeros(len(judged.ranking), dtype=np.int64)
        return PassageGains(nothing, nothing, judged.assessment.total_relevant_characters)
    if limit:
        judged = judge(cut_topic_text(judged.ranking, limit), judged.assessment)
    retrieved, relevant = judged.ranking.length, judged.relevant
    if overlap == "allowed":
        retrieved, relevant = judged.new_text
        retrieved = np.where(judged.in_relevant_article & ~judged.ranking.located, 0, retrieved)
    return PassageGains(retrieved, relevant, judged.assessment.total_relevant_characters)
