"""campaign.toml: the settings of a campaign."""

from __future__ import annotations

import datetime
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError

from inexreport.formats.protocols import (
    NO_PROTOCOL,
    PROTOCOL_SUFFIX,
    BrokenProtocolError,
    ProtocolFile,
    protocol_names,
    read_protocol,
    tasks_of,
)
from inexreport.formats.shown_text import quoted
from inexreport.formats.site_settings import SiteSettings
from inexreport.formats.toml_content import MistakeCodes, read_toml, report_mistakes, suggestion
from inexreport.formats.toml_lines import lines_of
from inexreport.model.assessment import OFFICIAL, Judged
from inexreport.model.campaign import (
    CANDIDATES,
    SELECTED,
    AssessmentSet,
    AssessmentSettings,
    Author,
    Collection,
    CollectionSettings,
    Count,
    Limits,
    Order,
    Participant,
)
from inexreport.model.edition import Edition
from inexreport.model.imported import ImportedMeasure, ImportedSettings
from inexreport.model.problem import ProblemLog
from inexreport.model.settings import LAX, AnyText, Grade, Name, Rank, Settings, Title
from inexreport.model.shown_text import shown
from inexreport.model.task import (
    CorrelationTable,
    Significance,
    Task,
    TaskRules,
    TaskSettings,
    TopicSelection,
    make_task,
    missing_settings,
)

LARGEST_SETTINGS = 2**18
"""Bytes of campaign.toml, or of a file with a protocol."""

SYNTAX = "campaign-toml-syntax"
MISSING, WRONG = "campaign-key-missing", "campaign-value-wrong"
CODES = MistakeCodes(MISSING, "campaign-key-unknown", WRONG)

Report = Callable[[str, Sequence[str | int], str, str], None]
"""Adds a problem to the log of campaign.toml: code, setting, and what is found and expected."""

ProtocolOfFile = Callable[[str], ProtocolFile | None]
"""Returns the protocol in a file of the campaign, by its path; None where its problems are reported."""


def no_file(path: str) -> None:
    """Return no protocol, as for campaign.toml without a directory."""


_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>{}\\^`|]+", re.ASCII)


def _is_doi(text: str) -> str:
    """Accept a DOI, with or without the address of its resolver, which is removed."""
    doi = re.sub(r"^https?://(?:dx\.)?doi\.org/", "", text)
    if doi and not _DOI.fullmatch(doi):
        raise ValueError("a DOI such as 10.5281/zenodo.1234567")
    return doi


def _is_date(value: object) -> object:
    if type(value) is not datetime.date:  # a time of day is a date, too, for Python
        raise ValueError("a date without quotation marks, such as 2026-11-20")
    return value


class EditionSettings(Settings):
    """A table ``[[editions]]``, see `inexreport.model.edition.Edition`."""

    date: Annotated[datetime.date, BeforeValidator(_is_date)]
    reason: AnyText = ""


class ParticipantSettings(Participant):
    """A table ``[participants.ID]``."""

    name: Title


MeasureName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,49}$")]


class CampaignTask(TaskSettings):
    """A table ``[tasks.X]`` of campaign.toml."""

    collection: CollectionSettings | None = None


class CampaignFile(Settings):
    """All settings of campaign.toml, see `inexreport.model.campaign.Campaign`.

    A setting with an example or a default, and its description, is written by `inexreport init`. One with a
    title is shown on the front page under it, and nowhere else.
    """

    title: Title
    year: Annotated[int, Field(ge=1900, le=2999)]
    protocol: str = ""
    citation: AnyText = Field(default="", examples=["..."], description='shown under "how to cite"')
    licence: AnyText = Field(default="", examples=["..."], description="shown with it")
    url: AnyText = Field(default="", examples=["https://..."], description="of the campaign's own site")
    doi: Annotated[AnyText, AfterValidator(_is_doi)] = Field(
        default="", examples=["10.5281/zenodo.1234567"], description="of the results"
    )
    publisher: AnyText = Field(
        default="", examples=["..."], description="organisation that publishes the results, for archives"
    )
    authors: Annotated[tuple[Author, ...], LAX] = ()
    editions: Annotated[tuple[EditionSettings, ...], LAX] = ()
    judged: Annotated[Judged, LAX] | None = Field(
        default=None, description='"elements", "passages", "documents" or "answers"; the protocol says it'
    )
    order: Annotated[Order, LAX] | None = Field(
        default=None, description='of results that counts: "file" or "score"; the protocol says it'
    )
    relevance_level: Grade | None = Field(
        default=None, examples=[2], description="lowest grade of a document that is relevant"
    )
    pool_depth: Rank | None = Field(
        default=None, examples=[100], description="results of a run that went into the pools, in all tasks"
    )
    topics: Annotated[TopicSelection, LAX] | None = Field(
        default=None,
        examples=["returned"],
        description="means over answered topics only; by default over all assessed ones",
    )
    candidate_topics: Count | None = Field(
        default=None,
        examples=[143],
        title=CANDIDATES,
        description="proposed ones",
    )
    selected_topics: Count | None = Field(
        default=None, examples=[60], title=SELECTED, description="if topics/ has not all of them"
    )
    significance: Annotated[Significance, LAX] | None = Field(
        default=None,
        examples=["tukey"],
        description='test that groups the runs: paired "t", or randomised "tukey" HSD',
    )
    site: SiteSettings = SiteSettings()
    collection: CollectionSettings = CollectionSettings()
    limits: Limits = Limits()
    participants: dict[Name, ParticipantSettings] = Field(default_factory=dict)
    assessments: dict[Name, AssessmentSettings] = Field(default_factory=dict)
    rules: TaskRules = TaskRules()
    correlations: CorrelationTable | None = None
    tasks: dict[Name, CampaignTask] = Field(default_factory=dict)
    topic_tags: dict[Title, Annotated[tuple[Name, ...], LAX]] = Field(default_factory=dict)
    imported: dict[MeasureName, ImportedSettings] = Field(default_factory=dict)


def read_campaign_file(
    data: bytes, log: ProblemLog, folders: Sequence[str] = (), protocol_of_file: ProtocolOfFile = no_file
) -> dict[str, Any] | None:
    """Return the settings of a campaign; None, with every mistake in `log`, if there is one.

    Parameters
    ----------
    data : bytes
        Content of campaign.toml.
    log : ProblemLog
        Of the file.
    folders : sequence of str
        Names of the folders of runs, which are tasks if the protocol says so.
    protocol_of_file : callable, optional

    Returns
    -------
    dict of str to object, or None
        Fields of `Campaign`: those of `CampaignFile`, and the tasks completed by the protocol; `imported` are
        the measures whose scores are to be read, and `logo` is the path of the file.
    """
    text, content = read_toml(data, SYNTAX, log)
    if content is None:
        return None

    def report(code: str, path: Sequence[str | int], found: str, expected: str) -> None:
        log.add(code, found=found, expected=expected, lines=lines_of(text, path))

    try:
        file = CampaignFile.model_validate(content)
    except ValidationError as error:
        report_mistakes(error, text, log, CODES, CampaignFile)
        if isinstance(content.get("protocol"), str):
            _protocol(content["protocol"], report, protocol_of_file)
        return None
    protocol = _protocol(file.protocol, report, protocol_of_file)
    tasks = _tasks(file, protocol, folders, report) if protocol else {}
    _check_editions(file, report)
    judged = file.judged or (protocol or NO_PROTOCOL).judged
    if judged is not Judged.DOCUMENTS:
        for path in _of_documents_only(file, tasks):
            expected = "no such setting unless documents are judged"
            report(WRONG, path, quoted(".".join(path)), expected)
    if protocol is None or log.has_errors:
        return None
    further = file.assessments.items()
    titles = {name: field.title for name, field in CampaignFile.model_fields.items() if field.title}
    settings = {
        **dict(file),
        **dict(file.site),
        "editions": tuple(
            Edition(one.date.isoformat(), " ".join(one.reason.split())) for one in file.editions
        ),
        "facts": {title: _fact(value) for name, title in titles.items() if (value := getattr(file, name))},
        "relevance_level": file.relevance_level or 1,
        "judged": judged,
        "order": file.order or protocol.order,
        "collection": _collection(file.collection, judged),
        "task_collections": {
            protocol.aliases.get(name, name): _collection(task.collection, judged)
            for name, task in file.tasks.items()
            if task.collection
        },
        "assessment_sets": tuple(AssessmentSet(name=name, **one.given) for name, one in further),
        **_of_protocol(protocol, tasks),
        "imported": {name: ImportedMeasure(name=name, **one.given) for name, one in file.imported.items()},
    }
    no_fields = ("topics", "assessments", "pool_depth", "significance", "rules", "correlations", "site")
    return {name: value for name, value in settings.items() if name not in (*no_fields, *titles)}


def _of_documents_only(file: CampaignFile, tasks: Mapping[str, Task]) -> Iterator[list[str]]:
    """Yield the settings that need grades of documents."""
    for name, task in tasks.items():
        if task.assessments != OFFICIAL:
            yield ["tasks", name, "assessments"]
    for name, settings in file.tasks.items():
        if settings.collection:
            yield ["tasks", name, "collection"]
    for name, one in file.assessments.items():
        if one.kind == "dimension":
            yield ["assessments", name, "kind"]


def _check_editions(file: CampaignFile, report: Report) -> None:
    for place, (before, one) in enumerate(itertools.pairwise(file.editions), start=1):
        if one.date <= before.date:
            found = f"{quoted(f'editions.{place}.date')} = {one.date}"
            expected = f"a date after {before.date}, that of the edition above it"
            report(WRONG, ["editions", place, "date"], found, expected)
        if not one.reason.strip():
            expected = "a line reason = ..., with the reason for replacing the previous edition"
            report(MISSING, ["editions", place], f"the edition of {one.date} without reason", expected)


def _collection(settings: CollectionSettings, judged: Judged) -> Collection:
    units: dict[Judged, dict[str, Any]] = {
        Judged.DOCUMENTS: {"unit": "documents", "mean_document_length": 1.0},
        Judged.ANSWERS: {"unit": "answers"},
    }
    return Collection(**settings.given | units.get(judged, {}))


def _of_protocol(protocol: ProtocolFile, tasks: Mapping[str, Task]) -> dict[str, Any]:
    return {
        "tasks": tasks,
        "task_aliases": protocol.aliases,
        "takes_any_task": protocol.any_task is not None,
        "introduction": protocol.introduction,
    }


def remaining_settings(
    data: bytes, folders: Sequence[str], protocol_of_file: ProtocolOfFile
) -> dict[str, Any]:
    """Return the settings of a campaign.toml with mistakes that are needed to check runs.

    These are the protocol with its tasks, and the unit of places: empty if the file is no TOML.
    """
    _, content = read_toml(data, SYNTAX, ProblemLog(""))
    name, collection = (content or {}).get("protocol"), (content or {}).get("collection")
    in_bytes = isinstance(collection, dict) and collection.get("unit") == "bytes"
    found = _protocol(name, lambda *_: None, protocol_of_file) if isinstance(name, str) else None
    known = str(name) if found else ""
    protocol = found or NO_PROTOCOL
    settings = CollectionSettings(unit="bytes" if in_bytes else "characters")
    tasks = tasks_of(protocol)
    if protocol.any_task is not None:
        tasks |= {folder: make_task(folder, protocol.any_task) for folder in folders if folder not in tasks}
    return {
        "title": "",
        "year": 0,
        "protocol": known,
        "judged": protocol.judged,
        "order": protocol.order,
        "collection": Collection(unit="") if content is None else _collection(settings, protocol.judged),
        **_of_protocol(protocol, tasks),
    }


def _protocol(name: str, report: Report, protocol_of_file: ProtocolOfFile) -> ProtocolFile | None:
    if name.endswith(PROTOCOL_SUFFIX):
        return protocol_of_file(name)
    known = protocol_names()
    if name and name not in known:
        expected = f"one of {', '.join(known)}, or a file such as my{PROTOCOL_SUFFIX}"
        report("protocol-unknown", ["protocol"], quoted(name) + suggestion(name, known), expected)
        return None
    try:
        return read_protocol(name)
    except BrokenProtocolError as broken:
        expected = "a protocol without mistakes that one package defines"
        report("protocol-broken", ["protocol"], shown(broken.reason), expected)
        return None


def _fact(value: object) -> str:
    """The value of a titled field as readers see it.

    Examples
    --------
    >>> _fact(143), _fact(True), _fact(("A", "B"))
    ('143', 'yes', 'A, B')
    """
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_fact, value))
    return "yes" if value is True else str(value)


def _tasks(
    file: CampaignFile, protocol: ProtocolFile, folders: Sequence[str], report: Report
) -> dict[str, Task]:
    """Return the tasks: the protocol's settings, overridden by the campaign's."""
    overrides: dict[str, TaskSettings] = {}
    for name, settings in file.tasks.items():
        task = protocol.aliases.get(name, name) if name not in protocol.tasks else name
        if task in overrides:
            found = f"the task {quoted(task)} under two names"
            report(WRONG, ["tasks", name], found, "one table for each task")
        overrides[task] = settings
    no_settings = TaskSettings()
    for_all = TaskSettings.model_validate(
        {
            key: value
            for key in ("topics", "pool_depth", "significance", "relevance_level", "rules", "correlations")
            if (value := getattr(file, key)) is not None
        }
    )
    tasks = {}
    others = [] if protocol.any_task is None else folders
    for name in dict.fromkeys([*protocol.tasks, *overrides, *others]):
        layers = [
            protocol.tasks.get(name, protocol.any_task or no_settings),
            for_all,
            overrides.get(name, no_settings),
        ]
        if missing := missing_settings(*layers):
            found = f"the task {quoted(name)} without {' and '.join(missing)}"
            expected = "cutoff, official and metrics, since the protocol has no such task"
            report(MISSING, ["tasks", name], found, expected + suggestion(name, protocol.tasks))
        else:
            tasks[name] = make_task(name, *layers)
    if not file.tasks and not protocol.tasks and protocol.any_task is None:
        report(MISSING, [], "no protocol and no tasks", "a protocol, or tables [tasks.X]")
    return tasks
