"""A store for results of earlier builds.

One rule: the key of an entry is a `digest` of the content of its inputs, the settings and the code version.
If any of them differs, the key differs, so an entry is never out of date. `digest` covers all fields of a
record, so a new field of campaign.toml is part of the keys without being listed anywhere. The folder may be
deleted at any time.

An entry is a file with a SHA-256 of its key and content, followed by a compressed pickle. Reading a pickle
can run code, as importing this package does; therefore a folder is refused unless its owner alone may write
to it. An entry that is damaged, or was moved to another key, has a wrong checksum and is computed again.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import pickle
import stat
import tempfile
import time
from collections.abc import Callable, Mapping, Set
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pydantic import BaseModel

from inexreport.errors import UsageError

Result = TypeVar("Result")

UNUSED_DAYS = 30
"""Entries that no build has used for this long are deleted."""

CLEANED_EVERY = 24 * 60 * 60
"""Seconds between two searches for unused entries."""

TAG = "CACHEDIR.TAG"
TAG_CONTENT = (
    b"Signature: 8a477f597d28d172789f06886806bc55\n# Cached results of inexreport; safe to delete.\n"
)
"""Lets backup programs recognise a cache."""

_CODEC = "lz4"
_CHECKSUM_SIZE = hashlib.sha256().digest_size
_SIZE_BYTES = 8
_MISSING = object()


def digest(*parts: Any) -> str:
    """Return a checksum of values and of everything in them.

    Parameters
    ----------
    *parts : object
        Dataclasses, pydantic's models, mappings, sequences, sets, NumPy arrays, Arrow's arrays of texts,
        paths, enumerations, numbers, texts, bytes, None.

    Examples
    --------
    >>> digest("ab", "c") == digest("a", "bc")
    False
    """
    hasher = hashlib.sha256()
    for part in parts:
        _add(hasher, part)
    return hasher.hexdigest()


def _add(hasher: Any, value: Any) -> None:
    """Add a value to a checksum: its type and length, then its content."""
    kind = type(value).__name__
    if value is None or isinstance(value, str | int | float | Path):  # and enumerations of these
        text = str(value).encode("utf-8", "surrogatepass")
        hasher.update(f"{kind} {len(text)} ".encode() + text)
    elif isinstance(value, bytes):
        hasher.update(f"{kind} {len(value)} ".encode())
        hasher.update(value)
    elif isinstance(value, np.ndarray):
        hasher.update(f"array {value.dtype.str} {value.shape} ".encode())
        hasher.update(np.ascontiguousarray(value).data)
    elif isinstance(value, pa.StringArray):
        _add(hasher, pc.binary_length(value).to_numpy())
        whole = pa.ListArray.from_arrays(pa.array([0, len(value)], pa.int32()), value)
        hasher.update(pc.binary_join(whole, "")[0].as_buffer())
    elif isinstance(value, BaseModel):
        _add(hasher, (kind, dict(value)))
    elif is_dataclass(value):
        hasher.update(f"{kind} ".encode())
        for field in fields(value):
            _add(hasher, getattr(value, field.name))
    elif isinstance(value, Mapping):
        hasher.update(f"{kind} {len(value)} ".encode())
        for item in value.items():
            _add(hasher, item)
    elif isinstance(value, Set | list | tuple):
        hasher.update(f"{kind} {len(value)} ".encode())
        for item in sorted(value) if isinstance(value, Set) else value:
            _add(hasher, item)
    else:
        raise TypeError(f"{kind} cannot be part of a cache key")


def pickled(value: Any) -> bytes:
    """Return a pickle that is the same for equal values, even if parts of one of them are a single object.

    Examples
    --------
    >>> part = ["a"]
    >>> pickled([part, part]) == pickled([["a"], ["a"]])
    True
    """
    content = io.BytesIO()
    pickler = pickle.Pickler(content, protocol=5)
    pickler.fast = True
    pickler.dump(value)
    return content.getvalue()


class Cache:
    """Stored results in a folder.

    Entries are written to a temporary file and then renamed, so that builds that run at the same time or are
    interrupted do no harm.

    Parameters
    ----------
    folder : Path, optional
        Created if it is missing. Without it, nothing is stored.

    Raises
    ------
    UsageError
        If the folder cannot be written to, holds something else, or others may write to it.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        if folder is not None:
            _prepare(folder)

    def get_or_compute(self, kind: str, key: str, compute: Callable[[], Result]) -> Result:
        """Return the entry of a kind under a key; compute and store it if there is none."""
        found = self.get(kind, key, _MISSING)
        if found is _MISSING:
            found = compute()
            self.put(kind, key, found)
        result: Result = found
        return result

    def get(self, kind: str, key: str, default: Any = None) -> Any:
        """Return the entry of a kind under a key, `default` if there is none or its file is damaged."""
        if self.folder is None:
            return default
        path = self._path(kind, key)
        try:
            with path.open("rb") as file:
                if not _is_own(os.fstat(file.fileno())):
                    return default  # from when others could write to the folder
                data = file.read()
            os.utime(path)  # for `remove_unused`
        except OSError:
            return default
        checksum, rest = data[:_CHECKSUM_SIZE], memoryview(data)[_CHECKSUM_SIZE:]
        size, content = bytes(rest[:_SIZE_BYTES]), rest[_SIZE_BYTES:]
        if checksum != _checksum(kind, key, size, content):
            return default
        return pickle.loads(pa.decompress(content, int.from_bytes(size), codec=_CODEC, asbytes=True))

    def put(self, kind: str, key: str, value: Any) -> None:
        """Store an entry; if that fails, as on a full disk, a later build computes it again."""
        if self.folder is None:
            return
        path = self._path(kind, key)
        pickled = pickle.dumps(value, protocol=5)
        size, content = len(pickled).to_bytes(_SIZE_BYTES), pa.compress(pickled, codec=_CODEC)
        with contextlib.suppress(OSError):
            for folder in (path.parent.parent, path.parent):  # whatever the umask is
                folder.mkdir(exist_ok=True, mode=0o700)
            with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
                try:
                    file.write(_checksum(kind, key, size, content) + size)
                    file.write(content)
                    file.close()
                    Path(file.name).replace(path)
                except BaseException:
                    Path(file.name).unlink(missing_ok=True)
                    raise

    def remove_unused(self) -> None:
        """Delete entries that have not been used for long, and temporary files of interrupted builds."""
        if self.folder is None:
            return
        tag = self.folder / TAG
        with contextlib.suppress(OSError):
            now = time.time()
            if now - tag.stat().st_mtime < CLEANED_EVERY:
                return
            os.utime(tag)
            for path in self.folder.glob("*/*/*"):
                unused = now - path.stat().st_mtime
                if unused > UNUSED_DAYS * 24 * 60 * 60 or (path.name[0] == "." and unused > CLEANED_EVERY):
                    path.unlink()

    def _path(self, kind: str, key: str) -> Path:
        assert self.folder is not None
        return self.folder / kind / key[:2] / key[2:]


NO_CACHE = Cache()
"""Stores nothing."""


def _prepare(folder: Path) -> None:
    """Create the folder of a cache, or refuse to use it."""
    tag = folder / TAG
    other = "Give another folder as --cache."
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not (_is_own(folder.stat()) and _keeps_its_place(folder)):
            raise UsageError(
                f"Others may write to {str(folder)!r}, so that its content cannot be trusted. "
                "Let its owner alone write to it, or give another folder as --cache."
            )
        if not tag.exists() and any(folder.iterdir()):
            raise UsageError(f"{str(folder)!r} holds something else than cached results. {other}")
        if not tag.exists():
            tag.write_bytes(TAG_CONTENT)
    except OSError as error:
        raise UsageError(f"Results cannot be cached in {str(folder)!r}: {error.strerror}. {other}") from None


def _is_own(status: os.stat_result) -> bool:
    """Whether a file or folder belongs to this user, who alone may write to it (on POSIX systems)."""
    return not hasattr(os, "getuid") or (
        status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    )


def _keeps_its_place(folder: Path) -> bool:
    """Whether no folder above lets everybody put another one in its place."""
    above = (one.stat().st_mode for one in folder.resolve().parents)
    return os.name != "posix" or not any(mode & stat.S_IWOTH and not mode & stat.S_ISVTX for mode in above)


def _checksum(kind: str, key: str, size: bytes, content: Any) -> bytes:
    """The checksum of an entry and its key."""
    hasher = hashlib.sha256(f"{kind}/{key} ".encode() + size)
    hasher.update(content)
    return hasher.digest()
