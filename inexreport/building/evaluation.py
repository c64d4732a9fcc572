"""From a campaign directory to the outcomes of all its runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd

from inexreport.building.assessment_sets import ScoredSets, scored_sets
from inexreport.building.campaign import PreparedCampaign, prepare_campaign
from inexreport.building.campaign_checks import problems_of_all_runs
from inexreport.building.file_checksums import file_checksums
from inexreport.building.imported_scores import imported_of, with_imported_scores
from inexreport.building.resources import DEFAULT_RESOURCES, Progress, Resources, no_progress
from inexreport.building.run_evaluation import RunContext, RunToEvaluate, evaluate_file, judge_files, lost_run
from inexreport.building.run_names import name_runs
from inexreport.building.variants import score_under_other_assessments
from inexreport.cache import Cache, digest
from inexreport.evaluation.diagnosis import relevant_articles_of_task
from inexreport.evaluation.run_evaluation import score_run
from inexreport.extensions import declared
from inexreport.formats.campaign_directory import RUNS, SETTINGS_FILE, campaign_root
from inexreport.formats.described_runs import describe_runs
from inexreport.formats.run_files import refuse_unknown_runs
from inexreport.model.assessment import Judged
from inexreport.model.campaign import Campaign
from inexreport.model.imported import ImportedScores
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome
from inexreport.model.problem import Problem
from inexreport.model.top_results import ResultNames
from inexreport.parallel import Serial, Workers
from inexreport.report.tables.table import SMALL_TABLES
from inexreport.statistics.first_documents import first_documents
from inexreport.statistics.first_results import first_results
from inexreport.statistics.memo import remember
from inexreport.subjects.judged_documents import judged_documents, judged_shares
from inexreport.subjects.pools import shared_results
from inexreport.subjects.reliability import campaign_reliability, reliability
from inexreport.version import code_version

OF_POOLS: tuple[Callable[..., Any], ...] = tuple(declared("inexreport.subjects", "OF_POOLS"))
"""Need the rankings of all runs, which are not kept; one that is not declared raises an exception later."""

OF_SCORES: tuple[Callable[..., Any], ...] = tuple(declared("inexreport.subjects", "OF_SCORES"))
"""Need scores alone, and time; computed beside other tasks and kept with the outcome."""

Result = TypeVar("Result")


@pd.option_context(*SMALL_TABLES)
def evaluate_campaign(
    directory: Path,
    progress: Progress = no_progress,
    resources: Resources = DEFAULT_RESOURCES,
    checksums: Mapping[str, str] | None = None,
) -> tuple[CampaignOutcome, PreparedCampaign]:
    """Evaluate every run of a campaign.

    Each step takes from the cache what an earlier build computed from the same input. After a change of one
    run, the campaign, the other tasks and the other runs of its task come from the cache. The run is read
    and evaluated, all runs of its task are scored for the topics whose assessment variants have changed, and
    the statistics of its task are computed.

    Parameters
    ----------
    directory : Path
        The campaign directory.
    progress : callable, optional
    resources : Resources, optional
    checksums : mapping of str to str, optional
        Those of `file_checksums`; computed if there is a cache.

    Returns
    -------
    CampaignOutcome
        All runs, rejected ones included, with all statistics; independent of workers and cache. The first
        results of the runs, which need much memory, are left out.
    PreparedCampaign

    Raises
    ------
    CampaignRefusedError
        With every problem of the campaign's own files.
    InputChangedError
        If a run changes during the evaluation.
    UsageError
        If workers do not see the campaign.
    """
    cache, workers, root = resources.cache, resources.workers, directory.resolve()
    progress("Reading the campaign", 0, 1)
    if checksums is None:
        checksums = file_checksums(root, cache) if cache.folder else {}
    prepared = cached_campaign(directory, cache, checksums)
    files, problems = describe_runs(directory, prepared.campaign)
    refuse_unknown_runs((*prepared.problems, *problems))
    workers.check_sees(root / SETTINGS_FILE)
    progress("Reading the campaign", 1, 1)

    sets = scored_sets(prepared, cache)
    context = sets.official
    runs: dict[str, list[RunToEvaluate]] = {}
    for file in files:
        checksum = checksums.get(file.path.relative_to(root).as_posix(), "")
        runs.setdefault(file.task, []).append(RunToEvaluate(file, checksum))
    imported = {name: imported_of(prepared.campaign.imported, name) for name in runs}
    tasks = {
        name: cache.get("task", _task_key(sets, of_task, imported[name])) for name, of_task in runs.items()
    }
    changed = {name: runs[name] for name, outcome in tasks.items() if outcome is None}

    evaluated = _evaluate_runs(context, changed, workers, progress)
    file_of = {file.file: file for file in files}
    read = {
        run.submission.file: RunToEvaluate(file_of[run.submission.file], run.submission.sha256)
        for task in evaluated
        for run in task.runs
    }
    scored = score_under_other_assessments(sets, evaluated, read, workers, progress)
    scored = [with_imported_scores(task, imported[task.task.name]) for task in scored]
    steps = [(compute, place) for place in range(len(scored)) for compute in (_of_pools, _compared)]
    whole = prepared.campaign
    judged = replace(
        context.prepared.campaign,
        judges=whole.judges,
        dimensions=whole.dimensions,
        assessment_sets=whole.assessment_sets,
    )
    statistics = _counted(
        workers.map(_statistics, (judged, scored), steps),
        lambda done: progress("Computing statistics", done, len(steps)),
    )
    for pools, task in zip(statistics, statistics, strict=True):  # two results of each task
        for compute, found in zip(OF_POOLS, pools, strict=True):
            remember(compute, task, found)
        name = task.task.name
        tasks[name] = task
        if all(run.submission.sha256 for run in task.runs):
            key = _task_key(sets, [read[run.file.file] for run in runs[name]], imported[name])
            cache.put("task", key, task)

    outcome = CampaignOutcome(
        prepared.campaign,
        tuple(tasks[name] for name in prepared.campaign.tasks if name in tasks),
        (*prepared.problems, *problems, *_of_all_runs(prepared.campaign, tasks)),
    )
    simulated = cache.get_or_compute(
        "reliability",
        digest(code_version(), context.prepared.digest),
        lambda: reliability(context.prepared.campaign),
    )
    remember(campaign_reliability, outcome, simulated)
    cache.remove_unused()
    return outcome, prepared


def score_campaign(directory: Path, workers: Workers | None = None) -> CampaignOutcome:
    """Score all runs of a campaign, without statistics, diagnoses and checksums of runs.

    Raises
    ------
    CampaignRefusedError
        With every problem of the campaign's own files.
    """
    prepared = prepare_campaign(directory)
    files, problems = describe_runs(directory, prepared.campaign)
    refuse_unknown_runs((*prepared.problems, *problems))
    runs = judge_files(score_run, prepared, files, workers or Serial())
    tasks = {
        name: with_imported_scores(TaskOutcome(task, runs[name]), prepared.campaign.imported)
        for name, task in prepared.campaign.tasks.items()
        if name in runs
    }
    of_all_runs = _of_all_runs(prepared.campaign, tasks)
    return CampaignOutcome(
        prepared.campaign, tuple(tasks.values()), (*prepared.problems, *problems, *of_all_runs)
    )


def cached_campaign(directory: Path, cache: Cache, checksums: Mapping[str, str]) -> PreparedCampaign:
    """Everything in a campaign directory except its runs, from the cache if no file of it has changed."""
    if cache.folder is None:
        return prepare_campaign(directory)
    own = {path: content for path, content in checksums.items() if not path.startswith(f"{RUNS}/")}
    key = digest(code_version(), campaign_root(directory), own)  # the folder's name is a part of the campaign
    prepared: PreparedCampaign | None = cache.get("campaign", key)
    if prepared is None:
        prepared = prepare_campaign(directory)
        # A file may have changed since its checksum was computed.
        if all(own.get(read.file) == read.sha256 for read in prepared.campaign.inputs):
            for one in (prepared.for_evaluation, *prepared.sets.values()):
                _ = one.digest  # computed once, cached with it
            cache.put("campaign", key, prepared)
    return prepared


def _of_all_runs(campaign: Campaign, tasks: Mapping[str, TaskOutcome]) -> tuple[Problem, ...]:
    return problems_of_all_runs(campaign, {name: task.runs for name, task in tasks.items()})


def _task_key(sets: ScoredSets, runs: Sequence[RunToEvaluate], imported: tuple[ImportedScores, ...]) -> str:
    facts = [run.file.facts for run in runs]
    return digest(*(sets.key(run) for run in runs), *facts, *sets.prepared, sets.judges, imported)


def _evaluate_runs(
    context: RunContext, runs: Mapping[str, Sequence[RunToEvaluate]], workers: Workers, progress: Progress
) -> list[TaskOutcome]:
    """Evaluate the runs of some tasks."""
    prepared, names, shown = context.prepared, ResultNames(), ResultNames()
    every_run = [run for of_task in runs.values() for run in of_task]
    outcomes: dict[str, list[RunOutcome]] = {name: [] for name in runs}
    progress("Evaluating runs", 0, len(every_run))
    results = workers.map(evaluate_file, context, every_run, lambda run: lost_run(run.file))
    for done, outcome in enumerate(results, start=1):
        if outcome.top_results is not None:  # articles and paths have the same numbers in all runs
            outcome = replace(outcome, top_results=outcome.top_results.renumbered(names))
        if outcome.first_results is not None:
            outcome = replace(outcome, first_results=outcome.first_results.renumbered(shown))
        outcomes[outcome.submission.task].append(outcome)
        progress("Evaluating runs", done, len(every_run))
    files = [run.file for run in every_run]
    return [
        TaskOutcome(
            prepared.campaign.tasks[name],
            name_runs(files, of_task),
            relevant_articles_of_task(prepared.plans[name], prepared.campaign.of_task(name).assessments),
        )
        for name, of_task in outcomes.items()
    ]


def _counted(results: Iterable[Result], report: Callable[[int], None]) -> Iterator[Result]:
    """Yield results as they come, and report their number, 0 first."""
    report(0)
    for done, result in enumerate(results, start=1):
        report(done)
        yield result


@pd.option_context(*SMALL_TABLES)
def _statistics(shared: tuple[Campaign, Sequence[TaskOutcome]], step: tuple[Callable[..., Any], int]) -> Any:
    (campaign, tasks), (compute, place) = shared, step
    return compute(tasks[place], campaign)


def _of_pools(outcome: TaskOutcome, campaign: Campaign) -> list[Any]:
    """What is computed from the rankings of all runs together."""
    try:
        return [compute(outcome, campaign) for compute in OF_POOLS]
    finally:
        shared_results.cache_clear()


def _compared(outcome: TaskOutcome, campaign: Campaign) -> TaskOutcome:
    """A task with the comparisons of its runs, and without their rankings."""
    light = replace(outcome, runs=tuple(run.without_rankings() for run in outcome.runs))
    for compute in OF_SCORES:
        compute(light, campaign)
    if campaign.judged is Judged.DOCUMENTS:
        remember(first_documents, light, first_documents(outcome))
        remember(judged_documents, light, judged_documents(outcome, campaign))
        remember(judged_shares, light, judged_shares(outcome, campaign))
    else:
        remember(first_results, light, first_results(outcome))
    return light
