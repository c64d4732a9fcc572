"""Which articles and elements of an assessment are relevant."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.quantisation import has_grades
from inexreport.model.assessment import TopicAssessment
from inexreport.model.derived import derived
from inexreport.model.diagnosis import Matching


@derived
def has_relevance(assessment: TopicAssessment, matching: Matching) -> NDArray[np.bool_]:
    """Whether each assessed article has anything relevant; shape (articles,)."""
    if matching is not Matching.ELEMENTS:
        return assessment.relevant_characters > 0
    found = np.zeros(len(assessment.articles), dtype=np.bool_)
    if assessment.elements is not None:
        found[assessment.elements.article[has_grades(assessment.elements)]] = True
    return found


@derived
def relevant_articles(assessment: TopicAssessment, matching: Matching) -> tuple[str, ...]:
    """Articles with anything relevant, in the order of the assessment."""
    return tuple(assessment.articles[i] for i in np.flatnonzero(has_relevance(assessment, matching)).tolist())


@derived
def is_relevant_element(assessment: TopicAssessment) -> NDArray[np.bool_]:
    """Whether each judged element is relevant; shape (elements + 1,), False at the end for any other."""
    elements = assessment.elements
    return np.append(np.zeros(0, dtype=np.bool_) if elements is None else has_grades(elements), False)


def relevant_elements(assessment: TopicAssessment) -> int:
    """Number of relevant elements."""
    return int(np.count_nonzero(is_relevant_element(assessment)))


def lists_relevant_only(assessments: Iterable[TopicAssessment]) -> bool:
    """Whether articles or elements are assessed and all of them are relevant, as in INEX 2009.

    A result without such an assessment may have been judged not relevant, or not at all.
    """
    judged = [one for one in assessments if one.articles and not one.answers]
    return bool(judged) and all(map(_is_all_relevant, judged))


@derived
def _is_all_relevant(assessment: TopicAssessment) -> bool:
    return bool(assessment.is_relevant[:-1].all() and is_relevant_element(assessment)[:-1].all())
