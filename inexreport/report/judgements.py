"""What was judged relevant for a topic, as its page shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.model.assessment import UNKNOWN, TopicAssessment
from inexreport.report.figure import counted
from inexreport.report.relevant import RelevantRow, topic_grades
from inexreport.statistics.grades import NON_ZERO, masks

STRIP_WIDTH = 160
"""An article's strip is divided into so many parts."""

NARROWEST = 2
"""A passage takes up at least so many parts, so that it can be seen."""

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
    def said(self) -> str:
        """The strip in words."""
        named = [f"{_percent(begin)}–{_percent(end)} %" for begin, end in self.stretches[:STRETCHES_NAMED]]
        further = len(self.stretches) - len(named)
        text = f"Highlighted {', '.join(named)}" + (f" and {further} more" if further else "")
        return text if self.entry is None else f"{text}; entry at {_percent(self.entry)} %"


def _percent(part: int) -> str:
    return f"{100 * part / STRIP_WIDTH:.0f}"


@dataclass(frozen=True, slots=True)
class RelevantArticle:
    """An article with something relevant; what the assessments do not tell is None."""

    article: str
    relevant_characters: int | None
    length: int | None
    elements: int | None
    passages: int | None
    entry_point: int | None
    strip: Strip | None

    @property
    def share(self) -> float | None:
        """Highlighted share of the article in percent."""
        if self.relevant_characters is None or not self.length:
            return None
        return 100.0 * self.relevant_characters / self.length


@dataclass(frozen=True, slots=True)
class Judgements:
    """What the assessments say of a topic, the article with most highlighted text first.

    Attributes
    ----------
    characters, passages, judged_elements : int or None
        None where the year's assessments have none.
    only_relevant : bool
        Whether nothing but what is relevant is listed, here and for other topics of the kind.
    grades : tuple of RelevantRow
        Relevant elements by grade; empty where no elements are judged.
    entry_points_vary : bool
        False if they all lie at the same place, so that they may not be the assessors' own.
    """

    judged: int
    relevant: int
    only_relevant: bool
    characters: int | None
    passages: int | None
    judged_elements: int | None
    grades: tuple[RelevantRow, ...]
    articles: tuple[RelevantArticle, ...]
    entry_points_vary: bool

    def summary(self, unit: str) -> str:
        """How much was judged and is relevant, text being measured in a unit."""
        relevant = counted(self.relevant, "relevant article")
        said = (
            relevant
            if self.only_relevant
            else f"{counted(self.judged, 'article')} judged, {self.relevant:,} relevant"
        )
        if self.characters is not None:
            said += f", with {counted(self.characters, unit.removesuffix('s'))} highlighted"
            if self.passages is not None:
                said += f" in {counted(self.passages, 'passage')}"
        if self.judged_elements is not None:
            elements = int(self.grades[0].count or 0)
            said += ". " + (
                counted(elements, "relevant element")
                if self.only_relevant
                else f"{counted(self.judged_elements, 'element')} judged, {elements:,} relevant"
            )
        return f"{said}."

    @property
    def told(self) -> frozenset[str]:
        """What is known of at least one article, by the names of `RelevantArticle`."""
        names = ("relevant_characters", "length", "elements", "passages", "entry_point", "share", "strip")
        return frozenset(
            name for name in names if any(getattr(article, name) is not None for article in self.articles)
        )


def topic_judgements(judged: TopicAssessment, only_relevant: bool) -> Judgements:
    """Sum up the assessments of a topic; see `Judgements.only_relevant`."""
    relevant = [i for i in range(len(judged.articles)) if judged.relevant_characters[i] > 0]
    relevant.sort(key=lambda i: (-judged.relevant_characters[i], judged.articles[i]))
    has_passages = len(judged.passage_offset) > 0
    has_sizes = _has_sizes(judged)
    passages = np.bincount(judged.passage_article, minlength=len(judged.articles))
    by_article = np.argsort(judged.passage_article, kind="stable")
    ends = np.cumsum(passages)
    elements = _relevant_elements(judged)
    entry_points = {int(judged.entry_point[i]) for i in relevant}
    return Judgements(
        judged=len(judged.articles),
        relevant=judged.relevant_articles,
        only_relevant=only_relevant,
        characters=judged.total_relevant_characters if has_sizes else None,
        passages=len(judged.passage_offset) if has_passages else None,
        judged_elements=None if judged.elements is None else len(judged.elements),
        grades=topic_grades(judged),
        articles=tuple(
            RelevantArticle(
                article=judged.articles[i],
                relevant_characters=int(judged.relevant_characters[i]) if has_sizes else None,
                length=_given(judged.article_length[i]),
                elements=None if elements is None else int(elements[i]),
                passages=int(passages[i]) if has_passages else None,
                entry_point=_given(judged.entry_point[i]),
                strip=_strip(judged, i, by_article[ends[i] - passages[i] : ends[i]]),
            )
            for i in relevant
        ),
        entry_points_vary=len(entry_points) > 1 or len(relevant) == 1,
    )


def _given(value: np.int64) -> int | None:
    return None if value == UNKNOWN else int(value)


def _has_sizes(judged: TopicAssessment) -> bool:
    """Whether the relevant text is measured: years without sizes have 1 for every relevant article."""
    if len(judged.passage_offset) or np.any(judged.article_length != UNKNOWN):
        return True
    return bool(np.any(judged.relevant_characters > 1))


def _relevant_elements(judged: TopicAssessment) -> NDArray[np.int64] | None:
    """The number of relevant elements of each article."""
    if judged.elements is None:
        return None
    relevant = masks(judged.elements)[NON_ZERO]
    return np.bincount(judged.elements.article[relevant], minlength=len(judged.articles))


def _strip(judged: TopicAssessment, article: int, own: NDArray[np.intp]) -> Strip | None:
    """None where the length of the article, or the place of its `own` passages, is not known."""
    length = int(judged.article_length[article])
    begins, lengths = judged.passage_offset[own], judged.passage_length[own]
    if length <= 0 or not len(begins) or np.any(begins == UNKNOWN) or np.any(lengths == UNKNOWN):
        return None
    entry = _given(judged.entry_point[article])
    return Strip(
        stretches=stretches(zip(begins.tolist(), lengths.tolist(), strict=True), length),
        entry=None if entry is None else max(1, min(STRIP_WIDTH - 1, STRIP_WIDTH * entry // length)),
    )


def stretches(passages: Iterable[tuple[int, int]], length: int) -> tuple[tuple[int, int], ...]:
    """Where passages, given by offset and length, lie on the strip of an article.

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
