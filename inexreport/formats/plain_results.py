"""Results of XML runs in the form that nearly all tools write, read as columns.

lxml makes five objects of each result, which takes five times as long. `cut_out` takes plain results out of
a file and leaves everything else, which is read as XML: the root, the topics and their attributes. Where
anything is not certainly plain it gives up, and lxml reads the whole file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inexreport.formats.xml_reader import MOST_TAGS

_TOPIC = re.compile(rb"<topic\s[^<>]*>")
_ENCODING = re.compile(rb"\A(?:\xef\xbb\xbf)?<\?xml\s[^>]*?\bencoding\s*=\s*[\"']([^\"']*)[\"']")
_LIKE_ASCII = re.compile(rb"(?i:utf-8|us-ascii|iso-8859-1|iso-8859-15|windows-1252)")
_END = b"</result>"
_BLANKS = " \t\r\n"
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\r"))
_ALWAYS = (b"result", b"file", b"/file", b"path", b"/path")
_RANK, _SCORE = (b"rank", b"/rank"), (b"rsv", b"/rsv")
_SHAPES = {(*_ALWAYS, *rank, *score, b"/result") for rank in (_RANK, ()) for score in (_SCORE, ())}
_NUMBER = r"^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$"
_NAME = r"[^/]"


@dataclass(frozen=True, eq=False)
class PlainResults:
    """The results of a file, in its order, and the rest of it.

    Attributes
    ----------
    rest : bytes
        The file without its results; what remains stands on the lines on which it was.
    topics : int
        How many start tags of topics there are.
    topic : int64 array, shape (results,)
        Number of the topic, counting these from 0.
    article, path : array of str, shape (results,)
        As the file spells them.
    rank, score : float64 array, shape (results,)
        NaN where there is none.
    line : int64 array, shape (results,)
    """

    rest: bytes
    topics: int
    topic: NDArray[np.int64]
    article: pa.StringArray
    path: pa.StringArray
    rank: NDArray[np.float64]
    score: NDArray[np.float64]
    line: NDArray[np.int64]


def cut_out(data: bytes) -> PlainResults | None:
    """Take the results out of a file; None if not all of them, and what lies between them, are plain."""
    topics = [found.start() for found in _TOPIC.finditer(data)]
    ends = [*topics[1:], len(data)]
    results = np.array([found.start() for found in re.finditer(b"<result>", data)], dtype=np.int64)
    if not topics or not len(results) or not _is_simple(data, topics[0]):
        return None
    topic = np.searchsorted(topics, results) - 1
    if topic[0] < 0:
        return None
    newlines = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == ord("\n"))
    rest: list[bytes] = []
    blocks: list[bytes] = []
    position = 0
    for number in np.unique(topic).tolist():
        begin, end = topics[number], ends[number]
        first = int(results[np.searchsorted(topic, number)])
        after = data.rfind(_END, first, end) + len(_END)
        if after < first or b"</topic" in data[begin:first] or b"</topic" not in data[after:end]:
            return None
        blocks.append(data[first:after])
        rest += data[position:first], b"\n" * blocks[-1].count(b"\n")
        position = after
    rest.append(data[position:])
    remaining = b"".join(rest)
    columns = _columns(b"".join(blocks), len(results))
    if columns is None or b"<result" in remaining:
        return None
    return PlainResults(
        rest=remaining,
        topics=len(topics),
        topic=topic,
        **columns,
        line=np.searchsorted(newlines, results) + 1,
    )


def _is_simple(data: bytes, first_topic: int) -> bool:
    """Whether what looks like a tag is one, and nothing else is: no entity, and no comment among topics."""
    return (
        data[first_topic:].isascii()
        and (not (encoding := _ENCODING.match(data)) or bool(_LIKE_ASCII.fullmatch(encoding[1])))
        and b"&" not in data
        and data.find(b"<!", first_topic) < 0
        and data.find(b"<?", first_topic) < 0
        and b"<!DOCTYPE" not in data
        and data.count(b"\r") == data.count(b"\r\n")
        and len(data.translate(None, _CONTROLS)) == len(data)
        and data.count(b"<") <= MOST_TAGS
    )


def _columns(data: bytes, count: int) -> dict[str, pa.Array | NDArray[np.float64]] | None:
    """The columns of so many results that follow one another; None unless all have the same parts."""
    pieces = data.split(b"<")[1:]  # each is a tag and the text behind it
    size = len(pieces) // count
    shape = tuple(piece.partition(b">")[0] for piece in pieces[:size])
    if shape not in _SHAPES or len(pieces) != size * count or data.count(b">") != len(pieces):
        return None
    texts: dict[bytes, pa.StringArray] = {}
    for place, tag in enumerate(shape):
        column = pa.array(pieces[place::size], pa.binary()).cast(pa.string())
        if not pc.all(pc.starts_with(column, f"{tag.decode()}>")).as_py():
            return None
        if not tag.startswith(b"/"):
            texts[tag] = pc.ascii_trim(pc.utf8_slice_codeunits(column, len(tag) + 1), characters=_BLANKS)
    numbers = {name: _numbers(texts.get(tag), count) for name, tag in (("rank", b"rank"), ("score", b"rsv"))}
    named = pc.and_(pc.not_equal(texts[b"file"], ""), pc.match_substring_regex(texts[b"path"], _NAME))
    if any(np.isinf(column).any() for column in numbers.values()) or not pc.all(named).as_py():
        return None
    return {"article": texts[b"file"], "path": texts[b"path"], **numbers}


def _numbers(texts: pa.StringArray | None, count: int) -> NDArray[np.float64]:
    """A column of numbers, NaN without texts; infinite if one is anything else."""
    if texts is None:
        return np.full(count, np.nan)
    if not pc.all(pc.match_substring_regex(texts, _NUMBER)).as_py():
        return np.full(count, np.inf)
    numbers: NDArray[np.float64] = texts.cast(pa.float64()).to_numpy()
    return numbers
