"""Judgements as rows for the writers of assessments."""

from __future__ import annotations

from collections.abc import Iterator

from ...formats.assessments import GradedElement, HighlightedDocument, HighlightedFile
from ..corpus.article import Span
from .assessors import Judgement
from .pools import Pool

EXHAUSTIVENESS = (0.25, 0.6)
"""Shares of an article's relevant text from which on an element is fairly and highly exhaustive."""

SPECIFICITY = (1 / 3, 3 / 4)
"""Relevant shares of an element's text from which on it is fairly and highly specific."""

CHARACTERS_BEFORE_PASSAGE = 150
"""So much other text may precede a passage in its section for reading to begin at the section."""


def graded_elements(judgement: Judgement, pool: Pool) -> Iterator[GradedElement]:
    """The pooled elements of an article, and all others that hold relevant text."""
    pooled = {element.path for element in pool[judgement.article.number]}
    for element, relevant in _highlighted(judgement):
        if relevant or element.path in pooled:
            yield GradedElement(
                element.path,
                _grade(relevant, judgement.relevant_characters, EXHAUSTIVENESS),
                _grade(relevant, len(element), SPECIFICITY),
                element.path in pooled,
            )


def highlighted_file(judgement: Judgement) -> HighlightedFile:
    """An article with pointers to its passages and all elements that hold highlighted text."""
    article = judgement.article
    if not judgement.passages:
        return HighlightedFile(article.number)
    return HighlightedFile(
        article.number,
        _entry_point(judgement),
        [
            (article.pointer_to_start(passage.start), article.pointer_to_end(passage.end), len(passage))
            for passage in judgement.passages
        ],
        [
            (element.path, len(element), highlighted)
            for element, highlighted in _highlighted(judgement)
            if highlighted
        ],
    )


def highlighted_document(judgement: Judgement) -> HighlightedDocument:
    """An article with its passages in characters."""
    return HighlightedDocument(
        judgement.article.number,
        len(judgement.article.text),
        judgement.entry_point if judgement.passages else 0,
        [(passage.start, len(passage)) for passage in judgement.passages],
    )


def _highlighted(judgement: Judgement) -> Iterator[tuple[Span, int]]:
    """All elements with the numbers of their highlighted characters."""
    for element in judgement.article.elements:
        yield element, sum(map(element.shared_with, judgement.passages))


def _grade(relevant: int, whole: int, limits: tuple[float, float]) -> int:
    """0 without relevant text, else 1 and one more for each limit that its share reaches."""
    return 1 + sum(relevant >= limit * whole for limit in limits) if relevant else 0


def _entry_point(judgement: Judgement) -> str:
    """The article, the section or the very sentence at which to begin reading."""
    passage, section = judgement.longest_passage, judgement.main_section
    if passage.start == 0:
        return judgement.article.elements[0].path
    if section is not None and passage.start - section.start <= CHARACTERS_BEFORE_PASSAGE:
        return section.path
    return judgement.article.pointer_to_start(passage.start)
