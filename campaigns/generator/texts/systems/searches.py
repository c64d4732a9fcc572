"""Searches other than BM25 on the words of a topic."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ...topic import Topic
from ..corpus.article import PARAGRAPHS, SECTIONS, Article, Span
from .bm25 import Hit, Index, Ranking, Unit, best_first, elements, stem, stems, words


def structured_search(articles: Sequence[Article], whole: Index, topic: Topic) -> Ranking:
    """Answer the castitle: its about() words, its excluded words and the element that it asks for."""
    asked = " ".join(re.findall(r"about\([^,]*,([^)]*)\)", topic.castitle))
    excluded = {stem(word) for word in re.findall(r"-(\w+)", asked)}
    wanted = re.sub(r"-\w+", "", asked)
    target = re.sub(r"\[.*?\](?=/|$)", "", topic.castitle).rpartition("/")[2]
    known = (*SECTIONS, *PARAGRAPHS)
    tags = [tag for tag in known if tag in re.findall(r"\w+", target)] or known
    support = {hit.article: hit.score for hit in whole.search(topic.title)}
    hits = Index(elements(articles, *tags)).search(wanted, b=0.4)
    return best_first(
        Hit(hit.unit, round(hit.score + support.get(hit.article, 0.0), 4))
        for hit in hits
        if not excluded & set(stems(hit.unit.text))
    )


def by_shared_terms(
    articles: Sequence[Article],
    query: str,
    terms: Callable[[str], list[str]] = words,
    length: int | None = None,
) -> Ranking:
    """Weak baselines: articles, or their beginnings, by the number of terms of the query that they hold."""
    asked = set(terms(query))
    hits = []
    for article in articles:
        shared = len(asked & set(terms(article.text)))
        if shared:
            hits.append(Hit(Unit(article, Span(0, len(article.text[:length]))), float(shared)))
    return best_first(hits)
