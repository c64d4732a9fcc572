"""Judged elements and articles by relevance grade."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_tree import ancestors
from inexreport.judging.located_run import Element
from inexreport.judging.quantisation import has_grades
from inexreport.model.assessment import TOO_SMALL, Assessments, ElementJudgements, Scale, TopicAssessment
from inexreport.model.derived import derived

NON_ZERO = "non-zero"
"""Any relevance."""

EXHAUSTIVITY = "exhaustivity"
SPECIFICITY = "specificity"

_SPECIFICITIES = ("S1", "S2", "S3")

_DIMENSIONS: dict[Scale, dict[str, tuple[str, ...]]] = {
    Scale.RELEVANCE_COVERAGE: {},
    Scale.GRADES: {EXHAUSTIVITY: ("E1", "E2", "E3"), SPECIFICITY: _SPECIFICITIES},
    Scale.HIGHLIGHTED_GRADES: {EXHAUSTIVITY: ("E?", "E1", "E2"), SPECIFICITY: _SPECIFICITIES},
    Scale.HIGHLIGHTED: {SPECIFICITY: _SPECIFICITIES},
}


def dimensions(scale: Scale) -> Mapping[str, tuple[str, ...]]:
    """Grades of each dimension of a scale; the pairs of 2002 are not split."""
    return _DIMENSIONS[scale]


def grades(scale: Scale | None) -> tuple[str, ...]:
    """All grades of a scale in the order of publication; only `NON_ZERO` without judged elements."""
    of_scale = dimensions(scale).values() if scale is not None else ()
    return (NON_ZERO, *(grade for dimension in of_scale for grade in dimension))


def scale_of(assessments: Assessments) -> Scale | None:
    """The scale of judged elements; None if no elements are judged."""
    judged = (assessment.elements for assessment in assessments.topics.values())
    return next((elements.scale for elements in judged if elements is not None), None)


def masks(elements: ElementJudgements) -> Mapping[str, NDArray[np.bool_]]:
    """Whether each element has each grade; bool arrays of shape (elements,).

    If text was highlighted, S1, S2 and S3 are highlighted shares in (0, 1/3], (1/3, 2/3] and (2/3, 1].

    References
    ----------
    Pehcevski and Thom, HiXEval (2005), section 2.2.
    """
    relevant = has_grades(elements)
    specificity: NDArray[np.floating[Any]] = elements.specificity
    if elements.scale in (Scale.HIGHLIGHTED_GRADES, Scale.HIGHLIGHTED):
        specificity = np.searchsorted((1 / 3, 2 / 3), specificity, side="left") + 1.0
    found = {NON_ZERO: relevant}
    for dimension, names in dimensions(elements.scale).items():
        for name in names:
            if dimension == SPECIFICITY:
                has_grade = specificity == int(name[1])
            else:
                has_grade = elements.exhaustivity == (TOO_SMALL if name == "E?" else int(name[1]))
            found[name] = relevant & has_grade
    return found


def judged_elements(assessment: TopicAssessment) -> list[Element]:
    """Article and path of each judged element, in the order of the assessment."""
    elements = assessment.elements
    if elements is None:
        return []
    rows = zip(elements.article.tolist(), elements.path.tolist(), strict=True)
    return [(assessment.articles[article], elements.paths[path]) for article, path in rows]


@derived
def graded_elements(assessment: TopicAssessment) -> Mapping[str, frozenset[Element]]:
    """The elements of each grade; empty without judged elements."""
    if assessment.elements is None:
        return {}
    elements = judged_elements(assessment)
    return {
        grade: frozenset(elements[row] for row in np.flatnonzero(mask).tolist())
        for grade, mask in masks(assessment.elements).items()
    }


def graded_articles(assessment: TopicAssessment) -> Mapping[str, frozenset[str]]:
    """The articles of each grade: that of their root element, or `NON_ZERO` without judged elements."""
    if assessment.elements is None:
        relevant = np.flatnonzero(assessment.relevant_characters > 0).tolist()
        return {NON_ZERO: frozenset(assessment.articles[row] for row in relevant)}
    return {
        grade: frozenset(article for article, path in members if not ancestors(path))
        for grade, members in graded_elements(assessment).items()
    }
