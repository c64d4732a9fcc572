"""What each result of a ranking is worth, and how those in relevant articles fit what is relevant there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_paths import ancestors
from inexreport.judging.element_tree import element_tree
from inexreport.judging.judged_ranking import UNJUDGED, JudgedRanking, shared_text
from inexreport.judging.located_run import Element
from inexreport.judging.quantisation import DEFAULT_QUANTISATIONS, has_grades
from inexreport.judging.recall_base import RecallBase, recall_base
from inexreport.model.assessment import UNKNOWN, Scale, TopicAssessment
from inexreport.model.diagnosis import GranularityMatch, Matching, NearMiss, Relevance
from inexreport.model.run import ABSENT

NO_FIT = -1
"""Stands for the fit of a result that is in no relevant article, or that nobody judged."""

# As plain numbers, with which NumPy is much faster than with members of an enumeration.
_RELEVANT, _IN_RELEVANT_ARTICLE, _UNJUDGED = (
    int(Relevance.RELEVANT),
    int(Relevance.IN_RELEVANT_ARTICLE),
    int(Relevance.UNJUDGED),
)
_NO_IDEALS = -2


@dataclass(frozen=True, eq=False)
class GranularityMatches:
    """What results are worth.

    Attributes
    ----------
    worth : int8 array, shape (results,)
        Values of `Relevance`.
    fit : int8 array, shape (results,)
        Values of `GranularityMatch`, or `NO_FIT`.
    """

    worth: NDArray[np.int8]
    fit: NDArray[np.int8]


def granularity_matches(
    judged: JudgedRanking, matching: Matching, ideal_tie: str, near: float
) -> GranularityMatches:
    """What the results of a ranking are worth.

    Parameters
    ----------
    judged : JudgedRanking
    matching : Matching
    ideal_tie : {"higher", "deeper"}
        Which of two elements of a path fits that have the same gain; see `recall_base`.
    near : float
        How far from the best entry point a returned one may be; only the first of an article is relevant.
    """
    # An article that was not judged has the index -1, which is the last place.
    worth = _worth_of_articles(judged.assessment, matching)[judged.judged]
    fit = np.full(len(worth), NO_FIT, dtype=np.int8)
    rows = np.flatnonzero(worth == _IN_RELEVANT_ARTICLE)
    match matching:
        case Matching.TEXT:
            fit[rows] = _text_fit(judged, rows)
            worth[judged.relevant > 0] = _RELEVANT
        case Matching.ENTRY_POINTS:
            fit[rows] = _entry_point_fit(judged, rows, near)
            first = judged.first_of_article
            worth[first[fit[first] == int(GranularityMatch.FITTING)]] = _RELEVANT
        case Matching.ELEMENTS:
            _judge_elements(judged, ideal_tie, worth, fit)
    return GranularityMatches(worth, fit)


@lru_cache(maxsize=4096)
def _worth_of_articles(assessment: TopicAssessment, matching: Matching) -> NDArray[np.int8]:
    """What a result is worth that is not relevant itself; shape (articles + 1,), not judged at the end."""
    beside = np.where(has_relevance(assessment, matching), _IN_RELEVANT_ARTICLE, int(Relevance.NOT_RELEVANT))
    return np.append(beside, int(Relevance.UNJUDGED)).astype(np.int8)


@lru_cache(maxsize=4096)
def _has_passages(assessment: TopicAssessment) -> NDArray[np.bool_]:
    return np.bincount(assessment.passage_article, minlength=len(assessment.articles)) > 0


@lru_cache(maxsize=4096)
def has_relevance(assessment: TopicAssessment, matching: Matching) -> NDArray[np.bool_]:
    """Which assessed articles have anything relevant that can be found; shape (articles,)."""
    if matching is not Matching.ELEMENTS:
        return assessment.relevant_characters > 0
    found = np.zeros(len(assessment.articles), dtype=np.bool_)
    if assessment.elements is not None:
        found[assessment.elements.article[has_grades(assessment.elements)]] = True
    return found


@lru_cache(maxsize=4096)
def relevant_articles(assessment: TopicAssessment, matching: Matching) -> tuple[str, ...]:
    """Articles with anything relevant, in the order of the assessment."""
    return tuple(assessment.articles[i] for i in np.flatnonzero(has_relevance(assessment, matching)).tolist())


@lru_cache(maxsize=4096)
def relevant_elements(assessment: TopicAssessment) -> int:
    """Number of elements that the judge finds relevant."""
    return int(np.count_nonzero(_is_relevant_element(assessment)))


@lru_cache(maxsize=4096)
def _is_relevant_element(assessment: TopicAssessment) -> NDArray[np.bool_]:
    """Whether the judge finds each element relevant; shape (elements + 1,), not judged at the end."""
    elements = assessment.elements
    return np.append(np.zeros(0, dtype=np.bool_) if elements is None else has_grades(elements), False)


def _text_fit(judged: JudgedRanking, rows: NDArray[np.intp]) -> NDArray[np.int8]:
    ranking, assessment = judged.ranking, judged.assessment
    placed = ranking.located[rows] & _has_passages(assessment)[judged.judged[rows]]
    relevant, length = judged.relevant[rows], ranking.length[rows]
    row, passage, shared = shared_text(ranking, assessment, judged.judged, rows[placed])
    met = np.bincount(row, assessment.passage_length[passage] * (shared > 0), len(ranking))[rows]
    # Of several conditions the first that holds decides.
    return np.select(
        (~placed, relevant == 0, 2 * relevant < length, 2 * relevant < met),
        (
            int(GranularityMatch.UNPLACED),
            int(GranularityMatch.ELSEWHERE),
            int(GranularityMatch.TOO_LARGE),
            int(GranularityMatch.TOO_SMALL),
        ),
        int(GranularityMatch.FITTING),
    ).astype(np.int8)


def _entry_point_fit(judged: JudgedRanking, rows: NDArray[np.intp], near: float) -> NDArray[np.int8]:
    best = judged.assessment.entry_point[judged.judged[rows]]
    distance = judged.ranking.offset[rows] - best
    return np.select(
        ((best == UNKNOWN) | ~judged.ranking.located[rows], distance < -near, distance > near),
        (int(GranularityMatch.UNPLACED), int(GranularityMatch.BEFORE), int(GranularityMatch.AFTER)),
        int(GranularityMatch.FITTING),
    ).astype(np.int8)


def _judge_elements(
    judged: JudgedRanking, ideal_tie: str, worth: NDArray[np.int8], fit: NDArray[np.int8]
) -> None:
    """Correct the worth of results by the judgements of elements, and fill in their fit."""
    in_relevant, is_element = worth == _IN_RELEVANT_ARTICLE, judged.ranking.path != ABSENT
    if _one_by_one(judged.assessment):
        worth[(judged.judged != UNJUDGED) & is_element & (judged.element == UNJUDGED)] = _UNJUDGED
    worth[_is_relevant_element(judged.assessment)[judged.element]] = _RELEVANT
    fit[in_relevant & ~is_element] = int(GranularityMatch.UNPLACED)
    rows = np.flatnonzero(in_relevant & is_element)
    if not len(rows):
        return
    base = _ideal_base(judged.assessment, ideal_tie)
    row_fit = _fit_of_judged(base)[judged.element[rows]]
    others = np.flatnonzero(judged.element[rows] == UNJUDGED)
    row_fit[others] = [_fit_of_other(one, base) for one in judged.ranking.elements(rows[others])]
    # What meets no ideal element fits nevertheless if it is relevant.
    alone = np.select(
        (worth[rows] == _RELEVANT, worth[rows] == _UNJUDGED),
        (int(GranularityMatch.FITTING), NO_FIT),
        int(GranularityMatch.ELSEWHERE),
    )
    fit[rows] = np.where(row_fit == _NO_IDEALS, alone, row_fit)


def _one_by_one(assessment: TopicAssessment) -> bool:
    """Whether elements were judged one by one; else the judge read whole articles."""
    elements = assessment.elements
    return elements is not None and elements.scale not in (Scale.HIGHLIGHTED_GRADES, Scale.HIGHLIGHTED)


def _ideal_base(assessment: TopicAssessment, ideal_tie: str) -> RecallBase:
    assert assessment.elements is not None  # something in it is relevant
    return recall_base(assessment, DEFAULT_QUANTISATIONS[assessment.elements.scale], ideal_tie)


@lru_cache(maxsize=4096)
def _fit_of_judged(base: RecallBase) -> NDArray[np.int8]:
    """How each judged element fits the ideal ones on its paths, or `_NO_IDEALS`.

    Returns
    -------
    int8 array, shape (elements + 1,)
        The last one stands for any other element.
    """
    assert base.elements is not None
    fit = np.full(len(base.worth), _NO_IDEALS, dtype=np.int8)
    having = np.flatnonzero(base.first_ideal < base.after_ideal)
    place = np.argsort(element_tree(base.elements).row)
    after = place[having] - place[base.ideals[base.first_ideal[having]]]
    fit[having] = np.select(
        (after == 0, after < 0),
        (int(GranularityMatch.FITTING), int(GranularityMatch.TOO_LARGE)),
        int(GranularityMatch.TOO_SMALL),
    )
    return fit


def _fit_of_other(element: Element, base: RecallBase) -> int:
    """As `_fit_of_judged`, of an element that was not judged."""
    if element in base.ideals_below:
        return int(GranularityMatch.TOO_LARGE)
    return int(GranularityMatch.TOO_SMALL) if base.ideals_of(element) else _NO_IDEALS


def near_miss(
    judged: JudgedRanking, row: int, fit: GranularityMatch, matching: Matching, ideal_tie: str
) -> NearMiss:
    """Describe a near miss and the result that would have matched; parameters as in `granularity_matches`."""
    ranking, path = judged.ranking, int(judged.ranking.path[row])
    wanted_path, wanted_offset, wanted_length = "", UNKNOWN, UNKNOWN
    match matching:
        case Matching.TEXT:
            wanted_offset, wanted_length = _nearest_passage(judged, row)
        case Matching.ENTRY_POINTS:
            wanted_offset, wanted_length = int(judged.assessment.entry_point[judged.judged[row]]), 0
        case Matching.ELEMENTS:
            wanted_path = _nearest_ideal(ranking.element(row), _ideal_base(judged.assessment, ideal_tie))
    located = bool(ranking.located[row])
    return NearMiss(
        fit=fit,
        topic=ranking.topic,
        rank=row + 1,
        article=ranking.articles[ranking.article[row]],
        path="" if path == ABSENT else ranking.path_names[path],
        offset=int(ranking.offset[row]) if located else UNKNOWN,
        length=int(ranking.length[row]) if located else UNKNOWN,
        wanted_path=wanted_path,
        wanted_offset=wanted_offset,
        wanted_length=wanted_length,
    )


def _nearest_passage(judged: JudgedRanking, row: int) -> tuple[int, int]:
    """The passage that shares most text with a result, else the one nearest to it."""
    start, length = judged.passages(int(judged.judged[row]))
    if not len(start) or not judged.ranking.located[row]:
        return UNKNOWN, UNKNOWN
    # Of apart intervals this is the gap between them, below zero.
    shared = np.minimum(start + length, judged.ranking.end[row]) - np.maximum(
        start, judged.ranking.offset[row]
    )
    nearest = int(np.argmax(shared))
    return int(start[nearest]), int(length[nearest])


def _nearest_ideal(element: Element | None, base: RecallBase) -> str:
    """The fitting element with the most steps in common, of several the one with the highest gain."""
    if element is None:
        return ""
    article, path = element
    ideals = base.ideals_of(element) or [one for one in base.ideal if one[0] == article]
    lineage = (path, *ancestors(path))
    ordered = sorted(ideals, key=lambda one: (-_steps_shared(one[1], lineage), -base.gain[one], one[1]))
    return ordered[0][1] if ordered else ""


def _steps_shared(path: str, lineage: Sequence[str]) -> int:
    return max((len(ancestors(one)) + 1 for one in (path, *ancestors(path)) if one in lineage), default=0)
