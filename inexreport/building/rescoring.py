"""How a task's assessments are changed once all runs are known, and what runs score then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from inexreport.building.kept_runs import KeptRuns
from inexreport.building.prepared_campaign import PreparedCampaign
from inexreport.building.progress import Progress
from inexreport.building.rescoring_work import RescoringWork, RunToRescore, kept_rescoring, rescore_file
from inexreport.evaluation.reassessment import Reassessment
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.formats.run_files import RunFile
from inexreport.model.outcome import Rescoring, TaskOutcome
from inexreport.model.run import Submission
from inexreport.statistics.assessment_variants import assessment_variants
from inexreport.statistics.leave_out import assessments_without_groups
from inexreport.statistics.pool_findings import PoolFindings, without_results
from inexreport.workers import Workers

RESCORING = "Scoring under other assessments"


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
            runs=tuple(means),
            means=np.array([of_run[position] for of_run in means.values()], dtype=np.float64).reshape(
                len(means), len(change.metrics)
            ),
        )
        for position, change in enumerate(changes.all)
    )
    variants = len(changes.variants)
    return replace(outcome, variants=rescorings[:variants], without_group=rescorings[variants:])


@dataclass(frozen=True, eq=False)
class BegunRescoring:
    """A task whose runs are being scored under changed assessments.

    Attributes
    ----------
    task : TaskOutcome
    pools : PoolFindings
    changes : Changes
    scored : iterator of Submission and sequence of float64 array
        Evaluated runs with their means under each change.
    """

    task: TaskOutcome
    pools: PoolFindings
    changes: Changes
    scored: Iterator[tuple[Submission, Sequence[NDArray[np.float64]]]]


class Rescorer:
    """Scores the runs of one task after the other under changed assessments.

    Parameters
    ----------
    prepared : PreparedCampaign
    workers : Workers
    kept : KeptRuns or None
    progress : callable
    total : int
        Runs of all tasks.
    """

    def __init__(
        self,
        prepared: PreparedCampaign,
        workers: Workers,
        kept: KeptRuns | None,
        progress: Progress,
        total: int,
    ) -> None:
        self._prepared, self._workers, self._kept = prepared, workers, kept
        self._progress, self._done, self._total = progress, 0, total
        progress(RESCORING, 0, total)

    def begin(self, task: TaskOutcome, files: Sequence[RunFile]) -> BegunRescoring:
        """Find out what its pools tell while others begin to score its runs."""
        campaign, plan = self._prepared.campaign, self._prepared.plans[task.task.name]
        pools = PoolFindings(task, campaign)
        changes = changed_assessments(plan, pools)
        submissions = [run.submission for run in task.runs if run.evaluated] if changes.all else []
        begun = self._begun(task, changes, submissions, {file.file: file for file in files})
        pools.but_for_rescorings()
        return BegunRescoring(task, pools, changes, zip(submissions, begun, strict=True))

    def finish(self, begun: BegunRescoring) -> TaskOutcome:
        """The task with its runs' scores and all that its pools tell, without the runs' first results."""
        task, pools, means = begun.task, begun.pools, {}
        for submission, of_run in begun.scored:
            means[submission.name] = of_run
            self._tell(1)
        self._tell(len(task.runs) - len(means))
        rescored = with_rescorings(task, begun.changes, means)
        return without_results(rescored, pools.of_rescored(rescored).worked_out())

    def _begun(
        self,
        task: TaskOutcome,
        changes: Changes,
        submissions: Sequence[Submission],
        files: Mapping[str, RunFile],
    ) -> Iterator[Sequence[NDArray[np.float64]]]:
        """What each run scores under each change."""
        work = RescoringWork(self._prepared, self._kept, task.task.name, changes.all)
        runs = [RunToRescore(files[one.file], one.sha256) for one in submissions]
        if not all(map(work.knows, runs)):
            return self._workers.map(rescore_file, work, runs)
        # To fetch what is kept is less work than to send all that is needed to find it out.
        known = [kept_rescoring(work, run) for run in runs]
        others = [run for run, kept in zip(runs, known, strict=True) if kept is None]
        found = self._workers.map(rescore_file, work, others)
        return (next(found) if kept is None else kept for kept in known)

    def _tell(self, runs: int) -> None:
        self._done += runs
        self._progress(RESCORING, self._done, self._total)
