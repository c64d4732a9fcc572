"""What workers do with one run: read and evaluate it, and score it under changed assessments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from inexreport.building.campaign import PreparedCampaign
from inexreport.building.kept_runs import KeptRuns
from inexreport.errors import InputChangedError
from inexreport.evaluation.reassessment import ChangedAssessments, Reassessment, rescore
from inexreport.evaluation.run_evaluation import check_run, evaluate_run
from inexreport.formats.campaign_directory import RunFile
from inexreport.formats.file_content import StoredFile, checksum
from inexreport.formats.run_reading import RunReading, read_by_itself
from inexreport.formats.runs import read_run, run_of_reading, unread_submission
from inexreport.model.outcome import RunOutcome


@dataclass(frozen=True, eq=False)
class EvaluationWork:
    """What evaluating any run of a campaign needs."""

    prepared: PreparedCampaign
    kept: KeptRuns | None


@dataclass(frozen=True, slots=True)
class RunToEvaluate:
    """A run, perhaps one that earlier builds have read.

    Attributes
    ----------
    file : RunFile
    sha256 : str or None
        None if the file is new or was touched.
    """

    file: RunFile
    sha256: str | None


def evaluate_file(work: EvaluationWork, run: RunToEvaluate) -> RunOutcome:
    """Read and evaluate one run; whatever is wrong with it is in the outcome's problems."""
    kept = work.kept
    if kept is not None:
        # An interrupted build may have kept what it had no time to note, and a campaign may have been moved:
        # a checksum costs little beside an evaluation.
        outcome = kept.outcome(run.file, run.sha256 or checksum(run.file.path))
        if outcome is not None:
            return outcome
    outcome = _evaluated(run.file, work)
    if kept is not None:
        kept.keep_outcome(run.file, outcome)
    return outcome


def _evaluated(file: RunFile, work: EvaluationWork) -> RunOutcome:
    reading_of = work.kept.reading_of if work.kept else read_by_itself
    return read_and_judge(file, work.prepared, evaluate_run, reading_of)


def read_and_judge(
    file: RunFile,
    prepared: PreparedCampaign,
    judge: Callable[..., RunOutcome],
    reading_of: Callable[[StoredFile], RunReading] = read_by_itself,
) -> RunOutcome:
    """Read a run and have it judged, by `evaluate_run` or `score_run`, if it can be read."""
    run, problems = read_run(file, prepared.campaign, reading_of)
    if run is None:
        return RunOutcome(unread_submission(file), 0, problems)
    return judge(run, prepared.campaign, prepared.plans[file.task], prepared.elements, problems)


@dataclass(frozen=True, eq=False)
class RescoringWork:
    """What scoring any run of a task under changed assessments needs."""

    prepared: PreparedCampaign
    kept: KeptRuns | None
    task: str
    changes: tuple[Reassessment, ...]
    digests: tuple[str, ...]

    @cached_property
    def changed(self) -> tuple[ChangedAssessments, ...]:
        """The changed assessments in full, made once for all runs that a worker scores."""
        plan = self.prepared.plans[self.task]
        return tuple(change.changed(plan) for change in self.changes)


@dataclass(frozen=True, slots=True)
class RunToRescore:
    """An evaluated run and the checksum of the file that it was."""

    file: RunFile
    sha256: str


def rescore_file(work: RescoringWork, run: RunToRescore) -> Sequence[NDArray[np.float64]]:
    """Score a run that has been evaluated under every change of its task's assessments.

    Raises
    ------
    InputChangedError
        If the file is no longer what was evaluated.
    """
    known = dict(work.kept.means(run.file, run.sha256)) if work.kept else {}
    missing = [number for number, digest in enumerate(work.digests) if digest not in known]
    if missing:
        means = _rescored(run, work, [work.changed[number] for number in missing])
        known |= {work.digests[number]: mean for number, mean in zip(missing, means, strict=True)}
        if work.kept:
            current = {digest: known[digest] for digest in work.digests}
            work.kept.keep_means(run.file, run.sha256, current)
    return tuple(known[digest] for digest in work.digests)


def _rescored(
    run: RunToRescore, work: RescoringWork, changes: Sequence[ChangedAssessments]
) -> Sequence[NDArray[np.float64]]:
    prepared, file = work.prepared, run.file
    reading = work.kept.reading(run.sha256) if work.kept else None
    read, problems = (
        read_run(file, prepared.campaign)
        if reading is None
        else run_of_reading(reading, run.sha256, file, prepared.campaign)
    )
    if read is None or read.submission.sha256 != run.sha256:
        raise InputChangedError(file.file)
    plan = prepared.plans[file.task]
    checked = check_run(read, prepared.campaign, plan, prepared.elements, problems)
    return rescore(checked, plan, changes)
