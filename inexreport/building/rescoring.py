"""How a task's assessments are changed once all runs are known, and what runs score then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from inexreport.evaluation.reassessment import Reassessment
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.model.outcome import Rescoring, TaskOutcome
from inexreport.statistics.assessment_variants import assessment_variants
from inexreport.statistics.leave_out import assessments_without_groups
from inexreport.statistics.pool_findings import PoolFindings


@dataclass(frozen=True, eq=False)
class Changes:
    """The changed assessments of a task: variants of all, and what is left without each group's finds."""

    variants: tuple[Reassessment, ...]
    without_groups: tuple[Reassessment, ...]

    @property
    def all(self) -> tuple[Reassessment, ...]:
        return (*self.variants, *self.without_groups)


def changed_assessments(plan: TaskPlan, pools: PoolFindings) -> Changes:
    """The changes under which the runs of a task are to be scored."""
    return Changes(
        variants=assessment_variants(plan, pools.results),
        without_groups=assessments_without_groups(plan, pools.results, pools.contributions),
    )


def with_rescorings(
    outcome: TaskOutcome, changes: Changes, means: Mapping[str, Sequence[NDArray[np.float64]]]
) -> TaskOutcome:
    """The task with its runs' scores under each change.

    Parameters
    ----------
    outcome : TaskOutcome
    changes : Changes
    means : mapping of str to sequence of float64 array
        By run: for each of all changes, shape (metrics of the change,).
    """
    rescorings = tuple(
        Rescoring(
            change=change.change,
            metrics=tuple(bound.identifier for bound in change.metrics),
            means={name: of_run[position] for name, of_run in means.items()},
        )
        for position, change in enumerate(changes.all)
    )
    variants = len(changes.variants)
    return replace(outcome, variants=rescorings[:variants], without_group=rescorings[variants:])
