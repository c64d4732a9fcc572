"""Rankings as rows for the writers of runs."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from ...formats.results import Row
from ...formats.runs_columns import Place, column_run
from ..corpus.article import Article
from .bm25 import Hit, Ranking
from .rankings import Rankings

PLACES: dict[Place, Callable[[Hit], tuple[str | int, ...]]] = {
    Place.ARTICLE: lambda hit: (),
    Place.ELEMENT: lambda hit: (hit.span.path,),
    Place.RANGE: lambda hit: (hit.span.path, hit.last_path),
    Place.PASSAGE: lambda hit: (hit.span.start, len(hit.span)),
    Place.ENTRY_POINT: lambda hit: (hit.span.start,),
}

Naming = Callable[[Article], str]
"""The name of an article in the files of a campaign."""

NUMBER: Naming = attrgetter("number")


def rows(
    ranking: Ranking, place: Place = Place.ELEMENT, document: Naming = NUMBER, first_rank: int = 1
) -> list[Row]:
    """The results of a topic, with ranks from `first_rank`."""
    return [
        (document(hit.unit.article), rank, hit.score, *PLACES[place](hit))
        for rank, hit in enumerate(ranking, start=first_rank)
    ]


def run_in_columns(rankings: Rankings, run_id: str, place: Place, document: Naming = NUMBER) -> str:
    """The text of a run of 2008-2010 or of TREC."""
    results = ((topic.id, rows(ranking, place, document)) for topic, ranking in rankings.items())
    return "".join(column_run(results, run_id, place))
