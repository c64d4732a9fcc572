"""Taking regular results out of a run in XML before it is parsed: a hundredth of the file is left for lxml.

A regular result has the four usual parts, each a plain text: ``<result><file>12</file><path>/article[1]
</path><rank>1</rank><rsv>0.5</rsv></result>``, with white space between the tags. A file of 20 MB has 190,000
of them, and nearly always nothing else. They need no parser: such a text holds no markup, no entity and no
character that depends on an encoding. All other results stay where they are.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator

import numpy as np
import pyarrow as pa

MARKER = b"regular-results"
"""Name of the element that takes the place of adjoining regular results; its text is their number."""

_BLANK = rb"[ \t\r\n]*"
_LETTER = rb"[!-%'-;=?-~]"  # of ASCII, except & < >
_NUMBER = rb"[0-9]{1,15}"
_PARTS = {
    b"file": _LETTER + rb"{1,500}",
    b"path": rb"/*(?!/)" + _LETTER + rb"{1,5000}",
    b"rank": _NUMBER,
    b"rsv": rb"[+-]?" + _NUMBER + rb"(?:\.[0-9]{1,30})?(?:[eE][+-]?[0-9]{1,2})?",
}
_RESULT = b"<result>%b%b</result>%b" % (
    _BLANK,
    b"".join(b"<%b>%b</%b>%b" % (name, text, name, _BLANK) for name, text in _PARTS.items()),
    _BLANK,
)
_TOPIC = re.compile(b"<topic [^<>]*>%b" % _BLANK)
# Not all that follow at once: for each one, a repetition notes places to go back to, a kilobyte in all.
# One that notes none ("++") may end within a result before Python 3.11.5.
_RESULTS = re.compile(b"(?:%b){1,1000}" % _RESULT)
_OTHER_ENCODING = re.compile(rb"""<\?xml[^>]*encoding\s*=\s*["'](?!(utf-8|us-ascii|iso-8859-1)["'])""", re.I)
_HIDING = (b"<!", b"-->", b"]]>", b"<?", b"?>")
"""Where comments, CDATA sections and processing instructions begin and end."""

_AT_ONCE = 2**22
"""Bytes of results that are converted at a time."""

_TAGS = 10
"""Of a result: those of the result itself and of its four parts."""


def without_regular_results(data: bytes, root: str) -> tuple[bytes, list[pa.Table]]:
    """Return a submission with markers in place of regular results, on the same number of lines, and these.

    These are of each marker, in file order: article, path (str), rank, score (float64) and line (int64).

    Nothing is taken out where what looks like a result might be something else: if the file has comments,
    CDATA sections or processing instructions behind its root's start tag, or an unusual encoding.
    """
    places = list(_places(data))
    parts, position = [], 0
    for number, (begin, end) in enumerate(places):
        newlines = b"\n" * data.count(b"\n", begin, end)
        parts += [data[position:begin], b"<%b>%d</%b>%b" % (MARKER, number, MARKER, newlines)]
        position = end
    rest = b"".join((*parts, data[position:]))
    content = rest[rest.rfind(b"<" + root.encode()) :]
    if (
        MARKER in data
        or any(mark in content for mark in _HIDING)
        or _OTHER_ENCODING.match(rest.lstrip(BOM_UTF8))
    ):
        return data, []
    return rest, _regular_results(data, places)


def _places(data: bytes) -> Iterator[tuple[int, int]]:
    """Where the regular results behind the start tag of a topic begin and end."""
    end = 0
    while topic := _TOPIC.search(data, end):
        begin = end = topic.end()
        while results := _RESULTS.match(data, end):
            end = results.end()
        if begin < end:
            yield begin, end


def _regular_results(data: bytes, places: list[tuple[int, int]]) -> list[pa.Table]:
    """The results at some places of a file where there are only regular results."""
    found, line, position = [], 1, 0
    for begin, end in places:
        parts = []
        while begin < end:
            cut = data.find(b"<result>", begin + _AT_ONCE, end)
            line += data.count(b"\n", position, begin)
            position = begin
            begin = cut if cut >= 0 else end
            parts.append(_columns(data[position:begin], line))
        found.append(pa.concat_tables(parts))
    return found


def _columns(results: bytes, line: int) -> pa.Table:
    """Columns of regular results, the first of which is on the given line."""
    characters = np.frombuffer(results, dtype=np.uint8)
    opening, closing = (np.flatnonzero(characters == ord(one)).reshape(-1, _TAGS) for one in "<>")
    # The texts of the four parts begin behind their start tags and end before their end tags.
    ends = np.stack((closing[:, 1:-1:2] + 1, opening[:, 2::2]), axis=2).astype(np.int32)
    # Each text and what follows it, up to the next, as one array; every second of its elements is a text.
    pieces = pa.StringArray.from_buffers(ends.size - 1, pa.py_buffer(ends), pa.py_buffer(results))
    texts = np.arange(0, ends.size, 2).reshape(-1, len(_PARTS)).T
    columns = {
        name: pieces.take(pa.array(place))
        for name, place in zip(("article", "path", "rank", "score"), texts, strict=True)
    }
    for name in ("rank", "score"):
        columns[name] = columns[name].cast(pa.float64())
    newlines = np.flatnonzero(characters == ord("\n"))
    columns["line"] = pa.array(line + np.searchsorted(newlines, opening[:, 0]))
    return pa.table(columns)
