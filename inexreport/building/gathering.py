"""From a campaign directory to the outcomes of all its runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from inexreport.building.campaign import PreparedCampaign, prepare_campaign
from inexreport.building.kept_runs import KeptRuns, digests_of, keep_runs
from inexreport.building.progress import Progress, tell_nobody
from inexreport.building.rescoring import changed_assessments, with_rescorings
from inexreport.building.run_work import (
    EvaluationWork,
    RescoringWork,
    RunToEvaluate,
    RunToRescore,
    evaluate_file,
    rescore_file,
)
from inexreport.cache.folder import Cache
from inexreport.cache.known_files import (
    KnownFile,
    KnownFiles,
    keep_known_files,
    load_known_files,
    settled_signature,
)
from inexreport.formats.campaign_directory import SETTINGS_FILE, RunFile, list_runs
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome
from inexreport.model.top_results import ResultNames
from inexreport.statistics.pool_findings import PoolFindings, keep_pool_findings
from inexreport.workers import InProcess, Workers


def gather(
    directory: Path,
    progress: Progress = tell_nobody,
    *,
    workers: Workers | None = None,
    cache: Cache | None = None,
) -> tuple[CampaignOutcome, PreparedCampaign]:
    """Evaluate every run of a campaign.

    Parameters
    ----------
    directory : Path
        The campaign directory.
    progress : callable, optional
    workers : Workers, optional
        Who evaluates runs; without them, this process.
    cache : Cache, optional
        Where results of earlier builds are looked for, and those of this one are kept.

    Returns
    -------
    CampaignOutcome
        With all runs, rejected ones included; the same whoever works and whatever was kept.
    PreparedCampaign

    Raises
    ------
    CampaignRefusedError
        With every problem of the campaign's own files.
    InputChangedError
        If a run changes meanwhile.
    UsageError
        If workers do not see the campaign.
    """
    progress("Reading the campaign", 0, 1)
    prepared = prepare_campaign(directory)
    files, problems = list_runs(directory, prepared.campaign)
    kept = keep_runs(cache, prepared) if cache else None
    workers = workers or InProcess()
    workers.refuse_without(directory.resolve() / SETTINGS_FILE)
    progress("Reading the campaign", 1, 1)
    gathering = _Gathering(prepared, workers, kept, progress)
    tasks = gathering.evaluated(directory.resolve(), files)
    tasks = gathering.rescored(tasks, files)
    if cache:
        cache.tidy()
    return CampaignOutcome(prepared.campaign, tasks, (*prepared.problems, *problems)), prepared


class _Gathering:
    """The evaluation of one campaign."""

    def __init__(
        self, prepared: PreparedCampaign, workers: Workers, kept: KeptRuns | None, progress: Progress
    ) -> None:
        self._prepared, self._workers, self._kept, self._progress = prepared, workers, kept, progress

    def evaluated(self, directory: Path, files: Sequence[RunFile]) -> tuple[TaskOutcome, ...]:
        """The tasks that have runs, each with the outcomes of all."""
        known = load_known_files(self._kept.cache, directory) if self._kept else KnownFiles({})
        runs = [
            RunToEvaluate(file, file.file in known.files, known.checksum(file.file, file.path))
            for file in files
        ]
        signatures = {file.file: settled_signature(file.path) for file in files} if self._kept else {}
        work = EvaluationWork(self._prepared, self._kept)
        outcomes: dict[str, list[RunOutcome]] = {name: [] for name in self._prepared.campaign.tasks}
        names = ResultNames()
        self._progress("Evaluating runs", 0, len(files))
        results = self._workers.map(evaluate_file, work, runs)
        try:
            for done, (file, outcome) in enumerate(zip(files, results, strict=True), start=1):
                outcomes[file.task].append(_with_names(outcome, names))
                self._progress("Evaluating runs", done, len(files))
        finally:
            # Also after Ctrl-C: the next build goes on from here.
            if self._kept:
                evaluated = [run.submission for of_task in outcomes.values() for run in of_task]
                read = {
                    submission.file: KnownFile(signature, submission.sha256)
                    for submission in evaluated
                    if (signature := signatures[submission.file]) and submission.sha256
                }
                before = {file.file: known.files[file.file] for file in files if file.file in known.files}
                keep_known_files(self._kept.cache, directory, KnownFiles({**before, **read}))
        return tuple(
            TaskOutcome(task, tuple(outcomes[name]))
            for name, task in self._prepared.campaign.tasks.items()
            if outcomes[name]
        )

    def rescored(self, tasks: Sequence[TaskOutcome], files: Sequence[RunFile]) -> tuple[TaskOutcome, ...]:
        """Every task with its runs' scores under changed assessments."""
        file_of = {file.file: file for file in files}
        total = sum(run.evaluated for task in tasks for run in task.runs)
        done = 0
        result = []
        self._progress("Scoring under other assessments", 0, total)
        for task in tasks:
            plan = self._prepared.plans[task.task.name]
            pools = PoolFindings(task, self._prepared.campaign)
            changes = changed_assessments(plan, pools)
            evaluated = [run for run in task.runs if run.evaluated]
            means = {}
            if changes.all:
                work = RescoringWork(
                    self._prepared, self._kept, task.task.name, changes.all, digests_of(changes.all)
                )
                runs = [
                    RunToRescore(file_of[run.submission.file], run.submission.sha256) for run in evaluated
                ]
                for run, of_run in zip(evaluated, self._workers.map(rescore_file, work, runs), strict=True):
                    means[run.submission.name] = of_run
                    self._progress("Scoring under other assessments", done + len(means), total)
            done += len(evaluated)
            rescored = with_rescorings(task, changes, means)
            # What the pools are made of is large: it is there for one task at a time.
            keep_pool_findings(rescored, pools.of_rescored(rescored).worked_out())
            result.append(rescored)
        self._progress("Scoring under other assessments", total, total)
        return tuple(result)


def _with_names(outcome: RunOutcome, names: ResultNames) -> RunOutcome:
    """The outcome with its first results by the names that all runs share."""
    top = outcome.top_results
    return outcome if top is None else replace(outcome, top_results=top.renumbered(names))
