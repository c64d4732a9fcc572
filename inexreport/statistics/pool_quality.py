"""How good the pools of a task are, by what the judges found (Woodley and Geva 2005, table 1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from inexreport.model.score_numbers import mean
from inexreport.statistics.pooled_results import TopicItems, among
from inexreport.statistics.pools import MetasearchPool, system_pool
from inexreport.statistics.summary import Integers

SYSTEM = "system"
METASEARCH = "metasearch"
COMBINED = "combined"
KINDS = (SYSTEM, METASEARCH, COMBINED)
"""Kinds of pools, in the order of publication."""

ALL_TOPICS = "all"
GIVEN = "given"
"""In place of a depth: what the judges were given."""


class PoolQuality(NamedTuple):
    """One pool of one topic, or the mean over topics.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    depth : str
        Depth of the system pool, or `GIVEN`.
    topic : str
        Id, or `ALL_TOPICS`.
    size : float
        Number of items.
    precision : float
        Share of relevant items, unassessed ones being not relevant; NaN for an empty pool.
    recall : float
        Share of the topic's relevant items; NaN without relevant items.
    unassessed : float
        Number of unassessed items.
    """

    kind: str
    depth: str
    topic: str
    size: float
    precision: float
    recall: float
    unassessed: float


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


def quality_of(kind: str, depth: str, topic: TopicItems, pool: Integers) -> PoolQuality:
    """Quality of a pool of one topic."""
    found = int(np.count_nonzero(among(topic.relevant, pool)))
    return PoolQuality(
        kind=kind,
        depth=depth,
        topic=topic.topic,
        size=float(len(pool)),
        precision=found / len(pool) if len(pool) else np.nan,
        recall=found / len(topic.relevant) if len(topic.relevant) else np.nan,
        unassessed=float(np.count_nonzero(~among(topic.judged_with(pool), topic.assessed))),
    )


def mean_quality(rows: Sequence[PoolQuality]) -> PoolQuality:
    """Means over the topics for which a value is defined."""
    columns = zip(*(row[3:] for row in rows), strict=True)
    means = [mean(value for value in column if not np.isnan(value)) for column in columns]
    return PoolQuality(rows[0].kind, rows[0].depth, ALL_TOPICS, *means)
