"""What the participants' systems find for a topic."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ...topic import Topic
from ..corpus.article import PARAGRAPHS, SECTIONS, Article
from .bm25 import Index, Ranking, elements, windows, words
from .rankings import with_ancestors, without_overlap
from .searches import structured_search


class Systems:
    """The indexes of some articles, and searches in them."""

    def __init__(self, articles: Sequence[Article]) -> None:
        self._articles = articles

    @cached_property
    def of_articles(self) -> Index:
        return Index(elements(self._articles, "article"))

    @cached_property
    def of_unstemmed_articles(self) -> Index:
        return Index(elements(self._articles, "article"), words)

    @cached_property
    def of_sections(self) -> Index:
        return Index(elements(self._articles, *SECTIONS))

    @cached_property
    def of_paragraphs(self) -> Index:
        return Index(elements(self._articles, *PARAGRAPHS))

    @cached_property
    def of_sections_and_paragraphs(self) -> Index:
        return Index(elements(self._articles, *SECTIONS, *PARAGRAPHS))

    @cached_property
    def of_articles_and_parts(self) -> Index:
        return Index(elements(self._articles, "article", *SECTIONS, *PARAGRAPHS))

    @cached_property
    def of_all_elements(self) -> Index:
        tags = {element.tag for article in self._articles for element in article.elements}
        return Index(elements(self._articles, *tags))

    @cached_property
    def of_passages(self) -> Index:
        return Index(windows(self._articles, 3))

    def everything(self, topic: Topic) -> Ranking:
        return self.of_all_elements.search(topic.title, b=0.9)

    def propagated(self, topic: Topic) -> Ranking:
        return with_ancestors(self.of_paragraphs.search(f"{topic.title} {topic.description}"), 0.85)

    def sections(self, topic: Topic) -> Ranking:
        return without_overlap(self.of_sections.search(topic.title))

    def nested(self, topic: Topic) -> Ranking:
        return self.of_sections_and_paragraphs.search(topic.title, b=0.4)

    def paragraphs(self, topic: Topic) -> Ranking:
        return self.of_paragraphs.search(f"{topic.title} {topic.description}", b=0.3)

    def paragraphs_by_narrative(self, topic: Topic) -> Ranking:
        return self.of_paragraphs.search(topic.narrative, k1=50.0, b=0.0)

    def passages(self, topic: Topic) -> Ranking:
        return without_overlap(self.of_passages.search(f"{topic.title} {topic.description}", b=0.3))

    def structured(self, topic: Topic) -> Ranking:
        return without_overlap(structured_search(self._articles, self.of_articles, topic))

    def articles(self, topic: Topic) -> Ranking:
        return self.of_unstemmed_articles.search(topic.title)
