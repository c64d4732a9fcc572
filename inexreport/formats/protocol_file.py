"""The built-in protocols, made of their data files."""

from __future__ import annotations

from functools import cache

from pydantic import Field

from inexreport.formats.built_in_protocols import protocol_content
from inexreport.formats.task_settings import StrictModel, TaskSettings
from inexreport.model.task import Protocol


class ProtocolFile(StrictModel):
    """What a protocol file holds."""

    aliases: dict[str, str] = Field(default_factory=dict)
    tasks: dict[str, TaskSettings]


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
    content = ProtocolFile.model_validate(protocol_content(name))
    tasks = {task: settings.task(task) for task, settings in content.tasks.items()}
    return Protocol(name=name, tasks=tasks, aliases=content.aliases)
