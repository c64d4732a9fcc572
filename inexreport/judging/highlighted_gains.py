"""Text of ranked elements as the judgements of elements give it: input of HiXEval and of 2006."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.model.assessment import UNKNOWN, TopicAssessment
from inexreport.model.derived import derived


@dataclass(frozen=True, eq=False)
class HighlightedGains:
    """New highlighted text by rank.

    Attributes
    ----------
    value : float64 array, shape (results,)
        Highlighted characters that count of each result.
    share : float64 array, shape (results,)
        `value` divided by the size of the element; 0 without a size.
    total : float
        Highlighted characters to be found.
    """

    value: NDArray[np.float64]
    share: NDArray[np.float64]
    total: float


def highlighted_gains(
    judged: JudgedRanking, overlap: str, alpha: float = 1.0, descendants: str = "outermost"
) -> HighlightedGains:
    """Highlighted text of each result.

    Parameters
    ----------
    judged : JudgedRanking
    overlap : {"off", "on"}
        off: every element counts in full, repeated elements are left out, and the total is the sum over all
        relevant elements. on: text seen before does not count, and the total is all highlighted text.
    alpha : float
        Share of the text seen before that does not count with overlap on, in [0, 1]; officially 1. Below 1,
        repeated elements and the total are as with overlap off.
    descendants : {"outermost", "all"}
        Which of the elements in a result count as text seen before: all, as the source has it, subtracts
        nested ones more than once, down to 0.

    References
    ----------
    Pehcevski and Thom, HiXEval (2005), section 3.
    """
    text = judged_text(judged.assessment)
    value, size = highlighted_text(judged, overlap, alpha, descendants), text.size[judged.element]
    again = counts_again(overlap, alpha)
    if again:
        kept = ~judged.ranking.repeats_element
        value, size = value[kept], size[kept]
    total = highlighted_by_article(judged.assessment, "off" if again else "on").sum()
    return HighlightedGains(value, shares(value, size), float(total))


def counts_again(overlap: str, alpha: float) -> bool:
    """Whether text seen before counts, at least in part; the total is then the sum over all elements."""
    return overlap == "off" or alpha < 1


def relevant_elements(judged: JudgedRanking) -> int:
    """Number of judged elements with highlighted text."""
    return int(np.count_nonzero(judged_text(judged.assessment).highlighted))


def highlighted_text(
    judged: JudgedRanking, overlap: str, alpha: float = 1.0, descendants: str = "outermost"
) -> NDArray[np.float64]:
    """Highlighted characters of each result; with overlap on, those seen before count 1 - alpha."""
    highlighted = judged_text(judged.assessment).highlighted[judged.element]
    if overlap == "off" or not alpha:
        return highlighted.astype(np.float64)
    return _new_text(judged, highlighted, alpha, descendants)


def shares(value: NDArray[np.float64], size: NDArray[np.int64]) -> NDArray[np.float64]:
    """Each value divided by its size; 0 without a size."""
    share = np.zeros(len(value))
    np.divide(value, size, out=share, where=size > 0)
    return share


def element_text(judged: JudgedRanking) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Retrieved and highlighted characters of each result; nested elements count in the outermost only.

    Both are those of the judgements. An unjudged element has the length of the documents and nothing
    highlighted; if that is unknown too, it counts by the rule for unknown places and overlaps nothing.

    Returns
    -------
    retrieved, highlighted : int64 array, shape (results,)
    """
    ranking, text = judged.ranking, judged_text(judged.assessment)
    is_judged = text.known[judged.element]
    retrieved = np.where(is_judged, text.size[judged.element], ranking.length)
    highlighted = text.highlighted[judged.element]
    pairs, known = ranking.path_overlaps, is_judged | ranking.located
    inner = np.where(ranking.later_lies_inside, pairs.later, pairs.earlier)
    inner = inner[known[pairs.later] & known[pairs.earlier]]
    retrieved[inner] = 0
    highlighted[inner] = 0
    return retrieved, highlighted


@dataclass(frozen=True, eq=False)
class JudgedText:
    """Text of the judged elements of a topic.

    Attributes
    ----------
    size, highlighted : int64 array, shape (elements + 1,)
        Text and highlighted text; 0 if either is unknown, and at the end, for any other element.
    known : bool array, shape (elements + 1,)
        Whether both are known.
    """

    size: NDArray[np.int64]
    highlighted: NDArray[np.int64]
    known: NDArray[np.bool_]


@derived
def judged_text(assessment: TopicAssessment) -> JudgedText:
    """Text and highlighted text of every judged element."""
    elements = assessment.elements
    nothing = np.zeros(0, dtype=np.int64)
    size, highlighted = (elements.size, elements.highlighted) if elements else (nothing, nothing)
    known = np.append((size != UNKNOWN) & (highlighted != UNKNOWN), False)
    return JudgedText(
        size=np.where(known, np.append(size, 0), 0),
        highlighted=np.where(known, np.append(highlighted, 0), 0),
        known=known,
    )


def highlighted_by_article(assessment: TopicAssessment, overlap: str) -> NDArray[np.int64]:
    """Highlighted text to be found in each article: the sum over its elements; with overlap on, its own."""
    if overlap == "on":
        return assessment.relevant_characters
    sums = np.zeros_like(assessment.relevant_characters)
    if assessment.elements is not None:
        np.add.at(sums, assessment.elements.article, judged_text(assessment).highlighted[:-1])
    return sums


def _new_text(
    judged: JudgedRanking, highlighted: NDArray[np.int64], alpha: float, descendants: str
) -> NDArray[np.float64]:
    """Highlighted text of each result less that of the outermost, or all, descendants returned before."""
    ranking, results = judged.ranking, len(judged.ranking)
    pairs, inside = ranking.path_overlaps, ranking.later_lies_inside
    seen = np.zeros(results, dtype=np.bool_)
    seen[pairs.later[inside]] = True
    if descendants == "all":
        first = ~inside & ~ranking.repeats_element[pairs.earlier]
        before, holder = pairs.earlier[first], pairs.later[first]
    else:
        # A result not seen before is an outermost descendant of the first later result that holds it only.
        first_holder = np.full(results, results)
        np.minimum.at(first_holder, pairs.earlier[~inside], pairs.later[~inside])
        before = np.flatnonzero((first_holder < results) & ~seen)
        holder = first_holder[before]
    seen_before = np.bincount(holder, highlighted[before], results)
    new = np.where(seen, (1 - alpha) * highlighted, np.maximum(highlighted - alpha * seen_before, 0))
    return np.where(judged_text(judged.assessment).known[judged.element], new, 0.0)
