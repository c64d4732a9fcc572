"""Whether nothing but white space stands between the tags of a plain submission."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from inexreport.formats.plain_topics import PlainTopics
from inexreport.formats.spans import SPACE, NotPlain, Spans

_AT_ONCE = 2**18
_WHITE = b"\n \t\r"
_NO_CHARACTERS = (b"\xef\xbf\xbe", b"\xef\xbf\xbf")


def check_characters(data: bytes) -> None:
    r"""Find characters that XML does not allow, references, and line ends that are not ``\n`` or ``\r\n``.

    Raises
    ------
    NotPlain
    """
    if b"\r" in data and data.count(b"\r") != data.count(b"\r\n"):
        raise NotPlain
    if not data.isascii() and any(character in data for character in _NO_CHARACTERS):
        raise NotPlain


def check_gaps(data: bytes, topics: PlainTopics, texts: Iterable[Spans], tag_bytes: int) -> None:
    """Count white space: where it does not fill what is between tags and texts, something else is there.

    Parameters
    ----------
    data : bytes
    topics : PlainTopics
    texts : iterable of Spans
        Everything in the results that is neither a tag nor between tags.
    tag_bytes : int
        Size of all tags of the results.

    Raises
    ------
    NotPlain
        Also where control characters or references are.
    """
    begin, end = int(topics.first[0]), int(topics.end[-1])
    inner = b"".join(topics.beside(data)[1:-1])
    size = end - begin - len(inner)
    white = _white(data, begin, end) - _white(inner, 0, len(inner))
    inside = sum(_white(text.text, 0, len(text.text)) for text in texts)
    if white - inside != size - tag_bytes - sum(len(text.text) for text in texts):
        raise NotPlain
    if data.find(b"&", begin, end) >= 0:
        raise NotPlain


def _white(data: bytes | memoryview, begin: int, end: int) -> int:
    """Return how much white space there is; nothing else may be below it."""
    letters = np.frombuffer(data, dtype=np.uint8)[begin:end] if end > begin else np.empty(0, dtype=np.uint8)
    found = np.empty(min(_AT_ONCE, len(letters)), dtype=np.bool_)
    low = 0
    for start in range(0, len(letters), _AT_ONCE):
        block = letters[start : start + _AT_ONCE]
        out = found[: len(block)]
        here = int(np.count_nonzero(np.less_equal(block, SPACE, out=out)))
        low += here
        for letter in _WHITE:
            if here:
                here -= int(np.count_nonzero(np.equal(block, letter, out=out)))
        if here:
            raise NotPlain
    return low
