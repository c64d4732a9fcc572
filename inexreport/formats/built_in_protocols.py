"""The data files of the built-in protocols: one per year, ``inexreport/protocols/NAME.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from inexreport.errors import UsageError
from inexreport.formats.names import natural_order


def protocol_names() -> tuple[str, ...]:
    """Return the names of the built-in protocols, in order."""
    entries = files("inexreport").joinpath("protocols").iterdir()
    names = [entry.name.removesuffix(".toml") for entry in entries if entry.name.endswith(".toml")]
    return tuple(sorted(names, key=natural_order))


@cache
def protocol_content(name: str) -> Mapping[str, Any]:
    """Return what the file of a built-in protocol holds.

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
    return tomllib.loads(text)


def task_aliases(protocol: str | None) -> Mapping[str, str]:
    """Other names of a protocol's tasks, such as ``AllInContext``, with those they stand for."""
    aliases: Mapping[str, str] = protocol_content(protocol).get("aliases", {}) if protocol else {}
    return aliases
