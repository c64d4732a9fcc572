"""What workers do with one run: read and evaluate it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from inexreport.building.prepared_campaign import PreparedCampaign
from inexreport.evaluation.run_evaluation import evaluate_run
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.formats.file_content import StoredFile, read_stored
from inexreport.formats.run_files import RunFile
from inexreport.formats.run_reading import RunReading, read_by_itself
from inexreport.formats.runs import read_run, unread_submission
from inexreport.judging.location import located_results
from inexreport.model.campaign import Campaign
from inexreport.model.element_table import ElementTable
from inexreport.model.outcome import RunOutcome
from inexreport.model.problem import Problem, ProblemLog
from inexreport.model.run import Run, without_levels

if TYPE_CHECKING:
    from inexreport.building.kept_runs import KeptRuns


@dataclass(frozen=True, eq=False)
class EvaluationWork:
    """What evaluating any run of a campaign needs."""

    prepared: PreparedCampaign
    kept: KeptRuns | None


@dataclass(frozen=True, slots=True)
class RunToEvaluate:
    """A run, perhaps one that earlier builds have read.

    Attributes
    ----------
    file : RunFile
    sha256 : str or None
        None if the file is new or was touched.
    """

    file: RunFile
    sha256: str | None


def evaluate_file(work: EvaluationWork, run: RunToEvaluate) -> RunOutcome:
    """Read and evaluate one run; whatever is wrong with it is in the outcome's problems."""
    kept, file = work.kept, run.file
    if kept is None:
        return read_and_judge(file, work.prepared, evaluate_run)
    # An interrupted build may have kept what it had no time to note, and a campaign may have been moved:
    # to look costs little beside an evaluation, and what is read for it need not be read again.
    stored = None if run.sha256 or not file.may_be_read else read_stored(file.path, ProblemLog(file.file))
    outcome = kept.outcome(file, stored.sha256 if stored else run.sha256 or "")
    if outcome is None:
        judge = partial(_evaluate_and_keep, kept, file)
        outcome = read_and_judge(file, work.prepared, judge, kept.reading_of, stored=stored)
        kept.keep_outcome(file, outcome)
    return outcome


def _evaluate_and_keep(
    kept: KeptRuns,
    file: RunFile,
    run: Run,
    campaign: Campaign,
    plan: TaskPlan,
    elements: ElementTable | None,
    problems: Sequence[Problem],
) -> RunOutcome:
    """Evaluate a run, and keep its results with their places: it will be scored under other assessments."""
    results = located_results(run.results, campaign.assessments, elements, campaign.collection)
    outcome = evaluate_run(replace(run, results=results), campaign, plan, elements, problems)
    if outcome.evaluated:
        needed = results if plan.reads_levels else without_levels(results)
        kept.keep_located(file, run.submission.sha256, needed)
    return outcome


def read_and_judge(
    file: RunFile,
    prepared: PreparedCampaign,
    judge: Callable[..., RunOutcome],
    reading_of: Callable[[StoredFile], RunReading] = read_by_itself,
    *,
    stored: StoredFile | None = None,
    with_checksum: bool = True,
) -> RunOutcome:
    """Read a run and have it judged, by `evaluate_run` or `score_run`, if it can be read."""
    run, problems = read_run(file, prepared.campaign, reading_of, stored=stored, with_checksum=with_checksum)
    if run is None:
        return RunOutcome(unread_submission(file), 0, problems)
    return judge(run, prepared.campaign, prepared.plans[file.task], prepared.elements, problems)
