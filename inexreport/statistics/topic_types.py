"""How many topics were proposed, selected and assessed, by type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inexreport.model.campaign import Campaign
from inexreport.model.topic import Topic

ALL = "(all)"
"""All types together."""


@dataclass(frozen=True, slots=True)
class TopicType:
    """The topics of one type.

    Attributes
    ----------
    query_type : str
        As topic files state it, empty where they do not; or `ALL`.
    topics, assessed : int
        Numbers of topics, and of those with assessments.
    candidates : int or None
        The highest candidate number: at least that many topics were proposed. Of `ALL` only, and None where
        no topic states a number.
    """

    query_type: str
    topics: int
    assessed: int
    candidates: int | None = None


def topic_types(campaign: Campaign) -> tuple[TopicType, ...]:
    """Return the types of a campaign's topics by name, and `ALL` at the end.

    References
    ----------
    Lalmas and Tombros, INEX 2002-2006, table 1.

    Examples
    --------
    >>> from inexreport.model.assessment import Assessments
    >>> topics = {"1": Topic("1", "12", "CO"), "2": Topic("2", "9", "CAS"), "3": Topic("3", "30", "CO")}
    >>> campaign = Campaign("c", "C", 2005, "inex-2005", {}, topics, Assessments("official", {}))
    >>> [(one.query_type, one.topics, one.assessed, one.candidates) for one in topic_types(campaign)]
    [('CAS', 1, 0, None), ('CO', 2, 0, None), ('(all)', 3, 0, 30)]
    """
    topics = list(campaign.topics.values())
    names = sorted({topic.query_type for topic in topics})
    by_type = [_count(campaign, name, [one for one in topics if one.query_type == name]) for name in names]
    numbers = [int(one.candidate_number) for one in topics if _is_number(one.candidate_number)]
    whole = _count(campaign, ALL, topics)
    return (*by_type, TopicType(ALL, whole.topics, whole.assessed, max(numbers, default=None)))


def _count(campaign: Campaign, name: str, topics: Sequence[Topic]) -> TopicType:
    assessed = sum(topic.id in campaign.assessments.topics for topic in topics)
    return TopicType(name, len(topics), assessed)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
