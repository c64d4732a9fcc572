"""Everything that is wrong with a campaign and its runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from inexreport.building.campaign import examine_and_prepare
from inexreport.building.prepared_campaign import PreparedCampaign
from inexreport.building.resources import Progress, no_progress
from inexreport.building.run_evaluation import read_and_judge
from inexreport.building.run_names import name_runs
from inexreport.evaluation.run_evaluation import check_run
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.formats.run_files import RunFile, list_runs
from inexreport.model.campaign import Campaign
from inexreport.model.element_table import ElementTable
from inexreport.model.outcome import RunOutcome
from inexreport.model.problem import Problem
from inexreport.model.run import Run
from inexreport.parallel import Serial, Workers


@dataclass(frozen=True, slots=True)
class CheckedCampaign:
    """What is wrong with a campaign and its runs, and whether the campaign would be refused."""

    problems: tuple[Problem, ...]
    refused: bool


def check_campaign(
    directory: Path, progress: Progress = no_progress, workers: Workers | None = None
) -> CheckedCampaign:
    """Find everything that is wrong with a campaign and its runs, without computing a score.

    Where the campaign's own files have errors, runs are checked by what is left of it.
    """
    workers = workers or Serial()
    prepared = examine_and_prepare(directory)
    files, problems = list_runs(directory, prepared.campaign)
    found = [*prepared.problems, *problems]
    progress("Checking runs", 0, len(files))
    outcomes: dict[str, list[RunOutcome]] = {}
    for done, outcome in enumerate(workers.map(_checked, prepared, files), start=1):
        outcomes.setdefault(outcome.submission.task, []).append(outcome)
        progress("Checking runs", done, len(files))
    named = (run for of_task in outcomes.values() for run in name_runs(files, of_task))
    found.extend(problem for run in named for problem in run.problems)
    refused = prepared.has_errors or any(problem.code == "folder-unreadable" for problem in problems)
    return CheckedCampaign(tuple(found), refused)


def _checked(prepared: PreparedCampaign, file: RunFile) -> RunOutcome:
    return read_and_judge(file, prepared, _check)


def _check(
    run: Run,
    campaign: Campaign,
    plan: TaskPlan,
    elements: ElementTable | None,
    problems: Sequence[Problem],
) -> RunOutcome:
    return check_run(run, campaign, plan, elements, problems).outcome
