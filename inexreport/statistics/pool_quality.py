"""How good the pools of a task are, by what the judges found (Woodley and Geva 2005, table 1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from inexreport.model.score_numbers import mean
from inexreport.statistics.pooled_results import PooledResults, TopicItems, among
from inexreport.statistics.pools import MetasearchPool, system_pool
from inexreport.statistics.rankings import first_of_equal
from inexreport.statistics.summary import Integers

SYSTEM = "system"
METASEARCH = "metasearch"
COMBINED = "combined"
KINDS = (SYSTEM, METASEARCH, COMBINED)
"""The pools that are compared, in the order of publication."""

ALL_TOPICS = "all"
GIVEN = "given"
"""Stands for the depth of what the judges were given."""


@dataclass(frozen=True)  # without slots, which take long where thousands go to other processes
class PoolQuality:
    """One pool of one topic, or the mean over topics.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    depth : str
        Of the system pool, a number, or `GIVEN`.
    topic : str
        An id, or `ALL_TOPICS`.
    size : float
        Number of items.
    precision : float
        Share of relevant items; what nobody judged counts as not relevant. NaN for an empty pool.
    recall : float
        Share of the relevant items that the pool has; NaN where nothing is relevant.
    unassessed : float
        Number of items that nobody judged.
    """

    kind: str
    depth: str
    topic: str
    size: float
    precision: float
    recall: float
    unassessed: float


def pools_of(
    results: PooledResults, topic: TopicItems, depths: Sequence[int]
) -> Iterator[tuple[str, dict[str, Integers]]]:
    """The three pools of a topic made from the runs at every depth, then for `GIVEN`, where that is known."""
    best = MetasearchPool(topic.ranked, results.element)
    systems = {str(depth): system_pool(topic.pooled, depth) for depth in depths}
    if topic.given is not None:
        systems[GIVEN] = topic.given
    for depth, system in systems.items():
        metasearch = best.of_size(len(system))
        yield depth, {SYSTEM: system, METASEARCH: metasearch, COMBINED: _united(system, metasearch)}


def _united(one: Integers, other: Integers) -> Integers:
    """As `numpy.union1d` of what ascends already, which takes three times as long."""
    both = np.sort(np.concatenate((one, other)))
    return both[first_of_equal(both)]


def pool_qualities(results: PooledResults, depths: Sequence[int]) -> tuple[PoolQuality, ...]:
    """Every pool at every depth and as it was given: its mean over topics, then topic by topic.

    Parameters
    ----------
    results : PooledResults
    depths : sequence of int
        Ascending.
    """
    by_pool: dict[tuple[str, str], list[PoolQuality]] = {
        (depth, kind): [] for depth in (*map(str, depths), GIVEN) for kind in KINDS
    }
    for topic in results.topics:
        for depth, pools in pools_of(results, topic, depths):
            for kind, pool in pools.items():
                by_pool[depth, kind].append(_quality(kind, depth, topic, pool))
    return tuple(quality for rows in by_pool.values() for quality in (*_mean(rows), *rows))


def _quality(kind: str, depth: str, topic: TopicItems, pool: Integers) -> PoolQuality:
    found = int(np.count_nonzero(among(topic.relevant, pool)))
    return PoolQuality(
        kind=kind,
        depth=depth,
        topic=topic.topic,
        size=float(len(pool)),
        precision=found / len(pool) if len(pool) else np.nan,
        recall=found / len(topic.relevant) if len(topic.relevant) else np.nan,
        unassessed=float(topic.unassessed(pool)),
    )


def _mean(rows: Sequence[PoolQuality]) -> Iterator[PoolQuality]:
    """The mean over the topics that define a value; nothing without topics."""
    if rows:
        mean = partial(_mean_of, rows)
        yield PoolQuality(
            rows[0].kind,
            rows[0].depth,
            ALL_TOPICS,
            size=mean("size"),
            precision=mean("precision"),
            recall=mean("recall"),
            unassessed=mean("unassessed"),
        )


def _mean_of(rows: Sequence[PoolQuality], name: str) -> float:
    return mean(value for row in rows if not np.isnan(value := getattr(row, name)))
