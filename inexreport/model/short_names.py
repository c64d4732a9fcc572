"""Names of up to eight bytes as numbers: runs name articles by the hundred thousand; few are shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

LONGEST = 8
"""Bytes of a name."""

UNKNOWN = -1
"""Index of a name that is not there."""

_TYPE = np.dtype("<u8")
_BYTES = np.dtype(f"S{LONGEST}")
_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2**64 by the golden ratio: its multiples lie far apart
_ROOM_TO_NUMBER, _ROOM_TO_FIND = 4, 8
"""Places in a table for each name."""


class ShortNames(Sequence[str]):
    """Distinct names that become text when one of them is read.

    Parameters
    ----------
    words : uint64 array, shape (names,)
        The ASCII letters of each name as a number, the first as its lowest byte.

    Examples
    --------
    >>> names = ShortNames(words_of(["7", "12"]))
    >>> names[1], len(names), names == ("7", "12")
    ('12', 2, True)
    """

    def __init__(self, words: NDArray[np.uint64]) -> None:
        self.words = words

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """All names."""
        if not len(self.words):
            return ()
        return tuple(b"\0".join(self.words.astype(_TYPE).view(_BYTES).tolist()).decode("ascii").split("\0"))

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return self.texts[index]

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ShortNames | tuple) and self.texts == tuple(other)

    def __hash__(self) -> int:
        return hash(self.texts)

    def __repr__(self) -> str:
        return repr(self.texts)


def words_of(names: Sequence[str]) -> NDArray[np.uint64] | None:
    """Return names as numbers, as `ShortNames` has them; None if one is longer, or not ASCII.

    Parameters
    ----------
    names : sequence of str
    """
    if isinstance(names, ShortNames):
        return names.words
    if not names:
        return np.zeros(0, dtype=_TYPE)
    if max(map(len, names)) > LONGEST or not (together := "".join(names)).isascii() or "\0" in together:
        return None
    words: NDArray[np.uint64] = np.array(names, dtype=_BYTES).view(_TYPE)
    return words


def numbered(words: NDArray[np.uint64]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the number of each word by first appearance, and the row of each distinct one's first.

    Examples
    --------
    >>> numbered(np.array([7, 12, 7], dtype=np.uint64))
    (array([0, 1, 0], dtype=int32), array([0, 1]))
    """
    rows = np.arange(len(words), dtype=np.int32)
    bits = _bits(_ROOM_TO_NUMBER * len(words))
    places = _places(words, bits)
    table = np.empty(1 << bits, dtype=np.int32)
    table[places[::-1]] = rows[::-1]  # of several assignments to a place the last one holds
    first = table[places]
    crowded = np.flatnonzero(words[first] != words)
    if len(crowded):
        _, begin, which = np.unique(words[crowded], return_index=True, return_inverse=True)
        first[crowded] = crowded[begin][which]
    is_first = first == rows
    number = np.cumsum(is_first, dtype=np.int32)
    number -= 1
    return number[first], np.flatnonzero(is_first)


class WordIndex:
    """Finds short names, or other numbers of 64 bits, among others.

    Parameters
    ----------
    words : uint64 array, shape (words,)
        Distinct.

    Examples
    --------
    >>> WordIndex(np.array([7, 12], dtype=np.uint64)).find(np.array([12, 8], dtype=np.uint64))
    array([ 1, -1], dtype=int32)
    """

    def __init__(self, words: NDArray[np.uint64]) -> None:
        rows = np.arange(len(words), dtype=np.int32)
        self._words, self._bits = words, _bits(_ROOM_TO_FIND * len(words))
        places = _places(words, self._bits)
        self._table = np.full(1 << self._bits, UNKNOWN, dtype=np.int32)
        self._table[places] = rows
        crowded = np.flatnonzero(self._table[places] != rows)
        self._crowded = crowded[np.argsort(words[crowded])]
        self._is_crowded = np.zeros(1 << self._bits, dtype=np.bool_)
        self._is_crowded[places[crowded]] = True

    def find(self, words: NDArray[np.uint64]) -> NDArray[np.int32]:
        """Index of each of some words, or `UNKNOWN`."""
        places = _places(words, self._bits)
        found = self._table.take(places)
        met = np.flatnonzero(found != UNKNOWN)
        other = met[self._words.take(found.take(met)) != words.take(met)]
        found[other] = UNKNOWN
        other = other[self._is_crowded[places[other]]]
        if len(other):
            found[other] = self._among_crowded(words[other])
        return found

    def _among_crowded(self, words: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Index of words whose place is another's, one of several that belong there."""
        names = self._words[self._crowded]
        place = np.minimum(np.searchsorted(names, words), len(names) - 1)
        return np.where(names[place] == words, self._crowded[place], UNKNOWN)


def _bits(places: int) -> int:
    """Of the number of a place in a table that has at least so many."""
    return max(1, (places - 1).bit_length())


def _places(words: NDArray[np.uint64], bits: int) -> NDArray[np.int64]:
    """Where words lie in a table."""
    places = words * _SPREAD
    places >>= np.uint64(64 - bits)
    return places.view(np.int64)
