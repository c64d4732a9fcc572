"""How a pool, and what is relevant in it, grows with its depth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from inexreport.statistics.pooled_results import NO_ITEM, PooledResults
from inexreport.statistics.summary import Floats, Integers


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
    groups = sorted(set(results.groups)) if results.topics else []
    everybody = range(len(results.runs))
    rows = {group: [row for row in everybody if results.groups[row] == group] for group in groups}
    whole = [_growth(results, "", everybody, depths)] if groups else []
    return (*whole, *(_growth(results, group, of_group, depths) for group, of_group in rows.items()))


def _growth(results: PooledResults, group: str, runs: Sequence[int], depths: tuple[int, ...]) -> PoolGrowth:
    sizes, found, recall = [], [], []
    for topic in results.topics:
        items, rank = first_ranks([topic.ranked[run][: depths[-1]] for run in runs])
        by_depth = np.array(depths)[:, None] >= rank
        relevant = by_depth[:, np.isin(items, topic.relevant)].sum(axis=1)
        sizes.append(by_depth.sum(axis=1))
        found.append(relevant)
        if len(topic.relevant):
            recall.append(relevant / len(topic.relevant))
    undefined = np.full(len(depths), np.nan)
    return PoolGrowth(
        group=group,
        depths=depths,
        size=np.mean(sizes, axis=0),
        relevant=np.mean(found, axis=0),
        recall=np.mean(recall, axis=0) if recall else undefined,
    )


def first_ranks(rankings: Sequence[Integers]) -> tuple[Integers, Integers]:
    """Distinct items of some rankings, ascending, and the highest place, from 1, at which one has each.

    Examples
    --------
    >>> first_ranks([np.array([7, 3]), np.array([3, 3, 5])])
    (array([3, 5, 7]), array([1, 3, 1]))
    """
    items = np.concatenate([np.zeros(0, dtype=np.int64), *rankings])
    ranks = np.concatenate([np.zeros(0, dtype=np.int64), *(np.arange(len(one)) + 1 for one in rankings)])
    order = np.lexsort((ranks, items))
    items, ranks = items[order], ranks[order]
    first = np.append(True, items[1:] != items[:-1])[: len(items)] & (items != NO_ITEM)
    return items[first], ranks[first]
