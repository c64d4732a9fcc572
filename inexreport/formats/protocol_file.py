"""The built-in protocols: one data file per year, ``inexreport/protocols/NAME.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from pydantic import Field

from inexreport.errors import UsageError
from inexreport.formats.names import natural_order
from inexreport.formats.task_settings import StrictModel, TaskSettings
from inexreport.model.task import Protocol


class ProtocolFile(StrictModel):
    """What a protocol file holds."""

    aliases: dict[str, str] = Field(default_factory=dict)
    tasks: dict[str, TaskSettings]


def protocol_names() -> tuple[str, ...]:
    """Return the names of the built-in protocols, in order."""
    entries = files("inexreport").joinpath("protocols").iterdir()
    names = [entry.name.removesuffix(".toml") for entry in entries if entry.name.endswith(".toml")]
    return tuple(sorted(names, key=natural_order))


@cache
def load_protocol(name: str) -> Protocol:
    """Return a built-in protocol.

    Parameters
    ----------
    name : str
        E.g. ``"inex-2009"``.

    Raises
    ------
    UsageError
        If there is no such protocol.
    """
    if name not in protocol_names():
        raise UsageError(f"There is no protocol {name!r}. Built in are: {', '.join(protocol_names())}.")
    text = files("inexreport").joinpath("protocols", f"{name}.toml").read_text(encoding="utf-8")
    content = ProtocolFile.model_validate(tomllib.loads(text))
    tasks = {task: settings.task(task) for task, settings in content.tasks.items()}
    return Protocol(name=name, tasks=tasks, aliases=content.aliases)
