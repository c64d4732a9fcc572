"""The kinds of pools of a topic that are compared (Woodley and Geva 2005, table 1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from inexreport.statistics.pooled_results import TopicItems
from inexreport.statistics.pools import MetasearchPool, system_pool
from inexreport.statistics.summary import Integers

SYSTEM = "system"
METASEARCH = "metasearch"
COMBINED = "combined"
KINDS = (SYSTEM, METASEARCH, COMBINED)
"""Kinds of pools, in the order of publication."""

GIVEN = "given"
"""In place of a depth: what the judges were given."""


def pools_of(
    topic: TopicItems, best: MetasearchPool, depths: Sequence[int]
) -> Iterator[tuple[str, dict[str, Integers]]]:
    """Depth and pools by kind: for each depth, then for `GIVEN` where that is known."""
    systems = {str(depth): system_pool(topic.pooled, depth) for depth in depths}
    if topic.given is not None:
        systems[GIVEN] = topic.given
    for depth, system in systems.items():
        metasearch = best.of_size(len(system))
        yield depth, {SYSTEM: system, METASEARCH: metasearch, COMBINED: np.union1d(system, metasearch)}
