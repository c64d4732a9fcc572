"""What is relevant to subsets of the topics: articles and text."""

from __future__ import annotations

from typing import NamedTuple

from inexreport.model.assessment import Assessments
from inexreport.model.score_numbers import mean
from inexreport.statistics.topic_subsets import TopicSubset


class RelevantInSubset(NamedTuple):
    """Number of assessed topics, and means over them; NaN without any.

    Attributes
    ----------
    assessed : int
    articles, passages, characters : float
        Relevant articles, highlighted passages, and highlighted text in the campaign's unit.
    """

    assessed: int
    articles: float
    passages: float
    characters: float


def relevant_in_subset(official: Assessments, subset: TopicSubset) -> RelevantInSubset:
    """Sum up what is relevant to the topics of a subset."""
    judged = [official.topics[topic] for topic in subset.topics if topic in official.topics]
    return RelevantInSubset(
        assessed=len(judged),
        articles=mean(one.relevant_articles for one in judged),
        passages=mean(len(one.passage_offset) for one in judged),
        characters=mean(one.total_relevant_characters for one in judged),
    )
