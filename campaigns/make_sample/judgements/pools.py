"""What the assessors of 2006 were given: the articles in which the best results of all runs lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..corpus.article import Article, Span
from ..systems.rankings import Rankings
from ..topics.topic import Topic

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


def pool_file(topic: Topic, pool: Pool) -> str:
    """A pool in the format of 2002-2007."""
    files = "".join(
        f'  <file file="{article}">\n'
        + "".join(f'    <path path="{element.path}"/>\n' for element in elements)
        + "  </file>\n"
        for article, elements in pool.items()
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<pool topic="{topic.id}">\n{files}</pool>\n'
