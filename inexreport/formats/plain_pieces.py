"""The pieces of a text's lines, where nothing but spaces, tabs and newlines separates them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.formats.spans import SPACE, NotPlain

_AT_ONCE = 2**24
_TAB, _NEWLINE = 9, 10


@dataclass(frozen=True, eq=False)
class PlainPieces:
    """What stands on the lines of a text that are not blank.

    Attributes
    ----------
    data : bytes
    starts, ends : int64 array, shape (pieces,)
        Where each piece lies, in the order of the text.
    widths : int64 array, shape (lines,)
        How many pieces each line has; at least one.
    line : int64 array, shape (lines,)
        Numbers of the lines, from 1.
    """

    data: bytes
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    widths: NDArray[np.int64]
    line: NDArray[np.int64]


def plain_pieces(data: bytes) -> PlainPieces:
    """Take a text apart.

    Parameters
    ----------
    data : bytes
        Ends in a newline.

    Raises
    ------
    NotPlain
        If other white space or control characters are in it.
    """
    letters = np.frombuffer(data, dtype=np.uint8)
    white = _white_space(letters)
    kind = letters.take(white)
    is_newline = kind == _NEWLINE
    if not (is_newline | (kind == SPACE) | (kind == _TAB)).all():
        raise NotPlain
    starts = np.empty_like(white)
    starts[0] = 0
    np.add(white[:-1], 1, out=starts[1:])
    before = np.flatnonzero(is_newline)
    before += 1
    filled = starts < white
    if not filled.all():
        starts, white, before = starts[filled], white[filled], np.cumsum(filled, dtype=np.int64)[before - 1]
    widths = np.diff(before, prepend=0)
    at = np.flatnonzero(widths)
    return PlainPieces(data, starts, white, widths[at], at + 1)


def _white_space(letters: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the positions of white space and control characters."""
    positions = []
    for begin in range(0, len(letters), _AT_ONCE):
        at = np.flatnonzero(letters[begin : begin + _AT_ONCE] <= SPACE)
        positions.append(at + begin if begin else at)
    return positions[0] if len(positions) == 1 else np.concatenate(positions)
