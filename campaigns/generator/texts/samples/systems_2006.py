"""What the systems of the campaign of 2006 find for a topic."""

from __future__ import annotations

from collections.abc import Sequence

from ...topic import Topic
from ..corpus.article import PARAGRAPHS, SECTIONS, Article
from ..systems.bm25 import Index, Ranking, elements, words
from ..systems.rankings import with_ancestors, without_overlap
from ..systems.searches import structured_search


class Systems:
    """The indexes of all participants."""

    def __init__(self, articles: Sequence[Article]) -> None:
        self._articles = articles
        self._sections = Index(elements(articles, *SECTIONS))
        self._paragraphs = Index(elements(articles, *PARAGRAPHS))
        self._nested = Index(elements(articles, *SECTIONS, *PARAGRAPHS))
        self._whole = Index(elements(articles, "article"))
        self._whole_unstemmed = Index(elements(articles, "article"), words)
        tags = {element.tag for article in articles for element in article.elements}
        self._everything = Index(elements(articles, *sorted(tags)))

    def everything(self, topic: Topic) -> Ranking:
        return self._everything.search(topic.title, b=0.9)

    def propagated(self, topic: Topic) -> Ranking:
        return with_ancestors(self._paragraphs.search(f"{topic.title} {topic.description}"), 0.85)

    def sections(self, topic: Topic) -> Ranking:
        return without_overlap(self._sections.search(topic.title))

    def nested(self, topic: Topic) -> Ranking:
        return self._nested.search(topic.title, b=0.4)

    def paragraphs(self, topic: Topic) -> Ranking:
        return self._paragraphs.search(f"{topic.title} {topic.description}", b=0.3)

    def paragraphs_by_narrative(self, topic: Topic) -> Ranking:
        return self._paragraphs.search(topic.narrative, k1=50.0, b=0.0)

    def structured(self, topic: Topic) -> Ranking:
        return without_overlap(structured_search(self._articles, self._whole, topic))

    def articles(self, topic: Topic) -> Ranking:
        return self._whole_unstemmed.search(topic.title)
