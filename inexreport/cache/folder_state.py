"""What the file system says of all files below a folder: it changes whenever one of them does."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from inexreport.cache.known_files import SETTLED_AFTER


def state_of(root: Path) -> str:
    """Checksum of all files and links below a folder by name, size, times and inode."""
    return _listed(root, None)[0]


def settled_state(root: Path, but: Path) -> str:
    """The same without what lies below another folder; empty if a further change might not show in it."""
    state, latest = _listed(root, but)
    return state if time.time_ns() - latest >= SETTLED_AFTER else ""


def _listed(root: Path, but: Path | None) -> tuple[str, int]:
    """The state of a folder, and the time of its latest change."""
    digest = hashlib.sha256()
    latest = 0
    for name, status, link in sorted(_entries(root, but)):
        latest = max(latest, status[1], status[2])
        digest.update(f"{name!a} {status} {link!a}\n".encode())
    return digest.hexdigest(), latest


def _entries(
    folder: Path, but: Path | None, prefix: str = ""
) -> Iterator[tuple[str, tuple[int, int, int, int], str]]:
    """Yield name, (size, modified, changed, inode) and target of every file and link below a folder."""
    if not folder.is_dir():
        return
    with os.scandir(folder) as entries:
        for entry in entries:
            name = prefix + entry.name
            if entry.is_dir(follow_symlinks=False):
                if Path(entry.path) != but:
                    yield from _entries(Path(entry.path), but, f"{name}/")
                continue
            target = str(Path(entry.path).readlink()) if entry.is_symlink() else ""
            try:
                status = entry.stat()
                state = (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
            except OSError:
                state = (0, 0, 0, 0)
            yield name, state, target
