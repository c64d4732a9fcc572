"""From a campaign directory to the outcomes of all its runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from inexreport.building.campaign_checks import (
    report_inapplicable_metrics,
    report_missing_collection,
    unknown_metric_problems,
)
from inexreport.building.rescoring import rescored
from inexreport.errors import CampaignRefusedError, InputChangedError
from inexreport.evaluation.reassessment import Reassessment, rescore
from inexreport.evaluation.run_evaluation import check_run, evaluate_run
from inexreport.evaluation.task_plan import TaskPlan, plan_task
from inexreport.formats.campaign_directory import RunFile, list_runs, read_campaign
from inexreport.formats.element_table import TABLE_FILES, read_element_table
from inexreport.formats.runs import read_run, unread_submission
from inexreport.judging.assessment_location import locate_assessments, unlocated_passages
from inexreport.metrics.metric import BoundMetric
from inexreport.model.campaign import Campaign
from inexreport.model.element_table import ElementTable
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome
from inexreport.model.problem import Problem, ProblemLog
from inexreport.model.top_results import ResultNames

Progress = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done and how much there is."""


def tell_nobody(stage: str, done: int, total: int) -> None:
    """Report no progress."""


@dataclass(frozen=True, eq=False)
class PreparedCampaign:
    """A campaign that runs can be evaluated in.

    Attributes
    ----------
    campaign : Campaign
        With metric identifiers in their published form.
    plans : mapping of str to TaskPlan
        By task name.
    elements : ElementTable or None
    problems : tuple of Problem
        Warnings about the campaign's own files.
    """

    campaign: Campaign
    plans: Mapping[str, TaskPlan]
    elements: ElementTable | None
    problems: tuple[Problem, ...]

    @property
    def metrics(self) -> dict[str, BoundMetric]:
        """Every metric of the campaign by its identifier."""
        return {bound.identifier: bound for plan in self.plans.values() for bound in plan.metrics}


def prepare_campaign(directory: Path, *, assessed: bool = True) -> PreparedCampaign:
    """Read all that a campaign directory holds but its runs.

    Parameters
    ----------
    directory : Path
    assessed : bool
        Whether it must have assessments, as it must for any score.

    Raises
    ------
    CampaignRefusedError
        With every problem of the campaign's own files.
    """
    campaign, problems = read_campaign(directory, assessed=assessed)
    unknown = unknown_metric_problems(directory, campaign)
    if unknown:
        raise CampaignRefusedError((*problems, *unknown))
    elements, element_problems = read_element_table(
        directory, campaign.collection.unit, _articles_with_places(directory, campaign)
    )
    located = locate_assessments(campaign.assessments, elements)
    unlocated = unlocated_passages(campaign.assessments, located)
    judges = tuple(locate_assessments(judge, elements) for judge in campaign.judges)
    campaign = replace(campaign, assessments=located, judges=judges)
    plans = {name: plan_task(task, campaign) for name, task in campaign.tasks.items()}
    log = ProblemLog("campaign.toml")
    report_inapplicable_metrics(plans, log)
    report_missing_collection(plans, campaign, unlocated, log)
    found = (*problems, *element_problems, *log)
    if any(problem.is_error for problem in found):
        raise CampaignRefusedError(found)
    return PreparedCampaign(
        campaign=replace(campaign, tasks={name: plan.task for name, plan in plans.items()}),
        plans=plans,
        elements=elements,
        problems=found,
    )


def _articles_with_places(directory: Path, campaign: Campaign) -> set[str] | None:
    """Articles to be looked up in a table of the collection: until 2006 the judged ones, later all.

    Documents that lie in the campaign are few, and all of them are read: runs can then be told wrong paths.
    """
    has_table = any((directory / file).exists() for file in TABLE_FILES)
    needs_all = any(task.settings.get("overlap_of") != "paths" for task in campaign.tasks.values())
    if needs_all or not has_table:
        return None
    return {article for topic in campaign.assessments.topics.values() for article in topic.articles}


def evaluate_file(file: RunFile, prepared: PreparedCampaign) -> RunOutcome:
    """Read and evaluate one run; whatever is wrong with it is in the outcome's problems."""
    run, problems = read_run(file, prepared.campaign)
    if run is None:
        return RunOutcome(unread_submission(file), 0, problems)
    return evaluate_run(run, prepared.campaign, prepared.plans[file.task], prepared.elements, problems)


def rescore_file(
    file: RunFile, evaluated: RunOutcome, prepared: PreparedCampaign, changes: Sequence[Reassessment]
) -> Sequence[NDArray[np.float64]]:
    """Read a run that has been evaluated once more, and score it under changed assessments.

    Raises
    ------
    InputChangedError
        If the file is no longer what was evaluated.
    """
    run, problems = read_run(file, prepared.campaign)
    if run is None or run.submission.sha256 != evaluated.submission.sha256:
        raise InputChangedError(file.file)
    plan = prepared.plans[file.task]
    checked = check_run(run, prepared.campaign, plan, prepared.elements, problems)
    return rescore(checked, plan, changes)


def gather(
    directory: Path, progress: Progress = tell_nobody, *, rescoring: bool = True
) -> tuple[CampaignOutcome, PreparedCampaign]:
    """Evaluate every run of a campaign.

    Parameters
    ----------
    directory : Path
        The campaign directory.
    progress : callable, optional
    rescoring : bool
        Whether the runs are read again, to be scored under changed assessments too.

    Returns
    -------
    CampaignOutcome
        With all runs, rejected ones included.
    PreparedCampaign
    """
    progress("Reading the campaign", 0, 1)
    prepared = prepare_campaign(directory)
    files, problems = list_runs(directory, prepared.campaign)
    progress("Reading the campaign", 1, 1)
    outcomes: dict[str, list[RunOutcome]] = {name: [] for name in prepared.campaign.tasks}
    names = ResultNames()
    for done, file in enumerate(files):
        progress("Evaluating runs", done, len(files))
        outcomes[file.task].append(_with_names(evaluate_file(file, prepared), names))
    progress("Evaluating runs", len(files), len(files))
    tasks = tuple(
        TaskOutcome(task, tuple(outcomes[name]))
        for name, task in prepared.campaign.tasks.items()
        if outcomes[name]
    )
    if rescoring:
        tasks = _rescored(tasks, files, prepared, progress)
    return CampaignOutcome(prepared.campaign, tasks, (*prepared.problems, *problems)), prepared


def _with_names(outcome: RunOutcome, names: ResultNames) -> RunOutcome:
    """The outcome with its first results by the names that all runs share."""
    top = outcome.top_results
    return outcome if top is None else replace(outcome, top_results=top.renumbered(names))


def _rescored(
    tasks: tuple[TaskOutcome, ...], files: Sequence[RunFile], prepared: PreparedCampaign, progress: Progress
) -> tuple[TaskOutcome, ...]:
    """Every task with its runs' scores under changed assessments; each run is read a second time."""
    file_of = {file.file: file for file in files}
    total = sum(run.evaluated for task in tasks for run in task.runs)
    done = 0
    result = []

    def rescore_run(run: RunOutcome, changes: Sequence[Reassessment]) -> Sequence[NDArray[np.float64]]:
        nonlocal done
        progress("Scoring under other assessments", done, total)
        done += 1
        return rescore_file(file_of[run.submission.file], run, prepared, changes)

    for task in tasks:
        plan = prepared.plans[task.task.name]
        result.append(rescored(task, prepared.campaign, plan, rescore_run))
    progress("Scoring under other assessments", total, total)
    return tuple(result)


def check_campaign(directory: Path, progress: Progress = tell_nobody) -> tuple[Problem, ...]:
    """Find everything that is wrong with a campaign and its runs, without computing a score.

    Raises
    ------
    CampaignRefusedError
        If the campaign's own files have errors.
    """
    prepared = prepare_campaign(directory)
    files, problems = list_runs(directory, prepared.campaign)
    found = [*prepared.problems, *problems]
    for done, file in enumerate(files):
        progress("Checking runs", done, len(files))
        run, reading_problems = read_run(file, prepared.campaign)
        if run is None:
            found.extend(reading_problems)
        else:
            plan = prepared.plans[file.task]
            checked = check_run(run, prepared.campaign, plan, prepared.elements, reading_problems)
            found.extend(checked.outcome.problems)
    progress("Checking runs", len(files), len(files))
    return tuple(found)
