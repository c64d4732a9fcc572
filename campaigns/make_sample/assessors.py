"""The simulated assessors: they highlight the sentences whose facets answer a topic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from documents import Article, Span
from systems import Topic

WHOLE_ARTICLE_FROM = 0.42
"""Share of an article's text from which on the assessor highlights all of it."""


@dataclass(frozen=True)
class Judgement:
    """What an assessor highlighted in an article; nothing if it is not relevant."""

    article: Article
    passages: tuple[Span, ...]

    @property
    def relevant_characters(self) -> int:
        return sum(passage.end - passage.start for passage in self.passages)

    @property
    def entry_point(self) -> int:
        """Where to begin reading: at the heading of the section that holds the longest passage."""
        longest = max(self.passages, key=lambda passage: passage.end - passage.start)
        sections = [
            element.start
            for element in self.article.elements
            if element.tag == "sec" and element.start <= longest.start < element.end
        ]
        return sections[0] if sections else longest.start


def official_judgement(topic: Topic, article: Article) -> Judgement:
    """Neighbouring relevant sentences become one passage."""
    passages = _merged(article, [span for span in article.sentences if span.facet in topic.relevant])
    highlighted = sum(passage.end - passage.start for passage in passages)
    if highlighted >= WHOLE_ARTICLE_FROM * len(article.text):
        passages = [Span(0, len(article.text))]
    return Judgement(article, tuple(passages))


def second_judgement(topic: Topic, article: Article) -> Judgement:
    """Highlight whole paragraphs, but none where fewer than two of the sentences answer the topic."""
    paragraphs = []
    for element in article.elements:
        if element.tag == "p":
            inside = [
                span
                for span in article.sentences
                if element.start <= span.start < element.end and span.facet in topic.relevant
            ]
            if len(inside) >= 2:
                paragraphs.append(element)
    return Judgement(article, tuple(_merged(article, paragraphs)))


def _merged(article: Article, spans: Sequence[Span]) -> list[Span]:
    """Spans with nothing but white space between them, as one."""
    merged: list[Span] = []
    for span in spans:
        if merged and not article.text[merged[-1].end : span.start].strip():
            merged[-1] = Span(merged[-1].start, span.end)
        else:
            merged.append(Span(span.start, span.end))
    return merged


def qrels(topic: Topic, judgements: Iterable[Judgement]) -> str:
    """Lines of a qrels file."""
    lines = []
    for judgement in judgements:
        head = f"{topic.id} Q0 {judgement.article.number}"
        if judgement.passages:
            passages = " ".join(f"{p.start}:{p.end - p.start}" for p in judgement.passages)
            lines.append(
                f"{head} {judgement.relevant_characters} {len(judgement.article.text)} "
                f"{judgement.entry_point} {passages}\n"
            )
        else:
            lines.append(f"{head} 0 {len(judgement.article.text)}\n")
    return "".join(lines)
