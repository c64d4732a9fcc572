"""Columns of texts, many of which rows of a published table have alike."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

TEXT = pa.dictionary(pa.int32(), pa.string())
"""The type of columns of texts: each distinct one is there once, for most are in many rows."""


class TextColumn:
    """A column that is put together piece after piece."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._places: list[NDArray[np.int64]] = [np.empty(0, dtype=np.int64)]

    def take(self, words: Sequence[str], places: NDArray[np.integer]) -> None:
        """Add rows, each with the word at a place."""
        numbers = [self._numbers.setdefault(word, len(self._numbers)) for word in words]
        self._places.append(np.array(numbers, dtype=np.int64)[places])

    def repeat(self, word: str, rows: int) -> None:
        """Add rows with one word."""
        self.take([word], np.zeros(rows, dtype=np.int64))

    def whole(self) -> pa.Array:
        """The column as far as it goes."""
        return taken(list(self._numbers), np.concatenate(self._places))


def texts(words: Sequence[str | None]) -> pa.Array:
    """A column with these words, some of which may be missing."""
    return pa.array(words, TEXT.value_type).dictionary_encode()


def taken(words: Sequence[str], places: NDArray[np.integer]) -> pa.Array:
    """A column with, in each row, the word at a place."""
    return pa.DictionaryArray.from_arrays(
        pa.array(places, TEXT.index_type, safe=False), pa.array(words, TEXT.value_type)
    )


def repeated(word: str, rows: int) -> pa.Array:
    """A column with one word."""
    return taken([word], np.zeros(rows, dtype=np.int32))
