"""What a build tells when it is done."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.model.outcome import CampaignOutcome, TaskOutcome
from inexreport.model.problem_kinds import Severity


@dataclass(frozen=True, slots=True)
class RejectedRun:
    """A run that was not evaluated, and the first reason: where and what."""

    name: str
    place: str
    message: str


@dataclass(frozen=True, slots=True)
class TaskSummary:
    """How many runs a task has and which of them were rejected."""

    task: str
    runs: int
    evaluated: int
    rejected: tuple[RejectedRun, ...]


@dataclass(frozen=True, slots=True)
class BuildSummary:
    """What was built.

    Attributes
    ----------
    site : str
        Name of the campaign's folder in the archive.
    tasks : tuple of TaskSummary
        Those that have runs.
    warnings : int
        About the campaign and its runs, as far as the readers are told of them.
    written : bool
        False if the same site stood there already.
    """

    site: str
    tasks: tuple[TaskSummary, ...]
    warnings: int
    written: bool = True


def summarise(outcome: CampaignOutcome, site: str) -> BuildSummary:
    """What to tell of a campaign that was built."""
    problems = [*outcome.problems, *(p for task in outcome.tasks for run in task.runs for p in run.problems)]
    return BuildSummary(
        site=site,
        tasks=tuple(map(_of_task, outcome.tasks)),
        warnings=sum(problem.severity is Severity.WARNING for problem in problems),
    )


def _of_task(task: TaskOutcome) -> TaskSummary:
    first = [(run.submission.name, problem) for run in task.runs for problem in run.errors[:1]]
    return TaskSummary(
        task=task.task.name,
        runs=len(task.runs),
        evaluated=sum(run.evaluated for run in task.runs),
        rejected=tuple(RejectedRun(name, problem.place, problem.message) for name, problem in first),
    )
