"""What the assessors of 2006 were given: the articles in which the best results of all runs lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...topic import Topic
from ..corpus.article import Article, Span
from ..systems.rankings import Rankings

Pool = Mapping[str, Sequence[Span]]
"""The pooled elements of each article, in document order."""


def pool(topic: Topic, articles: Sequence[Article], runs: Iterable[Rankings], depth: int) -> Pool:
    """All that is among the first results of any run, as far as it exists."""
    found = {
        (hit.article, hit.span.path)
        for rankings in runs
        if topic in rankings
        for hit in rankings[topic][:depth]
    }
    pooled = {
        article.number: [element for element in article.elements if (article.number, element.path) in found]
        for article in articles
    }
    return {number: elements for number, elements in pooled.items() if elements}
