"""Finds everything that is wrong with a campaign and its runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from inexreport.building.campaign import examine_and_prepare
from inexreport.building.campaign_checks import problems_of_all_runs
from inexreport.building.resources import Progress, no_progress
from inexreport.building.run_evaluation import judge_files
from inexreport.evaluation.run_evaluation import check_run
from inexreport.formats.described_runs import describe_runs
from inexreport.formats.run_files import are_unknown
from inexreport.model.outcome import RunOutcome
from inexreport.model.problem import Problem
from inexreport.parallel import Serial, Workers


class CheckedCampaign(NamedTuple):
    """All problems of a campaign and its runs, and whether the campaign would be refused."""

    problems: tuple[Problem, ...]
    refused: bool


def check_campaign(
    directory: Path, progress: Progress = no_progress, workers: Workers | None = None
) -> CheckedCampaign:
    """Find everything that is wrong with a campaign and its runs, without computing a score.

    Where the campaign's own files have errors, runs are checked against the other parts of it.
    """
    prepared = examine_and_prepare(directory)
    files, problems = describe_runs(directory, prepared.campaign)
    total = len(files)
    progress("Checking runs", 0, total)
    runs = judge_files(
        _check, prepared, files, workers or Serial(), lambda done: progress("Checking runs", done, total)
    )
    of_runs = (problem for of_task in runs.values() for run in of_task for problem in run.problems)
    refused = prepared.has_errors or are_unknown(problems)
    of_all_runs = problems_of_all_runs(prepared.campaign, runs)
    return CheckedCampaign((*prepared.problems, *problems, *of_all_runs, *of_runs), refused)


def _check(*run: Any) -> RunOutcome:
    return check_run(*run).outcome
