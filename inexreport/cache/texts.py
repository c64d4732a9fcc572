"""Texts as small files that tell whether they are whole, and back."""

from __future__ import annotations

import zlib

import pyarrow as pa

_CODEC = "lz4"
_SIZE = 8
_CHECKSUM = 4
"""Octets of the text's size, which come first, and of a CRC-32 of all before it."""

_MOST = 255
"""By how much the codec makes a text smaller at most."""


def packed_text(text: str) -> bytes:
    """Return a text as the bytes of a file.

    Parameters
    ----------
    text : str

    Examples
    --------
    >>> unpacked_text(packed_text("Köln"))
    'Köln'
    """
    octets = text.encode()
    content: bytes = len(octets).to_bytes(_SIZE) + pa.compress(octets, _CODEC, asbytes=True)
    return content + zlib.crc32(content).to_bytes(_CHECKSUM)


def unpacked_text(content: bytes) -> str | None:
    """Return the text that `packed_text` made these bytes of; None if they are damaged or of something else.

    Parameters
    ----------
    content : bytes
    """
    whole, packed = memoryview(content)[:-_CHECKSUM], content[_SIZE:-_CHECKSUM]
    size = int.from_bytes(content[:_SIZE])
    if zlib.crc32(whole).to_bytes(_CHECKSUM) != content[-_CHECKSUM:] or size > _MOST * len(packed):
        return None
    try:
        octets: bytes = pa.decompress(packed, size, _CODEC, asbytes=True)
        return octets.decode()
    except (pa.ArrowException, OSError, ValueError):
        return None
