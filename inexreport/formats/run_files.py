"""Which runs a campaign has: one file each, in the folder of its task."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from inexreport.errors import CampaignRefusedError
from inexreport.formats.campaign_directory import RUNS
from inexreport.formats.input_files import Folder, is_folder, valid_name
from inexreport.formats.protocols import ONLY_TASK
from inexreport.formats.run_content import run_formats
from inexreport.formats.shown_text import examples, quoted
from inexreport.model.campaign import Campaign
from inexreport.model.problem import Problem, ProblemLog, ProblemScope
from inexreport.model.run import RunFacts, Standing

EXTENSIONS = (".run", ".txt", ".trec", ".csv", ".parquet", ".gz", ".xz", ".bz2", ".zst", ".zip")
"""Of files in columns, and of packed ones; further formats have their own."""


STANDING_FOLDERS = frozenset(Standing) - {Standing.OFFICIAL}
"""Names of folders whose runs have this standing and are not ranked."""

METADATA_EXTENSIONS = (".yml", ".yaml")
"""Of a file beside a run with its metadata; without such a run the file is taken for a run."""


@dataclass(frozen=True, slots=True)
class RunFile:
    """A file under runs/ that has not been read yet."""

    task: str
    name: str
    """The file's name without extensions; other files of the task may have the same."""
    path: Path
    file: str
    """Path relative to the campaign directory, with forward slashes."""
    participant: str = ""
    """Name of the participant's folder between the task's and the file; empty if there is none."""
    problems: tuple[Problem, ...] = ()
    """Those of the file's name and place."""
    metadata: Path | None = None
    """A file in the same folder with the metadata of the run."""
    facts: RunFacts = field(default_factory=RunFacts)
    """As the organisers state them; the file is read and scored without them."""

    @property
    def may_be_read(self) -> bool:
        """Whether it is no link out of its folder."""
        return all(problem.code != "link-outside-folder" for problem in self.problems)


class _Found(NamedTuple):
    """A file, and what the folders around it say."""

    participant: str
    standing: Standing
    path: Path


def list_runs(directory: Path, campaign: Campaign) -> tuple[tuple[RunFile, ...], tuple[Problem, ...]]:
    """Return the run files of a campaign, ordered by task and name, and the warnings about its folders.

    Returns
    -------
    runs : tuple of RunFile
        In the order of the campaign's tasks, within a task by name.
    problems : tuple of Problem
        Folders that name no task or cannot be read, and files that lie in no task's folder.
    """
    root = directory.resolve()
    runs_folder = Folder(root, root / RUNS)
    aliases = campaign.task_aliases
    problems: list[Problem] = []
    found: dict[str, list[_Found]] = {task: [] for task in campaign.tasks}
    of_folder = ProblemLog(RUNS)
    if not runs_folder.allows(runs_folder.path, of_folder):
        return (), tuple(of_folder)
    for entry in runs_folder.entries(problems.extend):
        task = entry.name if entry.name in campaign.tasks else aliases.get(entry.name, entry.name)
        log = ProblemLog(runs_folder.relative(entry))
        if not is_folder(entry) and ONLY_TASK in campaign.tasks and campaign.takes_any_task:
            found[ONLY_TASK].append(_Found("", Standing.OFFICIAL, entry))
        elif not is_folder(entry):
            log.add("file-unknown", found="a file", expected="a folder for each task")
        elif runs_folder.allows(entry, log):
            if task in campaign.tasks:
                found[task].extend(_files_of_task(Folder(root, entry), problems))
            else:
                expected = "one of " + ", ".join(campaign.tasks)
                log.add("task-unknown", found=quoted(entry.name), expected=expected)
        problems.extend(log)
    _report_swapped(_folders_of_folders(runs_folder), campaign, of_folder)
    problems[:0] = of_folder
    runs = [run for task, files in found.items() for run in _run_files(Folder(root, root), task, files)]
    return tuple(runs), tuple(problems)


REFUSED = ("folder-unreadable", "run-table-ambiguous", "run-table-twice")
"""Problems with which it is not known which runs there are, or which of them are ranked."""


def are_unknown(problems: Iterable[Problem]) -> bool:
    """Whether the runs of a campaign are not known, by the problems of `list_runs` and `describe_runs`."""
    return any(problem.code in REFUSED for problem in problems)


def refuse_unknown_runs(problems: Sequence[Problem]) -> None:
    """Refuse a campaign whose runs are not known, because a folder cannot be read or runs.csv is ambiguous.

    Parameters
    ----------
    problems : sequence of Problem
        All that are known; those of `list_runs` and `describe_runs` are what counts.

    Raises
    ------
    CampaignRefusedError
    """
    if are_unknown(problems):
        raise CampaignRefusedError(problems)


def run_paths(directory: Path, campaign: Campaign) -> dict[str, Path]:
    """Return the files of runs by the names that problems show; none unless the campaign publishes them."""
    files, _ = list_runs(directory, campaign) if campaign.run_files else ((), ())
    return {file.file: file.path for file in files if file.may_be_read}


def _folders_of_folders(folder: Folder) -> dict[str, list[str]]:
    """Names of the folders in each folder of a folder, links aside."""
    return {
        entry.name: [
            inner.name for inner in Folder(folder.campaign, entry).entries(lambda _: None) if is_folder(inner)
        ]
        for entry in folder.entries(lambda _: None)
        if is_folder(entry) and folder.stays_inside(entry)
    }


def _files_of_task(
    folder: Folder, problems: list[Problem], participant: str = "", standing: Standing = Standing.OFFICIAL
) -> Iterator[_Found]:
    """Yield the files of a task's folder, and of those in it for participants and for runs not ranked."""
    for entry in folder.entries(problems.extend):
        name, log = valid_name(entry.name), ProblemLog(folder.relative(entry))
        if not is_folder(entry) or (not participant and not folder.stays_inside(entry)):
            yield _Found(participant, standing, entry)
        elif not folder.allows(entry, log):
            problems.extend(log)
        elif standing is Standing.OFFICIAL and name in STANDING_FOLDERS:
            yield from _files_of_task(Folder(folder.campaign, entry), problems, participant, Standing(name))
        elif not participant:
            yield from _files_of_task(Folder(folder.campaign, entry), problems, name, standing)
        else:
            log.add("file-unknown", found="a folder", expected="runs of one participant")
            problems.extend(log)


def run_name(file_name: str) -> str:
    """Return a run's name: the file's without the extensions that runs have.

    Examples
    --------
    >>> run_name("VSM_06.v2.xml.gz")
    'VSM_06.v2'
    """
    name = unicodedata.normalize("NFC", valid_name(file_name))
    endings = (*EXTENSIONS, *(extension for one in run_formats() for extension in one.extensions))
    ending = rf"(?<=.)(?:{'|'.join(map(re.escape, endings))})+\Z"
    return re.sub(ending, "", name, flags=re.IGNORECASE | re.ASCII | re.DOTALL)


def metadata_files(paths: Iterable[Path]) -> dict[Path, Path]:
    """By run file, the file with its metadata beside it, where both are among some paths."""
    among = set(paths)
    return {
        path: beside
        for path in among
        if path.suffix not in METADATA_EXTENSIONS
        for extension in METADATA_EXTENSIONS
        if (beside := path.with_name(f"{run_name(path.name)}{extension}")) in among
    }


def _run_files(root: Folder, task: str, files: list[_Found]) -> Iterator[RunFile]:
    """Yield the files of a task by name, each with the problems of its name and place."""
    files_taken: set[str] = set()
    metadata = metadata_files([one.path for one in files])
    files = [one for one in files if one.path not in metadata.values()]
    for participant, standing, path in sorted(
        files, key=lambda one: (run_name(one.path.name), one.path.as_posix())
    ):
        file, name = _unlike(root.relative(path), files_taken), run_name(path.name)
        files_taken.add(file)
        log = ProblemLog(file, ProblemScope.RUN, task, name)
        if path.name != valid_name(path.name):
            log.add(
                "text-not-as-written", found=f"the file name {quoted(path.name)}", expected="visible letters"
            )
        Folder(root.campaign, path.parent).allows(path, log)
        facts = RunFacts(standing=standing)
        yield RunFile(task, name, path, file, participant, tuple(log), metadata.get(path), facts)


def _unlike(file: str, taken: set[str]) -> str:
    """Return a name for a file that differs from those of other files that are shown alike."""
    number, unlike = 1, file
    while unlike in taken:
        number += 1
        unlike = f"{file} ({number})"
    return unlike


def _report_swapped(folders: Mapping[str, Collection[str]], campaign: Campaign, log: ProblemLog) -> None:
    """Report that participants are likely to be above tasks.

    That is so if folders are named after participants that campaign.toml or runs.csv have, or folders in
    them after tasks; where any folder can be a task also if there are more folders than different names in
    them, each of which is in several.
    """
    tasks = {*campaign.tasks, *campaign.task_aliases}
    if campaign.takes_any_task:
        tasks -= folders.keys()
    folders = {name: inside for name, inside in folders.items() if name not in tasks}
    inner = Counter(name for names in folders.values() for name in names)
    stated = {row.facts.participant for row in campaign.run_statements}
    participants = {*campaign.participants, *(one.name for one in campaign.participants.values()), *stated}
    repeated = campaign.takes_any_task and all(folders.values()) and 0 < len(inner) < len(folders)
    if inner and (
        not tasks.isdisjoint(inner)
        or (not participants.isdisjoint(folders) and participants.isdisjoint(inner))
        or (repeated and min(inner.values()) > 1)
    ):
        log.add(
            "run-folders-swapped",
            found=f"{examples(folders)} with {examples(inner)} in them",
            expected="tasks with participants in them",
        )
