"""How results match what is relevant: relevance of each result, and the granularity of near misses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_tree import ancestors, element_tree
from inexreport.judging.judged_ranking import UNJUDGED, JudgedRanking
from inexreport.judging.quantisation import DEFAULT_QUANTISATIONS
from inexreport.judging.recall_base import ArticleBase, RecallBase, recall_base
from inexreport.judging.relevance import has_relevance, is_relevant_element
from inexreport.model.assessment import UNKNOWN, Scale, TopicAssessment
from inexreport.model.derived import derived
from inexreport.model.diagnosis import GranularityMatch, Matching, NearMiss, Relevance
from inexreport.model.run import ABSENT

NO_FIT = -1
"""Fit of a result in an article that is unjudged or has nothing relevant."""

_NO_IDEALS = -2
"""Fit of an element that no ideal element overlaps."""


def granularity_matches(
    judged: JudgedRanking, matching: Matching, ideal_tie: str, near: float
) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Relevance and granularity of the results of a ranking.

    Parameters
    ----------
    judged : JudgedRanking
    matching : Matching
    ideal_tie : {"higher", "deeper"}
        Which of two elements of a path with the same gain fits; see `recall_base`.
    near : float
        Largest distance of a fitting entry point from the best one; only the first of an article is relevant.

    Returns
    -------
    relevance, fit : int8 array, shape (results,)
        Values of `Relevance`, and of `GranularityMatch` or `NO_FIT`, which all documents have.
    """
    # The index -1 of an unjudged article is the last place.
    relevance = _relevance_by_article(judged.assessment, matching)[judged.article]
    fit = np.full(len(relevance), NO_FIT, dtype=np.int8)
    rows = np.flatnonzero(relevance == int(Relevance.IN_RELEVANT_ARTICLE))
    match matching:
        case Matching.TEXT:
            fit[rows] = _text_fit(judged, rows)
            relevance[judged.relevant > 0] = int(Relevance.RELEVANT)
        case Matching.ENTRY_POINTS:
            fit[rows] = _entry_point_fit(judged, rows, near)
            first = judged.ranking.first_of_article
            relevance[first[fit[first] == int(GranularityMatch.FITTING)]] = int(Relevance.RELEVANT)
        case Matching.ELEMENTS:
            _judge_elements(judged, ideal_tie, relevance, fit)
        case Matching.DOCUMENTS:
            relevance[rows] = int(Relevance.RELEVANT)
    return relevance, fit


@derived
def _relevance_by_article(assessment: TopicAssessment, matching: Matching) -> NDArray[np.int8]:
    """Relevance of a result by its article alone; shape (articles + 1,), unjudged at the end."""
    inside = np.where(
        has_relevance(assessment, matching), int(Relevance.IN_RELEVANT_ARTICLE), int(Relevance.NOT_RELEVANT)
    )
    return np.append(inside, int(Relevance.UNJUDGED)).astype(np.int8)


def _first_match(
    *cases: tuple[NDArray[np.bool_], GranularityMatch | int], otherwise: GranularityMatch
) -> NDArray[np.int8]:
    """The match of the first condition that holds."""
    conditions, matches = zip(*cases, strict=True)
    return np.select(conditions, list(map(int, matches)), int(otherwise)).astype(np.int8)


def _text_fit(judged: JudgedRanking, rows: NDArray[np.intp]) -> NDArray[np.int8]:
    ranking, assessment = judged.ranking, judged.assessment
    placed = ranking.located[rows] & np.isin(judged.article[rows], assessment.passage_article)
    relevant, length = judged.relevant[rows], ranking.length[rows]
    row, passage, shared = judged.shared_text(rows[placed])
    met = np.bincount(row, assessment.passage_length[passage] * (shared > 0), len(ranking))[rows]
    return _first_match(
        (~placed, GranularityMatch.UNPLACED),
        (relevant == 0, GranularityMatch.ELSEWHERE),
        (2 * relevant < length, GranularityMatch.TOO_LARGE),
        (2 * relevant < met, GranularityMatch.TOO_SMALL),
        otherwise=GranularityMatch.FITTING,
    )


def _entry_point_fit(judged: JudgedRanking, rows: NDArray[np.intp], near: float) -> NDArray[np.int8]:
    best = judged.assessment.entry_point[judged.article[rows]]
    distance = judged.ranking.offset[rows] - best
    return _first_match(
        ((best == UNKNOWN) | ~judged.ranking.located[rows], GranularityMatch.UNPLACED),
        (distance < -near, GranularityMatch.BEFORE),
        (distance > near, GranularityMatch.AFTER),
        otherwise=GranularityMatch.FITTING,
    )


def _judge_elements(
    judged: JudgedRanking, ideal_tie: str, relevance: NDArray[np.int8], fit: NDArray[np.int8]
) -> None:
    """Set the relevance of results by the judgements of elements, and their fit."""
    in_relevant = relevance == int(Relevance.IN_RELEVANT_ARTICLE)
    is_element, unjudged = judged.ranking.path != ABSENT, judged.element == UNJUDGED
    if _one_by_one(judged.assessment):
        relevance[(judged.article != UNJUDGED) & is_element & unjudged] = int(Relevance.UNJUDGED)
    relevance[is_relevant_element(judged.assessment)[judged.element]] = int(Relevance.RELEVANT)
    fit[in_relevant & ~is_element] = int(GranularityMatch.UNPLACED)
    rows = np.flatnonzero(in_relevant & is_element)
    if not len(rows):
        return
    base = _ideal_base(judged.assessment, ideal_tie)
    row_fit = _fit_of_judged(base)[judged.element[rows]]
    for place in np.flatnonzero(unjudged[rows]).tolist():
        article, path = base.of_article(int(judged.article[rows[place]])), judged.ranking.path[rows[place]]
        row_fit[place] = _fit_of_other(article, judged.ranking.path_names[path])
    # A result that overlaps no ideal element fits nevertheless if it is relevant.
    alone = _first_match(
        (relevance[rows] == int(Relevance.RELEVANT), GranularityMatch.FITTING),
        (relevance[rows] == int(Relevance.UNJUDGED), NO_FIT),
        otherwise=GranularityMatch.ELSEWHERE,
    )
    fit[rows] = np.where(row_fit == _NO_IDEALS, alone, row_fit)


def _one_by_one(assessment: TopicAssessment) -> bool:
    """Whether elements were judged one by one; else the judge read whole articles."""
    elements = assessment.elements
    return elements is not None and elements.scale not in (Scale.HIGHLIGHTED_GRADES, Scale.HIGHLIGHTED)


def _ideal_base(assessment: TopicAssessment, ideal_tie: str) -> RecallBase:
    assert assessment.elements is not None  # something in it is relevant
    return recall_base(assessment, DEFAULT_QUANTISATIONS[assessment.elements.scale], ideal_tie)


@derived
def _fit_of_judged(base: RecallBase) -> NDArray[np.int8]:
    """Fit of each judged element to the ideal elements that overlap it, or `_NO_IDEALS`.

    Returns
    -------
    int8 array, shape (elements + 1,)
        The last place is for any other element.
    """
    assert base.elements is not None
    fit = np.full(len(base.gain), _NO_IDEALS, dtype=np.int8)
    having = np.flatnonzero(base.first_ideal < base.after_ideal)
    position = np.argsort(element_tree(base.elements).row)
    after = position[having] - position[base.ideals[base.first_ideal[having]]]
    fit[having] = _first_match(
        (after == 0, GranularityMatch.FITTING),
        (after < 0, GranularityMatch.TOO_LARGE),
        otherwise=GranularityMatch.TOO_SMALL,
    )
    return fit


@derived
def _fit_of_other(base: ArticleBase, path: str) -> int:
    """As `_fit_of_judged`, of an unjudged element, which many runs may return."""
    ideals = base.ideals_of(path)
    if not ideals:
        return _NO_IDEALS
    return int(GranularityMatch.TOO_LARGE if path in ancestors(ideals[0]) else GranularityMatch.TOO_SMALL)


def near_miss(
    judged: JudgedRanking, row: int, fit: GranularityMatch, matching: Matching, ideal_tie: str
) -> NearMiss:
    """Describe a near miss and the result that would have matched; parameters as in `granularity_matches`."""
    ranking, path = judged.ranking, int(judged.ranking.path[row])
    wanted_path, wanted_offset, wanted_length = "", UNKNOWN, UNKNOWN
    match matching:
        case Matching.TEXT | Matching.DOCUMENTS:
            wanted_offset, wanted_length = _nearest_passage(judged, row)
        case Matching.ENTRY_POINTS:
            wanted_offset, wanted_length = int(judged.assessment.entry_point[judged.article[row]]), 0
        case Matching.ELEMENTS:
            if path != ABSENT:
                base = _ideal_base(judged.assessment, ideal_tie).of_article(int(judged.article[row]))
                wanted_path = _nearest_ideal(ranking.path_names[path], base)
    located = bool(ranking.located[row])
    return NearMiss(
        fit=fit,
        topic=ranking.topic,
        rank=row + 1,
        article=ranking.article_name(row),
        path="" if path == ABSENT else ranking.path_names[path],
        offset=int(ranking.offset[row]) if located else UNKNOWN,
        length=int(ranking.length[row]) if located else UNKNOWN,
        wanted_path=wanted_path,
        wanted_offset=wanted_offset,
        wanted_length=wanted_length,
    )


def _nearest_passage(judged: JudgedRanking, row: int) -> tuple[int, int]:
    """Offset and length of the passage that shares most text with a result, else of the nearest one."""
    start, length = judged.passages(int(judged.article[row]))
    if not len(start) or not judged.ranking.located[row]:
        return UNKNOWN, UNKNOWN
    # Negative for disjoint intervals: the gap between them.
    shared = np.minimum(start + length, judged.ranking.end[row]) - np.maximum(
        start, judged.ranking.offset[row]
    )
    nearest = int(np.argmax(shared))
    return int(start[nearest]), int(length[nearest])


def _nearest_ideal(path: str, base: ArticleBase) -> str:
    """The fitting element with the most steps in common; of several, the one with the highest gain."""
    ideals = base.ideals_of(path) or base.ideal
    return min(ideals, key=lambda ideal: (-_steps_shared(ideal, path), -base.gain[ideal], ideal), default="")


def _steps_shared(one: str, other: str) -> int:
    lineage = (other, *ancestors(other))
    return max((len(ancestors(path)) + 1 for path in (one, *ancestors(one)) if path in lineage), default=0)
