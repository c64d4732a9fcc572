"""What statistics says of tasks' scores, found out by workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.findings import TaskFindings, task_findings
from inexreport.workers import Workers


def work_out_findings(outcomes: Sequence[TaskOutcome], workers: Workers) -> None:
    """Find out all that statistics says of tasks' scores, each task by one of the workers."""
    of_scores = [one.with_scores_alone() for one in outcomes]
    for outcome, found in zip(outcomes, workers.map(_found, None, of_scores), strict=True):
        task_findings(outcome).keep(found)


def _found(_: None, outcome: TaskOutcome) -> dict[str, Any]:
    return TaskFindings(outcome).worked_out()
