"""The bytes of an input file: read once, with their checksum, unpacked if they are gzip."""

from __future__ import annotations

import codecs
import gzip
import hashlib
import io
import zlib
from dataclasses import dataclass
from pathlib import Path

from inexreport.model.problem import ProblemLog

LARGEST_CONTENT = 2 * 2**30
UNSUSPICIOUS_CONTENT = 64 * 2**20
LARGEST_EXPANSION = 200
"""Beyond `UNSUSPICIOUS_CONTENT`, gzip may expand its input no further; real runs expand 5 to 30 times."""

_GZIP_MAGIC = b"\x1f\x8b"
_READ_AT_ONCE = 2**20


@dataclass(frozen=True, slots=True)
class FileContent:
    """What a file holds.

    Attributes
    ----------
    data : bytes
        Unpacked.
    sha256 : str
        Of the bytes as they lie on disk.
    """

    data: bytes
    sha256: str

    @property
    def is_markup(self) -> bool:
        """Whether the first thing in the file is an opening angle bracket, as in XML."""
        start = self.data[:4096].replace(b"\0", b"")
        for mark in (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            start = start.removeprefix(mark)
        return start.lstrip().startswith(b"<")


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file as it lies on disk.

    Attributes
    ----------
    data : bytes
    sha256 : str
        Of `data`.
    """

    data: bytes
    sha256: str


def read_content(path: Path, log: ProblemLog) -> FileContent | None:
    """Read a file; None, with the reason in `log`, if that is impossible.

    Parameters
    ----------
    path : Path
    log : ProblemLog
        Of the file.

    Returns
    -------
    FileContent or None
    """
    stored = read_stored(path, log)
    return None if stored is None else unpacked(stored, log)


def read_stored(path: Path, log: ProblemLog) -> StoredFile | None:
    """Read a file's bytes as they are; None, with the reason in `log`, if that is impossible."""
    try:
        size = path.stat().st_size
        if not path.is_file():
            log.add("file-unreadable", found="no regular file", expected="a file")
            return None
        if size > LARGEST_CONTENT:
            log.add("file-too-large", found=f"{size} bytes", expected=f"at most {LARGEST_CONTENT} bytes")
            return None
        data = path.read_bytes()
    except OSError as error:
        log.add("file-unreadable", found=error.strerror or type(error).__name__, expected="a readable file")
        return None
    return StoredFile(data, hashlib.sha256(data).hexdigest())


def unpacked(stored: StoredFile, log: ProblemLog) -> FileContent | None:
    """Return what a file holds; None, with the reason in `log`, if it is gzip that cannot be unpacked."""
    data: bytes | None = stored.data
    if stored.data.startswith(_GZIP_MAGIC):
        data = _unpacked(stored.data, log)
    return None if data is None else FileContent(data, stored.sha256)


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file's bytes; empty where there are none to read."""
    if not path.is_file():
        return ""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def _unpacked(data: bytes, log: ProblemLog) -> bytes | None:
    """Unpack gzip of one or more members, never more than allowed."""
    allowed = min(LARGEST_CONTENT, max(UNSUSPICIOUS_CONTENT, LARGEST_EXPANSION * len(data)))
    pieces: list[bytes] = []
    total = 0
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            while piece := packed.read(_READ_AT_ONCE):
                pieces.append(piece)
                total += len(piece)
                if total > allowed:
                    log.add(
                        "file-too-large",
                        found=f"{len(data)} bytes of gzip that expand to more than {allowed} bytes",
                        expected=f"at most {LARGEST_EXPANSION} times their size",
                    )
                    return None
    except (OSError, EOFError, zlib.error) as error:
        log.add("file-compression-broken", found=str(error), expected="a complete gzip file")
        return None
    return b"".join(pieces)


def utf8_text(data: bytes, log: ProblemLog) -> bytes:
    r"""Return the bytes of a text file as UTF-8 without byte order mark, lines ending in ``\n``.

    UTF-16 is recognised by its mark; what is not UTF-8 is taken for ISO-8859-1, with a warning in `log`.

    Parameters
    ----------
    data : bytes
    log : ProblemLog
        Of the file.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        data = data.decode("utf-16", "replace").encode("utf-8", "replace")
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        if not data.isascii():
            data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{data[error.start]:02x}"
        log.add("encoding-assumed", found=byte, expected="UTF-8", lines=[line])
        data = data.decode("iso-8859-1").encode()
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data
