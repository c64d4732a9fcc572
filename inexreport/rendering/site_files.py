"""Files of a site, written atomically, and their checksums in the format of `sha256sum`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import BinaryIO
from uuid import uuid4

from inexreport.report.data import PublishedFile

_LINE = re.compile(r"([0-9a-f]{64})  ([^\r\n]+)")


def write_file(folder: Path, address: str, content: bytes) -> PublishedFile:
    """Write a file of a site, see `whole_file`, and return its size and checksum."""
    with whole_file(folder, address) as file:
        file.write(content)
    return published_file(address, content)


@contextmanager
def whole_file(folder: Path, address: str) -> Iterator[BinaryIO]:
    """Open a file that appears in the folder, or replaces the one there, when the block ends.

    A worker may be killed while it writes, and another repeats its work; on a cluster both may even write at
    the same time. So each writes under a unique temporary name, next to the folder rather than in it: the
    remains of a killed worker are never published.

    Parameters
    ----------
    folder : Path
        The campaign's new site; it must exist.
    address : str
        Path of the file within the folder; missing folders are created.
    """
    temporary = folder.with_name(f".{folder.name}-{uuid4().hex}")
    try:
        with temporary.open("xb") as file:
            yield file
        place = folder / address
        if not place.parent.is_dir():
            # Not the site's folder itself: a worker that outlives the build must not create it again.
            for parent in reversed(PurePosixPath(address).parents[:-1]):
                (folder / parent).mkdir(exist_ok=True)
        temporary.replace(place)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def sha256(content: bytes) -> str:
    """Return the checksum as hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def published_file(address: str, content: bytes) -> PublishedFile:
    """Return the size and checksum of a file."""
    return PublishedFile(address, len(content), sha256(content))


def checksum_lines(files: Iterable[PublishedFile]) -> bytes:
    """Return lines ``sha256  path`` for `sha256sum -c`; addresses of pages need no escaping."""
    ordered = sorted(files, key=lambda one: one.path)
    return "".join(f"{one.sha256}  {one.path}\n" for one in ordered).encode()


def read_checksums(content: bytes) -> tuple[dict[str, str], list[int]]:
    """Return checksums by path, and the numbers of lines that are malformed or repeat a path."""
    checksums: dict[str, str] = {}
    wrong = []
    for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), start=1):
        match = _LINE.fullmatch(line)
        if match is None or match[2] in checksums:
            wrong.append(number)
        else:
            checksums[match[2]] = match[1]
    return checksums, wrong
