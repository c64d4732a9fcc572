"""Everything that is wrong with a campaign and its runs."""

from __future__ import annotations

from pathlib import Path

from inexreport.building.campaign import prepare_campaign
from inexreport.building.prepared_campaign import PreparedCampaign
from inexreport.building.progress import Progress, tell_nobody
from inexreport.evaluation.run_evaluation import check_run
from inexreport.formats.run_files import RunFile, list_runs, refuse_unknown_runs
from inexreport.formats.runs import read_run
from inexreport.model.problem import Problem
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
    results = workers.map(_problems_of, prepared, files)
    for done, of_run in enumerate(results, start=1):
        found.extend(of_run)
        progress("Checking runs", done, len(files))
    refuse_unknown_runs(found)
    return tuple(found)


def _problems_of(prepared: PreparedCampaign, file: RunFile) -> tuple[Problem, ...]:
    run, problems = read_run(file, prepared.campaign)
    if run is None:
        return problems
    checked = check_run(run, prepared.campaign, prepared.plans[file.task], prepared.elements, problems)
    return checked.outcome.problems
