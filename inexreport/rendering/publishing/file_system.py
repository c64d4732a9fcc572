"""System calls that Python lacks: exchanging two folders, and waiting for a file system."""

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
    """Exchange two folders atomically: neither is missing at any moment.

    Returns
    -------
    bool
        False, and nothing is done, where the system cannot do it. Linux can on most file systems.
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
    """Wait until everything below a folder is on the disk, safe from a power failure.

    On Linux this is one call for the whole file system, which reports write errors; elsewhere one for each
    file, which takes longer.
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
    """Wait until the entries of a folder are on the disk."""
    if os.name == "posix":  # other systems cannot open folders
        _on_disk(folder)


def _on_disk(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@cache
def _of_the_c_library(name: str) -> Any:
    """A function of the C library on Linux; None elsewhere."""
    return getattr(ctypes.CDLL(None, use_errno=True), name, None) if sys.platform == "linux" else None
