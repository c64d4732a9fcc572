"""Judgements on subsets of the topics: agreement of judges, relevant articles, text and elements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from inexreport.model.assessment import Assessments
from inexreport.model.score_numbers import mean
from inexreport.statistics.agreement import MEAN, Agreement, with_means
from inexreport.statistics.relevant_elements import SUMMARIES, RelevantElements, relevant_elements
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


def subset_elements(official: Assessments, subset: TopicSubset) -> list[RelevantElements]:
    """Summaries of the relevant elements of a subset's topics; see `relevant_elements`.

    References
    ----------
    Pehcevski and Thom, HiXEval (2005), table 1, which has CO and VVCAS topics apart.
    """
    topics = {topic: one for topic, one in official.topics.items() if topic in subset.topics}
    rows = relevant_elements(replace(official, topics=topics))
    return [row for row in rows if row.topic in SUMMARIES]


def subset_agreement(rows: Iterable[Agreement], subset: TopicSubset) -> Iterator[tuple[int, Agreement]]:
    """Mean agreement on a subset's topics by level and grade, with the number of topics.

    Parameters
    ----------
    rows : iterable of Agreement
        From `inexreport.statistics.agreement.agreement`, level after level; means in it are ignored.
    subset : TopicSubset
    """
    of_subset = [row for row in rows if row.topic in subset.topics]
    for _, of_level in groupby(of_subset, key=lambda row: row.level):
        found = list(of_level)
        topics = len({row.topic for row in found})
        yield from ((topics, row) for row in with_means(found) if row.topic == MEAN)
