"""Assessments with fewer articles or elements, or with binary grades."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.located_run import Element
from inexreport.judging.quantisation import is_relevant
from inexreport.model.assessment import UNKNOWN, Coverage, ElementJudgements, Scale, TopicAssessment

_TOP_GRADE = {
    Scale.RELEVANCE_COVERAGE: 3,
    Scale.GRADES: 3,
    Scale.HIGHLIGHTED_GRADES: 2,
    Scale.HIGHLIGHTED: 2,
}


class Edit(StrEnum):
    """Ways to change the assessment of a topic."""

    ONLY_ELEMENTS = "only these elements are judged"
    WITHOUT_ELEMENTS = "these elements are not judged"
    WITHOUT_ARTICLES = "these articles are not judged"
    BINARY = "whatever is relevant has the highest grades"


@dataclass(frozen=True, slots=True)
class AssessmentEdit:
    """A change of one topic's assessment, small enough to be sent to workers and compared."""

    edit: Edit
    elements: frozenset[Element] = frozenset()
    articles: frozenset[str] = frozenset()

    def of(self, assessment: TopicAssessment) -> TopicAssessment:
        """The assessment after the change."""
        match self.edit:
            case Edit.ONLY_ELEMENTS:
                return select_elements(assessment, self.elements, keep=True)
            case Edit.WITHOUT_ELEMENTS:
                return select_elements(assessment, self.elements, keep=False)
            case Edit.WITHOUT_ARTICLES:
                return without_articles(assessment, self.articles)
            case Edit.BINARY:
                return binary(assessment)


def select_elements(
    assessment: TopicAssessment, named: AbstractSet[Element], *, keep: bool
) -> TopicAssessment:
    """The assessment in which only the named elements are judged, or (`keep` is False) only the others."""
    elements = assessment.elements
    if elements is None:
        return assessment
    places = zip(elements.article.tolist(), elements.path.tolist(), strict=True)
    is_named = [(assessment.articles[article], elements.paths[path]) in named for article, path in places]
    chosen = elements.select(np.array(is_named, dtype=np.bool_) == keep)
    # An article without relevant elements left is not relevant any more.
    lost = np.setdiff1d(elements.article[is_relevant(elements)], chosen.article[is_relevant(chosen)])
    relevant_characters = assessment.relevant_characters.copy()
    relevant_characters[lost] = 0
    return replace(assessment, relevant_characters=relevant_characters, elements=chosen)


def without_element_names(assessment: TopicAssessment, names: AbstractSet[str]) -> TopicAssessment:
    """The assessment without the judgements of elements with these names, as if its file did not list them.

    The relevant text of the articles follows from what is left, see `TopicAssessment.relevant_characters`;
    their lengths stay.

    Parameters
    ----------
    assessment : TopicAssessment
    names : set of str
        E.g. ``{"collectionlink"}`` for ``/article[1]/p[2]/collectionlink[1]``.

    References
    ----------
    Overview of the evaluation methodology of INEX from 2002 to 2006, before section 3.2: the filtered set.
    """
    elements = assessment.elements
    if elements is None:
        return assessment
    is_named = np.array([element_name(path) in names for path in elements.paths], dtype=np.bool_)
    removed = is_named[elements.path] if len(elements) else np.zeros(0, dtype=np.bool_)
    left = elements.select(~removed)
    relevant_characters = assessment.relevant_characters.copy()
    for article in np.unique(elements.article[removed]).tolist():
        relevant_characters[article] = _relevant_characters(assessment, left, article)
    return replace(assessment, relevant_characters=relevant_characters, elements=left)


def element_name(path: str) -> str:
    """Name of the element at the end of a path.

    Examples
    --------
    >>> element_name("/article[1]/p[2]/collectionlink[1]")
    'collectionlink'
    """
    return path.rpartition("/")[2].partition("[")[0]


def _relevant_characters(assessment: TopicAssessment, elements: ElementJudgements, article: int) -> int:
    """Relevant text of an article: of its root, else its passages, else its largest; 1 without sizes."""
    rows = np.flatnonzero(elements.article == article)
    highlighted = elements.highlighted[rows]
    roots = [row for row in rows.tolist() if elements.paths[elements.path[row]].count("/") == 1]
    if roots and elements.highlighted[roots[0]] != UNKNOWN:
        return int(elements.highlighted[roots[0]])
    passages = assessment.passage_length[assessment.passage_article == article]
    if len(passages) and UNKNOWN not in passages:
        return int(passages.sum())
    largest = int(highlighted.max(initial=UNKNOWN))
    if largest != UNKNOWN:
        return largest
    return int(bool(len(passages)) or bool(is_relevant(elements)[rows].any()))


def without_articles(assessment: TopicAssessment, removed: AbstractSet[str]) -> TopicAssessment:
    """The assessment in which these articles are not judged."""
    kept = ~np.fromiter(map(removed.__contains__, assessment.articles), dtype=np.bool_)
    number = np.cumsum(kept) - 1
    passages = kept[assessment.passage_article]
    elements = assessment.elements
    if elements is not None:
        elements = elements.select(kept[elements.article])
        elements = replace(elements, article=number[elements.article])
    return replace(
        assessment,
        articles=_chosen(assessment.articles, kept),
        relevant_characters=assessment.relevant_characters[kept],
        article_length=assessment.article_length[kept],
        entry_point=assessment.entry_point[kept],
        passage_article=number[assessment.passage_article[passages]],
        passage_offset=assessment.passage_offset[passages],
        passage_length=assessment.passage_length[passages],
        passage_start=_chosen(assessment.passage_start, passages),
        passage_end=_chosen(assessment.passage_end, passages),
        entry_point_path=_chosen(assessment.entry_point_path, kept),
        elements=elements,
        grades=None if assessment.grades is None else assessment.grades[kept],
        subtopics=tuple(one for one in assessment.subtopics if one[0] not in removed),
    )


def binary(assessment: TopicAssessment) -> TopicAssessment:
    """The assessment in which every relevant element has the highest grades.

    References
    ----------
    Woodley and Geva, Fine Tuning INEX (2005), section 5.
    """
    elements = assessment.elements
    if elements is None:
        return assessment
    graded = is_relevant(elements)
    top = np.int8(_TOP_GRADE[elements.scale])
    exhaustivity = np.where(graded, top, elements.exhaustivity)
    match elements.scale:
        case Scale.RELEVANCE_COVERAGE:
            coverage = np.where(graded, np.int8(Coverage.EXACT), elements.coverage)
            changed = replace(elements, exhaustivity=exhaustivity, coverage=coverage)
        case Scale.GRADES:
            specificity = np.where(graded, float(top), elements.specificity)
            changed = replace(elements, exhaustivity=exhaustivity, specificity=specificity)
        case _:
            changed = replace(
                elements,
                exhaustivity=exhaustivity,
                specificity=np.where(graded, 1.0, elements.specificity),
                highlighted=np.where(graded, elements.size, elements.highlighted),
            )
    return replace(assessment, elements=changed)


def _chosen(values: tuple[str, ...], kept: NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple(compress(values, kept.tolist()))
