"""Texts as small files that tell whether they are whole, and back."""

from __future__ import annotations

import pyarrow as pa

from inexreport.cache.checksummed import with_checksum, without_checksum

_CODEC = "lz4"
_SIZE = 8
"""Octets of the text's size, which come first."""

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
    return with_checksum(len(octets).to_bytes(_SIZE) + pa.compress(octets, _CODEC, asbytes=True))


def unpacked_text(file: bytes) -> str | None:
    """Return the text that `packed_text` made these bytes of; None if they are damaged or of something else.

    Parameters
    ----------
    file : bytes
    """
    content = without_checksum(file)
    if content is None:
        return None
    size, packed = int.from_bytes(content[:_SIZE]), content[_SIZE:]
    if size > _MOST * len(packed):
        return None
    try:
        octets: bytes = pa.decompress(packed, size, _CODEC, asbytes=True)
        return octets.decode()
    except (pa.ArrowException, OSError, ValueError):
        return None
