"""From a campaign directory to the outcomes of all its runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from inexreport.building.campaign import prepare_campaign
from inexreport.building.file_checksums import file_checksums
from inexreport.building.prepared_campaign import PreparedCampaign
from inexreport.building.resources import DEFAULT_RESOURCES, Progress, Resources, no_progress
from inexreport.building.run_evaluation import RunContext, RunToEvaluate, evaluate_file
from inexreport.building.run_names import name_runs
from inexreport.building.variants import score_under_variants
from inexreport.cache import Cache, digest
from inexreport.evaluation.diagnosis import relevant_articles_of_task
from inexreport.formats.campaign_directory import RUNS, SETTINGS_FILE, campaign_root
from inexreport.formats.run_files import list_runs, refuse_unknown_runs
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome
from inexreport.model.top_results import ResultNames
from inexreport.parallel import Workers
from inexreport.statistics.findings import task_findings
from inexreport.statistics.memo import remember
from inexreport.statistics.pool_findings import pool_findings
from inexreport.statistics.reliability import campaign_reliability, reliability
from inexreport.version import code_version


def evaluate_campaign(
    directory: Path,
    progress: Progress = no_progress,
    resources: Resources = DEFAULT_RESOURCES,
    checksums: Mapping[str, str] | None = None,
) -> tuple[CampaignOutcome, PreparedCampaign]:
    """Evaluate every run of a campaign.

    Parameters
    ----------
    directory : Path
        The campaign directory.
    progress : Progress, optional
    resources : Resources, optional
    checksums : mapping of str to str, optional
        Of the directory, see `file_checksums`; computed here if there is a cache and they are not given.

    Returns
    -------
    CampaignOutcome
        With all runs, rejected ones included, and everything that statistics says about them; the same
        whoever works and whatever was cached. The first results of runs, which are many, are left out.
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
    cache, workers = resources.cache, resources.workers
    progress("Reading the campaign", 0, 1)
    root = directory.resolve()
    if checksums is None:
        checksums = file_checksums(root, cache) if cache.folder else {}
    prepared = cached_campaign(directory, cache, checksums)
    files, problems = list_runs(directory, prepared.campaign)
    refuse_unknown_runs((*prepared.problems, *problems))
    workers.check_sees(root / SETTINGS_FILE)
    progress("Reading the campaign", 1, 1)
    runs = [RunToEvaluate(file, checksums.get(file.path.relative_to(root).as_posix(), "")) for file in files]
    tasks = _tasks(RunContext(prepared.for_evaluation, cache), runs, workers, progress)
    cache.remove_unused()
    outcome = CampaignOutcome(prepared.campaign, tasks, (*prepared.problems, *problems))
    key = digest(code_version(), prepared.for_evaluation.digest)
    simulated = cache.get_or_compute("reliability", key, lambda: reliability(prepared.campaign))
    remember(campaign_reliability, outcome, simulated)
    return outcome, prepared


def cached_campaign(directory: Path, cache: Cache, checksums: Mapping[str, str]) -> PreparedCampaign:
    """Read all that a campaign directory holds but its runs, or take it from the cache."""
    if cache.folder is None:
        return prepare_campaign(directory)
    own = {path: content for path, content in checksums.items() if not path.startswith(f"{RUNS}/")}
    key = digest(code_version(), campaign_root(directory), own)  # the folder's name is a part of the campaign
    found: PreparedCampaign | None = cache.get("campaign", key)
    if found is None:
        found = prepare_campaign(directory)
        # A file may have changed since its checksum was computed.
        if all(own.get(read.file) == read.sha256 for read in found.campaign.inputs):
            _ = found.for_evaluation.digest  # is stored too
            cache.put("campaign", key, found)
    return found


def _tasks(
    context: RunContext, runs: Sequence[RunToEvaluate], workers: Workers, progress: Progress
) -> tuple[TaskOutcome, ...]:
    """The tasks that have runs, each from the cache if its runs are what they were."""
    by_task: dict[str, list[RunToEvaluate]] = {}
    for run in runs:
        by_task.setdefault(run.file.task, []).append(run)
    tasks: dict[str, TaskOutcome] = {}
    for name, of_task in by_task.items():
        found = context.cache.get("task", _task_key(context, of_task))
        if found is not None:
            tasks[name] = found
    changed = {name: of_task for name, of_task in by_task.items() if name not in tasks}
    evaluated = _evaluated(context, changed, workers, progress)
    campaign = context.prepared.campaign
    files = {run.file.file: run.file for run in runs}
    scored = score_under_variants(context, evaluated, files, workers, progress)
    for outcome in workers.map(_with_statistics, campaign, scored):
        name = outcome.task.name
        checksum_of = {run.submission.file: run.submission.sha256 for run in outcome.runs}
        read = [replace(run, sha256=checksum_of[run.file.file]) for run in by_task[name]]
        if all(run.sha256 for run in read):
            context.cache.put("task", _task_key(context, read), outcome)
        tasks[name] = outcome
    return tuple(tasks[name] for name in campaign.tasks if name in tasks)


def _task_key(context: RunContext, runs: Sequence[RunToEvaluate]) -> str:
    return digest(*(context.key(run.file, run.sha256) for run in runs))


def _evaluated(
    context: RunContext,
    runs: Mapping[str, Sequence[RunToEvaluate]],
    workers: Workers,
    progress: Progress,
) -> list[TaskOutcome]:
    """Evaluate all runs of some tasks."""
    prepared, names = context.prepared, ResultNames()
    every_run = [run for of_task in runs.values() for run in of_task]
    outcomes: dict[str, list[RunOutcome]] = {name: [] for name in runs}
    progress("Evaluating runs", 0, len(every_run))
    for done, outcome in enumerate(workers.map(evaluate_file, context, every_run), start=1):
        if outcome.top_results is not None:  # articles and paths numbered alike in all runs
            outcome = replace(outcome, top_results=outcome.top_results.renumbered(names))
        outcomes[outcome.submission.task].append(outcome)
        progress("Evaluating runs", done, len(every_run))
    files = [run.file for run in every_run]
    return [
        TaskOutcome(
            prepared.campaign.tasks[name],
            name_runs(files, of_task),
            relevant_articles_of_task(prepared.plans[name], prepared.campaign.assessments),
        )
        for name, of_task in outcomes.items()
    ]


def _with_statistics(campaign: Campaign, outcome: TaskOutcome) -> TaskOutcome:
    """A task with all statistics, and without the first results of its runs."""
    pools = pool_findings(outcome, campaign)
    light = replace(outcome, runs=tuple(replace(run, top_results=None) for run in outcome.runs))
    remember(pool_findings, light, pools)
    task_findings(light).compute_all()
    return light
