"""Attributes of many tags that are all written alike: ``<fol offset="120" length="300"/>``."""

from __future__ import annotations

import re

import numpy as np

from inexreport.formats.spans import NotPlain, Spans

_SPACE = rb"[ \t\r\n]"
_BEFORE = re.compile(rb"(?:<fol|<passage)?" + _SPACE + rb"+([a-z]+)" + _SPACE + rb"*=" + _SPACE + rb"*")
_AFTER = re.compile(_SPACE + rb"*/>" + _SPACE + rb"*")
_QUOTE = ord('"')


def attributes_alike(data: bytes, tags: Spans) -> dict[str, Spans]:
    """Return the values of each attribute.

    Parameters
    ----------
    data : bytes
    tags : Spans
        Of `data`: each from its angle bracket to the next tag's.

    Returns
    -------
    dict of str to Spans
        In the order of writing.

    Raises
    ------
    NotPlain
        If not all tags are empty elements with the same attributes in the same order, in double quotes.
    """
    quotes = np.flatnonzero(np.frombuffer(tags.text, dtype=np.uint8) == _QUOTE)
    each = len(quotes) // len(tags)
    if each not in (2, 4) or len(quotes) != each * len(tags):
        raise NotPlain
    ends = np.cumsum(tags.lengths)
    inside = quotes.reshape(len(tags), each)
    if (inside[:, -1] >= ends).any() or (inside[1:, 0] < ends[:-1]).any():
        raise NotPlain
    at = inside + (tags.starts - (ends - tags.lengths))[:, None]
    values = {}
    begin = tags.starts
    for column in range(0, each, 2):
        name = _only_name(Spans(data, begin, at[:, column]))
        values[name] = Spans(data, at[:, column] + 1, at[:, column + 1])
        begin = at[:, column + 1] + 1
    if len(values) < each // 2:
        raise NotPlain
    if not all(_AFTER.fullmatch(piece) for piece in Spans(data, begin, tags.ends).numbered()[1].to_pylist()):
        raise NotPlain
    return values


def _only_name(written: Spans) -> str:
    matches = [_BEFORE.fullmatch(piece) for piece in written.numbered()[1].to_pylist()]
    names = {match[1].decode() if match else "" for match in matches}
    if len(names) > 1 or "" in names:
        raise NotPlain
    return names.pop()
