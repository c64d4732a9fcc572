"""What each run and each participant contributed to the pools of a task, and what nobody else did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from inexreport.statistics.pooled_results import PooledResults, TopicItems, among
from inexreport.statistics.pools import owned_items
from inexreport.statistics.summary import Integers

Numbers = NDArray[np.integer[Any]]


class Contribution(NamedTuple):
    """Items that a run, or all runs of a group (`run` is empty), contributed; sums over topics.

    Unique items were contributed by no run of another group.
    """

    group: str
    run: str
    pooled: int
    relevant: int
    unique: int
    unique_relevant: int


@dataclass(frozen=True, eq=False)
class Contributions:
    """Contributions to the pools of a task.

    Attributes
    ----------
    rows : tuple of Contribution
        Each group, followed by its runs.
    judged_thanks_to : mapping of str to mapping of str to int64 array
        By group and topic, relevant items that would not have been judged without the group: elements where
        elements are judged one by one, articles where whole articles are read.
    """

    rows: tuple[Contribution, ...]
    judged_thanks_to: Mapping[str, Mapping[str, Integers]]


def pool_contributions(results: PooledResults, depth: int) -> Contributions:
    """Contributions of the first `depth` results of each run.

    If the campaign says what the judge was given, other items do not count.
    """
    groups, group_of_run = results.group_names, results.group_numbers
    by_group = np.zeros((4, len(groups)), dtype=np.int64)
    by_run = np.zeros((4, len(group_of_run)), dtype=np.int64)
    thanks_to: dict[str, dict[str, Integers]] = {group: {} for group in groups}
    for topic in results.topics:
        pooled = topic.pooled
        group, item = _given(topic, *owned_items(pooled, group_of_run, depth)[:2])
        is_unique = np.bincount(item, minlength=len(pooled.items)) == 1
        by_group += _counts(topic, group, item, is_unique, len(groups))
        first = pooled.is_first & (pooled.rank <= depth)
        run, run_item = _given(topic, pooled.ranking[first], pooled.number[first])
        by_run += _counts(topic, run, run_item, is_unique, len(group_of_run))
        pieces, piece = np.unique(topic.judged_with(pooled.items), return_inverse=True)
        owner, owned = np.divmod(np.unique(group * len(pieces) + piece[item]), max(1, len(pieces)))
        relevant = among(pieces, np.unique(topic.judged_with(topic.relevant)))
        alone = ((np.bincount(owned, minlength=len(pieces)) == 1) & relevant)[owned]
        for number in np.unique(owner[alone]).tolist():
            thanks_to[groups[number]][topic.topic] = pieces[owned[alone & (owner == number)]]
    rows: list[Contribution] = []
    for number, name in enumerate(groups):
        rows.append(Contribution(name, "", *by_group[:, number].tolist()))
        rows += [
            Contribution(name, results.runs[row].submission.name, *by_run[:, row].tolist())
            for row in np.flatnonzero(group_of_run == number).tolist()
        ]
    return Contributions(tuple(rows), thanks_to)


def _given(topic: TopicItems, owner: Numbers, item: Numbers) -> tuple[Numbers, Numbers]:
    """Owners and their items, without items that the judge was not given."""
    if topic.given is None:
        return owner, item
    given = among(topic.pooled.items, topic.given)[item]
    return owner[given], item[given]


def _counts(
    topic: TopicItems, owner: Numbers, item: Numbers, is_unique: NDArray[np.bool_], owners: int
) -> Integers:
    """Counts by owner in the order of `Contribution`, shape (4, owners)."""
    relevant, unique = topic.is_relevant[item], is_unique[item]
    counted = (owner, owner[relevant], owner[unique], owner[relevant & unique])
    return np.array([np.bincount(one, minlength=owners) for one in counted], dtype=np.int64)
