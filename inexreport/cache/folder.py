"""A folder of kept results, each a file named by a checksum of all that it was made from."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import time
import zlib
from pathlib import Path

from inexreport.errors import UsageError
from inexreport.workers.mapped_file import MappedFile

UNUSED_DAYS = 30
"""What no build has used for so long is deleted."""

TIDIED_AFTER = 24 * 60 * 60
"""Seconds between two looks for unused files."""

MARK = "CACHEDIR.TAG"
MARK_CONTENT = b"Signature: 8a477f597d28d172789f06886806bc55\n# Kept results of inexreport; safe to delete.\n"
"""By which programs that make backups recognise a cache, and this one its own."""


def key_of(*parts: str) -> str:
    """Return the name of what was made from these parts.

    Examples
    --------
    >>> key_of("ab", "c") == key_of("a", "bc")
    False
    """
    digest = hashlib.sha256()
    for part in parts:
        content = part.encode("utf-8", "surrogatepass")
        digest.update(f"{len(content)} ".encode())
        digest.update(content)
    return digest.hexdigest()


class Cache:
    """Kept results of one folder.

    Files are written beside their place and then moved there, so that builds at the same time, and builds
    that are interrupted, harm neither each other nor what is kept.

    Parameters
    ----------
    folder : Path
        Made if it is missing.

    Raises
    ------
    UsageError
        If it cannot be written to, or holds something else.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        mark = folder / MARK
        try:
            if folder.exists() and not mark.exists() and any(folder.iterdir()):
                raise UsageError(
                    f"{str(folder)!r} holds something else than kept results. Give another folder as --cache."
                )
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not mark.exists():
                mark.write_bytes(MARK_CONTENT)
        except OSError as error:
            raise UsageError(
                f"Results cannot be kept in {str(folder)!r}: {error.strerror}. "
                "Give another folder as --cache."
            ) from None

    def has(self, kind: str, key: str) -> bool:
        """Whether something is kept under a key."""
        return self._path(kind, key).is_file()

    def read(self, kind: str, key: str) -> memoryview | None:
        """Return what was written under a key; None if there is nothing, or something else."""
        path = self._path(kind, key)
        try:
            content = path.read_bytes()
            os.utime(path)  # used today
        except OSError:
            return None
        return _checked(content, kind, key)

    def mapped(self, kind: str, key: str) -> memoryview | None:
        """The same as a part of a `MappedFile`, so that several processes share its memory."""
        path = self._path(kind, key)
        try:
            found = MappedFile.at(path)
            os.utime(path)  # see `read`
        except (OSError, ValueError):
            return None
        return _checked(found, kind, key)

    def write(self, kind: str, key: str, content: bytes | memoryview) -> None:
        """Keep something; where that fails, as on a full disk, a later build computes it again."""
        path = self._path(kind, key)
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as beside:
                try:
                    beside.write(content)
                    beside.write(_checksum(content, kind, key))
                    beside.close()
                    Path(beside.name).replace(path)
                except BaseException:
                    Path(beside.name).unlink(missing_ok=True)
                    raise

    def tidy(self) -> None:
        """Delete what has not been used for long, and what interrupted builds left half written."""
        mark = self.folder / MARK
        with contextlib.suppress(OSError):
            now = time.time()
            if now - mark.stat().st_mtime < TIDIED_AFTER:
                return
            os.utime(mark)
            for path in self.folder.glob("*/*/*"):
                unused = now - path.stat().st_mtime
                if unused > UNUSED_DAYS * 24 * 60 * 60 or (path.name[0] == "." and unused > TIDIED_AFTER):
                    path.unlink()

    def _path(self, kind: str, key: str) -> Path:
        return self.folder / kind / key[:2] / key[2:]


_CHECKSUM_SIZE = 32
"""Bytes at the end of each file."""


def _checksum(content: bytes | memoryview, kind: str, key: str) -> bytes:
    """Of the content and of what it was written under: an entry in the place of another is not believed."""
    return hashlib.sha256(f"{kind}/{key} {zlib.crc32(content)} {len(content)}".encode()).digest()


def _checked(file: bytes | MappedFile, kind: str, key: str) -> memoryview | None:
    """The content of a file without its checksum; None if it does not match."""
    content, checksum = memoryview(file)[:-_CHECKSUM_SIZE], memoryview(file)[-_CHECKSUM_SIZE:]
    return content if checksum == _checksum(content, kind, key) else None
