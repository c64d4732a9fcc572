"""Content of kept files with a checksum of all of it at the end: formats have none, or not of all."""

from __future__ import annotations

import zlib

from inexreport.workers.mapped_file import MappedFile

_SIZE = 4
"""Octets of a CRC-32."""


def with_checksum(content: bytes | memoryview) -> bytes:
    """Return content with its checksum.

    Parameters
    ----------
    content : bytes or memoryview

    Examples
    --------
    >>> bytes(without_checksum(with_checksum(b"whole")))
    b'whole'
    """
    return b"".join((content, zlib.crc32(content).to_bytes(_SIZE)))


def without_checksum(file: bytes | MappedFile) -> memoryview | None:
    """Return the content of a file where it lies; None if it is not what `with_checksum` was given.

    Parameters
    ----------
    file : bytes or MappedFile
    """
    memory = memoryview(file)
    content = memory[:-_SIZE]
    is_whole = len(content) > 0 and zlib.crc32(content).to_bytes(_SIZE) == memory[-_SIZE:]
    return content if is_whole else None
