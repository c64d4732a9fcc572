"""The assessments of a topic, as its page shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np
from numpy.typing import NDArray

from inexreport.model.assessment import UNKNOWN, Scale, TopicAssessment
from inexreport.model.counted import counted
from inexreport.report.figure import PageData
from inexreport.statistics.grades import NON_ZERO, masks
from inexreport.statistics.relevant_elements import RelevantElements, topic_elements

STRIP_WIDTH = 160
"""Number of parts into which an article's strip is divided."""

NARROWEST = 2
"""Parts that a passage takes up at least, so that it can be seen."""

STRETCHES_NAMED = 4


@dataclass(frozen=True, slots=True)
class Strip:
    """An article from its beginning to its end.

    Attributes
    ----------
    stretches : tuple of (int, int)
        Begin and end of what is highlighted, in parts of `STRIP_WIDTH`; passages that touch are one.
    entry : int or None
        The best entry point.
    """

    stretches: tuple[tuple[int, int], ...]
    entry: int | None

    @property
    def description(self) -> str:
        """The strip in words."""
        named = [f"{_percent(begin)}–{_percent(end)}%" for begin, end in self.stretches[:STRETCHES_NAMED]]
        further = len(self.stretches) - len(named)
        text = f"Highlighted {', '.join(named)}" + (f" and {further:,} more" if further else "")
        return text if self.entry is None else f"{text}; entry at {_percent(self.entry)}%"


def _percent(part: int) -> str:
    return f"{100 * part / STRIP_WIDTH:.0f}"


def topic_judgements(judged: TopicAssessment, only_relevant: bool, unit: str) -> PageData:
    """Summarise the assessments of a topic.

    Parameters
    ----------
    judged : TopicAssessment
    only_relevant : bool
        Whether the assessments list relevant items only.
    unit : str
        In which text is measured, ``characters`` or ``words``.

    Returns
    -------
    dict
        ``articles`` has the relevant articles, most highlighted text first; what the assessments do not
        contain is None, and ``columns`` names what is known of at least one article. ``entry_points_vary``
        is False if they are all the same, so that they may not be the assessors' own.
    """
    sizes = np.array(judged.relevant_characters)
    relevant = sorted(np.flatnonzero(sizes > 0).tolist(), key=lambda i: (-sizes[i], judged.articles[i]))
    has_passages, has_sizes = len(judged.passage_offset) > 0, _measures_text(judged)
    passages = np.bincount(judged.passage_article, minlength=len(judged.articles))
    elements = _relevant_elements(judged)
    articles = [
        {
            "article": judged.articles[i],
            "relevant_characters": int(sizes[i]) if has_sizes else None,
            "length": (length := _known(judged.article_length[i])),
            "elements": None if elements is None else int(elements[i]),
            "passages": int(passages[i]) if has_passages else None,
            "entry_point": _known(judged.entry_point[i]),
            "share": 100.0 * int(sizes[i]) / length if has_sizes and length else None,
            "strip": _strip(judged, i),
        }
        for i in relevant
    ]
    return {
        "summary": _summary(judged, only_relevant, unit),
        "has_sizes": has_sizes,
        "grades": grade_table(topic_elements(judged)),
        "articles": articles,
        "columns": {name for article in articles for name, value in article.items() if value is not None},
        "entry_points_vary": len({int(judged.entry_point[i]) for i in relevant}) > 1 or len(relevant) == 1,
    }


def grade_table(rows: Sequence[RelevantElements]) -> PageData:
    """Return relevant elements by grade, and whether sizes and highlighted shares are known of any."""
    return {
        "rows": rows,
        "has_sizes": not all(isnan(row.mean_size) for row in rows),
        "has_highlighting": not all(isnan(row.mean_highlighted) for row in rows),
    }


def _summary(judged: TopicAssessment, only_relevant: bool, unit: str) -> str:
    """How much was judged and is relevant, in a sentence or two."""
    relevant = judged.relevant_articles
    text = (
        counted(relevant, "relevant article")
        if only_relevant
        else f"{counted(len(judged.articles), 'article')} judged, {relevant:,} relevant"
    )
    if _measures_text(judged):
        text += f", with {counted(judged.total_relevant_characters, unit.removesuffix('s'))} highlighted"
        if len(judged.passage_offset):
            text += f" in {counted(len(judged.passage_offset), 'passage')}"
    if judged.elements is not None:
        relevant = int(np.count_nonzero(masks(judged.elements)[NON_ZERO]))
        text += ". " + (
            counted(relevant, "relevant element")
            if only_relevant
            else f"{counted(len(judged.elements), 'element')} judged, {relevant:,} relevant"
        )
    return f"{text}."


def _known(value: np.int64) -> int | None:
    return None if value == UNKNOWN else int(value)


def measure_text(topics: Iterable[TopicAssessment]) -> bool:
    """Return whether the relevant text is measured in any topic with relevant articles."""
    return any(_measures_text(judged) for judged in topics if judged.relevant_articles)


def _measures_text(judged: TopicAssessment) -> bool:
    """Whether the relevant text is measured; where it is not, every relevant article has 1."""
    if judged.grades is not None:
        return False
    if judged.elements is not None and judged.elements.scale in (Scale.RELEVANCE_COVERAGE, Scale.GRADES):
        return False
    if len(judged.passage_offset) or np.any(judged.article_length != UNKNOWN):
        return True
    return bool(np.any(judged.relevant_characters > 1))


def _relevant_elements(judged: TopicAssessment) -> NDArray[np.int64] | None:
    """The number of relevant elements of each article."""
    if judged.elements is None:
        return None
    relevant = masks(judged.elements)[NON_ZERO]
    return np.bincount(judged.elements.article[relevant], minlength=len(judged.articles))


def _strip(judged: TopicAssessment, article: int) -> Strip | None:
    """None where the length of the article, or the place of its passages, is not known."""
    length, passages = int(judged.article_length[article]), judged.passage_article == article
    begins, lengths = judged.passage_offset[passages], judged.passage_length[passages]
    if length <= 0 or not len(begins) or np.any(begins == UNKNOWN) or np.any(lengths == UNKNOWN):
        return None
    entry = _known(judged.entry_point[article])
    return Strip(
        stretches=stretches(zip(begins.tolist(), lengths.tolist(), strict=True), length),
        entry=None if entry is None else max(1, min(STRIP_WIDTH - 1, STRIP_WIDTH * entry // length)),
    )


def stretches(passages: Iterable[tuple[int, int]], length: int) -> tuple[tuple[int, int], ...]:
    """Return where passages, given by offset and length, lie on the strip of an article.

    Examples
    --------
    >>> stretches([(0, 100), (100, 50), (990, 10)], length=1000)
    ((0, 24), (158, 160))
    """
    found: list[tuple[int, int]] = []
    for offset, size in sorted(passages):
        begin = min(STRIP_WIDTH - NARROWEST, STRIP_WIDTH * offset // length)
        end = min(STRIP_WIDTH, max(begin + NARROWEST, -(-STRIP_WIDTH * (offset + size) // length)))
        if found and begin <= found[-1][1]:
            begin, end = found[-1][0], max(end, found[-1][1])
            found.pop()
        found.append((begin, end))
    return tuple(found)
