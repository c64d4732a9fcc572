"""Everything that is wrong with a campaign and its runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from inexreport.building.campaign import prepare_campaign
from inexreport.building.prepared_campaign import PreparedCampaign
from inexreport.building.progress import Progress, tell_nobody
from inexreport.building.run_names import name_runs
from inexreport.building.run_work import read_and_judge
from inexreport.evaluation.run_evaluation import check_run
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.formats.run_files import RunFile, list_runs, refuse_unknown_runs
from inexreport.model.campaign import Campaign
from inexreport.model.element_table import ElementTable
from inexreport.model.outcome import RunOutcome
from inexreport.model.problem import Problem
from inexreport.model.run import Run
from inexreport.workers import InProcess, Workers


def check_campaign(
    directory: Path, progress: Progress = tell_nobody, workers: Workers | None = None
) -> tuple[Problem, ...]:
    """Find everything that is wrong with a campaign and its runs, without computing a score.

    Raises
    ------
    CampaignRefusedError
        If the campaign's own files have errors, or a folder of runs cannot be read.
    """
    workers = workers or InProcess()
    workers.get_ready()
    prepared = prepare_campaign(directory)
    files, problems = list_runs(directory, prepared.campaign)
    found = [*prepared.problems, *problems]
    progress("Checking runs", 0, len(files))
    outcomes: dict[str, list[RunOutcome]] = {}
    for done, outcome in enumerate(workers.map(_checked, prepared, files), start=1):
        outcomes.setdefault(outcome.submission.task, []).append(outcome)
        progress("Checking runs", done, len(files))
    named = (run for of_task in outcomes.values() for run in name_runs(files, of_task))
    found += [problem for run in named for problem in run.problems]
    refuse_unknown_runs(found)
    return tuple(found)


def _checked(prepared: PreparedCampaign, file: RunFile) -> RunOutcome:
    return read_and_judge(file, prepared, _check, with_checksum=False)


def _check(
    run: Run,
    campaign: Campaign,
    plan: TaskPlan,
    elements: ElementTable | None,
    problems: Sequence[Problem],
) -> RunOutcome:
    return check_run(run, campaign, plan, elements, problems).outcome
