"""Single run files: checked before they are submitted, or evaluated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from inexreport.building.campaign import PreparedCampaign, examine_and_prepare
from inexreport.building.chosen_metrics import plan_with_metrics
from inexreport.building.without_campaign import campaign_of_files
from inexreport.errors import UsageError
from inexreport.evaluation.run_evaluation import check_run, judge_run
from inexreport.evaluation.task_plan import bind_counts, plan_task
from inexreport.formats.campaign_directory import RUNS
from inexreport.formats.input_files import valid_name
from inexreport.formats.protocols import NO_PROTOCOL, TREC, read_protocol, tasks_of
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


def evaluate_in(
    prepared: PreparedCampaign,
    path: Path,
    task_name: str | None = None,
    *,
    shown_as: str = "",
    metrics: Sequence[str] = (),
) -> SubmissionScores:
    """Evaluate a run file in a campaign.

    Parameters
    ----------
    prepared : PreparedCampaign
    path : Path
        The run file, anywhere.
    task_name : str, optional
        By default the file's folder decides, or the task that the file states.
    shown_as : str
        What problems call the file; by default its path.
    metrics : sequence of str
        Identifiers; by default the metrics of the task.

    Raises
    ------
    UsageError
        If there is no such file or metric, or its task is not known.
    """
    file = _run_file(path, prepared.campaign, task_name, shown_as)
    plan = prepared.plans[file.task]
    if metrics:
        plan = plan_with_metrics(file.task, prepared.campaign, metrics)
    bound = (*bind_counts(plan), *plan.metrics)
    run, problems = read_run(file, prepared.campaign)
    if run is None:
        return SubmissionScores(bound, None, problems)
    checked = check_run(run, prepared.campaign, plan, prepared.elements, problems)
    scores = None if checked.rejected else judge_run(checked, plan).scores(bound)
    return SubmissionScores(bound, scores, checked.outcome.problems)


def check_submission(
    path: Path, directory: Path | None = None, protocol: str | None = None, task_name: str | None = None
) -> tuple[Problem, ...]:
    """Find everything that is wrong with a run file.

    Parameters
    ----------
    path : Path
    directory, protocol
        As in `rules_for_submissions`.
    task_name : str, optional
        As in `evaluate_in`.

    Returns
    -------
    tuple of Problem
        If the campaign has errors, they come first, and the run is checked against its other parts.
    """
    rules = rules_for_submissions(directory, protocol)
    return (*rules.problems, *check_in(rules, path, task_name))


def rules_for_submissions(
    directory: Path | None = None,
    protocol: str | None = None,
    *,
    qrels: Path | None = None,
    topics: Path | None = None,
) -> PreparedCampaign:
    """What run files are checked against.

    Parameters
    ----------
    directory : Path, optional
        A campaign directory, whose topics and rules hold; it may lack assessments.
    protocol : str, optional
        Without a campaign: the protocol whose rules hold. Without either, only the format is checked.
    qrels, topics : Path, optional
        Instead of a campaign, for runs of documents: files whose topics hold.

    Returns
    -------
    PreparedCampaign
        Without tasks if only the format is checked. It has problems if files have errors; then its other
        parts hold.
    """
    if qrels or topics or protocol == TREC:
        campaign, problems = campaign_of_files(qrels, topics)
    elif directory is not None:
        prepared = examine_and_prepare(directory, assessed=False)
        return prepared if prepared.has_errors else replace(prepared, problems=())
    else:
        rules = NO_PROTOCOL if protocol is None else read_protocol(protocol)
        nothing = Assessments("official", {})
        campaign = Campaign("", "", 0, "", tasks_of(rules), {}, nothing, task_aliases=rules.aliases)
        problems = ()
    plans = {name: plan_task(task, campaign) for name, task in campaign.tasks.items()}
    return PreparedCampaign(campaign, plans, None, problems)


def check_in(
    rules: PreparedCampaign, path: Path, task_name: str | None = None, *, shown_as: str = ""
) -> tuple[Problem, ...]:
    """The problems of a run file.

    Parameters
    ----------
    rules : PreparedCampaign
        Of `rules_for_submissions`.
    path, task_name, shown_as
        As in `evaluate_in`.
    """
    campaign = rules.campaign
    file = _run_file(path, campaign, task_name, shown_as)
    run, problems = read_run(file, campaign)
    if run is None or not file.task:
        return problems
    return check_run(run, campaign, rules.plans[file.task], rules.elements, problems).outcome.problems


def _run_file(path: Path, campaign: Campaign, task_name: str | None, shown_as: str) -> RunFile:
    """The run file with its task; without one if the campaign has none."""
    if not path.is_file():
        raise UsageError(f"There is no file {str(path)!r}. Give the path of a run file.")
    shown_as = shown_as or valid_name(str(path))
    file = RunFile("", run_name(path.name), path, shown_as)
    if not campaign.tasks:
        return file
    aliases = campaign.task_aliases
    for name in [task_name] if task_name else _possible_tasks(file, campaign):
        task = aliases.get(name, name) if name not in campaign.tasks else name
        if task in campaign.tasks:
            return replace(file, task=task)
    asked = f"There is no task {task_name!r}." if task_name else f"The task of {shown_as!r} is not known."
    raise UsageError(f"{asked} Give --task with one of: {', '.join(campaign.tasks)}.")


def _possible_tasks(file: RunFile, campaign: Campaign) -> Iterator[str]:
    """The only task, else the folders that may be named after a task, else what the file states.

    Folders are runs/TASK/ and runs/TASK/PARTICIPANT/.
    """
    if len(campaign.tasks) == 1:
        yield from campaign.tasks
        return
    folder, above, top = (*file.path.resolve().parents, Path(), Path(), Path())[:3]
    yield from (inner.name for inner, outer in ((folder, above), (above, top)) if outer.name == RUNS)
    run, _ = read_run(file, campaign)
    if run is not None:
        yield run.submission.stated_task
