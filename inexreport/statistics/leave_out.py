"""Scores of a group's runs had the group not taken part in the pool."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.evaluation.assessment_variants import AssessmentVariant
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.judging.assessment_edits import AssessmentEdit, Edit
from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.pool_contributions import Contributions
from inexreport.statistics.pooled_results import PooledResults, group_of
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import Floats, Integers, competition_ranks


def assessments_without_groups(
    plan: TaskPlan, results: PooledResults, contributions: Contributions
) -> tuple[AssessmentVariant, ...]:
    """What the assessments would be without the relevant items that one group alone brought into the pool.

    Parameters
    ----------
    plan : TaskPlan
    results : PooledResults
    contributions : Contributions
        To the task's pool.

    Returns
    -------
    tuple of AssessmentVariant
        One for each group that brought in something relevant alone.
    """
    return tuple(
        AssessmentVariant(
            change=group,
            edits={topic: _without(results, items) for topic, items in found.items()},
            metrics=(plan.official,),
        )
        for group, found in contributions.judged_thanks_to.items()
        if found
    )


def _without(results: PooledResults, items: Integers) -> AssessmentEdit:
    places = frozenset(results.element(item) for item in items.tolist())
    if all(path for _, path in places):
        return AssessmentEdit(Edit.WITHOUT_ELEMENTS, elements=places)
    return AssessmentEdit(Edit.WITHOUT_ARTICLES, articles=frozenset(article for article, _ in places))


@dataclass(frozen=True, eq=False)
class LeaveOut:
    """The runs of a task by its official metric, with and without what their own group alone brought in.

    Attributes
    ----------
    runs, participants : tuple of str
        Best official score first; a participant is empty where it is not known.
    score, score_without : float64 array, shape (runs,)
        NaN where undefined.
    rank, rank_without : int64 array, shape (runs,)
        Competition ranks among all runs, those of other groups being judged alike; 0 without a score.
    """

    runs: tuple[str, ...]
    participants: tuple[str, ...]
    score: Floats
    score_without: Floats
    rank: Integers
    rank_without: Integers


def leave_out(outcome: TaskOutcome) -> LeaveOut:
    """Score and rank of every run had its group not taken part in the pool."""
    standings = task_standings(outcome)
    names = [run.submission.name for run in standings.runs]
    participants = tuple(run.submission.participant for run in standings.runs)
    groups = tuple(group_of(run) for run in standings.runs)
    score = standings.means[:, standings.official]
    rank = standings.ranks[:, standings.official]
    score_without, rank_without = score.copy(), rank.copy()
    for change in outcome.without_group:
        own = np.array([group == change.change for group in groups], dtype=np.bool_)
        changed = change.of_runs(names)[:, 0]
        score_without[own] = changed[own]
        rank_without[own] = competition_ranks(changed)[own]
    return LeaveOut(tuple(names), participants, score, score_without, rank, rank_without)
