"""Checksums of a folder's files as `sha256sum` writes and reads them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from inexreport.report.published_files import PublishedFile

_LINE = re.compile(r"([0-9a-f]{64})  ([^\r\n]+)")


def checksum_lines(files: Iterable[PublishedFile]) -> bytes:
    """Lines ``sha256  path``, ordered by path, for `sha256sum -c`; addresses of pages need no escaping."""
    ordered = sorted(files, key=lambda one: one.path)
    return "".join(f"{one.sha256}  {one.path}\n" for one in ordered).encode()


def read_checksums(content: bytes) -> tuple[dict[str, str], list[int]]:
    """Return checksums by path, and the numbers of lines that are none or name a path a second time."""
    found: dict[str, str] = {}
    wrong = []
    for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), start=1):
        told = _LINE.fullmatch(line)
        if told is None or told[2] in found:
            wrong.append(number)
        else:
            found[told[2]] = told[1]
    return found, wrong


def sha256(content: bytes) -> str:
    """Return the checksum of a content."""
    return hashlib.sha256(content).hexdigest()


def published_file(address: str, content: bytes) -> PublishedFile:
    """A file's size and checksum."""
    return PublishedFile(address, len(content), sha256(content))
