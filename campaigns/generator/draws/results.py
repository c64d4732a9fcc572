"""Rankings as rows for the writers of runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from ..formats.results import Results, Row
from ..formats.runs_columns import Place
from .collection import Collection
from .systems import Ranking

TopicRanking = tuple[str, Ranking]


def results_with_paths(rankings: Iterable[TopicRanking], collection: Collection) -> Results:
    """The results of a run with the scores that the system gave."""
    for topic, ranking in rankings:
        yield topic, _rows(ranking, collection, Place.ELEMENT, ranking.score.tolist())


def falling_results(rankings: Iterable[TopicRanking], collection: Collection, place: Place) -> Results:
    """The results of a run with scores of which no two are equal in millionths.

    Whoever sorts by them gets the order of the file.
    """
    for topic, ranking in rankings:
        yield topic, _rows(ranking, collection, place, _falling(ranking.score))


def _rows(ranking: Ranking, collection: Collection, place: Place, scores: list[float]) -> Iterator[Row]:
    layouts = collection.layouts
    columns = {
        Place.ARTICLE: (),
        Place.ELEMENT: (layouts.path,),
        Place.PASSAGE: (layouts.offset, layouts.length),
        Place.ENTRY_POINT: (layouts.offset,),
    }[place]
    names = collection.name[ranking.document].tolist()
    places = (column[ranking.element].tolist() for column in columns)
    return zip(names, range(1, len(names) + 1), scores, *places, strict=True)


def _falling(score: NDArray[np.float32]) -> list[float]:
    place = np.arange(len(score))
    millionths = np.round(score.astype(np.float64) * 1e6).astype(np.int64)
    falling: list[float] = ((np.minimum.accumulate(millionths + place) - place) / 1e6).tolist()
    return falling
