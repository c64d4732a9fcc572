"""Scores of a group's runs had the group not contributed to the pool."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from inexreport.evaluation.task_plan import TaskPlan
from inexreport.judging.assessment_edits import AssessmentEdit, Edit
from inexreport.model.outcome import TaskOutcome
from inexreport.model.score_numbers import mean
from inexreport.statistics.assessment_variants import AssessmentVariant
from inexreport.statistics.pool_contributions import Contributions
from inexreport.statistics.pooled_results import PooledResults, group_of
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import UNRANKED, Floats, Integers, competition_ranks


def assessments_without_groups(
    plan: TaskPlan, results: PooledResults, contributions: Contributions
) -> tuple[AssessmentVariant, ...]:
    """For each group with unique relevant contributions, the assessments without these."""
    return tuple(
        AssessmentVariant(
            change=group,
            edits={topic: _without(results, items) for topic, items in by_topic.items()},
            metrics=(plan.official,),
        )
        for group, by_topic in contributions.judged_thanks_to.items()
        if by_topic
    )


def _without(results: PooledResults, items: Integers) -> AssessmentEdit:
    elements = frozenset(results.element(item) for item in items.tolist())
    if all(path for _, path in elements):
        return AssessmentEdit(Edit.WITHOUT_ELEMENTS, elements=elements)
    return AssessmentEdit(Edit.WITHOUT_ARTICLES, articles=frozenset(article for article, _ in elements))


LARGE_FALL = 5
"""Runs that lose at least so many ranks are counted, whatever the number of runs."""


class OwnRanks(NamedTuple):
    """Rank of a run by all judgements, and without what only its own group contributed."""

    run: str
    group: str
    rank: int
    rank_without: int

    @property
    def fall(self) -> int:
        """Ranks lost; 0 for a run that keeps its rank or rises."""
        return max(0, self.rank_without - self.rank)


@dataclass(frozen=True)
class OwnFalls:
    """How far runs fall without what only their own group contributed, the best run first."""

    runs: tuple[OwnRanks, ...]

    @property
    def largest(self) -> int:
        return max((one.fall for one in self.runs), default=0)

    @property
    def farthest(self) -> tuple[OwnRanks, ...]:
        """The runs with the largest fall; none if no run falls."""
        return tuple(one for one in self.runs if one.fall == self.largest > 0)

    @property
    def mean(self) -> float:
        return mean(one.fall for one in self.runs)

    def of_at_least(self, ranks: int) -> int:
        """Number of runs that fall so many ranks or more."""
        return sum(one.fall >= ranks for one in self.runs)

    def of_groups(self, groups: Iterable[str]) -> OwnFalls:
        wanted = frozenset(groups)
        return OwnFalls(tuple(one for one in self.runs if one.group in wanted))


@dataclass(frozen=True, eq=False)
class LeaveOut:
    """Official scores of a task's runs with and without the contributions of their own group.

    Attributes
    ----------
    runs, participants : tuple of str
        Best official score first; a participant is empty if unknown.
    groups : tuple of str
        See `group_of`.
    score, score_without : float64 array, shape (runs,)
        NaN where undefined.
    rank, rank_without : int64 array, shape (runs,)
        Competition ranks among all runs, scored by the same assessments; 0 without a score.
    """

    runs: tuple[str, ...]
    participants: tuple[str, ...]
    groups: tuple[str, ...]
    score: Floats
    score_without: Floats
    rank: Integers
    rank_without: Integers

    @property
    def falls(self) -> OwnFalls:
        """Of the runs that have both ranks."""
        rows = zip(self.runs, self.groups, self.rank.tolist(), self.rank_without.tolist(), strict=True)
        return OwnFalls(tuple(OwnRanks(*row) for row in rows if UNRANKED not in row[2:]))


def leave_out(outcome: TaskOutcome) -> LeaveOut:
    """Score and rank of every run had its group not contributed to the pool."""
    standings = task_standings(outcome)
    names = tuple(run.submission.name for run in standings.runs)
    groups = tuple(group_of(run) for run in standings.runs)
    score = standings.means[:, standings.official]
    rank = standings.ranks[:, standings.official]
    score_without, rank_without = score.copy(), rank.copy()
    for variant in outcome.without_group:
        own = np.array([group == variant.change for group in groups])
        changed = variant.of_runs(names)[:, 0]
        score_without[own] = changed[own]
        rank_without[own] = competition_ranks(changed)[own]
    participants = tuple(run.submission.participant for run in standings.runs)
    return LeaveOut(names, participants, groups, score, score_without, rank, rank_without)
