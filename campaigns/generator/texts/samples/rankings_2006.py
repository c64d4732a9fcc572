"""Which rankings of the assessors' pools the invented participants submit to the campaign of 2006."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...topic import Topic
from ..corpus.article import Article
from ..judgements.pools import Pool
from ..systems.bm25 import Hit, Ranking, Unit
from ..systems.rankings import Search
from ..systems.systems import Systems
from .parts import Run

RESULTS_PER_TOPIC = 25


def rankings_of_pools(
    pools: Mapping[Topic, Pool], articles: Sequence[Article], systems: Systems
) -> list[Run]:
    """The runs of the task Ranking; the last one looks at no pool."""
    as_given = {topic: _in_given_order(pool, articles) for topic, pool in pools.items()}

    def ranked(search: Search) -> dict[Topic, Ranking]:
        return {topic: _reranked(pooled, search(topic)) for topic, pooled in as_given.items()}

    return [
        Run(
            "Ranking/north-elements.xml",
            "The pool by the index of all elements.",
            ranked(systems.everything),
            name="North-ranking",
        ),
        Run(
            "Ranking/south-propagated.xml",
            "The pool by scores of paragraphs that go up to all elements around them.",
            ranked(systems.propagated),
            name="South-ranking",
        ),
        Run("Ranking/prl-as-given.xml", "The pool as it was given, as a baseline.", as_given),
        Run(
            "Ranking/specimen-own.xml",
            "Paragraphs that share words with the narrative, in the pool or not.",
            {topic: systems.paragraphs_by_narrative(topic)[:RESULTS_PER_TOPIC] for topic in pools},
        ),
    ]


def _in_given_order(pool: Pool, articles: Sequence[Article]) -> Ranking:
    """The elements of a pool, scored down to 1 by their order."""
    pooled = [Unit(article, span) for article in articles for span in pool.get(article.number, ())]
    return [Hit(unit, float(len(pooled) - place)) for place, unit in enumerate(pooled)]


def _reranked(pooled: Ranking, found: Ranking) -> Ranking:
    """A whole pool: first what a search found of it, then the rest with score 0, as it was given."""
    given = {_place(hit) for hit in pooled}
    best = {_place(hit): hit for hit in found if _place(hit) in given}
    return [*best.values(), *(Hit(hit.unit, 0.0) for hit in pooled if _place(hit) not in best)]


def _place(hit: Hit) -> tuple[str, str]:
    return hit.article, hit.span.path
