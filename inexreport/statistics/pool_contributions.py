"""What each run, and each participant, brought into the pool of a task, and what nobody else did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from inexreport.statistics.pooled_results import PooledResults, TopicItems
from inexreport.statistics.pools import system_pool
from inexreport.statistics.summary import Integers


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a run, or all runs of a group, contributed, added up over topics.

    Attributes
    ----------
    group : str
    run : str
        Empty for the group as a whole.
    pooled, relevant : int
        Items in the pool, and the relevant ones among them.
    unique, unique_relevant : int
        Those of them that no run of another group brought in.
    """

    group: str
    run: str
    pooled: int
    relevant: int
    unique: int
    unique_relevant: int


@dataclass(frozen=True, eq=False)
class Contributions:
    """Who brought what into the pools of a task.

    Attributes
    ----------
    rows : tuple of Contribution
        Each group, followed by its runs.
    judged_thanks_to : mapping of str to mapping of str to int64 array
        By group and topic: what is relevant and would not have been judged without the group. Elements
        where elements are judged one by one; articles where they are read as a whole.
    """

    rows: tuple[Contribution, ...]
    judged_thanks_to: Mapping[str, Mapping[str, Integers]]


def pool_contributions(results: PooledResults, depth: int) -> Contributions:
    """Count what the first results of each run brought into the pools.

    Only what was given to the judge counts, where the campaign tells it.

    Parameters
    ----------
    results : PooledResults
    depth : int
        That of the campaign's pools.
    """
    members: dict[str, list[int]] = {group: [] for group in sorted(set(results.groups))}
    for row, group in enumerate(results.groups):
        members[group].append(row)
    of_group = dict.fromkeys(members, _NOTHING)
    of_run = [_NOTHING] * len(results.runs)
    thanks_to: dict[str, dict[str, Integers]] = {group: {} for group in members}
    for topic in results.topics:
        pools = {
            group: _given(topic, system_pool([topic.ranked[row] for row in rows], depth))
            for group, rows in members.items()
        }
        only_one = _of_one(pools.values())
        for group, rows in members.items():
            of_group[group] = of_group[group] + _counts(topic, pools[group], only_one)
            for row in rows:
                mine = _given(topic, system_pool([topic.ranked[row]], depth))
                of_run[row] = of_run[row] + _counts(topic, mine, only_one)
        pieces = {group: topic.pieces(pool) for group, pool in pools.items()}
        found_alone = _both(_of_one(pieces.values()), topic.pieces(topic.relevant))
        for group, of_group_pieces in pieces.items():
            if len(found := _both(of_group_pieces, found_alone)):
                thanks_to[group][topic.topic] = found
    counted: list[Contribution] = []
    for group, rows in members.items():
        counted.append(Contribution(group, "", *of_group[group].tolist()))
        counted += [
            Contribution(group, results.runs[row].submission.name, *of_run[row].tolist()) for row in rows
        ]
    return Contributions(tuple(counted), thanks_to)


_NOTHING = np.zeros(4, dtype=np.int64)


def _of_one(sets: Iterable[Integers]) -> Integers:
    """What is in one of the sets only."""
    items, times = np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *sets]), return_counts=True)
    alone: Integers = items[times == 1]
    return alone


def _given(topic: TopicItems, items: Integers) -> Integers:
    return items if topic.given is None else _both(items, topic.given)


def _both(one: Integers, other: Integers) -> Integers:
    shared: Integers = np.intersect1d(one, other, assume_unique=True)
    return shared


def _counts(topic: TopicItems, items: Integers, only_one: Integers) -> Integers:
    """Items, relevant ones, those of one group only, relevant ones of one group only."""
    alone = _both(items, only_one)
    return np.array(
        [len(items), len(_both(items, topic.relevant)), len(alone), len(_both(alone, topic.relevant))]
    )
