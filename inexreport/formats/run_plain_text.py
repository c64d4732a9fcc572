"""Plain runs in columns of text, read many times faster than `run_text` reads them, with the same outcome.

Plain is a file whose lines all have the same columns, without a mistake in any. Whatever is not certainly
plain is left to `run_text`, which alone reports what is wrong.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from inexreport.formats.plain_articles import numbered_articles
from inexreport.formats.plain_pieces import plain_pieces
from inexreport.formats.plain_places import (
    PlainPlaces,
    element_places,
    offset_places,
    range_places,
    unknown_places,
)
from inexreport.formats.run_content import MOST_RESULTS, RunContent
from inexreport.formats.shown_text import shown
from inexreport.formats.spans import LARGEST_DATA, NotPlain, Spans, decoded
from inexreport.model.run import ResultForm, Results

ARTICLE_COLUMNS = 6
MOST_COLUMNS = 8


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
    pieces = plain_pieces(data)
    width, line = pieces.width, pieces.line
    if not ARTICLE_COLUMNS <= width <= MOST_COLUMNS or len(line) > MOST_RESULTS:
        raise NotPlain
    topic, spellings = pieces.column(0).numbered_in_runs()
    topics = decoded(spellings)
    begins = np.flatnonzero(np.diff(topic, prepend=-1))
    run_ids = decoded(pieces.column(5).numbered_in_runs()[1])
    if len(begins) != len(topics) or len(run_ids) != 1 or run_ids[0] != shown(run_ids[0]):
        raise NotPlain
    articles = numbered_articles(pieces.column(2), certainly_ascii=data.isascii())
    places = _places([pieces.column(number) for number in range(ARTICLE_COLUMNS, width)], len(line))
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
        rank=pieces.column(3).decimal_numbers(),
        score=pieces.column(4).decimal_numbers(),
        line=line,
    )
    topic_lines = dict(zip(topics, line[begins].tolist(), strict=True))
    return RunContent(results=results, by_rank=False, topic_lines=topic_lines, run_id=run_ids[0])


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
