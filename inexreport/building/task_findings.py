"""What statistics says of a task's scores, found out by workers while this process does something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.findings import TaskFindings, task_findings
from inexreport.workers import Workers


def begin_findings(outcome: TaskOutcome, workers: Workers) -> Iterator[tuple[str, Any]]:
    """Let workers find out all that statistics says of a task's scores, part by part.

    Returns
    -------
    iterator of (str, object)
        Names of parts of `TaskFindings` and the parts; after the last one these workers are gone.
    """
    parts = tuple(TaskFindings.parts())
    return zip(parts, workers.map(_found, outcome.with_scores_alone(), parts), strict=True)


def _found(outcome: TaskOutcome, part: str) -> Any:
    return getattr(task_findings(outcome), part)
