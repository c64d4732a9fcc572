"""How far judges agree on the text that they highlight, character by character."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.model.assessment import UNKNOWN, TopicAssessment

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class HighlightedAgreement:
    """Highlighted text of a topic, in the campaign's unit.

    Attributes
    ----------
    shared, union : int
        Text that both, and that at least one of the judges highlighted.
    official_only, other_only : int
        Text of articles that both have judged, highlighted by one of them only.
    both_judged : int or None
        Text of all articles that both have judged; None where a length is not known.
    unplaced_articles : int
        Articles that are left out because a judge's relevant text in them has no known place.
    """

    shared: int
    union: int
    official_only: int
    other_only: int
    both_judged: int | None
    unplaced_articles: int

    @property
    def ratio(self) -> float:
        """Shared text by union; NaN where nothing is highlighted."""
        return self.shared / self.union if self.union else float("nan")

    @property
    def table(self) -> list[list[int]] | None:
        """Text of articles that both have judged, by who highlighted it: both, one of them, neither."""
        if self.both_judged is None:
            return None
        neither = self.both_judged - self.shared - self.official_only - self.other_only
        return [[self.shared, self.official_only], [self.other_only, max(neither, 0)]]


def highlighted_agreement(official: TopicAssessment, other: TopicAssessment) -> HighlightedAgreement:
    """Compare the highlighted passages of two judges of a topic.

    An article that only one has judged counts as one in which the other found nothing.
    """
    shared = union = official_only = other_only = unplaced = 0
    both_judged: int | None = 0
    by_official, by_other = _articles(official), _articles(other)
    for article in dict.fromkeys((*official.articles, *other.articles)):
        first = by_official.get(article, _NOTHING)
        second = by_other.get(article, _NOTHING)
        if first.unplaced or second.unplaced:
            unplaced += 1
            continue
        one, another = first.covered, second.covered
        together = covered_text(
            np.concatenate((first.offset, second.offset)), np.concatenate((first.length, second.length))
        )
        union += together
        shared += one + another - together
        if article in by_official and article in by_other:
            official_only += together - another
            other_only += together - one
            text = max(first.text, second.text)
            both_judged = None if both_judged is None or text == UNKNOWN else both_judged + text
    return HighlightedAgreement(shared, union, official_only, other_only, both_judged, unplaced)


def covered_text(offset: Integers, length: Integers) -> int:
    """How much text passages cover together.

    Examples
    --------
    >>> covered_text(np.array([10, 0, 12]), np.array([10, 5, 3]))
    15
    """
    if not len(offset):
        return 0
    order = np.argsort(offset, kind="stable")
    start = offset[order]
    end = np.maximum.accumulate(start + length[order])
    reached = np.concatenate((start[:1], end[:-1]))
    return int(np.clip(end - np.maximum(start, reached), 0, None).sum())


@dataclass(frozen=True, eq=False)
class _Article:
    """Highlighted passages of an article, its length, and whether relevant text in it has no place."""

    offset: Integers
    length: Integers
    text: int
    unplaced: bool

    @property
    def covered(self) -> int:
        return covered_text(self.offset, self.length)


_NOTHING = _Article(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), UNKNOWN, unplaced=False)


def _articles(assessment: TopicAssessment) -> dict[str, _Article]:
    bounds = np.searchsorted(assessment.passage_article, np.arange(len(assessment.articles) + 1)).tolist()
    articles = {}
    for number, article in enumerate(assessment.articles):
        passages = slice(bounds[number], bounds[number + 1])
        offset = assessment.passage_offset[passages]
        placed = bool(len(offset)) and bool((offset != UNKNOWN).all())
        articles[article] = _Article(
            offset=offset,
            length=assessment.passage_length[passages],
            text=int(assessment.article_length[number]),
            unplaced=not placed and (bool(len(offset)) or int(assessment.relevant_characters[number]) > 0),
        )
    return articles
