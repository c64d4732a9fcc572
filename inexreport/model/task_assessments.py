"""Assessments of documents under several relevance levels, and those of several tasks together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inexreport.model.assessment import Assessments, TopicAssessment, graded_documents
from inexreport.model.campaign import Campaign

Levels = dict[str, dict[str, tuple[int, int]]]
"""By topic and document: its grade, and the lowest grade that is relevant."""


def at_level(assessments: Assessments, relevance_level: int) -> Assessments:
    """The same grades with another relevance level; what has no grades stays as it is.

    Examples
    --------
    >>> graded = Assessments("a", {"7": graded_documents("7", ("a", "b"), np.array([1, 2]))})
    >>> at_level(graded, 2).topics["7"].relevant_articles
    1
    """
    return Assessments(
        assessments.judge,
        {
            topic: one
            if one.grades is None
            else graded_documents(topic, one.articles, one.grades, relevance_level, one.subtopics)
            for topic, one in assessments.topics.items()
        },
    )


def levels_of(sets: Sequence[tuple[Assessments, int]]) -> Levels:
    """The grades and relevance levels of several sets; the first one counts that judges a document."""
    levels: Levels = {}
    for assessments, level in sets:
        for topic, one in assessments.topics.items():
            of_topic = levels.setdefault(topic, {})
            for document, grade in zip(one.articles, _grades(one), strict=True):
                of_topic.setdefault(document, (grade, level))
    return levels


def together(judge: str, levels: Levels) -> Assessments:
    """The documents of several sets as one, each relevant by its own level."""
    return Assessments(
        judge,
        {
            topic: graded_documents(
                topic, tuple(judged), *np.array(list(judged.values()), np.int64).reshape(-1, 2).T
            )
            for topic, judged in levels.items()
        },
    )


def at_levels(assessments: Assessments, levels: Levels, otherwise: int) -> Assessments:
    """The same grades, relevant by the level at which the others judged each document, or by `otherwise`."""
    return together(
        assessments.judge,
        {
            topic: {
                document: (grade, levels.get(topic, {}).get(document, (0, otherwise))[1])
                for document, grade in zip(one.articles, _grades(one), strict=True)
            }
            for topic, one in assessments.topics.items()
        },
    )


def share_documents(one: Assessments, other: Assessments) -> bool:
    """Whether both judge a document for the same topic."""
    return any(
        not set(judged.articles).isdisjoint(other.topics[topic].articles)
        for topic, judged in one.topics.items()
        if topic in other.topics
    )


def official_of(campaign: Campaign, judge: Assessments) -> Assessments:
    """The official assessments with which a judge is compared: of the tasks whose documents it judges."""
    sets = [
        (official, task.relevance_level)
        for task in sorted(campaign.tasks.values(), key=lambda one: one.relevance_level)
        if (official := campaign.task_assessments.get(task.name)) and share_documents(official, judge)
    ]
    return together(campaign.assessments.judge, levels_of(sets)) if sets else campaign.assessments


def _grades(one: TopicAssessment) -> list[int]:
    return [] if one.grades is None else one.grades.tolist()
