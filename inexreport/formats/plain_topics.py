"""What a plain submission holds beside its results: the file without them, read as any other XML."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.formats.flat_tags import FlatTags, Tag
from inexreport.formats.run_content import RunContent
from inexreport.formats.run_xml import read_xml_run
from inexreport.formats.spans import NotPlain
from inexreport.model.problem import ProblemLog

_TOPIC = re.compile(
    rb"""<topic(?:[ \t\r\n]++[\w:-]++[ \t\r\n]*+=[ \t\r\n]*+(?:"[^"<&]*+"|'[^'<&]*+'))++[ \t\r\n]*+(/?)>"""
)
_MOST_OTHER_TAGS = 100_000


@dataclass(frozen=True, eq=False)
class PlainTopics:
    """Where the topics and their results are.

    Attributes
    ----------
    start : int64 array, shape (topics,)
        Indices of their start tags.
    behind : int64 array, shape (topics,)
        Positions behind these tags.
    open : bool array, shape (topics,)
        Whether there is an end tag.
    has_results : bool array, shape (topics,)
    counts : int64 array, shape (answered,)
        How many results each of these has.
    first, end : int64 array, shape (answered,)
        Positions of the first result and of the end tag of each of these.
    """

    start: NDArray[np.int64]
    behind: NDArray[np.int64]
    open: NDArray[np.bool_]
    has_results: NDArray[np.bool_]
    counts: NDArray[np.int64]
    first: NDArray[np.int64]
    end: NDArray[np.int64]

    def beside(self, data: bytes) -> list[bytes]:
        """Return the pieces of a file that results stand between."""
        begins, ends = [0, *self.end.tolist()], [*self.first.tolist(), len(data)]
        return [data[begin:end] for begin, end in zip(begins, ends, strict=True)]


def plain_topics(data: bytes, tags: FlatTags) -> PlainTopics:
    """Return the topics of a file, of which tags are known from its first topic on.

    Raises
    ------
    NotPlain
        If topics are not one behind the other, a result is in none, or there is other markup than tags.
    """
    _check_others(data, tags)
    start, ends, results = tags.which(Tag.TOPIC), tags.which(Tag.TOPIC_END), tags.which(Tag.RESULT)
    matches = [_TOPIC.match(data, position) for position in tags.at[start].tolist()]
    if not len(results) or not all(matches):
        raise NotPlain
    behind = np.array([match.end() for match in matches if match], dtype=np.int64)
    is_open = np.array([not match[1] for match in matches if match], dtype=np.bool_)
    opened = start[is_open]
    if len(opened) != len(ends) or (opened > ends).any() or (opened[1:] < ends[:-1]).any():
        raise NotPlain
    around = np.searchsorted(opened, start[~is_open]) - 1
    first, behind_last = np.searchsorted(results, opened), np.searchsorted(results, ends)
    counts = behind_last - first
    if (start[~is_open] < ends[around])[around >= 0].any() or counts.sum() != len(results):
        raise NotPlain
    answered = np.flatnonzero(counts)
    has_results = np.zeros(len(start), dtype=np.bool_)
    has_results[np.flatnonzero(is_open)[answered]] = True
    return PlainTopics(
        start=start,
        behind=behind,
        open=is_open,
        has_results=has_results,
        counts=counts[answered],
        first=tags.at[results[first[answered]]],
        end=tags.at[ends[answered]],
    )


def _check_others(data: bytes, tags: FlatTags) -> None:
    others = tags.at[tags.which(Tag.OTHER)].tolist()
    if len(others) > _MOST_OTHER_TAGS:
        raise NotPlain
    for position in others:
        if data[position + 1 : position + 2] in (b"!", b"?") or data.startswith(b"<topic", position):
            raise NotPlain


def content_beside(data: bytes, topics: PlainTopics) -> RunContent:
    """Return what a file says without its results; the lines of its topics are not those of the file.

    Raises
    ------
    NotPlain
        If anything is wrong with it.
    """
    log = ProblemLog("")
    content = read_xml_run(b"".join(topics.beside(data)), log)
    if content is None or len(log) or len(content.results) or len(content.topic_lines) != len(topics.start):
        raise NotPlain
    return content
