"""What statistics says of a task's scores, found out by workers while this process does something else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.findings import TaskFindings, task_findings
from inexreport.workers import Workers


@dataclass(frozen=True)
class BegunFindings:
    """Parts of `TaskFindings` on which workers are at work."""

    _parts: tuple[str, ...]
    _found: Iterator[Any]

    def keep_for(self, outcome: TaskOutcome) -> None:
        """Wait for them, and let them be those of an outcome with the same scores."""
        task_findings(outcome).keep(dict(zip(self._parts, self._found, strict=True)))


def begin_findings(outcome: TaskOutcome, workers: Workers) -> BegunFindings:
    """Let workers find out all that statistics says of a task's scores, part by part."""
    parts = tuple(TaskFindings.parts())
    return BegunFindings(parts, workers.map(_found, outcome.with_scores_alone(), parts))


def _found(outcome: TaskOutcome, part: str) -> Any:
    return getattr(task_findings(outcome), part)
