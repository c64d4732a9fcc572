"""What each run, and each participant, brought into the pool of a task, and what nobody else did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.statistics.pooled_results import PooledResults, TopicItems, among
from inexreport.statistics.rankings import first_of_equal
from inexreport.statistics.summary import Integers

Numbers = NDArray[np.integer[Any]]


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
    groups, own = results.group_names, results.group_numbers
    of_group = np.zeros((4, len(groups)), dtype=np.int64)
    of_run = np.zeros((4, len(own)), dtype=np.int64)
    thanks_to: dict[str, dict[str, Integers]] = {group: {} for group in groups}
    for topic in results.topics:
        group, item = _given(topic, *results.owned_by_groups(topic, depth)[:2])
        only_one = np.bincount(item, minlength=len(topic.pooled.items)) == 1
        of_group += _counts(topic, group, item, only_one, len(groups))
        first = topic.pooled.first_results(depth)
        of_runs = _given(topic, topic.pooled.ranking[first], topic.pooled.number[first])
        of_run += _counts(topic, *of_runs, only_one, len(own))
        pieces, piece = topic.pooled_pieces
        owner, owned = _distinct(group, piece[item], len(pieces))
        alone = (np.bincount(owned, minlength=len(pieces)) == 1) & among(pieces, topic.pieces(topic.relevant))
        owner, found = owner[alone[owned]], pieces[owned[alone[owned]]]
        for place in np.unique(owner).tolist():
            thanks_to[groups[place]][topic.topic] = found[owner == place]
    counted: list[Contribution] = []
    for place, name in enumerate(groups):
        counted.append(Contribution(name, "", *of_group[:, place].tolist()))
        counted += [
            Contribution(name, results.runs[row].submission.name, *of_run[:, row].tolist())
            for row in np.flatnonzero(own == place).tolist()
        ]
    return Contributions(tuple(counted), thanks_to)


def _given(topic: TopicItems, owner: Numbers, item: Numbers) -> tuple[Numbers, Numbers]:
    """Owners with the numbers of their items, as far as these were given to the judge."""
    if topic.given is None:
        return owner, item
    given = among(topic.pooled.items, topic.given)[item]
    return owner[given], item[given]


def _distinct(owner: Numbers, piece: Numbers, pieces: int) -> tuple[Integers, Integers]:
    """Each owner with the numbers of each of its pieces once, both ascending; there are so many pieces."""
    ordered = np.sort(owner * pieces + piece)
    return np.divmod(ordered[first_of_equal(ordered)], max(1, pieces))


def _counts(
    topic: TopicItems, owner: Numbers, item: Numbers, only_one: NDArray[np.bool_], owners: int
) -> Integers:
    """Items, relevant ones, those of one group only, relevant ones of one group only; shape (4, owners).

    Items are numbers, and `only_one` tells of each whether it is one group's.
    """
    relevant, alone = topic.is_relevant[item], only_one[item]
    counted = (owner, owner[relevant], owner[alone], owner[relevant & alone])
    return np.array([np.bincount(one, minlength=owners) for one in counted], dtype=np.int64)
