"""How a pool, and what is relevant in it, grows with its depth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from inexreport.model.score_numbers import column_means
from inexreport.statistics.pooled_results import PooledResults
from inexreport.statistics.pools import Owned, owned_items
from inexreport.statistics.summary import Floats


@dataclass(frozen=True, eq=False)
class PoolGrowth:
    """The pool of some runs at growing depth, means over topics.

    Attributes
    ----------
    group : str
        Participant whose runs are pooled; empty for all runs.
    depths : tuple of int
    size, relevant, recall : float64 array, shape (depths,)
        Items, relevant items, and share of all relevant items; recall is over topics with relevant items,
        NaN if there are none.
    """

    group: str
    depths: tuple[int, ...]
    size: Floats
    relevant: Floats
    recall: Floats


def growth_depths(depth: int) -> tuple[int, ...]:
    """Depths 1, 2, 5, every 10, and `depth`.

    Examples
    --------
    >>> growth_depths(25)
    (1, 2, 5, 10, 20, 25)
    """
    return tuple(sorted({one for one in (1, 2, 5, *range(10, depth + 1, 10)) if one < depth} | {depth}))


def pool_growth(results: PooledResults, depth: int) -> tuple[PoolGrowth, ...]:
    """Growth up to `depth` of the pool of all runs, then of each group's pool, groups in order."""
    if not results.topics or not results.runs:
        return ()
    depths = growth_depths(depth)
    by_group = [owned_items(topic.pooled, results.group_numbers, depth) for topic in results.topics]
    return (
        *_growths(results, ("",), map(_owned_by_all, by_group), depths),
        *_growths(results, results.group_names, by_group, depths),
    )


def _owned_by_all(by_group: Owned) -> Owned:
    """Items of all groups, each at its highest rank."""
    _, item, rank = by_group
    order = np.lexsort((rank, item))
    items, first = np.unique(item[order], return_index=True)
    return np.zeros_like(items), items, rank[order][first]


def _growths(
    results: PooledResults, groups: tuple[str, ...], owned: Iterable[Owned], depths: tuple[int, ...]
) -> Iterator[PoolGrowth]:
    """Growth of the pool of each group from its items for each topic."""
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
            recall.append((relevant / len(topic.relevant)).ravel())
    size, relevant_items = np.mean(sizes, axis=0), np.mean(found, axis=0)  # exact sums of whole numbers
    mean_recall = column_means(recall).reshape(shape) if recall else np.full(shape, np.nan)
    for number, group in enumerate(groups):
        yield PoolGrowth(group, depths, size[number], relevant_items[number], mean_recall[number])
