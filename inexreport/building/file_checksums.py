"""Checksums of everything below a folder; files that were not touched since are not read again."""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inexreport.cache import Cache, digest

KIND = "checksums"

SETTLED_AFTER = 2_000_000_000
"""Nanoseconds after which a further change of a file shows in its times, on any file system."""

FOLDER = "a folder"
UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file that was read: what the file system said of it then, see `_signature`, and its SHA-256."""

    signature: tuple[int, ...]
    sha256: str


def file_checksums(root: Path, cache: Cache, excluded: Path | None = None) -> dict[str, str]:
    """Return what everything below a folder holds, by its path there, with forward slashes.

    Parameters
    ----------
    root : Path
        Resolved.
    cache : Cache
        Where checksums are looked up; a file is read if its size, times or inode differ from those of the
        last time, or if it was changed in the two seconds before.
    excluded : Path, optional
        A folder below that is left out.

    Returns
    -------
    dict of str to str
        Of a file its SHA-256, in hexadecimal digits; of anything else what it is: a folder, a link with its
        target, something unreadable. Links to files inside are read; others are not followed.
    """
    key = digest(root)
    known: dict[str, KnownFile] = cache.get(KIND, key, {})
    read: dict[str, KnownFile] = {}
    found = {}
    for path, entry in _entries(root, excluded):
        found[path] = _what_it_holds(entry, root, known.get(path), path, read) if entry else UNREADABLE
    if read != known:
        cache.put(KIND, key, read)
    return found


def folder_signature(root: Path) -> str:
    """Return a checksum of what the file system says of everything below a folder."""
    digest = hashlib.sha256()
    for path, entry in _entries(root, None):
        digest.update(f"{path!a} {_lexical(entry) if entry else UNREADABLE!a}\n".encode())
    return digest.hexdigest()


def _entries(
    folder: Path, excluded: Path | None, prefix: str = ""
) -> Iterator[tuple[str, os.DirEntry[str] | None]]:
    """Yield everything below a folder with its path, ordered; links to folders are not followed.

    Of a folder that cannot be listed there is one entry, which is None.
    """
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except FileNotFoundError:
        return
    except OSError:
        yield f"{prefix}.", None
        return
    for entry in entries:
        path = prefix + entry.name
        if entry.is_dir(follow_symlinks=False):
            if Path(entry.path) != excluded:
                yield path, entry
                yield from _entries(Path(entry.path), excluded, f"{path}/")
        else:
            yield path, entry


def _lexical(entry: os.DirEntry[str]) -> object:
    """What the file system says of an entry, links not followed."""
    if entry.is_dir(follow_symlinks=False):
        return FOLDER
    try:
        target = str(Path(entry.path).readlink()) if entry.is_symlink() else ""
        return target, *_signature(entry.stat(follow_symlinks=False))
    except OSError:
        return UNREADABLE


def _what_it_holds(
    entry: os.DirEntry[str], root: Path, known: KnownFile | None, path: str, read: dict[str, KnownFile]
) -> str:
    if entry.is_dir(follow_symlinks=False):
        return FOLDER
    try:
        file = Path(entry.path)
        link = f"link to {file.readlink()}" if entry.is_symlink() else ""
        status = file.stat()
        if not stat.S_ISREG(status.st_mode) or (link and not file.resolve().is_relative_to(root)):
            return link or UNREADABLE
        signature = _signature(status)
        if known is None or known.signature != signature:
            with file.open("rb") as content:
                known = KnownFile(signature, hashlib.file_digest(content, "sha256").hexdigest())
        if time.time_ns() - max(status.st_mtime_ns, status.st_ctime_ns) > SETTLED_AFTER:
            read[path] = known
        return known.sha256
    except (OSError, RuntimeError):
        return UNREADABLE


def _signature(status: os.stat_result) -> tuple[int, ...]:
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino
