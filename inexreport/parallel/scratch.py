"""Temporary folders that a later process removes if theirs was killed."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PREFIX = ".inexreport-scratch-"
_FOLDER = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)

if sys.platform == "win32":

    def lock(opened: int) -> None:
        """Raise an OSError: there are no such locks."""
        raise OSError("no locks")

else:
    import fcntl

    def lock(opened: int) -> None:
        """Lock an open file or folder until it is closed or the process ends.

        Raises
        ------
        BlockingIOError
            If another process has the lock.
        OSError
            If the file system has no locks.
        """
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_scratch(path: Path) -> bool:
    """Whether a file lies directly in a `scratch_folder`, and so has no name that a user knows."""
    return path.parent.name.startswith(_PREFIX)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A temporary folder, which is locked while this process lives."""
    folder, opened = _new_folder()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if opened is not None:
            os.close(opened)


def _new_folder() -> tuple[Path, int | None]:
    """A new folder, opened and locked where that is possible."""
    while True:
        folder, opened, taken = Path(tempfile.mkdtemp(prefix=_PREFIX)), None, False
        with contextlib.suppress(OSError):
            try:
                opened = os.open(folder, _FOLDER)
                lock(opened)
            except BlockingIOError:
                taken = True
        if folder.exists() and not taken:
            return folder, opened
        if opened is not None:  # `remove_abandoned` came before the lock
            os.close(opened)


def remove_abandoned() -> None:
    """Remove the temporary folders of this user's processes that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            opened = os.open(folder, _FOLDER)
            try:
                lock(opened)
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(opened)
