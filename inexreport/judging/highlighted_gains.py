"""Highlighted text that a ranking of elements returns: the input of HiXEval."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.judging.located_run import TopicRanking
from inexreport.model.assessment import UNKNOWN, TopicAssessment


@dataclass(frozen=True, eq=False)
class HighlightedGains:
    """New highlighted text by rank.

    Attributes
    ----------
    value : float64 array, shape (results,)
        Highlighted characters of each result that count.
    share : float64 array, shape (results,)
        The same, divided by the size of the element; 0 where there is nothing.
    total : float
        Highlighted characters that can be found.
    """

    value: NDArray[np.float64]
    share: NDArray[np.float64]
    total: float


def highlighted_gains(judged: JudgedRanking, overlap: str) -> HighlightedGains:
    """Highlighted text of each result.

    Parameters
    ----------
    judged : JudgedRanking
    overlap : {"off", "on"}
        off: every element counts in full, repeated ones are left out, and what can be found is the sum over
        all relevant elements. on: text seen before does not count, and what can be found is all
        highlighted text.

    References
    ----------
    Pehcevski and Thom, HiXEval (2005), section 3.
    """
    text = judged_text(judged.assessment)
    value, size = highlighted_text(judged, overlap), text.size[judged.element]
    if overlap == "off":
        kept = ~judged.ranking.repeats_element
        value, size = value[kept], size[kept]
    total = text.by_article(overlap).sum()
    return HighlightedGains(value.astype(np.float64), shares(value, size), float(total))


def highlighted_text(judged: JudgedRanking, overlap: str) -> NDArray[np.int64]:
    """Highlighted characters of each result: all of them, or those that were not seen before."""
    text = judged_text(judged.assessment)
    highlighted = text.highlighted[judged.element]
    if overlap == "off":
        return highlighted
    return np.where(text.known[judged.element], _new_text(judged.ranking, highlighted), 0)


def shares(value: NDArray[np.int64], size: NDArray[np.int64]) -> NDArray[np.float64]:
    """What part of its size each value is; 0 for what has no size."""
    share = np.zeros(len(value))
    np.divide(value, size, out=share, where=size > 0)
    return share


@dataclass(frozen=True, eq=False)
class JudgedText:
    """Text of the judged elements of a topic.

    Attributes
    ----------
    size, highlighted : int64 array, shape (elements + 1,)
        Text and highlighted text; 0 where either is not known, and at the end, for other elements.
    known : bool array, shape (elements + 1,)
        Whether both are known.
    article : int64 array, shape (elements,)
    of_articles : int64 array, shape (articles,)
        Highlighted text of each article.
    """

    size: NDArray[np.int64]
    highlighted: NDArray[np.int64]
    known: NDArray[np.bool_]
    article: NDArray[np.int64]
    of_articles: NDArray[np.int64]

    def by_article(self, overlap: str) -> NDArray[np.int64]:
        """What can be found in each article: the sum over its elements, or with overlap on, its text."""
        if overlap == "on":
            return self.of_articles
        # What is summed are whole numbers, which are exact as floating-point numbers too.
        sums = np.bincount(self.article, self.highlighted[:-1], len(self.of_articles))
        return sums.astype(np.int64)


@lru_cache(maxsize=4096)
def judged_text(assessment: TopicAssessment) -> JudgedText:
    """Text and highlighted text of every judged element of which both are known."""
    elements = assessment.elements
    nothing = np.zeros(0, dtype=np.int64)
    article, size, highlighted = (
        (nothing, nothing, nothing)
        if elements is None
        else (elements.article, elements.size, elements.highlighted)
    )
    known = np.append((size != UNKNOWN) & (highlighted != UNKNOWN), False)
    return JudgedText(
        size=np.where(known, np.append(size, 0), 0),
        highlighted=np.where(known, np.append(highlighted, 0), 0),
        known=known,
        article=article,
        of_articles=assessment.relevant_characters,
    )


def _new_text(ranking: TopicRanking, highlighted: NDArray[np.int64]) -> NDArray[np.int64]:
    """Highlighted text of each result less that of the outermost descendants returned before."""
    pairs, inside = ranking.path_overlaps, ranking.later_lies_inside
    seen = np.zeros(len(ranking), dtype=np.bool_)
    seen[pairs.later[inside]] = True
    # A result that was not seen itself is outermost until one is returned that holds it.
    holder = np.full(len(ranking), len(ranking))
    np.minimum.at(holder, pairs.earlier[~inside], pairs.later[~inside])
    before = np.flatnonzero((holder < len(ranking)) & ~seen)
    taken = np.bincount(holder[before], highlighted[before], len(ranking)).astype(np.int64)
    return np.where(seen, 0, highlighted - taken)
