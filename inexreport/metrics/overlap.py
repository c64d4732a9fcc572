"""Overlap: how much of a run returns text that the run also returns elsewhere."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.metrics.metric import Averaging, Metric, Parameter
from inexreport.model.diagnosis import Aspect


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


def overlap_percentage(overlapping: NDArray[np.bool_], cutoff: None = None) -> float:
    """Percentage of results that overlap, in [0, 100]; NaN for a topic without results.

    Examples
    --------
    >>> overlap_percentage(np.array([False, True, False, False]))
    25.0
    """
    if not len(overlapping):
        return float("nan")
    return 100 * int(np.count_nonzero(overlapping)) / len(overlapping)


METRICS = (
    Metric(
        name="overlap",
        title="Overlap among the results",
        explanation="How many of a run's results overlap another result of the same topic (set), or one at "
        "an earlier rank (rank): by shared text from 2007 on, before by equal or nested elements. It tells "
        "how redundant a run is, not how good.",
        limits="It says nothing about relevance, and a small overlap counts as much as a repeated result.",
        formula=r"100 \cdot \frac{\mathit{overlapping\ results}}{\mathit{results}}",
        source="INEX practice; rank overlap is compatible with the ratios of Kazai, Lalmas and de Vries "
        "(2004)",
        vectors=overlapping_results,
        measure=overlap_percentage,
        settings=("overlap_of",),
        reconstructed_with=({"kind": "set"},),
        parameters=(
            Parameter("kind", "Which others count: any (set) or earlier ones (rank).", ("set", "rank")),
        ),
        missing_topics="Topics without results are left out; topics that are not assessed count.",
        highest=100.0,
        averaging=Averaging.MEAN_OF_ANSWERED,
        unit="%",
        unread=frozenset(Aspect),
    ),
)
