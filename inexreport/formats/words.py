"""Eight bytes of text as one number, so that many short texts are compared and read at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

WORD = 8
MASKS = np.array([256**length - 1 for length in range(WORD + 1)], dtype=np.uint64)
"""What leaves so many bytes of a word."""

_ZEROS = np.uint64(int.from_bytes(b"0" * WORD, "little"))
_ABOVE_NINE = np.uint64(0x7676767676767676)
_HIGHEST_BITS = np.uint64(0x8080808080808080)
_POINTS = np.uint64(int.from_bytes(b"." * WORD, "little"))
_LOWEST_BITS = np.uint64(0x0101010101010101)
_ONE = np.uint64(1)
_POWERS = 10.0 ** np.arange(WORD)
_SHIFTS = np.array([8 * (WORD - length) for length in range(WORD + 1)], dtype=np.uint64)
"""What moves so many bytes to a word's end."""

_STEPS = [
    (np.uint64(10 * 2**8 + 1), np.uint64(8), np.uint64(0x00FF00FF00FF00FF)),
    (np.uint64(100 * 2**16 + 1), np.uint64(16), np.uint64(0x0000FFFF0000FFFF)),
    (np.uint64(10_000 * 2**32 + 1), np.uint64(32), np.uint64(0x00000000FFFFFFFF)),
]
"""Neighbouring digits make one number, then neighbouring pairs, then neighbouring fours."""


def words_at(data: bytes) -> NDArray[np.uint64]:
    """Return the words that begin at each byte but the last seven, without copying anything."""
    return np.ndarray((max(0, len(data) - WORD + 1),), "<u8", data, 0, (1,))


def numbers_of_digits(words: NDArray[np.uint64], lengths: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """Return the whole numbers that texts spell; None if one holds anything but digits.

    Parameters
    ----------
    words : uint64 array, shape (texts,)
        The first letter as the lowest byte, nothing behind the last.
    lengths : int64 array, shape (texts,)
        From 1 to 8.

    Examples
    --------
    >>> texts = (b"7", b"00120", b"12345678")
    >>> words = np.array([int.from_bytes(text, "little") for text in texts], dtype=np.uint64)
    >>> numbers_of_digits(words, np.array([1, 5, 8]))
    array([       7,      120, 12345678])
    """
    digits = words ^ _ZEROS
    digits &= MASKS.take(lengths)
    odd = digits + _ABOVE_NINE
    odd |= digits
    odd &= _HIGHEST_BITS
    if odd.any():
        return None
    digits <<= _SHIFTS.take(lengths)
    for factor, shift, kept in _STEPS:
        digits *= factor
        digits >>= shift
        digits &= kept
    return digits.view(np.int64)


def numbers_with_point(words: NDArray[np.uint64], lengths: NDArray[np.int64]) -> NDArray[np.float64] | None:
    """Return the numbers that texts spell; None if one is anything but digits and one point among them.

    Parameters
    ----------
    words, lengths
        As of `numbers_of_digits`.

    Examples
    --------
    >>> texts = (b"0.1", b"12.", b".25")
    >>> words = np.array([int.from_bytes(text, "little") for text in texts], dtype=np.uint64)
    >>> numbers_with_point(words, np.array([3, 3, 3]))
    array([ 0.1 , 12.  ,  0.25])
    """
    other = words ^ _POINTS
    point = other - _LOWEST_BITS
    point &= ~other
    point &= _HIGHEST_BITS
    point &= -point  # the first of several: a second is no digit
    if lengths.min() < 2 or not point.all():
        return None
    before = point >> np.uint64(7)
    before -= _ONE
    behind = words >> np.uint64(8)  # by a byte earlier, so that the point is gone
    without = words ^ behind
    without &= before
    without ^= behind
    digits = numbers_of_digits(without, lengths - 1)
    if digits is None:
        return None
    # Both are exact, and a quotient of exact numbers is rounded once, as reading the text would round it.
    values: NDArray[np.float64] = digits / _POWERS.take(lengths - 1 - (np.bitwise_count(before) >> 3))
    return values
