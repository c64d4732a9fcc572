"""campaign.toml: the settings of a campaign."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, ValidationError

from inexreport.formats.built_in_protocols import protocol_names
from inexreport.formats.numbers import LARGEST_NUMBER
from inexreport.formats.protocol_file import load_protocol
from inexreport.formats.quoting import quoted
from inexreport.formats.task_settings import (
    AnyText,
    Name,
    SelectionName,
    StrictModel,
    TaskSettings,
    settings_of,
)
from inexreport.formats.toml_lines import KeyPath, setting_line
from inexreport.model.campaign import Collection
from inexreport.model.problem import ProblemLog
from inexreport.model.task import Protocol, Task

__all__ = ["LARGEST_SETTINGS", "CampaignSettings", "read_campaign_file", "remaining_settings", "setting_line"]

LARGEST_SETTINGS = 2**18
"""Bytes of campaign.toml."""

MOST_DOTS = 200
"""On one line of it. Each may be a level of tables, and for each level all levels above are looked at."""

Count = Annotated[int, Field(ge=1, le=10**15)]


class CollectionSettings(StrictModel):
    """The table ``[collection]``."""

    name: AnyText = ""
    documents: Count | None = None
    elements: Count | None = None
    mean_document_length: Annotated[float, Field(gt=0, le=LARGEST_NUMBER)] | None = None
    unit: Literal["characters", "bytes"] = "characters"


class ParticipantSettings(StrictModel):
    """A table ``[participants.ID]``."""

    name: Annotated[Name, Field(min_length=1)]


class CampaignFile(StrictModel):
    """Everything that campaign.toml can say."""

    title: Annotated[Name, Field(min_length=1)]
    year: Annotated[int, Field(ge=1900, le=2999)]
    protocol: str = ""
    citation: AnyText = ""
    licence: AnyText = ""
    topics: SelectionName | None = None
    collection: CollectionSettings = CollectionSettings()
    participants: dict[Name, ParticipantSettings] = Field(default_factory=dict)
    tasks: dict[Name, TaskSettings] = Field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class CampaignSettings:
    """What campaign.toml says, completed by its protocol; fields are those of `Campaign`."""

    title: str
    year: int
    protocol: str
    citation: str
    licence: str
    collection: Collection
    participants: Mapping[str, str]
    tasks: Mapping[str, Task]


def read_campaign_file(data: bytes, log: ProblemLog) -> CampaignSettings | None:
    """Return the settings of a campaign; None, with every mistake in `log`, if there is one.

    Parameters
    ----------
    data : bytes
        Content of campaign.toml.
    log : ProblemLog
        Of the file.
    """
    text, content = _parsed(data, log)
    if content is None:
        return None
    try:
        file = CampaignFile.model_validate(content)
    except ValidationError as error:
        _report_all(error, text, content, log)
        if isinstance(content.get("protocol"), str):
            _protocol(content["protocol"], text, log)
        return None
    protocol = _protocol(file.protocol, text, log) if file.protocol else Protocol("", {})
    tasks = _tasks(file, protocol, text, log) if protocol else {}
    if log.has_errors:
        return None
    return CampaignSettings(
        title=file.title,
        year=file.year,
        protocol=file.protocol,
        citation=file.citation,
        licence=file.licence,
        collection=Collection(**file.collection.model_dump()),
        participants={key: participant.name for key, participant in file.participants.items()},
        tasks=tasks,
    )


def remaining_settings(data: bytes) -> CampaignSettings:
    """Return what a campaign.toml with mistakes still says, so that runs can be checked.

    That are the protocol with its tasks, and the unit of places: empty if the file is no TOML.
    """
    _, content = _parsed(data, ProblemLog(""))
    name, collection = (content or {}).get("protocol"), (content or {}).get("collection")
    unit = "bytes" if isinstance(collection, dict) and collection.get("unit") == "bytes" else "characters"
    protocol = load_protocol(str(name)) if name in protocol_names() else Protocol("", {})
    return CampaignSettings(
        title="",
        year=0,
        protocol=protocol.name,
        citation="",
        licence="",
        collection=Collection(unit="" if content is None else unit),
        participants={},
        tasks=protocol.tasks,
    )


def _parsed(data: bytes, log: ProblemLog) -> tuple[str, dict[str, Any] | None]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        log.add(
            "campaign-toml-syntax", found=f"byte 0x{data[error.start]:02x}", expected="UTF-8", lines=[line]
        )
        return "", None
    dots = [line.count(".") for line in text.split("\n")]
    if max(dots) > MOST_DOTS:
        number = 1 + next(i for i, count in enumerate(dots) if count > MOST_DOTS)
        found, expected = f"a line with {dots[number - 1]:,} dots", f"at most {MOST_DOTS}"
        log.add("campaign-toml-syntax", found=found, expected=expected, lines=[number])
        return text, None
    try:
        return text, tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).partition(" (at ")
        digits = place.removeprefix("line ").partition(",")[0]
        line = int(digits) if digits.isdecimal() else text.count("\n") + 1
        log.add("campaign-toml-syntax", found=quoted(message), expected="TOML", lines=[line])
    except (ValueError, RecursionError):  # numbers of thousands of digits, arrays nested a thousand deep
        log.add("campaign-toml-syntax", found="a number or nesting too large to read", expected="settings")
    return text, None


def _protocol(name: str, text: str, log: ProblemLog) -> Protocol | None:
    known = protocol_names()
    if name in known:
        return load_protocol(name)
    log.add(
        "protocol-unknown",
        found=quoted(name) + _suggestion(name, known),
        expected="one of " + ", ".join(known),
        lines=_lines(text, ["protocol"]),
    )
    return None


def _tasks(file: CampaignFile, protocol: Protocol, text: str, log: ProblemLog) -> dict[str, Task]:
    """Lay the campaign's settings of each task over the protocol's."""
    overrides: dict[str, TaskSettings] = {}
    for name, settings in file.tasks.items():
        task = protocol.aliases.get(name, name) if name not in protocol.tasks else name
        if task in overrides:
            log.add(
                "campaign-value-wrong",
                found=f"the task {quoted(task)} under two names",
                expected="one table for each task",
                lines=_lines(text, ["tasks", name]),
            )
        overrides[task] = settings
    everywhere = TaskSettings(topics=file.topics)
    tasks = {}
    for name in [*protocol.tasks, *(name for name in overrides if name not in protocol.tasks)]:
        inherited = settings_of(protocol.tasks[name]) if name in protocol.tasks else TaskSettings()
        settings = overrides.get(name, TaskSettings()).over(everywhere.over(inherited))
        if settings.missing():
            log.add(
                "campaign-key-missing",
                found=f"the task {quoted(name)} without {' and '.join(settings.missing())}",
                expected="cutoff, official and metrics, since the protocol has no such task"
                + _suggestion(name, protocol.tasks),
                lines=_lines(text, ["tasks", name]),
            )
        else:
            tasks[name] = settings.task(name)
    if not file.tasks and not protocol.tasks:
        log.add(
            "campaign-key-missing",
            found="no protocol and no tasks",
            expected="a protocol, or tables [tasks.X]",
        )
    return tasks


def _report_all(error: ValidationError, text: str, content: dict[str, Any], log: ProblemLog) -> None:
    for mistake in error.errors(include_url=False):
        path = mistake["loc"]
        name = ".".join(str(key) for key in path)
        if mistake["type"] == "missing":
            log.add(
                "campaign-key-missing",
                found=f"no {name}",
                expected=f"a line {path[-1]} = ...",
                lines=_lines(text, path),
            )
        elif mistake["type"] == "extra_forbidden":
            known = _known_keys(path[:-1])
            log.add(
                "campaign-key-unknown",
                found=quoted(name) + _suggestion(str(path[-1]), known),
                expected="one of " + ", ".join(known),
                lines=_lines(text, path),
            )
        else:
            log.add(
                "campaign-value-wrong",
                found=f"{quoted(name)} = {quoted(mistake['input'])}",
                expected=mistake["msg"].removeprefix("Input should be ").removeprefix("Value error, "),
                lines=_lines(text, path),
            )


def _known_keys(table: KeyPath) -> tuple[str, ...]:
    """Return the keys that a table of campaign.toml may have."""
    models: dict[str, type[BaseModel]] = {
        "collection": CollectionSettings,
        "participants": ParticipantSettings,
        "tasks": TaskSettings,
    }
    if not table:
        return tuple(CampaignFile.model_fields)
    if table[-1] == "rules":
        return tuple(type(TaskSettings().rules).model_fields)
    return tuple(models[str(table[0])].model_fields)


def _suggestion(name: str, known: Mapping[str, object] | tuple[str, ...]) -> str:
    near = difflib.get_close_matches(name, list(known), n=1)
    return f" (is {quoted(near[0])} meant?)" if near else ""


def _lines(text: str, path: KeyPath) -> list[int]:
    line = setting_line(text, path)
    return [] if line is None else [line]
