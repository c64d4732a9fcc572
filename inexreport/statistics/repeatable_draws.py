"""Random numbers that are the same for the same content, on every machine and with every NumPy.

Only raw bits of the generator are used, which NumPy guarantees never to change.
"""

from __future__ import annotations

import hashlib
from enum import Enum

import numpy as np

from inexreport.statistics.summary import Floats, Integers

WORD = 64

GENERATOR = "random_raw of numpy.random.PCG64"
SEED = (
    "The SHA-256, read as one number, most significant byte first, of these texts in UTF-8 with a zero byte "
    "between any two: the kind of draws, then its content."
)
OF_TOPICS = "the metric; the ids of the topics on which runs are scored, sorted as text"


class DrawKind(Enum):
    """What is drawn at random: the first text of the seed, and what the others are."""

    BOOTSTRAP = "bootstrap", OF_TOPICS
    RANDOMIZATION = "randomization", OF_TOPICS
    TUKEY = "randomised_tukey_hsd", OF_TOPICS
    TOPIC_SUBSETS = "topic subsets", OF_TOPICS
    RUN_GROUPS = "groups of runs", OF_TOPICS
    SWAPS = "swaps", "the metric; those of these topics for which all compared runs have a score"
    EQUAL_GAINS = "order of equal gains", "the quantisation"
    FAVOURITISM = "favouritism", "the judge; the metric; the runs with a score under both judges, best first"

    def __init__(self, text: str, content: str) -> None:
        self.text = text
        self.content = content

    def seed(self, *content: str) -> str:
        """Return the seed of draws with this content, 64 hexadecimal digits."""
        return hashlib.sha256("\0".join((self.text, *content)).encode("utf-8", "surrogatepass")).hexdigest()


class RepeatableDraws:
    """A stream of random numbers seeded with a kind and strings.

    Examples
    --------
    >>> one, same = (RepeatableDraws(DrawKind.BOOTSTRAP, "AP", "1", "2") for _ in range(2))
    >>> one.places(3, below=10).tolist() == same.places(3, below=10).tolist()
    True
    """

    def __init__(self, kind: DrawKind, *content: str) -> None:
        self._bits = np.random.PCG64(int(kind.seed(*content), 16))

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
