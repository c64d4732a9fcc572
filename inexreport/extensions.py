"""What is found without a list of it: modules of a package, and installed packages with entry points."""

from __future__ import annotations

import hashlib
import importlib.util
import pkgutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, EntryPoint, entry_points
from pathlib import Path
from typing import Any

PROTOCOL_GROUP = "inexreport.protocols"
METRIC_GROUP = "inexreport.metrics"
"""Groups of entry points."""


def declared(package: str, name: str, first: Sequence[str] = (), begin: str = "") -> Iterator[Any]:
    """Yield what the modules of a package declare in a tuple of this name, by the names of the modules.

    Those called `first` come before the others, in this order. Only names with this `begin` are looked at.
    """
    modules = pkgutil.iter_modules(importlib.import_module(package).__path__)
    found = {one.name for one in modules if one.name.startswith(begin)}
    for module in (*first, *sorted(found - set(first))):
        yield from getattr(importlib.import_module(f"{package}.{module}"), name, ())


@dataclass(frozen=True, slots=True)
class Extension:
    """An installed package with protocols or metrics.

    Attributes
    ----------
    sha256 : str
        Of the names and contents of its files, as hexadecimal digits.
    """

    name: str
    version: str
    sha256: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


@cache
def entry_points_of(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group, ordered by their name and their package's."""
    found = (entry for entry in entry_points(group=group) if entry.dist is not None)
    return tuple(sorted(found, key=lambda entry: (entry.name, _distribution(entry).name, entry.value)))


def extension_of(entry: EntryPoint) -> Extension:
    """Return the package that an entry point belongs to."""
    return installed_extensions()[_distribution(entry).name]


@cache
def installed_extensions() -> dict[str, Extension]:
    """Return every package with an entry point of one of the groups, by name and ordered by it."""
    by_name: dict[str, list[EntryPoint]] = {}
    for group in (METRIC_GROUP, PROTOCOL_GROUP):
        for entry in entry_points_of(group):
            by_name.setdefault(_distribution(entry).name, []).append(entry)
    return {name: _extension(by_name[name]) for name in sorted(by_name)}


def _distribution(entry: EntryPoint) -> Distribution:
    assert entry.dist is not None
    return entry.dist


def _extension(entries: list[EntryPoint]) -> Extension:
    package = _distribution(entries[0])
    files = dict(_installed_files(package))
    for entry in entries:
        files |= _files_of_module(entry.value.partition(":")[0].split(".")[0].strip())
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name} {hashlib.sha256(files[name].read_bytes()).hexdigest()}\n".encode())
    return Extension(package.name, package.version, digest.hexdigest())


def _installed_files(package: Distribution) -> Iterator[tuple[str, Path]]:
    """The files that were installed, without what installers add: scripts, metadata and compiled modules."""
    for file in package.files or ():
        path = Path(str(package.locate_file(file)))
        added = ".." in file.parts or file.parts[0].endswith((".dist-info", ".egg-info"))
        if not added and _is_source(path):
            yield file.as_posix(), path


def _files_of_module(name: str) -> dict[str, Path]:
    """The files of a module or package; those of one that is installed in place are listed nowhere."""
    try:
        found = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return {}
    if found is None:
        return {}
    if found.submodule_search_locations is None:
        path = Path(found.origin or "")
        return {path.name: path} if _is_source(path) else {}
    return {
        f"{name}/{path.relative_to(folder).as_posix()}": path
        for folder in map(Path, found.submodule_search_locations)
        for path in folder.rglob("*")
        if _is_source(path)
    }


def _is_source(path: Path) -> bool:
    return path.suffix not in (".pyc", ".pth") and path.is_file()
