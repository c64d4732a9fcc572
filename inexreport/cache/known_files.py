"""Checksums of files that have not been touched since they were read, so that they need not be read again."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from inexreport.cache.folder import Cache, key_of
from inexreport.cache.records import from_parquet, to_parquet

KIND = "checksums"

SETTLED_AFTER = 2_000_000_000
"""Nanoseconds after which a further change of a file shows in its times, on any file system."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What the file system says of a file; it changes whenever the file does.

    Attributes
    ----------
    size : int
    modified, changed : int
        Nanoseconds: of the last change of its bytes, and of anything about it.
    inode : int
    """

    size: int
    modified: int
    changed: int
    inode: int


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file that was read."""

    signature: Signature
    sha256: str


@dataclass(frozen=True, slots=True)
class KnownFiles:
    """Files of a campaign by their names there."""

    files: Mapping[str, KnownFile]

    def checksum(self, file: str, path: Path) -> str | None:
        """Return the SHA-256 of a file that is as it was; None if it must be read."""
        known = self.files.get(file)
        return known.sha256 if known is not None and known.signature == signature(path) else None


def signature(path: Path | str, *, of_link: bool = False) -> Signature | None:
    """Return the signature of a file, or of the link that stands for it; None if there is none to be had."""
    try:
        status = os.stat(path, follow_symlinks=not of_link)  # noqa: PTH116 (it takes texts too)
    except OSError:
        return None
    return Signature(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def settled_signature(path: Path) -> Signature | None:
    """Return a file's signature if a change from now on will show in it."""
    found = signature(path)
    settled = found is not None and time.time_ns() - max(found.modified, found.changed) > SETTLED_AFTER
    return found if settled else None


def load_known_files(cache: Cache, directory: Path) -> KnownFiles:
    """Return what is known of the files of a campaign directory."""
    content = cache.read(KIND, key_of(str(directory)))
    known = None if content is None else from_parquet(content, KnownFiles)
    return known or KnownFiles({})


def keep_known_files(cache: Cache, directory: Path, known: KnownFiles) -> None:
    """Keep what is known of the files of a campaign directory."""
    cache.write(KIND, key_of(str(directory)), to_parquet(known))
