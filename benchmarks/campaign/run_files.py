"""Runs in the formats of 2006 (XML) and 2009 (text)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from benchmarks.campaign.collection import Collection
from benchmarks.campaign.systems import Ranking

TopicRanking = tuple[str, Ranking]

IN_ONE_LINE = ("    <result><file>{}</file><path>{}</path><rank>{}</rank><rsv>{:.4f}</rsv></result>\n").format
IN_LINES = (
    "<result>\n<file>{}</file>\n<path>{}</path>\n<rank>{}</rank>\n<rsv>{:.6f}</rsv>\n</result>\n"
).format


class TextForm(Enum):
    """How a run in text says which part of an article it returns."""

    ARTICLE = "article"
    ELEMENT = "element"
    PASSAGE = "passage"
    ENTRY_POINT = "entry point"


def xml_run(
    rankings: Iterable[TopicRanking], collection: Collection, attributes: str, *, in_lines: bool
) -> Iterator[str]:
    """A submission of 2006, topic by topic."""
    paths = _array(collection.layouts.path)
    result = IN_LINES if in_lines else IN_ONE_LINE
    yield (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<inex-submission {attributes}>\n'
        '  <topic-fields title="yes" castitle="no" description="no" narrative="no"/>\n'
        "  <description>Generated for measurements.</description>\n"
        "  <collections><collection>wikipedia</collection></collections>\n"
    )
    for topic, ranking in rankings:
        names = collection.name[ranking.document].tolist()
        places = paths[ranking.element].tolist()
        ranks = range(1, len(names) + 1)
        results = "".join(map(result, names, places, ranks, ranking.score.tolist()))
        yield f'  <topic topic-id="{topic}">\n{results}  </topic>\n'
    yield "</inex-submission>\n"


def text_run(
    rankings: Iterable[TopicRanking], collection: Collection, run: str, form: TextForm
) -> Iterator[str]:
    """A run of 2009 in columns, topic by topic."""
    layouts = collection.layouts
    paths = _array(layouts.path)
    for topic, ranking in rankings:
        names = collection.name[ranking.document].tolist()
        ranks = range(1, len(names) + 1)
        columns: list[list[object]] = []
        if form is TextForm.ELEMENT:
            columns = [paths[ranking.element].tolist()]
        elif form is not TextForm.ARTICLE:
            columns = [layouts.offset[ranking.element].tolist()]
            if form is TextForm.PASSAGE:
                columns.append(layouts.length[ranking.element].tolist())
        line = " ".join([topic, "Q0", "{}", "{}", "{:.6f}", run, *["{}"] * len(columns)]) + "\n"
        yield "".join(map(line.format, names, ranks, _falling(ranking.score), *columns))


def _falling(score: NDArray[np.float32]) -> list[float]:
    """Scores of which no two are equal, so that whoever sorts by them gets the order of the file."""
    place = np.arange(len(score))
    millionths = np.round(score.astype(np.float64) * 1e6).astype(np.int64)
    falling: list[float] = ((np.minimum.accumulate(millionths + place) - place) / 1e6).tolist()
    return falling


def _array(texts: list[str]) -> NDArray[np.object_]:
    array = np.empty(len(texts), dtype=object)
    array[:] = texts
    return array
