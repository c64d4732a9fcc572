"""Pools of a task compared: by kind, and metasearch pools by how many results of each run they count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from inexreport.model.assessment import METASEARCH_DEPTH
from inexreport.model.score_numbers import mean
from inexreport.statistics.pool_quality import (
    GIVEN,
    KINDS,
    METASEARCH,
    SYSTEM,
    PoolQuality,
    mean_quality,
    pools_of,
    quality_of,
)
from inexreport.statistics.pooled_results import PooledResults, TopicItems, among
from inexreport.statistics.pools import MetasearchPool
from inexreport.statistics.summary import Integers


class CountedDepth(NamedTuple):
    """A metasearch pool by the number of results that its Borda count looks at.

    Attributes
    ----------
    counted : int
        Results of each run that give points.
    pool : PoolQuality
        The metasearch pool of the system pool's size.
    same_relevant : float
        Size of the smallest metasearch pool with as many relevant items as the system pool; NaN if the
        system pool has none or no metasearch pool has as many.
    saved : float
        Items that the system pool has more than that; negative if it has fewer.
    """

    counted: int
    pool: PoolQuality
    same_relevant: float
    saved: float


def pool_comparisons(
    results: PooledResults, depths: Sequence[int], counted_depths: Sequence[int]
) -> tuple[tuple[PoolQuality, ...], tuple[CountedDepth, ...]]:
    """Compare the kinds of pools, and metasearch pools by the number of counted results.

    Parameters
    ----------
    results : PooledResults
    depths : sequence of int
        Depths of the system pools, whose size the metasearch pools have; what the judges were given is added.
    counted_depths : sequence of int
        Numbers of counted results; `METASEARCH_DEPTH` is added.

    Returns
    -------
    tuple of PoolQuality
        Every kind of pool at every depth and as given: the mean over topics, then each topic.
    tuple of CountedDepth
        Every counted depth at every depth and as given, likewise.

    References
    ----------
    Woodley and Geva, Fine Tuning INEX (2005): table 1, and section 2.3 on counts of 250 to 1500 results.
    """
    labels, counts = (*map(str, depths), GIVEN), sorted({METASEARCH_DEPTH, *counted_depths})
    by_kind: dict[tuple[str, str], list[PoolQuality]] = {(one, kind): [] for one in labels for kind in KINDS}
    by_counted: dict[tuple[str, int], list[CountedDepth]] = {
        (one, counted): [] for one in labels for counted in counts
    }
    for topic in results.topics:
        rankings = topic.ranked()  # of one topic at a time: they need much memory
        best = {
            counted: MetasearchPool(rankings, results.element, counted, results.unranked_share)
            for counted in counts
        }
        for depth, pools in pools_of(topic, best[METASEARCH_DEPTH], depths):
            for kind, pool in pools.items():
                by_kind[depth, kind].append(quality_of(kind, depth, topic, pool))
            for counted in counts:
                one = _counted_depth(topic, depth, pools[SYSTEM], counted, best[counted])
                by_counted[depth, counted].append(one)
    return (
        tuple(one for rows in by_kind.values() if rows for one in (mean_quality(rows), *rows)),
        tuple(one for rows in by_counted.values() if rows for one in (_mean(rows), *rows)),
    )


def _counted_depth(
    topic: TopicItems, depth: str, system: Integers, counted: int, best: MetasearchPool
) -> CountedDepth:
    relevant = int(np.count_nonzero(among(system, topic.relevant)))
    size = best.size_to_find(relevant, topic.relevant) if relevant else None
    same_relevant = np.nan if size is None else float(size)
    pool = quality_of(METASEARCH, depth, topic, best.of_size(len(system)))
    return CountedDepth(counted, pool, same_relevant, len(system) - same_relevant)


def _mean(rows: Sequence[CountedDepth]) -> CountedDepth:
    """Means over the topics for which a value is defined."""
    same_relevant, saved = (
        mean(value for value in values if not np.isnan(value))
        for values in ([row.same_relevant for row in rows], [row.saved for row in rows])
    )
    return CountedDepth(rows[0].counted, mean_quality([row.pool for row in rows]), same_relevant, saved)
