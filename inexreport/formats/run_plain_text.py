"""Plain runs in columns of text, read many times faster than `run_text` reads them, with the same outcome.

Plain is a file whose lines all have the same columns, without a mistake in any. Whatever is not certainly
plain is left to `run_text`, which alone reports what is wrong.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from inexreport.formats.plain_articles import numbered_articles
from inexreport.formats.plain_places import (
    PlainPlaces,
    element_places,
    offset_places,
    range_places,
    unknown_places,
)
from inexreport.formats.run_content import MOST_RESULTS, RunContent
from inexreport.formats.shown_text import shown
from inexreport.formats.spans import LARGEST_DATA, SPACE, NotPlain, Spans, decoded
from inexreport.model.run import ResultForm, Results

ARTICLE_COLUMNS = 6
MOST_COLUMNS = 8
_AT_ONCE = 2**19
_TAB, _NEWLINE = 9, 10


def read_plain_text_run(data: bytes) -> RunContent | None:
    """Return what a plain run in columns says; None if it is not plain.

    Parameters
    ----------
    data : bytes
        UTF-8, lines ending in newlines.
    """
    if not 0 < len(data) < LARGEST_DATA:
        return None
    try:
        return _read(data if data.endswith(b"\n") else data + b"\n")
    except NotPlain:
        return None


def _read(data: bytes) -> RunContent:
    columns, line = _columns(data)
    topic, spellings = columns[0].numbered_in_runs()
    topics = decoded(spellings)
    begins = np.flatnonzero(np.diff(topic, prepend=-1))
    run_ids = decoded(columns[5].numbered_in_runs()[1])
    if len(begins) != len(topics) or len(run_ids) != 1 or run_ids[0] != shown(run_ids[0]):
        raise NotPlain
    articles = numbered_articles(columns[2], certainly_ascii=data.isascii())
    places = _places(columns[ARTICLE_COLUMNS:], len(line))
    results = Results(
        topics=tuple(topics),
        articles=articles.names,
        paths=places.paths,
        topic=topic,
        article=articles.which,
        form=places.form,
        offset=places.offset,
        length=places.length,
        path=places.path,
        end_path=places.end_path,
        rank=columns[3].decimal_numbers(),
        score=columns[4].decimal_numbers(),
        line=line,
    )
    topic_lines = dict(zip(topics, line[begins].tolist(), strict=True))
    return RunContent(results=results, by_rank=False, topic_lines=topic_lines, run_id=run_ids[0])


def _columns(data: bytes) -> tuple[list[Spans], NDArray[np.int64]]:
    """Return the columns, and the line of each row."""
    letters = np.frombuffer(data, dtype=np.uint8)
    white = _white_space(letters)
    kind = letters.take(white)
    is_newline = kind == _NEWLINE
    if not (is_newline | (kind == SPACE) | (kind == _TAB)).all():
        raise NotPlain
    starts = np.concatenate([[0], white[:-1] + 1])
    before = np.flatnonzero(is_newline) + 1
    filled = starts < white
    if not filled.all():
        starts, white, before = starts[filled], white[filled], np.cumsum(filled, dtype=np.int64)[before - 1]
    widths = np.diff(before, prepend=0)
    line = np.flatnonzero(widths) + 1
    width = int(widths.max())
    if not ARTICLE_COLUMNS <= width <= MOST_COLUMNS or len(line) * width != len(starts):
        raise NotPlain
    if len(line) > MOST_RESULTS:
        raise NotPlain
    bounds = zip(starts.reshape(-1, width).T, white.reshape(-1, width).T, strict=True)
    return [Spans(data, start, end) for start, end in bounds], line


def _white_space(letters: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the positions of white space and control characters."""
    found = np.empty(min(_AT_ONCE, len(letters)), dtype=np.bool_)
    positions = []
    for begin in range(0, len(letters), _AT_ONCE):
        block = letters[begin : begin + _AT_ONCE]
        at = np.flatnonzero(np.less_equal(block, SPACE, out=found[: len(block)]))
        at += begin
        positions.append(at)
    return np.concatenate(positions)


def _places(ending: list[Spans], count: int) -> PlainPlaces:
    """Return what the last columns say."""
    if not ending:
        return unknown_places(count, ResultForm.ARTICLE)
    if not _is_path(decoded(ending[0].part(1).pieces)[0]):
        return offset_places(ending[0], ending[1] if len(ending) > 1 else None)
    encoded = pa.concat_arrays([column.pieces for column in ending]).dictionary_encode()
    which = encoded.indices.to_numpy()
    if len(ending) == 1:
        return element_places(which, encoded.dictionary, _is_path)
    return range_places(which[:count], which[count:], encoded.dictionary, _is_path)


def _is_path(token: str) -> bool:
    return ("/" in token or "[" in token) and token.strip("/") != ""
