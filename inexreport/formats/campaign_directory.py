"""A campaign directory: its settings, topics and official assessments; and which runs it has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from inexreport.errors import CampaignRefusedError, UsageError
from inexreport.formats.assessments import read_assessments
from inexreport.formats.campaign_file import read_campaign_file
from inexreport.formats.directory_listing import Folder, outside_link_problem
from inexreport.formats.file_content import FileContent, read_content, utf8_text
from inexreport.formats.names import natural_order
from inexreport.formats.quoting import examples, quoted
from inexreport.formats.run_files import RunFile, list_runs
from inexreport.formats.topics import read_topics
from inexreport.model.assessment import Assessments
from inexreport.model.campaign import Campaign, InputFile
from inexreport.model.problem import Problem, ProblemLog, ProblemScope
from inexreport.model.problem_kinds import Severity
from inexreport.model.topic import Topic

__all__ = ["RunFile", "list_runs", "read_campaign"]

SETTINGS_FILE = "campaign.toml"
OFFICIAL = "official"
KNOWN_FILES = (SETTINGS_FILE, "about.md", "elements.parquet")
KNOWN_FOLDERS = ("topics", "assessments", "pools", "runs", "documents")


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
    root = directory.resolve()
    if not root.is_dir():
        raise UsageError(f"There is no directory {str(directory)!r}. Give the path of a campaign directory.")
    if not (root / SETTINGS_FILE).exists():
        raise UsageError(
            f"The directory {str(directory)!r} has no {SETTINGS_FILE}. Give the path of a campaign "
            "directory, or make one with `inexreport init`."
        )
    return _DirectoryReader(root, assessed).campaign()


class _DirectoryReader:
    """Reads the files of one campaign directory and keeps what is said of all of them."""

    def __init__(self, root: Path, assessed: bool) -> None:
        self._top = Folder(root, root)
        self._assessed = assessed
        self._logs: dict[str, ProblemLog] = {}
        self._inputs: list[InputFile] = []

    def campaign(self) -> tuple[Campaign, tuple[Problem, ...]]:
        settings_content = self._content(self._top.path / SETTINGS_FILE)
        settings = (
            read_campaign_file(settings_content.data, self._log(SETTINGS_FILE)) if settings_content else None
        )
        about = self._about()
        topics = self._topics()
        assessments = self._assessments()
        self._report_assessed_without_topic(topics, assessments)
        self._report_unknown_entries()
        problems = tuple(problem for log in self._logs.values() for problem in log)
        if settings is None or any(problem.severity is Severity.ERROR for problem in problems):
            raise CampaignRefusedError(problems)
        campaign = Campaign(
            slug=self._top.path.name,
            title=settings.title,
            year=settings.year,
            protocol=settings.protocol,
            tasks=settings.tasks,
            topics=topics,
            assessments=assessments,
            collection=settings.collection,
            participants=settings.participants,
            citation=settings.citation,
            licence=settings.licence,
            about=about,
            inputs=tuple(sorted(self._inputs, key=lambda read: read.file)),
        )
        return campaign, problems

    def _log(self, file: str) -> ProblemLog:
        return self._logs.setdefault(file, ProblemLog(file))

    def _content(self, path: Path) -> FileContent | None:
        """Read a file of the campaign and remember its checksum."""
        file = self._top.relative(path)
        if not self._top.stays_inside(path):
            self._log(file).extend(outside_link_problem(file, ProblemScope.CAMPAIGN))
            return None
        content = read_content(path, self._log(file))
        if content is not None:
            self._inputs.append(InputFile(file, content.sha256))
        return content

    def _files(self, folder: str) -> Iterator[tuple[FileContent, ProblemLog]]:
        """Yield the files below a folder that can be read."""
        path = self._top.path / folder
        if not self._top.stays_inside(path):
            self._log(folder).extend(outside_link_problem(folder, ProblemScope.CAMPAIGN))
            return
        for file in Folder(self._top.campaign, path).files_below():
            content = self._content(file)
            if content is not None:
                yield content, self._log(self._top.relative(file))

    def _about(self) -> str:
        path = self._top.path / "about.md"
        content = self._content(path) if path.exists() or path.is_symlink() else None
        return utf8_text(content.data, self._log("about.md")).decode("utf-8") if content else ""

    def _topics(self) -> dict[str, Topic]:
        topics: dict[str, Topic] = {}
        for content, log in self._files("topics"):
            if not content.is_markup or log.file.endswith(".dtd"):
                log.add("file-unknown", found="no topic file", expected="topic files in XML")
                continue
            for topic in read_topics(content.data, log):
                first = topics.setdefault(topic.id, topic)
                if first is not topic:
                    log.add(
                        "topic-id-twice",
                        found=f"topic {quoted(topic.id)} as in {first.file}:{first.line}",
                        expected="an identifier of its own",
                        lines=[topic.line],
                    )
        if not topics and not self._has_errors_below("topics/"):
            self._log("topics").add("topics-missing", found="no topic", expected="at least one topic file")
        return {topic: topics[topic] for topic in sorted(topics, key=natural_order)}

    def _assessments(self) -> Assessments:
        folder = f"assessments/{OFFICIAL}"
        assessments = read_assessments(OFFICIAL, self._files(folder))
        if self._assessed and not assessments.topics and not self._has_errors_below(folder + "/"):
            self._log(folder).add("assessments-missing", found="no judgement", expected="at least one file")
        return assessments

    def _has_errors_below(self, folder: str) -> bool:
        """Whether errors of a folder's files already say why nothing came of them."""
        return any(log.has_errors for file, log in self._logs.items() if file.startswith(folder))

    def _report_assessed_without_topic(self, topics: dict[str, Topic], assessments: Assessments) -> None:
        unknown = [topic for topic in assessments.topics if topic not in topics]
        if topics and unknown:
            self._log(f"assessments/{OFFICIAL}").add(
                "assessments-topic-unknown",
                found=f"topic {examples(unknown)}",
                expected="a topic file for every assessed topic",
                count=len(unknown),
            )

    def _report_unknown_entries(self) -> None:
        for entry in self._top.entries():
            known = KNOWN_FOLDERS if entry.is_dir() else KNOWN_FILES
            if entry.name not in known:
                self._log(self._top.relative(entry)).add(
                    "file-unknown",
                    found="a folder" if entry.is_dir() else "a file",
                    expected="one of " + ", ".join(known),
                )
        for entry in Folder(self._top.campaign, self._top.path / "assessments").entries():
            if not entry.is_dir():
                self._log(self._top.relative(entry)).add(
                    "file-unknown", found="a file", expected=f"folders such as assessments/{OFFICIAL}"
                )
