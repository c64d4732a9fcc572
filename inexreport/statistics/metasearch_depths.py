"""Metasearch pools by how many results of each run they count, and the judging they save."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from inexreport.model.assessment import METASEARCH_DEPTHS
from inexreport.model.score_numbers import mean
from inexreport.statistics.pool_quality import (
    GIVEN,
    METASEARCH,
    PoolQuality,
    mean_quality,
    quality_of,
    system_pools,
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


def metasearch_depths(results: PooledResults, depths: Sequence[int]) -> tuple[CountedDepth, ...]:
    """Metasearch pools of each of `METASEARCH_DEPTHS`: the mean over topics, then each topic.

    Parameters
    ----------
    results : PooledResults
    depths : sequence of int
        Depths of the system pools whose size the pools have; what the judges were given is added.

    References
    ----------
    Woodley and Geva, Fine Tuning INEX (2005), section 2.3: pools of 250 to 1500 results perform similarly.
    """
    by_pool: dict[tuple[str, int], list[CountedDepth]] = {
        (depth, counted): [] for depth in (*map(str, depths), GIVEN) for counted in METASEARCH_DEPTHS
    }
    for topic in results.topics:
        systems = system_pools(topic, depths)
        for counted in METASEARCH_DEPTHS:
            best = MetasearchPool(topic.ranked, results.element, counted)
            for depth, system in systems.items():
                by_pool[depth, counted].append(_counted_depth(topic, depth, system, counted, best))
    return tuple(one for rows in by_pool.values() if rows for one in (_mean(rows), *rows))


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
