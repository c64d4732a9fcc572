"""Pieces of a file's bytes, by their positions, turned into columns without a loop over them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inexreport.formats.names import normalised_path
from inexreport.formats.numbers import decimal_number
from inexreport.formats.words import MASKS, WORD, numbers_of_digits, numbers_with_point, words_at
from inexreport.model.short_names import numbered

SPACE = 32
LARGEST_DATA = 2**31 - 1
"""Positions in Arrow's arrays have 32 bits."""

_DIGITS = b"0123456789"
_OF_DECIMALS = b"0123456789.eE+-"
_MOST_EXACT_DIGITS = 15
_LONGEST_MARGIN = 100
_XML = int.from_bytes(b".xml", "little")
_LOWER_CASE = int.from_bytes(b"\0   ", "little")
_NORMALISED = r"\A(?:/[\w:-][\w:.-]*\[[1-9][0-9]*\])+\z"
"""Of `names.normalised_path`, in ASCII alone."""


class NotPlain(Exception):  # noqa: N818 - no error, but a reason to read the file in the other way
    """A file has something in it that only the reader that knows everything can judge."""


class Spans:
    r"""Pieces of bytes, one after another.

    Parameters
    ----------
    data : bytes
    starts, ends : int array, shape (pieces,)
        Positions; no piece begins before the one in front of it ends. Control characters count as white
        space here: whoever finds any other in the data gives up on the file.

    Examples
    --------
    >>> spans = Spans(b"7.xml 12\n 7 ", np.array([0, 6, 9]), np.array([5, 8, 12]))
    >>> numbers, names = spans.stripped().without_xml().numbered()
    >>> numbers, names.to_pylist()
    (array([0, 1, 0], dtype=int32), [b'7', b'12'])
    """

    def __init__(self, data: bytes, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> None:
        self._data, self.starts, self.ends = data, starts, ends

    @classmethod
    def of(cls, pieces: pa.BinaryArray) -> Spans:
        """Return pieces that lie together already."""
        between = bounds(pieces).astype(np.int64)
        # Words are read beyond the last piece.
        spans = cls(pieces.buffers()[2].to_pybytes() + bytes(WORD), between[:-1], between[1:])
        spans.pieces = pieces
        return spans

    def __len__(self) -> int:
        return len(self.starts)

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        return self.ends - self.starts

    @cached_property
    def pieces(self) -> pa.BinaryArray:
        """The pieces, copied to lie together."""
        if not len(self):
            return pa.array([], pa.binary())
        bounds = np.empty(2 * len(self), dtype=np.int32)
        bounds[0::2], bounds[1::2] = self.starts, self.ends
        all_between = pa.Array.from_buffers(
            pa.binary(), len(bounds) - 1, [None, pa.py_buffer(bounds), pa.py_buffer(self._data)]
        )
        return all_between.take(pa.array(np.arange(0, len(bounds), 2, dtype=np.int32)))

    @property
    def text(self) -> memoryview:
        """All bytes of the pieces."""
        total = int(self.lengths.sum())
        return memoryview(self.pieces.buffers()[2])[:total] if total else memoryview(b"")

    def part(self, chosen: int | NDArray[np.int64]) -> Spans:
        """Return the pieces with the given indices, or so many of the first."""
        index = slice(chosen) if isinstance(chosen, int) else chosen
        return Spans(self._data, self.starts[index], self.ends[index])

    def stripped(self) -> Spans:
        """Return the pieces without white space at either end."""
        letters = np.frombuffer(self._data, dtype=np.uint8)
        starts, ends = self.starts, self.ends
        for _ in range(_LONGEST_MARGIN):
            full = starts < ends
            before = full & (letters.take(starts, mode="clip") <= SPACE)
            behind = full & ~before & (letters.take(ends - 1, mode="clip") <= SPACE)
            if not before.any() and not behind.any():
                return self if starts is self.starts else Spans(self._data, starts, ends)
            starts, ends = starts + before, ends - behind
        raise NotPlain

    def without_xml(self) -> Spans:
        """Return the pieces without a last ``.xml`` in any case, unless it is all there is."""
        endings = np.ndarray((max(0, len(self._data) - 3),), "<u4", self._data, 0, (1,))
        long = np.flatnonzero(self.lengths > 4)
        named = long[(endings[self.ends[long] - 4] | np.uint32(_LOWER_CASE)) == _XML]
        if not len(named):
            return self
        ends = self.ends.copy()
        ends[named] -= 4
        return Spans(self._data, self.starts, ends)

    @cached_property
    def words(self) -> NDArray[np.uint64] | None:
        """The bytes of each piece as one number; None if there are more than eight, or the data's last."""
        if not len(self) or self.lengths.max() > WORD or self.starts[-1] + WORD > len(self._data):
            return None
        words: NDArray[np.uint64] = words_at(self._data)[self.starts]
        words &= MASKS.take(self.lengths)
        return words

    def numbered(self) -> tuple[NDArray[np.int32], pa.BinaryArray]:
        """Return for each piece its number, and the distinct pieces in order of first appearance."""
        if self.words is None:
            encoded = self.pieces.dictionary_encode()
            return encoded.indices.to_numpy(), encoded.dictionary
        which, first = numbered(self.words)
        return which, self.part(first).pieces

    def whole_numbers(self, most_digits: int) -> NDArray[np.int64] | None:
        """Return the numbers that the pieces spell; None if one is not so many digits or fewer."""
        lengths = self.lengths
        if not len(lengths) or lengths.min() < 1 or lengths.max() > most_digits:
            return None
        if self.words is not None:
            return numbers_of_digits(self.words, lengths)
        if not _only(self.text, _DIGITS):
            return None
        numbers: NDArray[np.int64] = self.pieces.cast(pa.string()).cast(pa.int64()).to_numpy()
        return numbers

    def plain_decimal_numbers(self) -> NDArray[np.float64] | None:
        """Return the numbers that the pieces spell; None if one is empty or holds anything else."""
        whole = self.whole_numbers(_MOST_EXACT_DIGITS)
        if whole is not None:
            return whole.astype(np.float64)
        if self.words is not None and (numbers := numbers_with_point(self.words, self.lengths)) is not None:
            return numbers
        if len(self) and self.lengths.min() and _only(self.text, _OF_DECIMALS):
            try:
                numbers = self.pieces.cast(pa.string()).cast(pa.float64()).to_numpy()
            except pa.ArrowInvalid:
                numbers = np.array([np.nan])
            if np.isfinite(numbers).all():
                return numbers
        return None

    def decimal_numbers(self) -> NDArray[np.float64]:
        """Return the numbers that the pieces spell, NaN where a piece is empty or blank."""
        numbers = self.plain_decimal_numbers()
        if numbers is not None:
            return numbers
        which, pieces = self.stripped().numbered()
        values = [decimal_number(text) if text else np.nan for text in decoded(pieces)]
        if None in values:
            raise NotPlain
        return np.array(values, dtype=np.float64)[which]


def bounds(pieces: pa.BinaryArray) -> NDArray[np.int32]:
    """Where pieces lie in their data: the begin of each, and the end of the last."""
    found: NDArray[np.int32] = np.frombuffer(pieces.buffers()[1], dtype=np.int32)
    return found[pieces.offset : pieces.offset + len(pieces) + 1]


def all_alike(pieces: pa.BinaryArray) -> bool:
    """Whether all pieces, of which there are some, are equal."""
    between = bounds(pieces)
    letters = pieces.buffers()[2].to_pybytes()[between[0] : between[-1]]
    size = between[1] - between[0]
    return bool((np.diff(between) == size).all()) and letters == letters[:size] * len(pieces)


def numbered_in_runs(pieces: pa.BinaryArray) -> tuple[NDArray[np.int32], NDArray[np.int64], pa.BinaryArray]:
    """Number pieces of which most are equal to the one before them.

    Returns
    -------
    which : int32 array, shape (pieces,)
        Number of each piece.
    begins : int64 array
        Where a piece is another than the one before it.
    distinct : pyarrow.BinaryArray
        The distinct pieces in order of first appearance.

    Examples
    --------
    >>> which, begins, distinct = numbered_in_runs(pa.array([b"7", b"7", b"12", b"7"]))
    >>> which, begins, distinct.to_pylist()
    (array([0, 0, 1, 0], dtype=int32), array([0, 2, 3]), [b'7', b'12'])
    """
    runs = pc.run_end_encode(pieces)
    encoded = runs.values.dictionary_encode()
    lengths = np.diff(runs.run_ends.to_numpy(), prepend=0)
    which = np.repeat(encoded.indices.to_numpy(), lengths)
    return which, np.cumsum(lengths, dtype=np.int64) - lengths, encoded.dictionary


def decoded(pieces: pa.BinaryArray) -> list[str]:
    """Return pieces of UTF-8 as text."""
    try:
        texts: list[str] = pieces.cast(pa.string()).to_pylist()
    except (pa.ArrowInvalid, UnicodeDecodeError) as error:
        raise NotPlain from error
    return texts


def normalised_paths(
    pieces: pa.BinaryArray, is_path: Callable[[str], bool]
) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Return the distinct paths that the pieces mean, and for each piece which one it means.

    Parameters
    ----------
    pieces : pyarrow.BinaryArray
    is_path : callable
        Tells whether a piece that is not normalised already is a path at all.

    Raises
    ------
    NotPlain
        If one is none.
    """
    paths = decoded(pieces)
    if not pc.all(pc.match_substring_regex(pieces.cast(pa.string()), _NORMALISED)).as_py():
        if not all(map(is_path, paths)):
            raise NotPlain
        paths = [normalised_path(path) for path in paths]
    return unified(paths)


def unified(names: list[str]) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Return the distinct ones of names, and for each name which one it is."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    if len(numbers) == len(names):
        return tuple(names), np.arange(len(names), dtype=np.int32)
    return tuple(numbers), np.array([numbers[name] for name in names], dtype=np.int32)


def _only(text: memoryview, letters: bytes) -> bool:
    return not bytes(text).translate(None, letters)
