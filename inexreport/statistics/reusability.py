"""Whether a collection can be reused: how all runs rank when each group's finds are left out in turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

import numpy as np

from inexreport.model.outcome import TaskOutcome
from inexreport.model.score_numbers import mean
from inexreport.statistics.leave_out import LeaveOut, OwnFalls
from inexreport.statistics.pool_contributions import Contribution
from inexreport.statistics.rank_correlation import kendall_of_scored
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import UNRANKED, Floats, competition_ranks

EQUIVALENT, DIFFERENT = 0.9, 0.8
"""Rankings with a tau of at least the first are taken as equivalent; below the second they differ noticeably.

Voorhees, Evaluation by highly relevant documents, SIGIR 2001.
"""

FAR = 0.05
"""A run falls far if it loses this share of the ranked runs, and at least `FEWEST_RANKS`; a convention."""

FEWEST_RANKS = 2

MOST_FAR = 0.05
"""Up to this share of runs that fall far, the collection is reusable for most runs; a convention."""


class LeftOutGroup(NamedTuple):
    """The ranking of all runs without the relevant documents that one group alone brought into the pool.

    Attributes
    ----------
    group : str
    unique_relevant : int
        Number of these documents, all topics together.
    tau : float
        Kendall's tau-b with the official ranking; NaN where undefined.
    largest_fall : int
        Ranks that the run falls that falls most; 0 if none falls.
    run : str
        That run, the one with the best official score of several; empty if none falls.
    own : OwnFalls
        How far the runs of the group itself fall.
    """

    group: str
    unique_relevant: int
    tau: float
    largest_fall: int
    run: str
    own: OwnFalls


@dataclass(frozen=True)
class Reusability:
    """Rankings without each group that contributed to the pool of a task.

    Attributes
    ----------
    groups : tuple of LeftOutGroup
        Ordered by name.
    own : OwnFalls
        How far the runs of these groups fall without their own group.
    ranked : int
        Number of ranked runs.
    worst : LeftOutGroup or None
        With the lowest tau; None if no group has one.
    mean : float
        Mean tau; NaN if no group has one.

    References
    ----------
    Zobel, How reliable are the results of large-scale information retrieval experiments?, SIGIR 1998.
    """

    groups: tuple[LeftOutGroup, ...]
    own: OwnFalls
    ranked: int

    @property
    def far(self) -> int:
        """The fewest ranks that a run loses if it falls far."""
        return ceil(max(FEWEST_RANKS, FAR * self.ranked))

    @property
    def share_far(self) -> float:
        """Share of the runs that fall far; NaN without runs, or if no two runs have different scores."""
        if self.worst is None or not self.own.runs:
            return float("nan")
        return self.own.of_at_least(self.far) / len(self.own.runs)

    @property
    def worst(self) -> LeftOutGroup | None:
        return min(self._defined, key=lambda one: one.tau, default=None)

    @property
    def mean(self) -> float:
        return mean(one.tau for one in self._defined)

    @property
    def _defined(self) -> tuple[LeftOutGroup, ...]:
        return tuple(one for one in self.groups if not np.isnan(one.tau))


def reusability(
    outcome: TaskOutcome, contributions: Iterable[Contribution], left_out: LeaveOut
) -> Reusability:
    """Rank the runs of a task without the finds of each contributing group.

    Parameters
    ----------
    outcome : TaskOutcome
        With the scores without each group that makes a difference.
    contributions : iterable of Contribution
        Of the groups that contributed.
    left_out : LeaveOut
        Of the same task.
    """
    standings = task_standings(outcome)
    runs = tuple(run.submission.name for run in standings.runs)
    ranked = standings.ranks[:, standings.official] != UNRANKED
    score = np.where(ranked, standings.means[:, standings.official], np.nan)
    without = {one.change: one.of_runs(runs)[:, 0] for one in outcome.without_group}
    groups = tuple(
        _left_out(one, runs, score, np.where(ranked, without.get(one.group, score), np.nan), left_out.falls)
        for one in contributions
    )
    own = left_out.falls.of_groups(one.group for one in groups)
    return Reusability(groups, own, int(np.count_nonzero(ranked)))


def _left_out(
    group: Contribution, runs: tuple[str, ...], score: Floats, without: Floats, falls_of_all: OwnFalls
) -> LeftOutGroup:
    rank, rank_without = competition_ranks(score), competition_ranks(without)
    falls = np.where((rank != UNRANKED) & (rank_without != UNRANKED), rank_without - rank, 0)
    # Runs are ordered by their official score: the first of several is the best.
    farthest = int(falls.argmax()) if len(falls) else 0
    largest = max(0, int(falls.max(initial=0)))
    return LeftOutGroup(
        group=group.group,
        unique_relevant=group.unique_relevant,
        tau=kendall_of_scored(score, without),
        largest_fall=largest,
        run=runs[farthest] if largest else "",
        own=falls_of_all.of_groups([group.group]),
    )
