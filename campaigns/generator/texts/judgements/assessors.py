"""The simulated assessors: they highlight the sentences whose facets answer a topic."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ...topic import Topic
from ..corpus.article import PARAGRAPHS, SECTIONS, Article, Span
from ..systems.bm25 import stems

WHOLE_ARTICLE_FROM = 0.42
"""Share of an article's text from which on the assessor highlights all of it."""


@dataclass(frozen=True)
class Judgement:
    """What an assessor highlighted in an article; nothing if it is not relevant."""

    article: Article
    passages: tuple[Span, ...]

    @property
    def relevant_characters(self) -> int:
        return sum(map(len, self.passages))

    @property
    def longest_passage(self) -> Span:
        return max(self.passages, key=len)

    @property
    def main_section(self) -> Span | None:
        """The innermost section in which the longest passage begins."""
        sections = [
            element
            for element in self.article.elements
            if element.tag in SECTIONS and element.holds(self.longest_passage)
        ]
        return sections[-1] if sections else None

    @property
    def entry_point(self) -> int:
        """Where to begin reading: at the heading of the section that holds the longest passage."""
        return (self.main_section or self.longest_passage).start


Judge = Callable[[Topic, Article], Judgement]


def official_judgement(topic: Topic, article: Article) -> Judgement:
    """Neighbouring relevant sentences become one passage."""
    passages = _merged(article, [span for span in article.sentences if span.facet in topic.relevant])
    if sum(map(len, passages)) >= WHOLE_ARTICLE_FROM * len(article.text):
        passages = [Span(0, len(article.text))]
    return Judgement(article, tuple(passages))


def judgement_by_paragraphs(topic: Topic, article: Article) -> Judgement:
    """Highlight whole paragraphs, but none where fewer than two of the sentences answer the topic."""
    return _of_paragraphs(article, lambda element: _answers(topic, article, element) >= 2)


def judgement_by_words(topic: Topic, article: Article) -> Judgement:
    """Highlight paragraphs with two sentences that answer the topic, or with two words of its title."""
    asked = set(stems(topic.title))
    return _of_paragraphs(
        article,
        lambda element: (
            _answers(topic, article, element) >= 2
            or len(asked.intersection(stems(article.text[element.start : element.end]))) >= 2
        ),
    )


def _of_paragraphs(article: Article, is_relevant: Callable[[Span], bool]) -> Judgement:
    paragraphs = (element for element in article.elements if element.tag in PARAGRAPHS)
    return Judgement(article, tuple(_merged(article, filter(is_relevant, paragraphs))))


def _answers(topic: Topic, article: Article, element: Span) -> int:
    """How many sentences of an element answer the topic."""
    return sum(element.holds(span) for span in article.sentences if span.facet in topic.relevant)


def _merged(article: Article, spans: Iterable[Span]) -> list[Span]:
    """Spans with nothing but white space between them, as one."""
    merged: list[Span] = []
    for span in spans:
        if merged and not article.text[merged[-1].end : span.start].strip():
            merged[-1] = Span(merged[-1].start, span.end)
        else:
            merged.append(Span(span.start, span.end))
    return merged
