"""The scores of all runs of a campaign and nothing else, for scripts."""

from __future__ import annotations

from pathlib import Path

from inexreport.building.campaign import prepare_campaign
from inexreport.building.prepared_campaign import PreparedCampaign
from inexreport.building.run_evaluation import read_and_judge
from inexreport.building.run_names import name_runs
from inexreport.evaluation.run_evaluation import score_run
from inexreport.formats.run_files import RunFile, list_runs, refuse_unknown_runs
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome
from inexreport.parallel import Serial, Workers


def score_campaign(directory: Path, workers: Workers | None = None) -> CampaignOutcome:
    """Compute what all runs of a campaign score, without what pages tell beside, such as checksums.

    Parameters
    ----------
    directory : Path
        The campaign directory.
    workers : Workers, optional
        Without them, this process.

    Raises
    ------
    CampaignRefusedError
        With every problem of the campaign's own files.
    """
    workers = workers or Serial()
    prepared = prepare_campaign(directory)
    files, problems = list_runs(directory, prepared.campaign)
    refuse_unknown_runs((*prepared.problems, *problems))
    runs: dict[str, list[RunOutcome]] = {name: [] for name in prepared.campaign.tasks}
    outcomes = workers.map(_scored, prepared, files)
    for file, outcome in zip(files, outcomes, strict=True):
        runs[file.task].append(outcome)
    tasks = tuple(
        TaskOutcome(task, name_runs(files, runs[name]))
        for name, task in prepared.campaign.tasks.items()
        if runs[name]
    )
    return CampaignOutcome(prepared.campaign, tasks, (*prepared.problems, *problems))


def _scored(prepared: PreparedCampaign, file: RunFile) -> RunOutcome:
    return read_and_judge(file, prepared, score_run)
