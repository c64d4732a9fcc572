"""Plain qrels, read many times faster than `qrels` reads them line by line, with the same outcome.

Plain is a file without a mistake and without anything doubtful, its topics one after another. Whatever is not
certainly plain is left to `qrels`, which alone reports what is wrong.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from inexreport.formats.plain_articles import numbered_articles
from inexreport.formats.plain_pieces import PlainPieces, plain_pieces
from inexreport.formats.shown_text import LONGEST_NAME
from inexreport.formats.spans import LARGEST_DATA, NotPlain, Spans, decoded, numbered_in_runs
from inexreport.model.assessment import UNKNOWN, TopicAssessment
from inexreport.model.short_names import numbered

TOPIC, ARTICLE, RELEVANT, LENGTH, ENTRY_POINT, PASSAGES = 0, 2, 3, 4, 5, 6
"""Columns; of the last there may be any number."""

MOST_DIGITS = 12
_MINUS, _COLON = ord("-"), ord(":")


def read_plain_qrels(data: bytes) -> dict[str, TopicAssessment] | None:
    """Return what plain qrels say, in the order of the file; None if they are not plain.

    Parameters
    ----------
    data : bytes
        UTF-8, lines ending in newlines.
    """
    if not 0 < len(data) < LARGEST_DATA or not data.isascii() or b"\x7f" in data:
        return None
    try:
        return _read(data if data.endswith(b"\n") else data + b"\n")
    except NotPlain:
        return None


def _read(data: bytes) -> dict[str, TopicAssessment]:
    pieces = plain_pieces(data)
    if not len(pieces.line) or pieces.widths.min() < ENTRY_POINT:
        raise NotPlain
    topic, names, begins = _topics(pieces)
    article, articles = _articles(pieces, topic)
    relevant, length = (_numbers(_column(pieces, number)) for number in (RELEVANT, LENGTH))
    passages = _Passages(pieces)
    passages.refuse_doubtful(relevant, length)
    entry_point = np.where(pieces.widths > PASSAGES, _entry_points(pieces), UNKNOWN)
    bounds = [*begins.tolist(), len(pieces.line)]
    topics = {}
    for name, (begin, end) in zip(names, pairwise(bounds), strict=True):
        rows = passages.rows(begin, end)
        topics[name] = TopicAssessment(
            topic=name,
            articles=tuple(articles[number] for number in article[begin:end].tolist()),
            relevant_characters=relevant[begin:end].copy(),
            article_length=length[begin:end].copy(),
            entry_point=entry_point[begin:end].copy(),
            passage_article=passages.line[rows] - begin,
            passage_offset=passages.offset[rows].copy(),
            passage_length=passages.length[rows].copy(),
        )
    return topics


def _column(pieces: PlainPieces, number: int, lines: NDArray[np.bool_] | slice = slice(None)) -> Spans:
    """A column of some lines, all of which have it."""
    at = (np.cumsum(pieces.widths) - pieces.widths)[lines] + number
    return Spans(pieces.data, pieces.starts[at], pieces.ends[at])


def _topics(pieces: PlainPieces) -> tuple[NDArray[np.int32], list[str], NDArray[np.int64]]:
    """The number of each line's topic, the topics, and where each begins."""
    column = _column(pieces, TOPIC)
    topic, begins, spellings = numbered_in_runs(column.pieces)
    names = decoded(spellings)
    if len(begins) != len(names) or column.lengths.max(initial=0) > LONGEST_NAME:
        raise NotPlain
    return topic, names, begins


def _articles(pieces: PlainPieces, topic: NDArray[np.int32]) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    """The number of each line's article, and the articles."""
    column = _column(pieces, ARTICLE)
    if column.lengths.max(initial=0) > LONGEST_NAME:
        raise NotPlain
    found = numbered_articles(column, certainly_ascii=True)
    pairs = topic.astype(np.uint64) * np.uint64(len(found.names)) + found.which.astype(np.uint64)
    if len(numbered(pairs)[1]) < len(pairs):
        raise NotPlain
    return found.which, tuple(found.names)


def _numbers(column: Spans) -> NDArray[np.int64]:
    if not len(column):
        return np.zeros(0, dtype=np.int64)
    numbers = column.whole_numbers(MOST_DIGITS)
    if numbers is None:
        raise NotPlain
    return numbers


def _entry_points(pieces: PlainPieces) -> NDArray[np.int64]:
    """Best entry point of each line, `UNKNOWN` where there is none."""
    has_one = pieces.widths > ENTRY_POINT
    column = _column(pieces, ENTRY_POINT, has_one)
    none = np.frombuffer(pieces.data, dtype=np.uint8)[column.starts] == _MINUS
    # -1 is how the exporting tools write "no entry point"; without its sign it is a number like others.
    given = _numbers(Spans(pieces.data, column.starts + none, column.ends))
    if (given[none] != 1).any() or (column.lengths[none] != 2).any():
        raise NotPlain
    entry_point = np.full(len(pieces.line), UNKNOWN, dtype=np.int64)
    entry_point[has_one] = np.where(none, UNKNOWN, given)
    return entry_point


class _Passages:
    """The highlighted passages of all lines.

    Attributes
    ----------
    line, offset, length : int64 array, shape (passages,)
        In this order; lines are counted from 0, and blank ones not at all.
    """

    def __init__(self, pieces: PlainPieces) -> None:
        count = np.maximum(pieces.widths - PASSAGES, 0)
        line = np.repeat(np.arange(len(count)), count)
        first = np.cumsum(pieces.widths) - pieces.widths + PASSAGES
        at = np.arange(len(line)) + np.repeat(first - (np.cumsum(count) - count), count)
        starts, ends = pieces.starts[at], pieces.ends[at]
        colons = np.flatnonzero(np.frombuffer(pieces.data, dtype=np.uint8) == _COLON)
        if len(colons) != len(at) or (colons < starts).any() or (colons >= ends).any():
            raise NotPlain
        offset = _numbers(Spans(pieces.data, starts, colons))
        length = _numbers(Spans(pieces.data, colons + 1, ends))
        order = np.lexsort((length, offset, line))
        self.line, self.offset, self.length = line[order], offset[order], length[order]
        self._bounds = np.concatenate([[0], np.cumsum(count)])

    def rows(self, begin: int, end: int) -> slice:
        """The passages of the lines from one to another."""
        return slice(*self._bounds[[begin, end]].tolist())

    def refuse_doubtful(self, relevant: NDArray[np.int64], article_length: NDArray[np.int64]) -> None:
        """Give up where a line contradicts itself; parameters are what it says of the article."""
        end = self.offset + self.length
        # What is summed are whole numbers, which are exact as floating-point numbers too.
        highlighted = np.bincount(self.line, self.length, len(relevant))
        same = self.line[1:] == self.line[:-1]
        if (
            (highlighted != relevant).any()
            or (relevant > article_length).any()
            or (end > article_length[self.line]).any()
            or (self.offset[1:] < end[:-1])[same].any()
        ):
            raise NotPlain
