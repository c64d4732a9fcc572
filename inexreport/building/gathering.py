"""From a campaign directory to the outcomes of all its runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path

from inexreport.building.kept_campaign import kept_or_prepared
from inexreport.building.kept_reliability import cached_reliability
from inexreport.building.kept_runs import KeptRuns
from inexreport.building.kept_tasks import KeptTasks
from inexreport.building.kept_tests import KeptTests
from inexreport.building.prepared_campaign import PreparedCampaign
from inexreport.building.progress import Progress, tell_nobody
from inexreport.building.rescoring import Rescorer
from inexreport.building.run_names import name_runs
from inexreport.building.run_work import EvaluationWork, RunToEvaluate, evaluate_file
from inexreport.building.task_findings import begin_findings
from inexreport.cache.file_checksums import file_checksums
from inexreport.cache.folder import Cache
from inexreport.evaluation.diagnosis import sought_by
from inexreport.formats.campaign_root import SETTINGS_FILE
from inexreport.formats.run_files import RunFile, list_runs, refuse_unknown_runs
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome
from inexreport.model.top_results import ResultNames
from inexreport.statistics.all_findings import with_findings
from inexreport.statistics.findings import task_findings
from inexreport.statistics.reliability import Reliability, keep_reliability
from inexreport.workers import InProcess, Workers

EVALUATING = "Evaluating runs"

Later = Callable[[Callable[[], None]], None]
"""Has something done, now or when there is time."""


def at_once(chore: Callable[[], None]) -> None:
    """Have it done now."""
    chore()


def gather(
    directory: Path,
    progress: Progress = tell_nobody,
    *,
    workers: Workers | None = None,
    cache: Cache | None = None,
    checksums: Mapping[str, str] | None = None,
    later: Later = at_once,
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
    checksums : mapping of str to str, optional
        Of the directory, see `file_checksums`; computed here if they are needed and not given.
    later : callable, optional
        Takes what can be done at any time from then on: to keep what was found out about tasks.

    Returns
    -------
    CampaignOutcome
        With all runs, rejected ones included; the same whoever works and whatever was kept. Instead of the
        first results of runs, which are many, there is all that statistics finds out from them.
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
    workers = workers or InProcess()
    workers.get_ready()
    progress("Reading the campaign", 0, 1)
    root = directory.resolve()
    if checksums is None:
        checksums = file_checksums(root, cache) if cache else {}
    prepared = kept_or_prepared(directory, cache, checksums)
    files, problems = list_runs(directory, prepared.campaign)
    refuse_unknown_runs((*prepared.problems, *problems))
    workers.refuse_without(root / SETTINGS_FILE)
    workers.keep_at_hand(prepared.for_evaluation)
    progress("Reading the campaign", 1, 1)
    of_runs = {file.file: checksums.get(file.path.relative_to(root).as_posix(), "") for file in files}
    gathering = _Gathering(prepared.for_evaluation, files, workers, cache, progress, later)
    tasks = gathering.tasks(of_runs)
    keep_reliability(prepared.campaign, gathering.reliability)
    if cache:
        cache.tidy()
    return CampaignOutcome(prepared.campaign, tasks, (*prepared.problems, *problems)), prepared


class _Gathering:
    """The evaluation of one campaign."""

    def __init__(
        self,
        prepared: PreparedCampaign,
        files: Sequence[RunFile],
        workers: Workers,
        cache: Cache | None,
        progress: Progress,
        later: Later,
    ) -> None:
        self._prepared, self._workers, self._cache, self._progress = prepared, workers, cache, progress
        self._later = later
        self._runs = KeptRuns(cache, prepared.digest) if cache else None
        self._tasks = KeptTasks(self._runs, prepared.campaign) if self._runs else None
        self._tests = KeptTests(self._runs) if self._runs else None
        self._files: dict[str, list[RunFile]] = {}
        for file in files:
            self._files.setdefault(file.task, []).append(file)

    @cached_property
    def reliability(self) -> Reliability | None:
        """What simulated runs score."""
        return cached_reliability(self._prepared, self._cache)

    def tasks(self, checksums: dict[str, str]) -> tuple[TaskOutcome, ...]:
        """The tasks that have runs: as they were kept where nothing has changed, the others worked out.

        Parameters
        ----------
        checksums : dict of str to str
            Of the files of runs.
        """
        known_tasks = [name for name in self._files if self._is_kept(name, checksums)]
        evaluated = self._evaluated([name for name in self._files if name not in known_tasks], checksums)
        # While others evaluate runs.
        _ = self.reliability
        tasks = self._kept(known_tasks, checksums)
        campaign = self._prepared.campaign
        whole = [with_findings(task, campaign) for task in tasks.values()]
        self._workers.keep_at_hand(self._prepared, *whole)  # so that they need not wait for them later
        unreadable = [name for name in known_tasks if name not in tasks]
        outcomes = [*evaluated, *self._evaluated(unreadable, checksums)]
        checksums |= {outcome.submission.file: outcome.submission.sha256 for outcome in outcomes}
        changed: dict[str, list[RunOutcome]] = {}
        while outcomes:  # which nobody else shall hold
            outcome = outcomes.pop(0)
            if outcome.submission.task not in tasks:
                changed.setdefault(outcome.submission.task, []).append(outcome)
        tasks |= self._worked_out(changed, checksums)
        return tuple(tasks[name] for name in self._prepared.campaign.tasks if name in tasks)

    def _is_kept(self, name: str, checksums: Mapping[str, str]) -> bool:
        """Whether there is something kept of a task with the same runs; it may turn out to be unreadable."""
        return self._tasks is not None and self._tasks.has(self._files[name], checksums)

    def _kept(self, names: Iterable[str], checksums: Mapping[str, str]) -> dict[str, TaskOutcome]:
        """Those of the tasks that an earlier build has worked out with the same runs."""
        if self._tasks is None:
            return {}
        found = {name: self._tasks.task(self._files[name], checksums) for name in names}
        return {name: task for name, task in found.items() if task}

    def _evaluated(self, names: Iterable[str], checksums: Mapping[str, str]) -> Iterator[RunOutcome]:
        """Outcomes of all runs of tasks; others begin at once, and they are there when they are asked for."""
        work = EvaluationWork(self._prepared, self._runs)
        runs = [RunToEvaluate(file, checksums[file.file]) for name in names for file in self._files[name]]
        # To fetch what is kept is less work than to send it from one process to another.
        is_kept = [
            bool(self._runs and run.sha256 and self._runs.has_outcome(run.file, run.sha256)) for run in runs
        ]
        kept = [run for run, known in zip(runs, is_kept, strict=True) if known]
        others = [run for run, known in zip(runs, is_kept, strict=True) if not known]
        evaluated = self._workers.map(evaluate_file, work, others)
        fetched = (evaluate_file(work, run) for run in kept)
        return self._in_order(
            runs, chain(zip(kept, fetched, strict=True), zip(others, evaluated, strict=True))
        )

    def _in_order(
        self, runs: Sequence[RunToEvaluate], evaluated: Iterable[tuple[RunToEvaluate, RunOutcome]]
    ) -> Iterator[RunOutcome]:
        """The outcomes in the order of runs, their first results by names that all share."""
        names, outcomes = ResultNames(), {}
        self._progress(EVALUATING, 0, len(runs))
        for run, outcome in evaluated:
            outcomes[run.file.file] = _with_names(outcome, names)
            self._progress(EVALUATING, len(outcomes), len(runs))
        yield from (outcomes[run.file.file] for run in runs)

    def _worked_out(
        self, runs: dict[str, list[RunOutcome]], checksums: Mapping[str, str]
    ) -> dict[str, TaskOutcome]:
        """The tasks of runs, which are taken out of `runs`, with all that is found out about them."""
        rescorer = Rescorer(
            self._prepared, self._workers, self._runs, self._progress, sum(map(len, runs.values()))
        )
        tasks = {}
        for name in [name for name in self._prepared.campaign.tasks if name in runs]:
            # First results of runs, and what pools are made of, are large: they go with the task.
            tasks[name] = self._task_worked_out(name, runs.pop(name), rescorer)
        if self._tasks:
            for name, outcome in tasks.items():
                self._later(partial(self._tasks.keep, self._files[name], checksums, outcome))
        return tasks

    def _task_worked_out(self, name: str, runs: Sequence[RunOutcome], rescorer: Rescorer) -> TaskOutcome:
        plan = self._prepared.plans[name]
        campaign = self._prepared.campaign
        named = name_runs(self._files[name], runs)
        outcome = TaskOutcome(campaign.tasks[name], named, sought_by(plan, campaign.assessments))
        earlier = self._tests.tests(outcome) if self._tests else None
        findings = begin_findings(outcome, earlier, self._workers)
        rescoring = rescorer.begin(outcome, self._files[name])
        found = dict(findings)
        finished = rescorer.finish(rescoring)
        task_findings(finished).keep(found)
        if self._tests:
            self._tests.keep(finished)
        return finished


def _with_names(outcome: RunOutcome, names: ResultNames) -> RunOutcome:
    """The outcome with its first results by the names that all runs share."""
    top = outcome.top_results
    return outcome if top is None else replace(outcome, top_results=top.renumbered(names))
