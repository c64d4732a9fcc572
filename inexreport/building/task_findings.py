"""What statistics says of a task's scores, found out by workers while this process does something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.findings import TaskFindings, task_findings
from inexreport.statistics.significance import EarlierTests
from inexreport.workers import Workers


def begin_findings(
    outcome: TaskOutcome, earlier: EarlierTests | None, workers: Workers
) -> Iterator[tuple[str, Any]]:
    """Let workers find out all that statistics says of a task's scores, part by part.

    Parameters
    ----------
    outcome : TaskOutcome
    earlier : EarlierTests or None
        Tests of some of its runs, if there are any.
    workers : Workers

    Returns
    -------
    iterator of (str, object)
        Names of parts of `TaskFindings` and the parts; after the last one these workers are gone.
    """
    parts = tuple(TaskFindings.parts())
    return zip(parts, workers.map(_found, (outcome.with_scores_alone(), earlier), parts), strict=True)


def _found(task: tuple[TaskOutcome, EarlierTests | None], part: str) -> Any:
    outcome, earlier = task
    findings = task_findings(outcome)
    findings.earlier = earlier
    return getattr(findings, part)
