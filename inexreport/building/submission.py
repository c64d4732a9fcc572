"""A single run file: checked before it is submitted, or evaluated."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from inexreport.building.campaign import PreparedCampaign, examine_and_prepare, prepare_campaign
from inexreport.building.single_files import campaign_of_files
from inexreport.errors import UsageError
from inexreport.evaluation.run_evaluation import check_run, judge_run
from inexreport.evaluation.task_plan import bind_counts, plan_task
from inexreport.formats.campaign_directory import RUNS
from inexreport.formats.input_files import valid_name
from inexreport.formats.protocols import NO_PROTOCOL, TREC, ProtocolFile, read_protocol, tasks_of
from inexreport.formats.run_files import RunFile, run_name
from inexreport.formats.runs import read_run
from inexreport.metrics.metric import BoundMetric
from inexreport.model.assessment import Assessments
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import RunScores
from inexreport.model.problem import Problem


class SubmissionScores(NamedTuple):
    """The scores of a run, None if it has errors, its problems, and the metrics, counts first."""

    metrics: tuple[BoundMetric, ...]
    scores: RunScores | None
    problems: tuple[Problem, ...]


def evaluate_submission(path: Path, directory: Path, task_name: str | None = None) -> SubmissionScores:
    """Evaluate a run file in a campaign.

    Parameters
    ----------
    path : Path
        The run file, anywhere.
    directory : Path
        The campaign directory.
    task_name : str, optional
        By default the file's folder decides, or the task that the file states.

    Raises
    ------
    UsageError
        If there is no such file, or its task is not known.
    CampaignRefusedError
    """
    return evaluate_in(prepare_campaign(directory), path, task_name)


def evaluate_in(prepared: PreparedCampaign, path: Path, task_name: str | None = None) -> SubmissionScores:
    """As `evaluate_submission`, in a campaign that has been read."""
    file = _run_file(path, prepared.campaign, task_name)
    plan = prepared.plans[file.task]
    metrics = (*bind_counts(plan), *plan.metrics)
    run, problems = read_run(file, prepared.campaign)
    if run is None:
        return SubmissionScores(metrics, None, problems)
    checked = check_run(run, prepared.campaign, plan, prepared.elements, problems)
    scores = None if checked.rejected else judge_run(checked, plan).scores(metrics)
    return SubmissionScores(metrics, scores, checked.outcome.problems)


def check_submission(
    path: Path,
    directory: Path | None = None,
    protocol: str | None = None,
    task_name: str | None = None,
    *,
    qrels: Path | None = None,
    topics: Path | None = None,
) -> tuple[Problem, ...]:
    """Find everything that is wrong with a run file.

    Parameters
    ----------
    path : Path
    directory : Path, optional
        A campaign directory, whose topics and rules hold; it may lack assessments.
    protocol : str, optional
        Without a campaign: the protocol whose rules hold. Without either, only the format is checked.
    task_name : str, optional
        As in `evaluate_submission`.
    qrels, topics : Path, optional
        Instead of a campaign, for a run of documents: files whose topics hold.

    Returns
    -------
    tuple of Problem
        If the campaign has errors, they come first, and the run is checked against its other parts.
    """
    if qrels or topics or protocol == TREC:
        return _check_document_run(path, qrels, topics)
    if directory is None and protocol is None:
        file = RunFile("", run_name(path.name), path, valid_name(path.name))
        return read_run(file, _campaign_of_protocol(NO_PROTOCOL))[1]
    prepared = None if directory is None else examine_and_prepare(directory, assessed=False)
    campaign = prepared.campaign if prepared else _campaign_of_protocol(read_protocol(str(protocol)))
    file = _run_file(path, campaign, task_name)
    of_campaign = prepared.problems if prepared and prepared.has_errors else ()
    run, problems = read_run(file, campaign)
    if run is None:
        return (*of_campaign, *problems)
    elements = prepared.elements if prepared else None
    plan = plan_task(campaign.tasks[file.task], campaign)
    return (*of_campaign, *check_run(run, campaign, plan, elements, problems).outcome.problems)


def _check_document_run(path: Path, qrels: Path | None, topics: Path | None) -> tuple[Problem, ...]:
    """Problems of the files, then those of a run of documents."""
    campaign, of_files = campaign_of_files(qrels, topics)
    (task,) = campaign.tasks.values()
    run, problems = read_run(_run_file(path, campaign, task.name), campaign)
    if run is not None:
        problems = check_run(run, campaign, plan_task(task, campaign), None, problems).outcome.problems
    return (*of_files, *problems)


def _campaign_of_protocol(protocol: ProtocolFile) -> Campaign:
    """A campaign of which only the tasks are known."""
    nothing = Assessments("official", {})
    return Campaign("", "", 0, "", tasks_of(protocol), {}, nothing, task_aliases=protocol.aliases)


def _run_file(path: Path, campaign: Campaign, task_name: str | None) -> RunFile:
    if not path.is_file():
        raise UsageError(f"There is no file {str(path)!r}. Give the path of a run file.")
    file = RunFile("", run_name(path.name), path, valid_name(str(path)))
    aliases = campaign.task_aliases
    only = list(campaign.tasks) if len(campaign.tasks) == 1 else []
    candidates = [task_name] if task_name else only or [*_task_folders(path), _stated_task(file, campaign)]
    for name in candidates:
        task = aliases.get(name, name) if name not in campaign.tasks else name
        if task in campaign.tasks:
            return replace(file, task=task)
    asked = (
        f"There is no task {task_name!r}." if task_name else f"It cannot be told which task {path} is for."
    )
    raise UsageError(f"{asked} Give --task with one of: {', '.join(campaign.tasks)}.")


def _task_folders(path: Path) -> list[str]:
    """The folders that may be named after a task, as in runs/<task>/ and runs/<task>/<participant>/."""
    folder, above, top = (*path.resolve().parents, Path(), Path(), Path())[:3]
    return [inner.name for inner, outer in ((folder, above), (above, top)) if outer.name == RUNS]


def _stated_task(file: RunFile, campaign: Campaign) -> str:
    run, _ = read_run(file, campaign)
    return run.submission.stated_task if run else ""
