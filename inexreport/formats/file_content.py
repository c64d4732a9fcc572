"""The bytes of an input file: read once, with their checksum, unpacked if they are packed."""

from __future__ import annotations

import bz2
import codecs
import gzip
import hashlib
import io
import lzma
import os
import re
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa

from inexreport.formats.likely_format import looks_like
from inexreport.formats.shown_text import quoted
from inexreport.model.problem import ProblemLog

LARGEST_CONTENT = 128 * 2**20
"""Bytes that a file may hold, unpacked; real runs have up to 30 MB."""

UNSUSPICIOUS_CONTENT = 64 * 2**20
LARGEST_EXPANSION = 200
"""Beyond `UNSUSPICIOUS_CONTENT`, packed files may expand no further; real runs expand 5 to 30 times."""

_MAGIC = {
    "gzip": re.compile(rb"\x1f\x8b"),
    "xz": re.compile(rb"\xfd7zXZ\x00"),
    "bzip2": re.compile(rb"BZh[1-9](?:1AY&SY|\x17\x72\x45)"),
    "Zstandard": re.compile(rb"\(\xb5/\xfd"),
    "Zip": re.compile(rb"PK\x03\x04"),
}
"""How packed files begin."""


def _only_file(file: BinaryIO) -> Any:
    archive = zipfile.ZipFile(file)
    names = [one for one in archive.namelist() if not one.endswith("/") and not one.startswith("__MACOSX/")]
    if len(names) != 1:
        raise zipfile.BadZipFile(f"an archive of {len(names)} files")
    return archive.open(names[0])


_OPEN: dict[str, Callable[[BinaryIO], Any]] = {
    "gzip": gzip.open,
    "xz": lzma.open,
    "bzip2": bz2.open,
    "Zstandard": lambda file: pa.CompressedInputStream(pa.PythonFile(file, mode="r"), "zstd"),
    "Zip": _only_file,
}
_BROKEN = (OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, RuntimeError, pa.ArrowException)
_COUNTED_AT_ONCE = 2**18
_SPACE = 32


@dataclass(frozen=True)
class FileContent:
    """The content of a file, unpacked; `packed` is what lies on disk, if that differs."""

    data: bytes
    packed: bytes = b""

    @property
    def is_markup(self) -> bool:
        return is_markup(self.data)

    @cached_property
    def sha256(self) -> str:
        """Checksum of the bytes on disk; computing it takes as long as reading them."""
        return hashlib.sha256(self.packed or self.data).hexdigest()


def read_content(
    path: Path,
    log: ProblemLog,
    largest: int = LARGEST_CONTENT,
    allowed: str = "no more",
    *,
    pipes: bool = False,
) -> FileContent | None:
    """Read a file; None, with the reason in `log`, if that is impossible.

    Parameters
    ----------
    path : Path
    log : ProblemLog
        Of the file.
    largest : int
        Bytes that it may hold, as it lies there and unpacked.
    allowed : str
        How the problem of a larger file says what is expected.
    pipes : bool
        Whether it may be a pipe, as of a shell's ``<(zcat qrels.gz)``, whose end is waited for.
    """
    try:
        if not (pipes and path.is_fifo()) and not is_regular(path, log):
            return None
        with path.open("rb") as file:
            # Asked for as much as there is: room for the largest would take longer than most files.
            data = file.read(min(os.fstat(file.fileno()).st_size, largest) + 1)
            data += file.read(largest + 1 - len(data))
    except OSError as error:
        log.add("file-unreadable", found=error.strerror or type(error).__name__, expected="a readable file")
        return None
    if len(data) > largest:
        log.add("file-too-large", found=f"more than {largest:,} bytes", expected=allowed)
        return None
    return unpacked(data, log, largest, allowed)


def is_regular(path: Path, log: ProblemLog) -> bool:
    """Whether a path is a file that can be opened without waiting for anybody; if not, `log` says so."""
    if path.stat() and path.is_file():  # the first raises the reason if there is none
        return True
    log.add("file-unreadable", found="a folder" if path.is_dir() else "no regular file", expected="a file")
    return False


def is_markup(data: bytes) -> bool:
    """Whether the first thing in a file is an opening angle bracket, as in XML."""
    start = data[:4096].replace(b"\0", b"")
    for mark in (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        start = start.removeprefix(mark)
    return start.lstrip().startswith(b"<")


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file's bytes; empty where there are none to read."""
    if not path.is_file():
        return ""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def unpacked(
    packed: bytes, log: ProblemLog, largest: int = LARGEST_CONTENT, allowed: str = "no more"
) -> FileContent | None:
    """Return the content of a file that may be packed, never more than allowed."""
    kind = _packing(packed)
    if kind is None:
        return FileContent(packed)
    largest = min(largest, max(UNSUSPICIOUS_CONTENT, LARGEST_EXPANSION * len(packed)))
    try:
        with _OPEN[kind](io.BytesIO(packed)) as file:
            data = file.read(largest + 1)
    except _BROKEN as error:
        expected = "a Zip file with one file in it" if kind == "Zip" else f"a complete {kind} file"
        log.add("file-compression-broken", found=quoted(error), expected=expected)
        return None
    if len(data) > largest:
        log.add(
            "file-too-large",
            found=f"{len(packed):,} bytes of {kind} that expand to more than {largest:,} bytes",
            expected=allowed,
        )
        return None
    if _packing(data):
        found = f"packed data within {kind}"
        log.add("file-compression-broken", found=found, expected="a file that is packed once")
        return None
    return FileContent(data, packed)


def _packing(data: bytes) -> str | None:
    return next((name for name, magic in _MAGIC.items() if magic.match(data)), None)


def words_within(text: bytes, most: int, log: ProblemLog) -> bool:
    """Whether a text has at most `most` bytes of white space or control characters; if not, `log` says so."""
    letters = np.frombuffer(text, dtype=np.uint8)
    parts = range(0, len(letters), _COUNTED_AT_ONCE)
    blanks = sum(int(np.count_nonzero(letters[at : at + _COUNTED_AT_ONCE] <= _SPACE)) for at in parts)
    if blanks > most:
        log.add("file-too-large", found=f"{blanks:,} blanks and line ends", expected=f"at most {most:,}")
    return blanks <= most


def utf8_text(data: bytes, log: ProblemLog) -> bytes | None:
    r"""Return the bytes of a text file as UTF-8 without byte order mark, lines ending in ``\n``.

    UTF-16 is recognised by its mark; what is not UTF-8 is taken for ISO-8859-1, with a warning in `log`.
    None, with an error in `log`, if there are NUL bytes, which no text has: they are left where a disk or a
    transfer lost something, and UTF-16 is full of them.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        data = data.decode("utf-16", "replace").encode("utf-8", "replace")
    data = data.removeprefix(codecs.BOM_UTF8)
    if (place := data.find(b"\0")) >= 0:
        log.add(
            "file-not-text",
            found=f"NUL bytes, {data.count(0):,} in all{looks_like(data)}",
            expected="text",
            lines=[data.count(b"\n", 0, place) + 1],
        )
        return None
    try:
        if not data.isascii():
            data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{data[error.start]:02x}"
        log.add("encoding-assumed", found=byte, expected="UTF-8", lines=[line])
        data = data.decode("iso-8859-1").encode()
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data
