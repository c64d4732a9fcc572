"""How a pool, and what is relevant in it, grows with its depth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from inexreport.model.score_numbers import column_means
from inexreport.statistics.pooled_results import PooledResults
from inexreport.statistics.pools import Owned
from inexreport.statistics.summary import Floats

NOWHERE = np.iinfo(np.int64).max
"""No rank."""


@dataclass(frozen=True, eq=False)
class PoolGrowth:
    """The pool of some runs at growing depth, as means over topics.

    Attributes
    ----------
    group : str
        The participant whose runs are pooled; empty for all runs together.
    depths : tuple of int
    size, relevant, recall : float64 array, shape (depths,)
        Items, relevant items, and the share of all relevant items found; the last over topics that have
        any, NaN without such topics.
    """

    group: str
    depths: tuple[int, ...]
    size: Floats
    relevant: Floats
    recall: Floats


def growth_depths(depth: int) -> tuple[int, ...]:
    """The depths at which growth is looked at: 1, 2, 5, every 10, and the pool's own.

    Examples
    --------
    >>> growth_depths(25)
    (1, 2, 5, 10, 20, 25)
    """
    return tuple(sorted({one for one in (1, 2, 5, *range(10, depth + 1, 10)) if one < depth} | {depth}))


def pool_growth(results: PooledResults, depth: int) -> tuple[PoolGrowth, ...]:
    """Growth of the pool of all runs, then of each group's alone, groups in order.

    Parameters
    ----------
    results : PooledResults
    depth : int
        The greatest depth.
    """
    depths = growth_depths(depth)
    if not results.topics or not results.runs:
        return ()
    of_groups = [results.owned_by_groups(topic, depths[-1]) for topic in results.topics]
    return (
        *_growths(results, ("",), map(_owned_by_all, of_groups), depths),
        *_growths(results, results.group_names, of_groups, depths),
    )


def _owned_by_all(of_groups: Owned) -> Owned:
    """What the groups have together, each item at its highest rank."""
    _, item, rank = of_groups
    highest = np.full(item.max(initial=-1) + 1, NOWHERE)
    np.minimum.at(highest, item, rank)
    found = np.flatnonzero(highest != NOWHERE)
    return np.zeros_like(found), found, highest[found]


def _growths(
    results: PooledResults, groups: tuple[str, ...], owned: Iterable[Owned], depths: tuple[int, ...]
) -> Iterator[PoolGrowth]:
    """Growth of the pool of each group, from what each owns for the topics."""
    sizes, found, recall = [], [], []
    shape = (len(groups), len(depths))
    for topic, (owner, item, rank) in zip(results.topics, owned, strict=True):
        cell = owner * len(depths) + np.searchsorted(depths, rank)
        counted, relevant = (
            np.bincount(cells, minlength=len(groups) * len(depths)).reshape(shape).cumsum(axis=1)
            for cells in (cell, cell[topic.is_relevant[item]])
        )
        sizes.append(counted)
        found.append(relevant)
        if len(topic.relevant):
            recall.append(relevant / len(topic.relevant))
    size, relevant_items = np.mean(sizes, axis=0), np.mean(found, axis=0)  # of whole numbers: exact sums
    flat = [shares.ravel() for shares in recall]
    reached = column_means(flat).reshape(shape) if recall else np.full(shape, np.nan)
    for place, group in enumerate(groups):
        yield PoolGrowth(group, depths, size[place], relevant_items[place], reached[place])
