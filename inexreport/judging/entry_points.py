"""Distances of returned elements from best entry points: the input of BEPD and EPRUM (2006)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.article_gains import entry_point_distances
from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.model.assessment import UNKNOWN, TopicAssessment


@dataclass(frozen=True, eq=False)
class EntryPointRanking:
    """Distances by rank.

    Attributes
    ----------
    distance : float64 array, shape (results,)
        In characters; infinite where the article has no best entry point, where either place is not known,
        and for further results of an article.
    total : int
        Articles with a best entry point.
    """

    distance: NDArray[np.float64]
    total: int


def entry_point_ranking(judged: JudgedRanking) -> EntryPointRanking:
    """Distance of each result from the best entry point of its article."""
    distance = np.full(len(judged.ranking), np.inf)
    distance[judged.first_of_article] = entry_point_distances(judged).distance
    return EntryPointRanking(distance, _entry_points(judged.assessment))


@lru_cache(maxsize=4096)
def _entry_points(assessment: TopicAssessment) -> int:
    """How many articles have a best entry point, found in the text or not."""
    if assessment.entry_point_path:
        return sum(map(bool, assessment.entry_point_path))
    return int(np.count_nonzero(assessment.entry_point != UNKNOWN))
