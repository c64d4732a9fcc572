"""Judgements in the format of 2004: exhaustiveness and specificity of elements, with the flag of the pool."""

from __future__ import annotations

from collections.abc import Iterable

from ..corpus.article import Span
from ..topics.topic import Topic
from .assessors import Judgement
from .pools import Pool

EXHAUSTIVENESS = (0.25, 0.6)
"""Shares of an article's relevant text from which on an element is fairly and highly exhaustive."""

SPECIFICITY = (1 / 3, 3 / 4)
"""Relevant shares of an element's text from which on it is fairly and highly specific."""


def graded_file(topic: Topic, pool: Pool, judgements: Iterable[Judgement]) -> str:
    """The judgements of a topic's pool, and of all other elements that hold relevant text."""
    files = "".join(
        f'  <file name="{one.article.number}">\n{_elements(one, pool[one.article.number])}  </file>\n'
        for one in judgements
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<assessments topic="{topic.id}">\n{files}</assessments>\n'
    )


def _elements(judgement: Judgement, pooled: Iterable[Span]) -> str:
    given = {element.path for element in pooled}
    lines = ""
    for element in judgement.article.elements:
        relevant = sum(map(element.shared_with, judgement.passages))
        if relevant or element.path in given:
            flag = ' inpool="true"' if element.path in given else ""
            exhaustiveness = _grade(relevant, judgement.relevant_characters, EXHAUSTIVENESS)
            specificity = _grade(relevant, len(element), SPECIFICITY)
            lines += (
                f'    <element path="{element.path}" exhaustiveness="{exhaustiveness}" '
                f'specificity="{specificity}"{flag}/>\n'
            )
    return lines


def _grade(relevant: int, whole: int, limits: tuple[float, float]) -> int:
    """0 without relevant text, else 1 and one more for each limit that its share reaches."""
    return 1 + sum(relevant >= limit * whole for limit in limits) if relevant else 0
