"""Protocols: the built-in ones, one data file per year in ``inexreport/protocols``, and those of others.

An installed package adds the protocol NAME with an entry point of this name in the group
``inexreport.protocols``; its value is the package that has NAME.toml. A file of a campaign can be a protocol.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint
from importlib.resources import files
from typing import Annotated, Self

from pydantic import Field, ValidationError, model_validator

from inexreport.errors import UsageError
from inexreport.extensions import PROTOCOL_GROUP, Extension, entry_points_of, extension_of
from inexreport.formats.names import natural_order
from inexreport.formats.toml_content import MistakeCodes, read_toml, report_mistakes
from inexreport.model.assessment import Judged
from inexreport.model.campaign import Order
from inexreport.model.problem import ProblemLog
from inexreport.model.settings import LAX, AnyText, Settings
from inexreport.model.task import CorrelationTable, Task, TaskRules, TaskSettings, make_task


class ProtocolFile(Settings):
    """The content of a protocol file."""

    aliases: dict[str, str] = Field(default_factory=dict)
    """Other folder names by which a task is known, e.g. AllInContext."""
    tasks: dict[str, TaskSettings] = Field(default_factory=dict)
    any_task: TaskSettings | None = None
    """Those of every folder of runs that is not among the tasks; None where there are no other tasks."""
    judged: Annotated[Judged, LAX] = Judged.PASSAGES
    order: Annotated[Order, LAX] = Order.FILE
    introduction: AnyText = ""
    """What the systems were asked to do, in a sentence for the front page."""
    rules: TaskRules = TaskRules()
    correlations: CorrelationTable | None = None
    """Both of all tasks, unless they have others."""

    @model_validator(mode="after")
    def _with_settings_of_all_tasks(self) -> Self:
        if not self.rules.given and self.correlations is None:
            return self
        tasks = {}
        for name, task in self.tasks.items():
            rules = TaskRules(**(self.rules.given | task.rules.given))
            own = task.correlations or self.correlations
            tasks[name] = task.model_copy(update={"rules": rules} | ({"correlations": own} if own else {}))
        return self.model_copy(update={"tasks": tasks})


ONLY_TASK = "main"
"""The task of runs that lie in no folder of a task, if the protocol leaves the tasks to the campaign."""

TREC = "trec"
"""The protocol of runs of documents that belong to no campaign directory."""

NO_PROTOCOL = ProtocolFile()
"""The protocol of a campaign that spells out all of its tasks."""


class BrokenProtocolError(UsageError):
    """The protocol of an installed package cannot be used, for a `reason`."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"The protocol {name!r} cannot be used: {reason}.")
        self.reason = reason


PROTOCOL_SUFFIX = ".toml"
"""At the end of a protocol's name if it is a file of the campaign."""

CODE = "protocol-wrong"


def protocol_names() -> tuple[str, ...]:
    """Return the names of the built-in protocols and of those of installed packages, in order."""
    names = {*_built_in(), *(entry.name for entry in entry_points_of(PROTOCOL_GROUP))}
    return tuple(sorted(names, key=natural_order))


@cache
def _built_in() -> frozenset[str]:
    entries = files("inexreport").joinpath("protocols").iterdir()
    return frozenset(
        entry.name.removesuffix(PROTOCOL_SUFFIX) for entry in entries if entry.name.endswith(PROTOCOL_SUFFIX)
    )


@cache
def read_protocol(name: str) -> ProtocolFile:
    """Return a protocol by its name, such as ``"inex-2009"``; an empty one for an empty name.

    Raises
    ------
    UsageError
        If there is no such protocol, several packages define it, or that of a package cannot be used.
    """
    if not name:
        return NO_PROTOCOL
    added = _added(name)
    if name not in _built_in() and not added:
        raise UsageError(f"There is no protocol {name!r}. There are: {', '.join(protocol_names())}.")
    providers = [*(["inexreport"] if name in _built_in() else []), *(str(extension_of(one)) for one in added)]
    if len(providers) > 1:
        reason = f"{name!r} is defined by {' and by '.join(providers)}; uninstall all but one"
        raise BrokenProtocolError(name, reason)
    if added:
        return _read_added(added[0])
    log = ProblemLog(name)
    protocol = parse_protocol(
        files("inexreport").joinpath("protocols", f"{name}{PROTOCOL_SUFFIX}").read_bytes(), log
    )
    assert protocol is not None, list(log)
    return protocol


def protocol_extension(name: str) -> Extension | None:
    """Return the installed package that defines a protocol; None if it is built in, or a campaign's file."""
    added = _added(name)
    return extension_of(added[0]) if added else None


def _added(name: str) -> list[EntryPoint]:
    return [entry for entry in entry_points_of(PROTOCOL_GROUP) if entry.name == name]


def _read_added(entry: EntryPoint) -> ProtocolFile:
    file = f"{entry.value}/{entry.name}{PROTOCOL_SUFFIX}"
    extension = extension_of(entry)
    try:
        data = files(entry.value).joinpath(f"{entry.name}{PROTOCOL_SUFFIX}").read_bytes()
    except Exception as error:  # whatever importing the package raises
        reason = f"{file} of {extension} cannot be read ({type(error).__name__}: {error})"
        raise BrokenProtocolError(entry.name, reason) from error
    log = ProblemLog(file)
    protocol = parse_protocol(data, log)
    if protocol is None:
        mistakes = "; ".join(f"{one.place}: {one.message.rstrip('.')}" for one in log)
        raise BrokenProtocolError(entry.name, f"{extension}: {mistakes}")
    return protocol


def parse_protocol(data: bytes, log: ProblemLog) -> ProtocolFile | None:
    """Return the protocol in the content of a file; None, with every mistake in `log`, if it is none."""
    text, content = read_toml(data, CODE, log)
    if content is None:
        return None
    try:
        return ProtocolFile.model_validate(content)
    except ValidationError as error:
        report_mistakes(error, text, log, MistakeCodes(CODE, CODE, CODE), ProtocolFile)
        return None


def tasks_of(protocol: ProtocolFile) -> dict[str, Task]:
    """Return the tasks of a protocol."""
    return {task: make_task(task, settings) for task, settings in protocol.tasks.items()}


def protocol_tasks(name: str) -> dict[str, Task]:
    """Return the tasks of a protocol by its name; errors as in `read_protocol`."""
    return tasks_of(read_protocol(name))


def example_task(name: str) -> Task:
    """Return the first task of a protocol, or `ONLY_TASK` where the folders of runs are the tasks."""
    protocol = read_protocol(name)
    if protocol.any_task is not None:
        return make_task(ONLY_TASK, protocol.any_task)
    return next(iter(protocol_tasks(name).values()))
