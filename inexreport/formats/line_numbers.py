"""Lines of many positions in a file."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_AT_ONCE = 2**18
_NEWLINE = 10


class LineNumbers:
    r"""Tells on which line a position lies.

    Parameters
    ----------
    data : bytes

    Examples
    --------
    >>> LineNumbers(b"a\nb\n\nc").of(np.array([0, 1, 2, 5]))
    array([1, 1, 2, 4])
    """

    def __init__(self, data: bytes) -> None:
        letters = np.frombuffer(data, dtype=np.uint8)
        self._words = np.zeros(len(letters) // 64 + 1, dtype="<u8")  # a bit for each byte
        bits = self._words.view(np.uint8)
        found = np.empty(_AT_ONCE, dtype=np.bool_)
        for start in range(0, len(letters), _AT_ONCE):
            block = letters[start : start + _AT_ONCE]
            packed = np.packbits(np.equal(block, _NEWLINE, out=found[: len(block)]), bitorder="little")
            bits[start // 8 : start // 8 + len(packed)] = packed
        self._before = np.cumsum(np.bitwise_count(self._words), dtype=np.int64)
        self._before -= np.bitwise_count(self._words)

    def of(self, positions: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the lines, counted from 1."""
        word = positions >> 6
        earlier = (np.uint64(1) << (positions & 63).astype(np.uint64)) - np.uint64(1)
        lines: NDArray[np.int64] = np.bitwise_count(self._words[word] & earlier) + self._before[word] + 1
        return lines
