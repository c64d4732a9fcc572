"""A lock that lets one build at a time work on an archive."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from inexreport.errors import UsageError
from inexreport.parallel.scratch import lock
from inexreport.rendering.publishing.publication import repair, write_errors_explained

LOCK = ".inexreport-lock"
"""File that exists during a build; the lock on it ends with the process."""


_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


@contextmanager
def archive_to_itself(out: Path) -> Iterator[None]:
    """Lock an archive, and first repair what interrupted builds left.

    Parameters
    ----------
    out : Path
        Created if missing, and removed again if it stays empty.

    Raises
    ------
    UsageError
        If another build is at work there.
    NotWrittenError
        If nothing can be written there.
    """
    made = [folder for folder in (out, *out.parents) if not folder.exists()]
    with write_errors_explained(out):
        out.mkdir(parents=True, exist_ok=True)
        opened = _taken(out / LOCK)
    try:
        with write_errors_explained(out):
            repair(out)
        yield
    finally:
        try:
            with contextlib.suppress(OSError):
                (out / LOCK).unlink()
        finally:
            os.close(opened)
        with contextlib.suppress(OSError):
            for folder in made:
                folder.rmdir()


def _taken(path: Path) -> int:
    """Open and lock the file; repeat if another build has removed it in between."""
    while True:
        if path.is_symlink():
            path.unlink()  # no build creates links, and this one may lead anywhere
        opened = os.open(path, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o644)
        if not _locked(opened):
            os.close(opened)
            raise UsageError(
                f"Another build is at work on {path.parent}. Wait until it has ended, or choose another "
                "--out; one build takes several campaigns."
            )
        # The previous build may have removed the file after it was opened here.
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(opened), path.lstat()):
                return opened
        os.close(opened)


def _locked(opened: int) -> bool:
    try:
        lock(opened)
    except BlockingIOError:
        return False
    except OSError:  # a system without locks
        return True
    return True
