"""Compares the files of a folder with the checksums that were published with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from inexreport.building.verifying.differences import Difference, Kind
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.assets import is_named_by
from inexreport.rendering.checksums import files_below, read_checksums, sha256
from inexreport.report.published_files import CHECKSUMS_FILE

_LINKED = re.compile(rb'(?:href|src)="(?:\.\./)+' + ASSETS.encode() + rb'/([^"/?#]+)"')


@dataclass(frozen=True, slots=True)
class SealedFolder:
    """What was found in a folder.

    Attributes
    ----------
    checksums : mapping of str to str
        Of every file that is there but the checksums themselves, by path; empty for what is no regular file
        or cannot be read.
    assets : frozenset of str
        Shared scripts and styles that its pages need.
    differences : tuple of Difference
    """

    checksums: Mapping[str, str]
    assets: frozenset[str]
    differences: tuple[Difference, ...]


def look_at(folder: Path, beside: tuple[str, ...] = ()) -> SealedFolder:
    """Read all files of a folder and compare them with its checksums.

    Parameters
    ----------
    folder : Path
    beside : tuple of str
        Paths of files outside the folder that are sealed with it.
    """
    found: dict[str, str] = {}
    assets: set[str] = set()
    for path in (*files_below(folder), *beside):
        content = _content(folder / path)
        if path != CHECKSUMS_FILE and (content is not None or path not in beside):
            found[path] = "" if content is None else sha256(content)
        if content is not None and path.endswith(".html"):
            assets.update(name.decode("utf-8", "replace") for name in _LINKED.findall(content))
    ordered = {path: found[path] for path in sorted(found)}
    return SealedFolder(ordered, frozenset(assets), tuple(_seal_differences(folder, ordered)))


def _seal_differences(folder: Path, found: Mapping[str, str]) -> Iterator[Difference]:
    content = _content(folder / CHECKSUMS_FILE)
    if content is None:
        yield Difference(Kind.MISSING, CHECKSUMS_FILE)
        return
    sealed, wrong_lines = read_checksums(content)
    for number in wrong_lines:
        yield Difference(Kind.ALTERED, CHECKSUMS_FILE, column=f"line {number}")
    for path in sorted(sealed.keys() | found.keys()):
        if path not in found:
            yield Difference(Kind.MISSING, path, published=sealed[path])
        elif path not in sealed:
            yield Difference(Kind.ADDITIONAL, path, recomputed=found[path])
        elif sealed[path] != found[path]:
            yield Difference(Kind.ALTERED, path, published=sealed[path], recomputed=found[path])


def asset_differences(folder: Path, linked: frozenset[str]) -> Iterator[Difference]:
    """Compare shared scripts and styles with their names, which tell their contents.

    Parameters
    ----------
    folder : Path
        Where they lie.
    linked : frozenset of str
        Names of those that pages need.
    """
    for name in sorted(linked):
        content = _content(folder / name)
        if content is None or not is_named_by(name, content):
            found = "" if content is None else sha256(content)
            yield Difference(Kind.LINK, f"{ASSETS}/{name}", published=name, recomputed=found)


def _content(path: Path) -> bytes | None:
    """The bytes of a regular file; None for anything else and for what cannot be read."""
    try:
        return path.read_bytes() if path.is_file() and not path.is_symlink() else None
    except OSError:
        return None
