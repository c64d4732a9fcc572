"""The built-in protocols: one data file per year, ``inexreport/protocols/NAME.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from pydantic import Field

from inexreport.errors import UsageError
from inexreport.formats.names import natural_order
from inexreport.formats.task_settings import JudgedName, OrderName, StrictModel, TaskSettings, make_task
from inexreport.model.task import Task


class ProtocolFile(StrictModel):
    """The content of a protocol file.

    Attributes
    ----------
    tasks : dict of str to TaskSettings
    aliases : dict of str to str
        Other folder names by which a task is known, e.g. AllInContext.
    any_task : TaskSettings or None
        The settings of every folder of runs that is not among the tasks; None where there are no other tasks.
    judged : str
        A value of `inexreport.model.assessment.Judged`.
    order : str
        A value of `inexreport.model.campaign.Order`.
    """

    aliases: dict[str, str] = Field(default_factory=dict)
    tasks: dict[str, TaskSettings] = Field(default_factory=dict)
    any_task: TaskSettings | None = None
    judged: JudgedName = "passages"
    order: OrderName = "file"


ONLY_TASK = "main"
"""The task of runs that lie in no folder of a task, if the protocol leaves the tasks to the campaign."""

TREC = "trec"
"""The protocol of runs of documents that belong to no campaign directory."""

NO_PROTOCOL = ProtocolFile()
"""The protocol of a campaign that spells out all of its tasks."""


def protocol_names() -> tuple[str, ...]:
    """Return the names of the built-in protocols, in order."""
    entries = files("inexreport").joinpath("protocols").iterdir()
    names = [entry.name.removesuffix(".toml") for entry in entries if entry.name.endswith(".toml")]
    return tuple(sorted(names, key=natural_order))


@cache
def read_protocol(name: str) -> ProtocolFile:
    """Return a built-in protocol, such as ``"inex-2009"``; an empty one for an empty name.

    Raises
    ------
    UsageError
        If there is no such protocol.
    """
    if not name:
        return NO_PROTOCOL
    if name not in protocol_names():
        raise UsageError(f"There is no protocol {name!r}. Built in are: {', '.join(protocol_names())}.")
    text = files("inexreport").joinpath("protocols", f"{name}.toml").read_text(encoding="utf-8")
    return ProtocolFile.model_validate(tomllib.loads(text))


def protocol_tasks(name: str) -> dict[str, Task]:
    """Return the tasks of a built-in protocol; errors as in `read_protocol`."""
    return {task: make_task(task, settings) for task, settings in read_protocol(name).tasks.items()}


def example_task(name: str) -> Task:
    """Return the first task of a protocol, or `ONLY_TASK` where the folders of runs are the tasks."""
    protocol = read_protocol(name)
    if protocol.any_task is not None:
        return make_task(ONLY_TASK, protocol.any_task)
    return next(iter(protocol_tasks(name).values()))


def task_aliases(name: str) -> Mapping[str, str]:
    """Return other names of a protocol's tasks, such as ``AllInContext``, with those they stand for."""
    return read_protocol(name).aliases
