"""A campaign directory: its settings, topics, assessments and pools; and which runs it has."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any

import pyarrow as pa

from inexreport.errors import CampaignRefusedError, UsageError
from inexreport.formats.answer_assessments import read_answer_assessments
from inexreport.formats.assessments import read_assessments, read_document_assessments
from inexreport.formats.campaign_file import LARGEST_SETTINGS, read_campaign_file, remaining_settings
from inexreport.formats.document_list import document_lists, read_document_list
from inexreport.formats.editions import EDITIONS, read_editions
from inexreport.formats.file_content import LARGEST_CONTENT, FileContent, utf8_text
from inexreport.formats.imported_scores import SCORES, read_imported_scores
from inexreport.formats.input_files import InputFiles, is_folder, valid_name
from inexreport.formats.likely_format import looks_like
from inexreport.formats.markdown_text import EXPECTED_HTML, excess
from inexreport.formats.names import natural_order
from inexreport.formats.participant_table import PARTICIPANT_TABLE, read_participants
from inexreport.formats.pools import read_pools
from inexreport.formats.protocols import ONLY_TASK, ProtocolFile, parse_protocol
from inexreport.formats.run_table import LARGEST_TABLE, RUN_TABLE, read_run_table
from inexreport.formats.shown_text import ShownTexts, examples, quoted
from inexreport.formats.site_settings import check_badge, read_logo
from inexreport.formats.toml_lines import lines_of
from inexreport.formats.topic_zeros import alike_without_zeros
from inexreport.formats.topics import EXPECTED, add_topics, may_hold_topics
from inexreport.model.assessment import OF_TEXT, OFFICIAL, Assessments, Judged, Pool
from inexreport.model.campaign import AssessmentSet, Campaign
from inexreport.model.imported import ImportedMeasure, ImportedScores
from inexreport.model.problem import Problem, ProblemLog
from inexreport.model.task import Task, official_folders
from inexreport.model.task_assessments import Levels, at_level, at_levels, levels_of, together
from inexreport.model.task_topics import ids_by_name, tell_apart, under_ids
from inexreport.model.topic import Topic

SETTINGS_FILE = "campaign.toml"
RUNS = "runs"
"""The folder that has a folder for each task."""
INPUT_FOLDERS = ("topics", "assessments", "pools", RUNS, SCORES, EDITIONS, "documents")
LARGEST_ABOUT = 2**15
ABOUT_PLACEHOLDER = "About the campaign (Markdown, shown on its front page). Replace this text."
"""What `inexreport init` writes into about.md, which is not published."""
KNOWN_FILES = (SETTINGS_FILE, "about.md", RUN_TABLE, PARTICIPANT_TABLE, "elements.parquet")
ASSESSMENTS = "assessments"
POOLS = "pools"


def campaign_root(directory: Path) -> Path:
    """Return a campaign directory with its links resolved.

    Raises
    ------
    UsageError
        If it is none, or cannot be entered.
    """
    root = directory.resolve()
    if not is_folder(root):
        raise UsageError(f"There is no directory {str(directory)!r}. Give the path of a campaign directory.")
    try:
        has_settings = (root / SETTINGS_FILE).exists()
    except OSError as error:
        raise UsageError(f"The directory {str(directory)!r} cannot be read: {error.strerror}.") from error
    if not has_settings:
        raise UsageError(
            f"The directory {str(directory)!r} has no {SETTINGS_FILE}. Give the path of a campaign "
            "directory, or make one with `inexreport init`."
        )
    return root


def refuse_among_inputs(root: Path, out: Path) -> None:
    """Make sure that what is published does not come to lie among a campaign's inputs.

    Raises
    ------
    UsageError
        If this is the campaign directory itself, or lies in one of its folders of inputs.
    """
    place = out.resolve()
    folders = [folder for folder in INPUT_FOLDERS if place.is_relative_to((root / folder).resolve())]
    if folders or place == root:
        where = f"in {folders[0]}/, among the inputs" if folders else "the directory"
        raise UsageError(
            f"--out {out} is {where} of the campaign {root}: files of the site would be taken for inputs. "
            "Choose another --out, such as a separate folder next to the campaign."
        )


def campaign_slug(root: Path) -> str:
    """Return the name by which a campaign is addressed: that of its directory."""
    return valid_name(root.name)


def read_campaign(directory: Path, *, assessed: bool = True) -> tuple[Campaign, tuple[Problem, ...]]:
    """Read everything about a campaign but its runs.

    Parameters
    ----------
    directory : Path
        The campaign directory; its name becomes the campaign's slug.
    assessed : bool
        Whether it must have assessments, as it must before any run is scored.

    Returns
    -------
    campaign : Campaign
    problems : tuple of Problem
        Warnings, file by file.

    Raises
    ------
    UsageError
        If the directory is no campaign directory.
    CampaignRefusedError
        With every problem of all files, if one of them is an error.
    """
    campaign, problems = examine_campaign(directory, assessed=assessed)
    if any(problem.is_error for problem in problems):
        raise CampaignRefusedError(problems)
    return campaign, problems


def examine_campaign(directory: Path, *, assessed: bool = True) -> tuple[Campaign, tuple[Problem, ...]]:
    """Read everything about a campaign but its runs, as far as it can be read.

    Parameters and problems as in `read_campaign`, but that errors are among the problems. If campaign.toml is
    one of them, the campaign's settings are those of `remaining_settings`.

    Raises
    ------
    UsageError
        If the directory is no campaign directory.
    """
    return _DirectoryReader(campaign_root(directory), assessed).campaign()


class _DirectoryReader:
    """Reads one campaign directory part by part."""

    def __init__(self, root: Path, assessed: bool) -> None:
        self._files = InputFiles(root)
        self._assessed = assessed

    def campaign(self) -> tuple[Campaign, tuple[Problem, ...]]:
        files = self._files
        settings_content = files.content(files.top.path / SETTINGS_FILE, LARGEST_SETTINGS)
        toml = settings_content.data if settings_content else b""
        folders = self._run_folders()
        log = files.log(SETTINGS_FILE)
        protocol_of = cache(partial(self._protocol, toml))  # which may be asked for twice
        settings = read_campaign_file(toml, log, folders, protocol_of) if settings_content else None
        settings = settings or remaining_settings(toml, folders, protocol_of)
        measures = settings.pop("imported", None)
        judged = settings["judged"]
        about = self._about()
        tasks = settings["tasks"].values()
        self._tasks = [*settings["tasks"]] if judged is Judged.DOCUMENTS and len(tasks) > 1 else []
        topics = self._topics(needed=judged in OF_TEXT)
        self._judges_answers = judged is Judged.ANSWERS
        self._relevance_level = settings.get("relevance_level", 1) if judged is Judged.DOCUMENTS else None
        official = {name: self._official(name, topics, tasks) for name in official_folders(tasks)}
        assessments, of_tasks, levels = self._of_tasks(official, tasks)
        named = {one.name: one for one in settings.get("assessment_sets", ()) if one.dimension}
        further = [self._judge(name, topics, self._tasks) for name in self._further_folders(official)]
        judges = tuple(one for one in further if one.topics and one.judge not in named)
        dimensions = tuple(
            at_level(one, named[one.judge].relevance_level or settings.get("relevance_level", 1))
            for one in further
            if one.topics and one.judge in named
        )
        if judged is Judged.DOCUMENTS:
            settings["relevance_level"] = self._relevance_level
            if of_tasks:
                judges = tuple(at_levels(one, levels, settings["relevance_level"]) for one in judges)
        if judged not in OF_TEXT:
            judged_only = {one: Topic(one, tasks=self._others) for one in assessments.topics}
            topics = _in_order(judged_only | topics)
            settings["assessment_sets"] = _with_all_judges(settings.get("assessment_sets", ()), judges)
        names = self._document_names() if judged is Judged.DOCUMENTS else None
        own_names = {task: self._document_names(task) for task in self._tasks}
        pools = self._pools(topics) if is_folder(files.top.path / POOLS) else None
        table = self._optional(RUN_TABLE, LARGEST_TABLE)
        statements = read_run_table(*table) if table else ()
        self._add_participants(settings)
        imported = () if measures is None else self._imported(measures, settings, toml, assessments, topics)
        editions = read_editions(files, settings.pop("editions", ())) if measures is not None else ()
        logo = settings.pop("logo", "")
        self._report_unknown_entries(settings["protocol"], logo)
        if badge := settings.get("badge"):
            check_badge(badge, statements, toml, files.log(SETTINGS_FILE))
        picture = read_logo(files, logo, toml, SETTINGS_FILE, INPUT_FOLDERS)
        campaign = Campaign(
            slug=campaign_slug(files.top.path),
            topics=topics,
            assessments=assessments,
            task_assessments=of_tasks,
            about=about,
            inputs=files.inputs,
            judges=judges,
            dimensions=dimensions,
            pools=pools or None,
            document_names=names,
            task_document_names={task: of for task, of in own_names.items() if of is not None},
            run_statements=statements,
            imported=imported,
            editions=editions,
            logo=picture,
            **settings,
        )
        return campaign, files.problems

    def _protocol(self, toml: bytes, name: str) -> ProtocolFile | None:
        """The protocol in a file that campaign.toml names."""
        place = self._files.named(name, INPUT_FOLDERS)
        if place is None:
            self._files.log(SETTINGS_FILE).add(
                "protocol-unknown",
                found=quoted(name),
                expected="the path of a file in the campaign directory, in none of its folders "
                + ", ".join(INPUT_FOLDERS),
                lines=lines_of(toml.decode("utf-8-sig"), ["protocol"]),
            )
            return None
        content = self._files.content(place, LARGEST_SETTINGS)
        if content is None:
            return None
        return parse_protocol(content.data, self._files.log(self._files.top.relative(place)))

    def _run_folders(self) -> list[str]:
        """Names of the folders of runs, and `ONLY_TASK` if there are runs outside of these."""
        entries = self._files.folder(RUNS).entries(lambda _: None)
        names = [valid_name(entry.name) for entry in entries if is_folder(entry)]
        return names if len(names) == len(entries) else [*names, ONLY_TASK]

    def _optional(self, name: str, largest: int = LARGEST_CONTENT) -> tuple[bytes, ProblemLog] | None:
        """The content of a file that a campaign may have, and its log; None if there is none to read."""
        path = self._files.top.path / name
        content = self._files.content(path, largest) if os.path.lexists(path) else None
        return (content.data, self._files.log(name)) if content else None

    def _add_participants(self, settings: dict[str, Any]) -> None:
        """Add the participants of participants.csv to those of campaign.toml."""
        table = self._optional(PARTICIPANT_TABLE, LARGEST_TABLE)
        if table is None:
            return
        named, found, log = settings.get("participants", {}), read_participants(*table), table[1]
        if twice := found.keys() & named.keys():
            expected = f"each participant here or in {SETTINGS_FILE}"
            log.add("participant-table", found=f"{examples(sorted(twice))} as there", expected=expected)
        settings["participants"] = found | named

    def _about(self) -> str:
        found = self._optional("about.md", LARGEST_ABOUT)
        if found is None:
            return ""
        log = found[1]
        text = utf8_text(*found) or b""
        texts = ShownTexts()
        readable = texts.shown("about.md", text.decode("utf-8").replace("\r", ""), 1, LARGEST_ABOUT)
        texts.report(log)
        if too_much := excess(readable):
            log.add("about-too-intricate", found=too_much, expected=EXPECTED_HTML)
        before, *rest = readable.split(ABOUT_PLACEHOLDER)
        if rest:
            log.add(
                "about-unedited",
                found=quoted(ABOUT_PLACEHOLDER),
                expected="a text about the campaign",
                lines=[before.count("\n") + 1],
            )
        return "" if rest else readable

    def _document_names(self, task: str = "") -> pa.StringArray | None:
        found = next(filter(None, map(self._optional, document_lists(task))), None)
        return read_document_list(*found) if found else None

    def _by_task(
        self, folder: str, tasks: Collection[str]
    ) -> Iterator[tuple[str, tuple[FileContent, ProblemLog]]]:
        """Yield the files of a folder, those in a folder named after one of the tasks with its name."""
        for content, log in self._files.contents(folder):
            _, *folders, _ = PurePosixPath(log.file).parts
            yield folders[0] if folders and folders[0] in tasks else "", (content, log)

    def _topics(self, *, needed: bool) -> dict[str, Topic]:
        parts: dict[str, dict[str, Topic]] = {}
        for task, (content, log) in self._by_task("topics", self._tasks):
            if log.file.endswith(".dtd") or not may_hold_topics(content.data):
                found = f"no topic file{looks_like(content.data)}"
                log.add("file-unknown", found=found, expected=EXPECTED)
                continue
            add_topics(parts.setdefault(task, {}), content.data, log)
        self._own = parts.keys() - {""}
        self._others = tuple(task for task in self._tasks if task not in self._own) if self._own else None
        apart = tell_apart(parts, self._others)
        topics = {topic.id: topic for topic in apart}
        for topic in apart if len(topics) < len(apart) else ():
            if topics[topic.id] is not topic:
                found = f"topic {quoted(topic.id)} twice"
                expected = "no identifier like that of a topic in topics/TASK/"
                self._files.log("topics").add("topic-id-twice", found=found, expected=expected)
        if needed and not topics and not self._files.has_errors_below("topics"):
            self._files.log("topics").add(
                "topics-missing", found="no topic", expected="at least one topic file"
            )
        return _in_order(topics)

    def _official(self, name: str, topics: dict[str, Topic], tasks: Collection[Task]) -> Assessments:
        folder = f"{ASSESSMENTS}/{name}"
        assessments = self._judge(name, topics, [task.name for task in tasks if task.assessments == name])
        if self._assessed and not assessments.topics and not self._files.has_errors_below(folder):
            self._files.log(folder).add(
                "assessments-missing", found="no judgement", expected="at least one file"
            )
        return replace(assessments, judge=OFFICIAL)

    def _of_tasks(
        self, official: dict[str, Assessments], tasks: Collection[Task]
    ) -> tuple[Assessments, dict[str, Assessments], Levels]:
        """The official assessments together, and by task where these differ, with their levels."""
        by_task = {task.name: (task.assessments, task.relevance_level) for task in tasks}
        used = sorted({*by_task.values()}, key=lambda one: (one[1], list(official).index(one[0])))
        if self._relevance_level is None or not used:
            return next(iter(official.values())), {}, {}
        if len(used) == 1:
            ((name, self._relevance_level),) = used
            return at_level(official[name], self._relevance_level), {}, {}
        levels = levels_of([(official[name], level) for name, level in used])
        of_tasks = {task: at_level(official[name], level) for task, (name, level) in by_task.items()}
        return together(OFFICIAL, levels), of_tasks, levels

    def _further_folders(self, official: Collection[str]) -> Iterator[str]:
        """Yield the names of the folders of every judge but the official ones."""
        for entry in self._files.folder(ASSESSMENTS).entries(self._files.report):
            if is_folder(entry) and entry.name not in official:
                yield entry.name

    def _judge(self, judge: str, topics: dict[str, Topic], tasks: Collection[str]) -> Assessments:
        """The assessments in a folder, which may be for some tasks, by identifiers of their topics."""
        folder, ids = f"{ASSESSMENTS}/{judge}", ids_by_name(topics.values(), tasks)
        files = self._files.contents(folder)
        if self._judges_answers:
            assessments = read_answer_assessments(valid_name(judge), files)
        elif self._relevance_level is None:
            assessments = read_assessments(valid_name(judge), files)
        else:
            assessments = read_document_assessments(valid_name(judge), files, self._relevance_level, ids)
        unknown = [topic for topic in assessments.topics if topic not in ids]
        if self._relevance_level is not None and alike_without_zeros(unknown, ids):
            return assessments  # with an error
        unasked = [one for one in unknown if one in topics or (tasks and self._own.issuperset(tasks))]
        if topics and unknown:
            self._files.log(folder).add(
                "assessments-topic-unasked" if unasked else "assessments-topic-unknown",
                found=f"topic {examples(unasked or unknown)}",
                expected="a topic file for every assessed topic"
                + (f" of the task {' or '.join(tasks)}" if unasked else ""),
                count=len(unasked or unknown),
            )
        asked = {one: of for one, of in assessments.topics.items() if one not in unasked}
        return replace(assessments, topics=under_ids(asked, ids))

    def _pools(self, topics: dict[str, Topic]) -> dict[str, Pool]:
        parts: dict[str, list[tuple[FileContent, ProblemLog]]] = {}
        for task, file in self._by_task(POOLS, self._own):
            parts.setdefault(task, []).append(file)
        pools: dict[str, Pool] = {}
        for task, files in parts.items():
            tasks = [task] if task else self._tasks
            pools |= under_ids(read_pools(files), ids_by_name(topics.values(), tasks))
        return pools

    def _imported(
        self,
        measures: dict[str, ImportedMeasure],
        settings: dict[str, Any],
        toml: bytes,
        assessments: Assessments,
        topics: dict[str, Topic],
    ) -> tuple[ImportedScores, ...]:
        aliases = settings["task_aliases"]
        known = topics.keys() | assessments.topics.keys()
        found = read_imported_scores(self._files, measures, settings["tasks"], aliases, known)
        missing = [name for name in measures if all(one.measure.name != name for one in found)]
        for name in () if self._files.has_errors_below(SCORES) else missing:
            self._files.log(SETTINGS_FILE).add(
                "imported-scores-missing",
                found=quoted(name),
                expected=f"a file {SCORES}/TASK/{name}.csv",
                lines=lines_of(toml.decode("utf-8-sig"), ["imported", name]),
            )
        return found

    def _report_unknown_entries(self, *named: str) -> None:
        """Report what is no part of a campaign; `named` are paths in campaign.toml."""
        files, tops = self._files, [top for path in named for top in PurePosixPath(path).parts[:1]]
        for entry in files.top.entries(files.report):
            lists = () if self._relevance_level is None else document_lists()
            known = INPUT_FOLDERS if is_folder(entry) else (*KNOWN_FILES, *lists)
            if entry.name not in (*known, *tops, *chain(*map(document_lists, self._tasks))):
                files.log(files.top.relative(entry)).add(
                    "file-unknown",
                    found="a folder" if is_folder(entry) else "a file",
                    expected="one of " + ", ".join(known),
                )
        for entry in files.folder(ASSESSMENTS).entries(files.report):
            if not is_folder(entry):
                files.log(files.top.relative(entry)).add(
                    "file-unknown", found="a file", expected=f"folders such as {ASSESSMENTS}/{OFFICIAL}"
                )


def _in_order(topics: dict[str, Topic]) -> dict[str, Topic]:
    return {topic: topics[topic] for topic in sorted(topics, key=natural_order)}


def _with_all_judges(
    sets: tuple[AssessmentSet, ...], judges: tuple[Assessments, ...]
) -> tuple[AssessmentSet, ...]:
    """The sets of campaign.toml, and one for each judge that it does not name."""
    named = {one.name for one in sets}
    return (*sets, *(AssessmentSet(name=one.judge) for one in judges if one.judge not in named))
