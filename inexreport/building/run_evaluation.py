"""Work on a single run: read it and evaluate it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from inexreport.building.campaign import PreparedCampaign
from inexreport.building.run_names import name_runs
from inexreport.cache import Cache, digest
from inexreport.errors import InputChangedError
from inexreport.evaluation.run_evaluation import evaluate_run
from inexreport.formats.run_files import RunFile
from inexreport.formats.runs import read_run, unread_submission
from inexreport.judging.location import located_results
from inexreport.model.outcome import RunOutcome
from inexreport.model.problem import ProblemLog, ProblemScope
from inexreport.model.run import Results, Run, RunFacts, without_levels
from inexreport.parallel import Workers
from inexreport.parallel.workers import ATTEMPTS
from inexreport.version import code_version

WORKER_DIED = "run-worker-died"
"""Code of the problem of a run that no worker survived."""


@dataclass(frozen=True, slots=True)
class RunToEvaluate:
    """A run file and its checksum, which is empty if it is not known."""

    file: RunFile
    sha256: str


@dataclass(frozen=True, eq=False)
class RunContext:
    """A campaign and the cache of what was computed from its runs."""

    prepared: PreparedCampaign
    cache: Cache

    def key(self, run: RunToEvaluate) -> str:
        """The cache key of a run; it depends neither on where the campaign is stored nor on stated facts."""
        file = replace(run.file, path=Path(), metadata=None, facts=RunFacts())
        return digest(code_version(), self.prepared.digest, file, run.sha256)


def evaluate_file(context: RunContext, run: RunToEvaluate) -> RunOutcome:
    """The outcome of a run, with its problems; from the cache if it was evaluated before."""
    cache, prepared = context.cache, context.prepared
    cached: RunOutcome | None = cache.get("outcome", context.key(run)) if run.sha256 else None
    if cached is not None:
        return cached
    read, problems = read_run(run.file, prepared.campaign)
    if read is None:
        outcome = RunOutcome(unread_submission(run.file), 0, problems)
    else:
        plan = prepared.plans[run.file.task]
        results = _located(read, prepared)
        outcome = evaluate_run(
            replace(read, results=results), prepared.campaign, plan, prepared.elements, problems
        )
        if outcome.evaluated:  # it will be scored under variants of the assessments
            needed = results if plan.reads_levels else without_levels(results)
            cache.put("located", context.key(replace(run, sha256=read.submission.sha256)), needed)
    if checksum := outcome.submission.sha256:  # else the file may be readable next time
        cache.put("outcome", context.key(replace(run, sha256=checksum)), outcome)
    return outcome


def lost_run(run: RunFile) -> RunOutcome:
    """The outcome of a run that no worker survived; without a checksum, so that nothing of it is cached."""
    log = ProblemLog(run.file, ProblemScope.RUN, run.task, run.name)
    log.extend(run.problems)
    log.add(WORKER_DIED, found=f"{ATTEMPTS} processes ended", expected="one that evaluates the run")
    return RunOutcome(replace(unread_submission(run), sha256=""), 0, tuple(log))


def located_run(context: RunContext, run: RunToEvaluate) -> Results:
    """The results of an evaluated run with their offsets.

    Raises
    ------
    InputChangedError
        If the file has changed since it was evaluated.
    """

    def read_again() -> Results:
        read, _ = read_run(run.file, context.prepared.campaign)
        if read is None or read.submission.sha256 != run.sha256:
            raise InputChangedError(run.file.file)
        return _located(read, context.prepared)

    return context.cache.get_or_compute("located", context.key(run), read_again)


def _located(run: Run, prepared: PreparedCampaign) -> Results:
    campaign = prepared.campaign.of_task(run.submission.task)
    return located_results(run.results, campaign.assessments, prepared.elements, campaign.collection)


def judge_files(
    judge: Callable[..., RunOutcome],
    prepared: PreparedCampaign,
    files: Sequence[RunFile],
    workers: Workers,
    progress: Callable[[int], None] = lambda done: None,
) -> dict[str, tuple[RunOutcome, ...]]:
    """The named outcomes of runs by task, without a cache and without checksums of the files.

    A function `judge` has the parameters of `evaluate_run`; progress is called with the number of runs done.
    """
    outcomes: dict[str, list[RunOutcome]] = {}
    judged = workers.map(partial(_judge_file, judge), prepared, files, lost_run)
    for done, outcome in enumerate(judged, start=1):
        outcomes.setdefault(outcome.submission.task, []).append(outcome)
        progress(done)
    return {task: name_runs(files, of_task) for task, of_task in outcomes.items()}


def _judge_file(judge: Callable[..., RunOutcome], prepared: PreparedCampaign, file: RunFile) -> RunOutcome:
    run, problems = read_run(file, prepared.campaign, with_checksum=False)
    if run is None:
        return RunOutcome(unread_submission(file), 0, problems)
    return judge(run, prepared.campaign, prepared.plans[file.task], prepared.elements, problems)
