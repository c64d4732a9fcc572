"""From campaign directories to their sites: read, evaluate, compare with the previous site, write."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.file_checksums import file_checksums
from inexreport.building.resources import DEFAULT_RESOURCES, Progress, Resources, no_progress
from inexreport.building.run_evaluation import WORKER_DIED
from inexreport.building.verifying.checksums import archive_is_current, asset_differences, verify_checksums
from inexreport.cache import digest
from inexreport.errors import InexreportError, UsageError
from inexreport.formats.campaign_directory import campaign_root, campaign_slug, refuse_among_inputs
from inexreport.formats.run_files import run_paths
from inexreport.model.outcome import CampaignOutcome, TaskOutcome
from inexreport.model.problem import Problem
from inexreport.model.problem_kinds import Severity
from inexreport.rendering.archive import write_archive
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.environment import templates_version
from inexreport.rendering.output_folder import site_folder
from inexreport.rendering.publishing.archive_lock import archive_to_itself
from inexreport.rendering.site import write_site
from inexreport.rendering.site_files import sha256
from inexreport.report.audience import PUBLIC, Audience, Readers
from inexreport.report.data import CHECKSUMS_FILE
from inexreport.report.embargo import participant_outcome
from inexreport.statistics.standings import task_standings
from inexreport.subjects.problems import all_problems
from inexreport.version import code_version


class Leaders(NamedTuple):
    """The runs that rank first in a task, several if their scores are equal, by the official metric."""

    runs: tuple[str, ...]
    metric: str
    score: float


class TaskSummary(NamedTuple):
    """Numbers of runs of a task, the rejected ones with their first error, and who leads.

    Nobody leads if no run is ranked, and for a participant, who knows no other runs.
    """

    task: str
    runs: int
    evaluated: int
    rejected: tuple[tuple[str, Problem], ...]
    leaders: Leaders | None = None


@dataclass(frozen=True, slots=True)
class BuildSummary:
    """Result of a build.

    Attributes
    ----------
    site : str
        Name of the campaign's folder in the archive.
    tasks : tuple of TaskSummary
        The tasks that have runs.
    warnings : int
        Number of warnings about the campaign and its runs that the audience may see.
    written : bool
        False if the published site was already up to date.
    """

    site: str
    tasks: tuple[TaskSummary, ...]
    warnings: int
    written: bool = True


Finished = Callable[[Path, BuildSummary | InexreportError], None]
"""Called with a campaign directory and its result."""


def build(
    directory: Path,
    out: Path,
    progress: Progress = no_progress,
    audience: Audience = PUBLIC,
    resources: Resources = DEFAULT_RESOURCES,
) -> BuildSummary:
    """Evaluate a campaign and write its site into ``out/<slug>``, next to those of other campaigns.

    The previous site stays in place until the new one is complete, and if nothing has changed.

    Parameters
    ----------
    directory : Path
        The campaign directory.
    out : Path
        Folder of the archive, for one audience; created if it is missing.
    progress : callable, optional
    audience : Audience
    resources : Resources, optional

    Returns
    -------
    BuildSummary

    Raises
    ------
    CampaignRefusedError
        With every problem of the campaign's own files.
    UsageError
        If the archive is for another audience or among the campaign's inputs, the participant has no run, or
        another build is using the archive.
    NotWrittenError
        If the site cannot be written, for example because the disk is full; the previous site stays.
    """
    refuse_among_inputs(campaign_root(directory), out)
    with archive_to_itself(out):
        return _build(directory, out, progress, audience, resources)


def build_several(
    directories: Sequence[Path],
    out: Path,
    finished: Finished,
    progress_display: Callable[[], AbstractContextManager[Progress]],
    audience: Audience = PUBLIC,
    resources: Resources = DEFAULT_RESOURCES,
) -> None:
    """Build campaigns one after the other; an error in one does not stop the others.

    Parameters are those of `build`, and:

    Parameters
    ----------
    directories : sequence of Path
    finished : callable
        Called after each campaign, with its error if it was not built.
    progress_display : callable
        Returns the progress display of a campaign, which is closed before `finished` is called.

    Raises
    ------
    UsageError
        Before anything is built, if `build` would raise it for a campaign because of its folders, or if two
        campaigns have the same site folder.
    NotWrittenError
        Before anything is built, if the archive is not writable.
    """
    _check_folders(directories, out, audience)
    with archive_to_itself(out):
        for directory in directories:
            try:
                with progress_display() as progress:
                    summary = _build(directory, out, progress, audience, resources)
            except InexreportError as error:
                finished(directory, error)
            else:
                finished(directory, summary)


def _build(
    directory: Path, out: Path, progress: Progress, audience: Audience, resources: Resources
) -> BuildSummary:
    cache, root = resources.cache, directory.resolve()
    folder = site_folder(out, campaign_slug(campaign_root(directory)), audience)

    checksums = file_checksums(root, cache, excluded=out.resolve()) if cache.folder else None
    key = digest(code_version(), templates_version(), str(audience), root, checksums, folder.resolve())
    previous: tuple[str, BuildSummary] | None = cache.get("site", key)
    if previous and previous[0] == _published_checksum(folder, out):
        if not archive_is_current(out):
            write_archive(out, cache)
        return replace(previous[1], written=False)

    outcome, prepared = evaluate_campaign(directory, progress, resources, checksums)
    write_site(
        outcome,
        prepared.metrics,
        out,
        progress=lambda done, total: progress("Writing pages", done, total),
        audience=audience,
        workers=resources.workers,
        cache=cache,
        run_paths=run_paths(root, outcome.campaign),
    )
    leaders = {task.task.name: leading_runs(task) for task in outcome.tasks}
    all_done = all(problem.code != WORKER_DIED for problem in all_problems(outcome))
    if audience.readers is Readers.PARTICIPANT:
        outcome, leaders = participant_outcome(audience.participant, outcome), {}
    summary = summarise(outcome, folder.name, leaders)
    if all_done:  # else the next build tries again, as more memory may be free
        cache.put("site", key, (sha256((folder / CHECKSUMS_FILE).read_bytes()), summary))
    return summary


def _published_checksum(folder: Path, out: Path) -> str | None:
    """The checksum of a published site; None if any of its files is missing, altered or additional."""
    found = verify_checksums(folder)
    if found.differences or any(asset_differences(out / ASSETS, found.assets)):
        return None
    return sha256((folder / CHECKSUMS_FILE).read_bytes())


def leading_runs(outcome: TaskOutcome) -> Leaders | None:
    """The runs of rank 1 in a task; None if no run is ranked."""
    standings = task_standings(outcome)
    first = [row for row in range(len(standings.runs)) if standings.rank(row) == 1]
    if not first:
        return None
    names = tuple(standings.runs[row].submission.name for row in first)
    return Leaders(names, outcome.task.official, float(standings.means[first[0], standings.official]))


def summarise(outcome: CampaignOutcome, site: str, leaders: Mapping[str, Leaders | None]) -> BuildSummary:
    """The summary of a site that was built from an outcome, with the leaders by task."""
    runs = [run for task in outcome.tasks for run in task.runs]
    problems = [*outcome.problems, *(problem for run in runs for problem in run.problems)]
    tasks = (
        TaskSummary(
            task.task.name,
            runs=len(task.runs),
            evaluated=sum(run.evaluated for run in task.runs),
            rejected=tuple((run.submission.name, run.errors[0]) for run in task.runs if run.errors),
            leaders=leaders.get(task.task.name),
        )
        for task in outcome.tasks
    )
    warnings = sum(problem.severity is Severity.WARNING for problem in problems)
    return BuildSummary(site, tuple(tasks), warnings)


def _check_folders(directories: Sequence[Path], out: Path, audience: Audience) -> None:
    taken: dict[str, Path] = {}
    for directory in directories:
        root = campaign_root(directory)
        refuse_among_inputs(root, out)
        folder = site_folder(out, campaign_slug(root), audience)
        name = folder.name.casefold()  # some file systems ignore case
        if name in taken:
            raise UsageError(
                f"{taken[name]} and {directory} would both become {folder}, since a campaign's directory "
                "gives its site the name. Rename one, or build it into another --out."
            )
        taken[name] = directory
