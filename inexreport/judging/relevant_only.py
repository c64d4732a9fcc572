"""Assessments that list what is relevant and nothing else, as the public ones of INEX 2009 do."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from inexreport.judging.quantisation import has_grades
from inexreport.model.assessment import TopicAssessment


def lists_relevant_only(assessments: Iterable[TopicAssessment]) -> bool:
    """Whether articles or elements are listed, and every one of them is relevant.

    A result that such assessments do not list may have been judged not relevant, or not judged at all.
    """
    judged = [one for one in assessments if one.articles]
    return bool(judged) and all(map(_is_all_relevant, judged))


@lru_cache(maxsize=4096)
def _is_all_relevant(assessment: TopicAssessment) -> bool:
    elements = assessment.elements
    return bool((assessment.relevant_characters > 0).all()) and (
        elements is None or bool(has_grades(elements).all())
    )
