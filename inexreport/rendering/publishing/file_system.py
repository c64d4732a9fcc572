"""What a file system offers beyond Python's own functions: folders that change places, and certainty."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

_HERE = -100
_EXCHANGE = 2
_NOT_OFFERED = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP)


def exchange(one: Path, other: Path) -> bool:
    """Let two folders change places in one step: nobody ever sees one of them missing.

    Returns
    -------
    bool
        False where that is not offered; then nothing was done. Linux offers it on most file systems.
    """
    call = _of_the_c_library("renameat2")
    if call is None:
        return False
    if call(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0:
        return True
    error = ctypes.get_errno()
    if error in _NOT_OFFERED:
        return False
    raise OSError(error, os.strerror(error), str(one), None, str(other))


def write_through(folder: Path) -> None:
    """Wait until everything below a folder is on the disk, so that a power loss leaves it as it is now.

    On Linux one call for the whole file system, which tells of what could not be written; elsewhere one for
    each file, which takes longer.
    """
    call = _of_the_c_library("syncfs")
    if call is None:
        for place, _, files in os.walk(folder):
            for name in files:
                _on_disk(Path(place) / name)
            write_entries_through(Path(place))
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        if call(opened) != 0:
            error = ctypes.get_errno()
            raise OSError(error, os.strerror(error), str(folder))
    finally:
        os.close(opened)


def write_entries_through(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    if os.name == "posix":  # elsewhere folders cannot be opened
        _on_disk(folder)


def _on_disk(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@cache
def _of_the_c_library(name: str) -> Any:
    """A function of the C library; None where there is none of that name, or another one behind it."""
    return getattr(ctypes.CDLL(None, use_errno=True), name, None) if sys.platform == "linux" else None
