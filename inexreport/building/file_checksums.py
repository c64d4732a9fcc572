"""Checksums of all files below a folder; files that have not changed since are not read again."""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from inexreport.cache import Cache, digest

KIND = "checksums"

SETTLED_AFTER = 2_000_000_000
"""Nanoseconds after which a further change of a file shows in its times, on any file system."""

FOLDER = "a folder"
UNREADABLE = "unreadable"
LINK = "//link"
"""Ends the name of no file."""

Known = dict[str, tuple[tuple[int, ...], str]]
"""By path, size, times and inode of a file when it was read, and its SHA-256."""


def file_checksums(root: Path, cache: Cache, excluded: Path | None = None) -> dict[str, str]:
    """The content of everything below a folder, by path with forward slashes, ordered.

    Parameters
    ----------
    root : Path
        Resolved.
    cache : Cache
        Has the checksums of the last time; a file is read if its size, times or inode differ, or if it was
        changed in the two seconds before.
    excluded : Path, optional
        A folder below that is left out.

    Returns
    -------
    dict of str to str
        The SHA-256 of files, also of links to files below the folder, in hexadecimal digits; a description
        of empty folders, other links and what is unreadable. Each link to a file has another entry, with
        `LINK` after its path.
    """
    key = digest(root)
    known: Known = cache.get(KIND, key, {})
    read: Known = {}
    paths = sorted(paths_below(root, excluded))
    with ThreadPoolExecutor() as threads:  # hashing releases the interpreter lock
        found = dict(
            zip(paths, threads.map(lambda path: _content(root, path, known, read), paths), strict=True)
        )
    if read != known:
        cache.put(KIND, key, {path: read[path] for path in paths if path in read})
    links = (path for path in paths if (root / path).is_symlink())
    return found | {f"{path}{LINK}": os.path.realpath(root / path) for path in links}


def _content(root: Path, path: str, known: Known, read: Known) -> str:
    file = root / path
    try:
        link = f"link to {file.readlink()}" if file.is_symlink() else ""
        status = file.stat()
        if stat.S_ISDIR(status.st_mode) and not link:
            list(file.iterdir())  # raises an error if the folder is unreadable
            return FOLDER
        if not stat.S_ISREG(status.st_mode) or (link and not file.resolve().is_relative_to(root)):
            return link or UNREADABLE
        signature = status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino
        before, checksum = known.get(path, ((), ""))
        if before != signature:
            with file.open("rb") as content:
                checksum = hashlib.file_digest(content, "sha256").hexdigest()
        if time.time_ns() - max(status.st_mtime_ns, status.st_ctime_ns) > SETTLED_AFTER:
            read[path] = signature, checksum
        return checksum
    except (OSError, RuntimeError):
        return UNREADABLE


def paths_below(folder: Path, excluded: Path | None = None) -> Iterator[str]:
    """Yield the path of each file, link, empty folder and unreadable folder below a folder."""
    unreadable: list[OSError] = []
    for place, folders, files in os.walk(folder, onerror=unreadable.append):
        here = Path(place)
        relative = here.relative_to(folder).as_posix()
        prefix = "" if here == folder else f"{relative}/"
        if not folders and not files and here != folder:
            yield relative
        folders[:] = [name for name in folders if here / name != excluded]
        yield from (f"{prefix}{name}" for name in files)
        yield from (f"{prefix}{name}" for name in folders if (here / name).is_symlink())
    refused = (Path(error.filename) for error in unreadable)
    yield from (place.relative_to(folder).as_posix() for place in refused if place != folder)
