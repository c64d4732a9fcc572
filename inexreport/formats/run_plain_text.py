"""Plain runs in columns of text, read many times faster than `run_text` reads them, with the same outcome.

Plain is a file whose lines all have the same columns, without a mistake in any. Whatever is not certainly
plain is left to `run_text`, which alone reports what is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from inexreport.formats.plain_articles import numbered_articles
from inexreport.formats.plain_columns import plain_columns
from inexreport.formats.plain_places import (
    PlainPlaces,
    element_places,
    offset_places,
    range_places,
    unknown_places,
)
from inexreport.formats.run_content import MOST_RESULTS, RunContent
from inexreport.formats.shown_text import shown
from inexreport.formats.spans import LARGEST_DATA, NotPlain, Spans, all_alike, decoded, numbered_in_runs
from inexreport.model.run import ResultForm, Results

TOPIC, ARTICLE, RANK, SCORE, RUN_ID = 0, 2, 3, 4, 5
"""Columns."""

ARTICLE_COLUMNS = 6
MOST_COLUMNS = 8


def read_plain_text_run(data: bytes, blanks: int) -> RunContent | None:
    """Return what a plain run in columns says; None if it is not plain.

    Parameters
    ----------
    data : bytes
        UTF-8, lines ending in newlines.
    blanks : int
        How many of its bytes are white space or control characters.
    """
    if not 0 < len(data) < LARGEST_DATA:
        return None
    try:
        return _read(data, blanks)
    except NotPlain:
        return None


def _read(data: bytes, blanks: int) -> RunContent:
    text = plain_columns(data, blanks, range(ARTICLE_COLUMNS, MOST_COLUMNS + 1), numbers=(RANK, SCORE))
    columns, line = text.columns, text.line
    if len(line) > MOST_RESULTS:
        raise NotPlain
    topic, begins, spellings = numbered_in_runs(columns[TOPIC])
    topics = decoded(spellings)
    run_id = decoded(columns[RUN_ID][:1])[0]
    if len(begins) != len(topics) or not all_alike(columns[RUN_ID]) or run_id != shown(run_id):
        raise NotPlain
    names = Spans.of(columns[ARTICLE])
    articles = numbered_articles(names, certainly_ascii=bytes(names.text).isascii())
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
        rank=columns[RANK].to_numpy(),
        score=columns[SCORE].to_numpy(),
        line=line,
    )
    topic_lines = dict(zip(topics, line[begins].tolist(), strict=True))
    return RunContent(results=results, by_rank=False, topic_lines=topic_lines, run_id=run_id)


def _places(ending: Sequence[pa.BinaryArray], count: int) -> PlainPlaces:
    """Return what the last columns say."""
    if not ending:
        return unknown_places(count, ResultForm.ARTICLE)
    if not _is_path(decoded(ending[0][:1])[0]):
        return offset_places(*map(Spans.of, ending))
    encoded = pa.concat_arrays(ending).dictionary_encode()
    which = encoded.indices.to_numpy()
    if len(ending) == 1:
        return element_places(which, encoded.dictionary, _is_path)
    return range_places(which[:count], which[count:], encoded.dictionary, _is_path)


def _is_path(token: str) -> bool:
    return ("/" in token or "[" in token) and token.strip("/") != ""
