"""Completes assessments from the documents: sizes, entry points and passages given as paths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.location import WHOLE_ARTICLE
from inexreport.model.assessment import UNKNOWN, Assessments, ElementJudgements, TopicAssessment
from inexreport.model.element_table import ElementTable


def locate_assessments(assessments: Assessments, table: ElementTable | None) -> Assessments:
    """Complete every topic's assessment from the documents.

    Without documents (no table), passages and entry points given as paths stay unlocated, and sizes that
    the files do not give stay unknown.
    """
    return Assessments(
        assessments.judge, {topic: _locate(one, table) for topic, one in assessments.topics.items()}
    )


def unlocated_passages(assessments: Assessments, located: Assessments) -> int:
    """Number of highlighted passages that the documents do not locate."""
    return sum(
        len(assessments.topics[topic].passage_article) - len(one.passage_article)
        for topic, one in located.topics.items()
    )


def _locate(assessment: TopicAssessment, table: ElementTable | None) -> TopicAssessment:
    completed = assessment
    if assessment.elements is not None and table is not None:
        completed = replace(completed, elements=_with_sizes(assessment, assessment.elements, table))
    if table is not None:
        completed = replace(completed, article_length=_with_lengths(assessment, table))
    if assessment.entry_point_path:
        places = _places(assessment.articles, assessment.entry_point_path, table)
        completed = replace(completed, entry_point=places)
    if assessment.passage_start:
        completed = _with_passages(completed, table)
    return completed


def _with_sizes(
    assessment: TopicAssessment, elements: ElementJudgements, table: ElementTable
) -> ElementJudgements:
    missing = np.flatnonzero(elements.size == UNKNOWN)
    if not len(missing):
        return elements
    articles = [assessment.articles[i] for i in elements.article[missing].tolist()]
    paths = [elements.paths[i] for i in elements.path[missing].tolist()]
    size = elements.size.copy()
    size[missing] = table.locate(articles, paths)[1]
    return replace(elements, size=size)


def _with_lengths(assessment: TopicAssessment, table: ElementTable) -> NDArray[np.int64]:
    """Length of each article, from the documents where the assessments do not give it."""
    roots = [WHOLE_ARTICLE] * len(assessment.articles)
    _, length = table.locate(assessment.articles, roots)
    return np.where(assessment.article_length == UNKNOWN, length, assessment.article_length)


def _with_passages(assessment: TopicAssessment, table: ElementTable | None) -> TopicAssessment:
    """The assessment with its located passages, ascending within each article."""
    articles = [assessment.articles[i] for i in assessment.passage_article.tolist()]
    start = _places(articles, assessment.passage_start, table)
    end = _places(articles, assessment.passage_end, table, at_end=True)
    known = np.flatnonzero((start != UNKNOWN) & (end != UNKNOWN) & (end >= start))
    order = known[np.lexsort((start[known], assessment.passage_article[known]))]
    return replace(
        assessment,
        passage_article=assessment.passage_article[order],
        passage_offset=start[order],
        passage_length=(end - start)[order],
        passage_start=tuple(assessment.passage_start[i] for i in order.tolist()),
        passage_end=tuple(assessment.passage_end[i] for i in order.tolist()),
    )


def _places(
    articles: Sequence[str], pointers: Sequence[str], table: ElementTable | None, *, at_end: bool = False
) -> NDArray[np.int64]:
    """Offset of each path or XPointer in its article's text; with `at_end`, of the element's end."""
    if table is None:
        return np.full(len(pointers), UNKNOWN, dtype=np.int64)
    offset, length = table.locate(articles, pointers)
    return np.where((offset != UNKNOWN) & at_end, offset + length, offset)
