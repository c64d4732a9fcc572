"""Scores of a group's runs had the group not contributed to the pool."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.evaluation.task_plan import TaskPlan
from inexreport.judging.assessment_edits import AssessmentEdit, Edit
from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.assessment_variants import AssessmentVariant
from inexreport.statistics.pool_contributions import Contributions
from inexreport.statistics.pooled_results import PooledResults, group_of
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import Floats, Integers, competition_ranks


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


@dataclass(frozen=True, eq=False)
class LeaveOut:
    """Official scores of a task's runs with and without the contributions of their own group.

    Attributes
    ----------
    runs, participants : tuple of str
        Best official score first; a participant is empty if unknown.
    score, score_without : float64 array, shape (runs,)
        NaN where undefined.
    rank, rank_without : int64 array, shape (runs,)
        Competition ranks among all runs, scored by the same assessments; 0 without a score.
    """

    runs: tuple[str, ...]
    participants: tuple[str, ...]
    score: Floats
    score_without: Floats
    rank: Integers
    rank_without: Integers


def leave_out(outcome: TaskOutcome) -> LeaveOut:
    """Score and rank of every run had its group not contributed to the pool."""
    standings = task_standings(outcome)
    names = tuple(run.submission.name for run in standings.runs)
    groups = np.array([group_of(run) for run in standings.runs], dtype=object)
    score = standings.means[:, standings.official]
    rank = standings.ranks[:, standings.official]
    score_without, rank_without = score.copy(), rank.copy()
    for variant in outcome.without_group:
        own = groups == variant.change
        changed = variant.of_runs(names)[:, 0]
        score_without[own] = changed[own]
        rank_without[own] = competition_ranks(changed)[own]
    participants = tuple(run.submission.participant for run in standings.runs)
    return LeaveOut(names, participants, score, score_without, rank, rank_without)
