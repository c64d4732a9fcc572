"""Scores the runs of a task once more under changed assessments, once all runs are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from inexreport.evaluation.reassessment import Reassessment
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import Rescoring, RunOutcome, TaskOutcome
from inexreport.statistics.assessment_variants import assessment_variants
from inexreport.statistics.leave_out import assessments_without_groups
from inexreport.statistics.pool_contributions import pool_contributions
from inexreport.statistics.pooled_results import PooledResults

Rescore = Callable[[RunOutcome, Sequence[Reassessment]], Sequence[NDArray[np.float64]]]
"""Reads a run again and returns its means under each change."""


def rescored(outcome: TaskOutcome, campaign: Campaign, plan: TaskPlan, rescore: Rescore) -> TaskOutcome:
    """The task with its runs' scores under variants of the assessments, and without each group's finds."""
    results = PooledResults(outcome, campaign)
    variants = assessment_variants(plan, results)
    contributions = pool_contributions(results, plan.task.pool_depth)
    without_groups = assessments_without_groups(plan, results, contributions)
    changes = (*variants, *without_groups)
    means = {run.submission.name: rescore(run, changes) for run in results.runs} if changes else {}
    rescorings = tuple(
        Rescoring(
            change=change.change,
            metrics=tuple(bound.identifier for bound in change.metrics),
            means={name: of_run[position] for name, of_run in means.items()},
        )
        for position, change in enumerate(changes)
    )
    return replace(outcome, variants=rescorings[: len(variants)], without_group=rescorings[len(variants) :])
