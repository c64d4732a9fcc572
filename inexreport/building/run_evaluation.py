"""What workers do with one run: read and evaluate it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from inexreport.building.prepared_campaign import PreparedCampaign
from inexreport.cache import Cache, digest
from inexreport.errors import InputChangedError
from inexreport.evaluation.run_evaluation import evaluate_run
from inexreport.formats.run_files import RunFile
from inexreport.formats.runs import read_run, unread_submission
from inexreport.judging.location import located_results
from inexreport.model.outcome import RunOutcome
from inexreport.model.run import Results, Run, without_levels
from inexreport.version import code_version


@dataclass(frozen=True, eq=False)
class RunContext:
    """What working on any run of a campaign needs."""

    prepared: PreparedCampaign
    cache: Cache

    def key(self, file: RunFile, sha256: str) -> str:
        """The cache key of a run whose file has this checksum; where the campaign lies does not matter."""
        return digest(code_version(), self.prepared.digest, replace(file, path=Path()), sha256)


@dataclass(frozen=True, slots=True)
class RunToEvaluate:
    """A run file and its checksum; empty if it is not known."""

    file: RunFile
    sha256: str


def evaluate_file(context: RunContext, run: RunToEvaluate) -> RunOutcome:
    """Read and evaluate one run; whatever is wrong with it is in the outcome's problems."""
    cache, file = context.cache, run.file
    found: RunOutcome | None = cache.get("outcome", context.key(file, run.sha256)) if run.sha256 else None
    if found is not None:
        return found
    read, problems = read_run(file, context.prepared.campaign)
    if read is None:
        outcome = RunOutcome(unread_submission(file), 0, problems)
    else:
        prepared, plan = context.prepared, context.prepared.plans[file.task]
        results = _located(read, prepared)
        outcome = evaluate_run(
            replace(read, results=results), prepared.campaign, plan, prepared.elements, problems
        )
        if outcome.evaluated:  # it will be scored under other assessments
            needed = results if plan.reads_levels else without_levels(results)
            cache.put("located", context.key(file, read.submission.sha256), needed)
    if sha256 := outcome.submission.sha256:  # the file may be readable next time
        cache.put("outcome", context.key(file, sha256), outcome)
    return outcome


def located_run(context: RunContext, run: RunToEvaluate) -> Results:
    """The results of an evaluated run with their places in the text.

    Raises
    ------
    InputChangedError
        If the file is no longer what was evaluated.
    """

    def read_again() -> Results:
        read, _ = read_run(run.file, context.prepared.campaign)
        if read is None or read.submission.sha256 != run.sha256:
            raise InputChangedError(run.file.file)
        return _located(read, context.prepared)

    return context.cache.get_or_compute("located", context.key(run.file, run.sha256), read_again)


def _located(run: Run, prepared: PreparedCampaign) -> Results:
    campaign = prepared.campaign
    return located_results(run.results, campaign.assessments, prepared.elements, campaign.collection)


def read_and_judge(file: RunFile, prepared: PreparedCampaign, judge: Callable[..., RunOutcome]) -> RunOutcome:
    """Read a run and judge it, if it can be read; the checksum of its file is not computed."""
    run, problems = read_run(file, prepared.campaign, with_checksum=False)
    if run is None:
        return RunOutcome(unread_submission(file), 0, problems)
    return judge(run, prepared.campaign, prepared.plans[file.task], prepared.elements, problems)
