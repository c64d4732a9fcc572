"""Lines of a plain submission's topics and results, where libxml2 is certain to tell the same.

Beyond line 65,534 libxml2 knows an element's line by the text in it or beside it (see `xml_reader.line_of`).
That is exact in files of every usual layout; others are left to `run_xml`, so that both tell the same lines.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inexreport.formats.flat_tags import SIZES, FlatTags, Tag
from inexreport.formats.line_numbers import LineNumbers
from inexreport.formats.plain_topics import PlainTopics
from inexreport.formats.spans import NotPlain
from inexreport.formats.xml_reader import LAST_CERTAIN_LINE

_IN_ONE_PIECE = 250
"""Longer texts may reach libxml2's tree in several pieces, the first of which tells the line."""

_RETURN = ord("\r")
_LEAVES = (Tag.FILE, Tag.PATH, Tag.RANK, Tag.RSV)


class PlainLines:
    """Lines of a file's topics and results.

    Attributes
    ----------
    topic : int64 array, shape (topics,)
    result : int64 array, shape (results,)

    Raises
    ------
    NotPlain
        Where libxml2 might tell another line.
    """

    def __init__(self, data: bytes, tags: FlatTags, topics: PlainTopics, *, certainly_ascii: bool) -> None:
        self._data, self._tags, self._topics = data, tags, topics
        self._certainly_ascii = certainly_ascii
        self._numbers = LineNumbers(data)
        self._only_newlines = b"\r" not in data
        results = tags.which(Tag.RESULT)
        self.topic = self._numbers.of(topics.behind - 1)
        self.result = self._numbers.of(tags.at[results])
        self._check_results(results[self.result >= LAST_CERTAIN_LINE])
        for topic in np.flatnonzero(self.topic >= LAST_CERTAIN_LINE).tolist():
            self._check_topic(topic)

    def _check_results(self, results: NDArray[np.int64]) -> None:
        """The text behind the start tag tells the line, or else that inside the first part."""
        at, kind = self._tags.at, self._tags.kind
        begins, ends = at[results] + SIZES[Tag.RESULT], at[results + 1]
        self._check_gaps(begins, ends)
        first = results[begins == ends] + 1
        if len(first):
            begins, ends = at[first] + SIZES[kind[first]], at[first + 1]
            one_piece = self._only_newlines and self._certainly_ascii
            if not np.isin(kind[first], _LEAVES).all() or (begins >= ends).any():
                raise NotPlain
            if not one_piece and (self._numbers.of(begins) != self._numbers.of(ends)).any():
                raise NotPlain
            self._check_gaps(begins, ends)

    def _check_topic(self, topic: int) -> None:
        """The text behind the start tag tells the line, or else what is around an empty topic."""
        at, start, behind = self._tags.at, int(self._topics.start[topic]), int(self._topics.behind[topic])
        begin, following = int(at[start]), at[start + 1 : start + 3].tolist()
        empty = not self._topics.open[topic]
        if not empty and following[:1] == [behind]:
            empty = self._tags.kind[start + 1] == Tag.TOPIC_END
            behind, following = behind + int(SIZES[Tag.TOPIC_END]), following[1:]
            if not empty:
                raise NotPlain
        gaps = [(behind, following[0] if following else behind)]
        if empty:
            before = self._data[max(0, begin - _IN_ONE_PIECE) : begin]
            gaps.append((begin - len(before) + before.rfind(b">") + 1, begin))
        begins, ends = np.array(gaps, dtype=np.int64).T
        if b"\n" in self._data[begin:behind] or (begins == ends).any():
            raise NotPlain
        self._check_gaps(begins, ends)

    def _check_gaps(self, begins: NDArray[np.int64], ends: NDArray[np.int64]) -> None:
        """A carriage return is where libxml2 begins another piece of text."""
        if len(begins) and (ends - begins).max() >= _IN_ONE_PIECE:
            raise NotPlain
        if not self._only_newlines:
            newlines = self._numbers.of(ends) - self._numbers.of(begins)
            letters = np.frombuffer(self._data, dtype=np.uint8)
            if ((newlines > 1) | ((newlines == 1) & (letters[begins] != _RETURN))).any():
                raise NotPlain
