"""Compares the files of a folder with the checksums that were published with it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from inexreport.building.verifying.differences import Difference, Kind
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.assets import is_named_by
from inexreport.rendering.site_files import read_checksums, sha256
from inexreport.report.data import CHECKSUMS_FILE

SYMBOLIC_LINK = "a symbolic link"

_LINKED = re.compile(rb'(?:href|src)="(?:\.\./)*' + ASSETS.encode() + rb'/([^"/?#]+)"')


@dataclass(frozen=True, slots=True)
class ChecksummedFolder:
    """What was found in a folder.

    Attributes
    ----------
    folder : Path
    found : mapping of str to str
        By path, the checksum of every file but the checksums themselves; in words what else is there:
        links, empty folders and what cannot be read.
    assets : frozenset of str
        Shared scripts and styles that its pages need.
    differences : tuple of Difference
    """

    folder: Path
    found: Mapping[str, str]
    assets: frozenset[str]
    differences: tuple[Difference, ...]


def verify_checksums(folder: Path, outside: tuple[str, ...] = ()) -> ChecksummedFolder:
    """Read all files of a folder and compare them with its checksums.

    Parameters
    ----------
    folder : Path
    outside : tuple of str
        Files beside the folder, as ``../index.html``, that its checksums cover too.
    """
    found: dict[str, str] = {}
    assets: set[str] = set()
    for path in (*paths_below(folder), *outside):
        # `folder / "../index.html"` would be another file where the folder is a link.
        place = folder.parent / path.removeprefix("../") if path in outside else folder / path
        content = content_of(place)
        if path != CHECKSUMS_FILE and content is not None:
            found[path] = in_short(content)
        if isinstance(content, bytes) and path.endswith(".html"):
            assets.update(name.decode("utf-8", "replace") for name in _LINKED.findall(content))
    ordered = {path: found[path] for path in sorted(found)}
    return ChecksummedFolder(folder, ordered, frozenset(assets), tuple(_seal_differences(folder, ordered)))


def _seal_differences(folder: Path, found: Mapping[str, str]) -> Iterator[Difference]:
    content = content_of(folder / CHECKSUMS_FILE)
    if not isinstance(content, bytes):
        kind = Kind.MISSING if content is None else Kind.ALTERED
        yield Difference(kind, CHECKSUMS_FILE, recomputed=content or "")
        return
    checksummed, wrong_lines = read_checksums(content)
    for number in wrong_lines:
        yield Difference(Kind.ALTERED, CHECKSUMS_FILE, column=f"line {number}")
    for path in sorted(checksummed.keys() | found.keys()):
        if path not in found:
            yield Difference(Kind.MISSING, path, published=checksummed[path])
        elif path not in checksummed:
            yield Difference(Kind.ADDITIONAL, path, recomputed=found[path])
        elif checksummed[path] != found[path]:
            yield Difference(Kind.ALTERED, path, published=checksummed[path], recomputed=found[path])


def asset_differences(folder: Path, linked: frozenset[str]) -> Iterator[Difference]:
    """Compare shared scripts and styles with their names, which hold the checksums of their contents.

    Parameters
    ----------
    folder : Path
        Where they lie.
    linked : frozenset of str
        Names of those that pages need.
    """
    if folder.is_symlink():
        yield Difference(Kind.ALTERED, ASSETS, recomputed=SYMBOLIC_LINK)
    for name in sorted(linked):
        content = content_of(folder / name)
        if not isinstance(content, bytes) or not is_named_by(name, content):
            found = "" if content is None else in_short(content)
            yield Difference(Kind.LINK, f"{ASSETS}/{name}", published=name, recomputed=found)


def paths_below(folder: Path) -> Iterator[str]:
    """Yield the path of each file, link, empty folder and unreadable folder below a folder."""
    unreadable: list[OSError] = []
    for place, folders, files in os.walk(folder, onerror=unreadable.append):
        here = Path(place)
        links = [name for name in folders if (here / name).is_symlink()]
        yield from ((here / name).relative_to(folder).as_posix() for name in (*files, *links))
        if not folders and not files and here != folder:
            yield here.relative_to(folder).as_posix()
    refused = (Path(error.filename) for error in unreadable)
    yield from (place.relative_to(folder).as_posix() for place in refused if place != folder)


def content_of(path: Path) -> bytes | str | None:
    """The bytes of a regular file, in words what else is there, or None for nothing."""
    try:
        if path.is_symlink():
            return SYMBOLIC_LINK
        if path.is_dir():
            return "a folder" if any(path.iterdir()) else "an empty folder"
        if path.is_file():
            return path.read_bytes()
        return "no regular file" if path.exists() else None
    except OSError:
        return "cannot be read"


def in_short(content: bytes | str) -> str:
    """The checksum of bytes; words as they are."""
    return sha256(content) if isinstance(content, bytes) else content


def is_file(found: str) -> bool:
    """Whether what was found is a regular file: its checksum is known, not words."""
    return bool(found) and " " not in found
