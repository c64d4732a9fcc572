"""Random numbers that are the same for the same content, on every machine and with every NumPy.

Only raw bits of the generator are used, which NumPy guarantees never to change.
"""

from __future__ import annotations

import hashlib

import numpy as np

from inexreport.statistics.summary import Floats, Integers

WORD = 64


class RepeatableDraws:
    """A stream of random numbers seeded with strings.

    Examples
    --------
    >>> one, same = RepeatableDraws("a", "b"), RepeatableDraws("a", "b")
    >>> one.places(3, below=10).tolist() == same.places(3, below=10).tolist()
    True
    """

    def __init__(self, *content: str) -> None:
        digest = hashlib.sha256("\0".join(content).encode("utf-8", "surrogatepass")).digest()
        self._bits = np.random.PCG64(int.from_bytes(digest, "big"))

    def _raw(self, count: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
        return np.asarray(self._bits.random_raw(count), dtype=np.uint64)

    def signs(self, draws: int, size: int) -> Floats:
        """Random −1.0 and 1.0, equally likely; shape (draws, size)."""
        needed = draws * size
        drawn = self._raw(-(-needed // WORD)).astype("<u8").view(np.uint8)
        bits = np.unpackbits(drawn)[:needed].reshape(draws, size)
        return bits.astype(np.float64) * 2 - 1

    def places(self, *shape: int, below: int) -> Integers:
        """Integers from 0 to `below` − 1, equally likely (up to 2 ** -32)."""
        high = self._raw(int(np.prod(shape))) >> np.uint64(32)
        return ((high * np.uint64(below)) >> np.uint64(32)).astype(np.int64).reshape(shape)

    def orders(self, draws: int, size: int) -> Integers:
        """Random permutations of 0 to size − 1; shape (draws, size)."""
        # The last bits of each number are replaced by its place: sorting numbers is faster than argsort.
        place_bits = np.uint64((1 << size.bit_length()) - 1)
        numbers = self._raw(draws * size).reshape(draws, size)
        numbers = (numbers & ~place_bits) | np.arange(size, dtype=np.uint64)
        numbers.sort(axis=1)
        return (numbers & place_bits).astype(np.int64)
