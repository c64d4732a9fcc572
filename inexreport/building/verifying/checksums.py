"""Compares the files of a folder with their published checksums."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from inexreport.building.file_checksums import paths_below
from inexreport.building.verifying.differences import Difference, Kind, checksum_differences
from inexreport.rendering.assets import FOLDER as ASSETS
from inexreport.rendering.assets import is_named_by
from inexreport.rendering.output_folder import (
    ARCHIVE,
    FRONT,
    FRONT_FROM_ARCHIVE,
    RECORD_CHECKSUMS,
    record_checksums,
    record_contents,
)
from inexreport.rendering.publishing.archive_lock import LOCK
from inexreport.rendering.publishing.publication import DISCARDED, STAGING
from inexreport.rendering.site_files import read_checksums, sha256
from inexreport.report.data import CHECKSUMS_FILE

SYMBOLIC_LINK = "a symbolic link"

_LINKED = re.compile(rb'(?:href|src)="(?:\.\./)*' + ASSETS.encode() + rb'/([^"/?#]+)"')


@dataclass(frozen=True, slots=True)
class ChecksummedFolder:
    """The content of a folder compared with its checksums.

    Attributes
    ----------
    folder : Path
    found : mapping of str to str
        By path, the SHA-256 of each file except the one with the checksums; a description of links, empty
        folders and what is unreadable.
    assets : frozenset of str
        Names of shared scripts and styles that its pages need.
    differences : tuple of Difference
    """

    folder: Path
    found: Mapping[str, str]
    assets: frozenset[str]
    differences: tuple[Difference, ...]


def verify_checksums(folder: Path, outside: tuple[str, ...] = ()) -> ChecksummedFolder:
    """Read all files of a folder and compare them with its checksums.

    The checksums also cover files outside, next to the folder, such as ``../index.html``.
    """
    found: dict[str, str] = {}
    assets: set[str] = set()
    for path in (*paths_below(folder), *outside):
        # `folder / "../index.html"` would be another file where the folder is a link.
        place = folder.parent / path.removeprefix("../") if path in outside else folder / path
        content = _content(place)
        if path != CHECKSUMS_FILE and content is not None:
            found[path] = _described(content)
        if isinstance(content, bytes) and path.endswith(".html"):
            assets.update(name.decode("utf-8", "replace") for name in _LINKED.findall(content))
    ordered = {path: found[path] for path in sorted(found)}
    return ChecksummedFolder(folder, ordered, frozenset(assets), tuple(_file_differences(folder, ordered)))


def _file_differences(folder: Path, found: Mapping[str, str]) -> Iterator[Difference]:
    content = _content(folder / CHECKSUMS_FILE)
    if not isinstance(content, bytes):
        kind = Kind.MISSING if content is None else Kind.ALTERED
        yield Difference(kind, CHECKSUMS_FILE, recomputed=content or "")
        return
    published, wrong_lines = read_checksums(content)
    for number in wrong_lines:
        yield Difference(Kind.ALTERED, CHECKSUMS_FILE, column=f"line {number}")
    kinds = {"removed": Kind.MISSING, "added": Kind.ADDITIONAL, "changed": Kind.ALTERED}
    yield from checksum_differences(kinds, published, found)


def asset_differences(folder: Path, linked: frozenset[str]) -> Iterator[Difference]:
    """Compare the shared scripts and styles that pages need with the checksums in their names."""
    if folder.is_symlink():
        yield Difference(Kind.ALTERED, ASSETS, recomputed=SYMBOLIC_LINK)
    for name in sorted(linked):
        content = _content(folder / name)
        if not isinstance(content, bytes) or not is_named_by(name, content):
            found = "" if content is None else _described(content)
            yield Difference(Kind.LINK, f"{ASSETS}/{name}", published=name, recomputed=found)


def verify_archive_checksums(out: Path) -> ChecksummedFolder:
    """Compare the archive's own pages, including its front page, with their checksums."""
    return verify_checksums(out / ARCHIVE, outside=(FRONT_FROM_ARCHIVE,))


def archive_is_current(out: Path) -> bool:
    """Whether the archive's own pages are complete and up to date."""
    return not verify_archive_checksums(out).differences and not any(outdated(out))


def outdated(out: Path) -> Iterator[Difference]:
    """Yield a difference if the archive's own pages were made from other campaigns than those in it."""
    file = out / ARCHIVE / RECORD_CHECKSUMS
    if file.is_file() and file.read_bytes() != record_checksums(record_contents(out)):
        yield Difference(Kind.OUTDATED, ARCHIVE)


def seen_from_archive(one: Difference) -> Difference:
    """A difference in the folder of the archive's own pages, with its path relative to the archive."""
    return one._replace(file=FRONT if one.file == FRONT_FROM_ARCHIVE else f"{ARCHIVE}/{one.file}")


def unfinished_builds(out: Path) -> Iterator[str]:
    """Yield the names of working folders of builds that are running or were interrupted."""
    for one in sorted(out.iterdir()):
        if one.name.startswith((STAGING, DISCARDED)) and not one.is_symlink():
            yield one.name


def unknown_files(out: Path, campaigns: Collection[str], linked: frozenset[str]) -> Iterator[Difference]:
    """Yield what no build has written into an archive, and links instead of its folders.

    The archive has folders of `campaigns`, and `linked` scripts and styles that were compared before.
    """
    compared = {FRONT, ASSETS, LOCK, *unfinished_builds(out)}
    for name in sorted({one.name for one in out.iterdir()} - compared):
        found = _described(_content(out / name) or "")
        if name not in (ARCHIVE, *campaigns):
            yield Difference(Kind.ADDITIONAL, name, recomputed=found)
        elif found == SYMBOLIC_LINK:
            yield Difference(Kind.ALTERED, name, recomputed=found)
    for name in sorted(set(paths_below(out / ASSETS)) - linked):
        content = _content(out / ASSETS / name) or ""
        if not isinstance(content, bytes) or not is_named_by(name, content):
            yield Difference(Kind.ADDITIONAL, f"{ASSETS}/{name}", recomputed=_described(content))


def _content(path: Path) -> bytes | str | None:
    """The bytes of a regular file, a description of anything else, or None for nothing."""
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


def _described(content: bytes | str) -> str:
    return sha256(content) if isinstance(content, bytes) else content


def is_checksum(found: str) -> bool:
    """Whether `ChecksummedFolder.found` has a checksum, not a description."""
    return bool(found) and " " not in found
