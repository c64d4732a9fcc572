"""Agreement of two judges on highlighted text, character by character."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.model.assessment import UNKNOWN, TopicAssessment
from inexreport.statistics.summary import Integers


@dataclass(frozen=True, slots=True)
class HighlightedAgreement:
    """Amounts of highlighted text of a topic, in the campaign's unit.

    Attributes
    ----------
    shared, union : int
        Highlighted by both, and by at least one of the judges.
    official_only, other_only : int
        Highlighted by one judge only, in articles that both have judged.
    both_judged : int or None
        Text of all articles that both have judged; None if a length is unknown.
    unplaced_articles : int
        Number of articles that are left out because the place of relevant text is unknown.
    """

    shared: int
    union: int
    official_only: int
    other_only: int
    both_judged: int | None
    unplaced_articles: int

    @property
    def ratio(self) -> float:
        """Shared text / union; NaN if nothing is highlighted."""
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

    If only one judge has judged an article, the other has highlighted nothing in it.
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
        offsets, lengths = (first.offset, second.offset), (first.length, second.length)
        one, another = map(covered_text, offsets, lengths)
        together = covered_text(np.concatenate(offsets), np.concatenate(lengths))
        union += together
        shared += one + another - together
        if article in by_official and article in by_other:
            official_only += together - another
            other_only += together - one
            text = max(first.text, second.text)
            both_judged = None if both_judged is None or text == UNKNOWN else both_judged + text
    return HighlightedAgreement(shared, union, official_only, other_only, both_judged, unplaced)


def covered_text(offset: Integers, length: Integers) -> int:
    """Amount of text that passages cover, overlaps counted once.

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
    """Highlighted passages of an article, its length, and whether the place of relevant text is unknown."""

    offset: Integers
    length: Integers
    text: int
    unplaced: bool


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
