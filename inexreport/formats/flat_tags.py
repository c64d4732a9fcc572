"""Tags of a submission's results, found and named all at once.

A submission repeats a dozen tags some million times. They are told apart by the first eight bytes at every
angle bracket, compared as one number.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from inexreport.formats.spans import NotPlain
from inexreport.formats.words import WORD, words_at

_AT_ONCE = 2**19


class Tag(IntEnum):
    """What begins at an angle bracket."""

    OTHER = 0
    RESULT = 1
    RESULT_END = 2
    FILE = 3
    FILE_END = 4
    PATH = 5
    PATH_END = 6
    RANK = 7
    RANK_END = 8
    RSV = 9
    RSV_END = 10
    FOL = 11
    PASSAGE = 12
    TOPIC = 13
    TOPIC_END = 14


SPELLINGS = {
    Tag.RESULT: b"<result>",
    Tag.RESULT_END: b"</result",  # the ninth byte is looked at later
    Tag.FILE: b"<file>",
    Tag.FILE_END: b"</file>",
    Tag.PATH: b"<path>",
    Tag.PATH_END: b"</path>",
    Tag.RANK: b"<rank>",
    Tag.RANK_END: b"</rank>",
    Tag.RSV: b"<rsv>",
    Tag.RSV_END: b"</rsv>",
    Tag.FOL: b"<fol ",
    Tag.PASSAGE: b"<passage",
    Tag.TOPIC: b"<topic ",
    Tag.TOPIC_END: b"</topic>",
}
SIZES = np.array([len(SPELLINGS.get(tag, b"")) + (tag == Tag.RESULT_END) for tag in Tag])
"""Of the tags without attributes, by `Tag`."""

_LEAVES = (
    (Tag.FILE, Tag.FILE_END),
    (Tag.PATH, Tag.PATH_END),
    (Tag.RANK, Tag.RANK_END),
    (Tag.RSV, Tag.RSV_END),
)
_EMPTY = (Tag.FOL, Tag.PASSAGE)
_OUTSIDE = (Tag.OTHER, Tag.TOPIC, Tag.TOPIC_END)

_SLOTS = 64
_TELLING = np.uint64(2**40 - 1)  # the first five bytes of all spellings differ


def _number(text: bytes) -> int:
    return int.from_bytes(text, "little")


def _multiplier() -> int:
    """Return a factor that sends the beginnings of all spellings to different slots."""
    factor = 1
    beginnings = [_number(spelling) & int(_TELLING) for spelling in SPELLINGS.values()]
    while len({(beginning * factor % 2**64) >> 58 for beginning in beginnings}) < len(beginnings):
        factor = (factor * 6364136223846793005 + 1442695040888963407) % 2**64
    return factor


_FACTOR = np.uint64(_multiplier())
_SHIFT = np.uint64(58)
_EXPECTED = np.zeros(_SLOTS, dtype=np.uint64)
_MASK = np.zeros(_SLOTS, dtype=np.uint64)
_TAG = np.zeros(_SLOTS, dtype=np.uint8)
for _tag, _spelling in SPELLINGS.items():
    _slot = ((_number(_spelling) & int(_TELLING)) * int(_FACTOR) % 2**64) >> 58
    _EXPECTED[_slot] = _number(_spelling)
    _MASK[_slot] = 256 ** len(_spelling) - 1
    _TAG[_slot] = _tag


def _pairs() -> NDArray[np.bool_]:
    """Which tag may follow which, by 16 times the first and the second."""
    opening = [*(begin for begin, _ in _LEAVES), *_EMPTY]
    follows = {begin: [end] for begin, end in _LEAVES}
    follows |= {tag: [*opening, Tag.RESULT_END] for tag in (*(end for _, end in _LEAVES), *_EMPTY)}
    follows[Tag.RESULT] = opening
    follows[Tag.RESULT_END] = [Tag.RESULT, Tag.TOPIC_END]
    follows |= {tag: [Tag.RESULT, *_OUTSIDE] for tag in _OUTSIDE}
    allowed = np.zeros(256, dtype=np.bool_)
    for first, seconds in follows.items():
        allowed[[16 * first + second for second in seconds]] = True
    return allowed


_ALLOWED = _pairs()


@dataclass(frozen=True, eq=False)
class FlatTags:
    """Tags in their order.

    Attributes
    ----------
    at : int64 array, shape (tags,)
        Positions of the angle brackets.
    kind : uint8 array, shape (tags,)
        Values of `Tag`.
    """

    at: NDArray[np.int64]
    kind: NDArray[np.uint8]
    _known: dict[Tag, NDArray[np.int64]] = field(default_factory=dict)

    def which(self, kind: Tag) -> NDArray[np.int64]:
        """Return the indices of the tags of a kind."""
        if kind not in self._known:
            self._known[kind] = self._which(kind)
        return self._known[kind]

    def _which(self, kind: Tag) -> NDArray[np.int64]:
        found = self.kind == kind
        count = np.count_nonzero(found)
        results = self._known.get(Tag.RESULT)
        if results is not None and count == len(results):  # in most files always at the same distance
            guess = results + (int(found[results[0] :].argmax()))
            if guess[-1] < len(found) and found.take(guess).all():
                return guess
        return np.flatnonzero(found)

    @property
    def regular(self) -> bool:
        """Whether each tag may stand behind the one before it, if results are where topics are."""
        pairs = self.kind[:-1] << np.uint8(4)
        pairs |= self.kind[1:]
        return bool(_ALLOWED.take(pairs).all())


def flat_tags(data: bytes, start: int) -> FlatTags:
    """Return the tags of some data from a position on, but for its last seven bytes.

    Raises
    ------
    NotPlain
        If there is half a megabyte without a tag, or an end tag of a result that is not ``</result>``.
    """
    letters = np.frombuffer(data, dtype=np.uint8)[: max(0, len(data) - WORD + 1)]
    words = words_at(data)
    found = np.empty(_AT_ONCE, dtype=np.bool_)
    places: list[NDArray[np.int64]] = []
    kinds: list[NDArray[np.uint8]] = []
    for begin in range(start, len(letters), _AT_ONCE):
        block = letters[begin : begin + _AT_ONCE]
        at = np.flatnonzero(np.equal(block, ord("<"), out=found[: len(block)]))
        if not len(at) and len(block) == _AT_ONCE:
            raise NotPlain
        kinds.append(_kinds(words[begin : begin + _AT_ONCE][at]))
        at += begin
        places.append(at)
    if not places:
        raise NotPlain
    tags = FlatTags(np.concatenate(places), np.concatenate(kinds))
    if (letters.take(tags.at[tags.which(Tag.RESULT_END)] + WORD, mode="clip") != ord(">")).any():
        raise NotPlain
    return tags


def _kinds(words: NDArray[np.uint64]) -> NDArray[np.uint8]:
    slot = words & _TELLING
    slot *= _FACTOR
    slot >>= _SHIFT
    slots = slot.view(np.int64)
    words ^= _EXPECTED.take(slots)
    words &= _MASK.take(slots)
    kind = _TAG.take(slots)
    kind *= words == 0
    return kind
