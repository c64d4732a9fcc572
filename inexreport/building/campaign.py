"""From a campaign directory to the outcomes of all its runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from inexreport.errors import CampaignRefusedError
from inexreport.evaluation.run_evaluation import check_run, evaluate_run
from inexreport.evaluation.task_plan import TaskPlan, plan_task, unknown_metrics
from inexreport.formats.campaign_directory import RunFile, list_runs, read_campaign
from inexreport.formats.campaign_file import setting_line
from inexreport.formats.element_table import read_element_table
from inexreport.formats.protocol_file import load_protocol
from inexreport.formats.runs import read_run, unread_submission
from inexreport.metrics.metric import BoundMetric
from inexreport.model.campaign import Campaign
from inexreport.model.element_table import ElementTable
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome
from inexreport.model.problem import Problem, ProblemLog

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
    unknown = _unknown_metrics(directory, campaign)
    if unknown:
        raise CampaignRefusedError((*problems, *unknown))
    plans = {name: plan_task(task) for name, task in campaign.tasks.items()}
    elements, element_problems = read_element_table(directory, campaign.collection.unit)
    return PreparedCampaign(
        campaign=replace(campaign, tasks={name: plan.task for name, plan in plans.items()}),
        plans=plans,
        elements=elements,
        problems=(*problems, *element_problems),
    )


def evaluate_file(file: RunFile, prepared: PreparedCampaign) -> RunOutcome:
    """Read and evaluate one run; whatever is wrong with it is in the outcome's problems."""
    run, problems = read_run(file, prepared.campaign)
    if run is None:
        return RunOutcome(unread_submission(file), 0, problems)
    return evaluate_run(run, prepared.campaign, prepared.plans[file.task], prepared.elements, problems)


def gather(directory: Path, progress: Progress = tell_nobody) -> tuple[CampaignOutcome, PreparedCampaign]:
    """Evaluate every run of a campaign.

    Parameters
    ----------
    directory : Path
        The campaign directory.
    progress : callable, optional

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
    for done, file in enumerate(files):
        progress("Evaluating runs", done, len(files))
        outcomes[file.task].append(evaluate_file(file, prepared))
    progress("Evaluating runs", len(files), len(files))
    tasks = tuple(
        TaskOutcome(task, tuple(outcomes[name]))
        for name, task in prepared.campaign.tasks.items()
        if outcomes[name]
    )
    return CampaignOutcome(prepared.campaign, tasks, (*prepared.problems, *problems)), prepared


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
            task = prepared.plans[file.task].task
            checked = check_run(run, prepared.campaign, task, prepared.elements, reading_problems)
            found.extend(checked.outcome.problems)
    progress("Checking runs", len(files), len(files))
    return tuple(found)


def _unknown_metrics(directory: Path, campaign: Campaign) -> tuple[Problem, ...]:
    text = (directory / "campaign.toml").read_text(encoding="utf-8-sig")
    aliases = load_protocol(campaign.protocol).aliases if campaign.protocol else {}
    log = ProblemLog("campaign.toml")
    for task in campaign.tasks.values():
        tables = [task.name, *(alias for alias, name in aliases.items() if name == task.name)]
        for key, reason in unknown_metrics(task).items():
            lines = (setting_line(text, ["tasks", table, *key]) for table in tables)
            log.add(
                "metric-unknown",
                found=reason,
                expected="an identifier that `inexreport metrics` lists",
                lines=[line for line in lines if line is not None],
            )
    return tuple(log)
