"""Notes on pages about what the assessments do not tell: what is not relevant, and topics without a score."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inexreport.evaluation.task_plan import asks
from inexreport.judging.relevance import lists_relevant_only
from inexreport.model.assessment import UNKNOWN
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import TaskOutcome
from inexreport.model.task import TopicSelection, Treatment
from inexreport.report.naming import task_title
from inexreport.report.words import words_of
from inexreport.statistics.findings import task_findings

NOT_LISTED = "Not relevant or not judged"
"""Label of results that assessments of relevant items only do not list."""


def task_note(outcome: TaskOutcome, campaign: Campaign) -> str:
    """Return the note of a task page; empty where the assessments also list what is not relevant."""
    if not outcome.relevant_articles.only_relevant:
        return ""
    return _sentence("The assessments", _items([outcome], campaign))


def topic_notes(outcome: TaskOutcome) -> list[str]:
    """Return sentences about topics that official scores leave out, or to which nothing is relevant."""
    findings, known = task_findings(outcome), outcome.relevant_articles
    scored = {*np.array(findings.topics)[~np.isnan(findings.scores).all(axis=0)].tolist()}
    if not scored:  # without runs, or by a metric of whole runs
        return []
    empty = [topic for topic, names in zip(known.topics, known.relevant_articles, strict=True) if not names]
    of_all = outcome.task.topics is TopicSelection.ASSESSED
    undefined = [topic for topic in known.topics if of_all and topic not in {*scored, *empty}]
    notes = {
        "Nothing is relevant to {}; the means are those of the other topics.": [
            one for one in empty if one not in scored
        ],
        "Nothing is relevant to {}; scores there are in the means all the same.": [
            one for one in empty if one in scored
        ],
        "The official metric is not defined for {}; the means are those of the other topics.": undefined,
    }
    return [text.format(named_topics(topics)) for text, topics in notes.items() if topics]


def named_topics(topics: Sequence[str]) -> str:
    """Return the names of topics in words.

    Examples
    --------
    >>> named_topics(["7"]), named_topics(["7", "9"])
    ('topic 7', 'topics 7, 9')
    """
    return f"{'topics' if len(topics) > 1 else 'topic'} {', '.join(topics)}"


def entry_points_note(outcome: TaskOutcome, campaign: Campaign) -> str:
    """Return a note if all best entry points, by which the task is scored, are the same; else nothing."""
    if outcome.task.rules.several_entry_points is Treatment.ALLOWED:
        return ""
    judged = campaign.of_task(outcome.task.name).assessments.topics
    of_topics = (judged[topic].entry_point for topic in outcome.relevant_articles.topics)
    points = np.concatenate([np.empty(0, np.int64), *of_topics])
    known = points[points != UNKNOWN]
    if len(known) < 2 or len({*known.tolist()}) > 1:
        return ""
    return (
        f"All {len(known):,} best entry points are {known[0]:,} {campaign.collection.unit} from the start of "
        "their articles, so they may not be the assessors’ own."
    )


def campaign_note(outcomes: Sequence[TaskOutcome], campaign: Campaign) -> str:
    """Return the note of the front page; empty where the assessments also list what is not relevant."""
    assessed = [one for one in outcomes if one.relevant_articles.topics]
    affected = [one for one in assessed if one.relevant_articles.only_relevant]
    if not affected:
        return ""
    titles = [task_title(one.task.name) for one in affected]
    listed = " and ".join(filter(None, (", ".join(titles[:-1]), titles[-1])))
    subject = "The assessments" if len(affected) == len(assessed) else f"The assessments for {listed}"
    return _sentence(subject, _items(affected, campaign))


def is_relevant_only(campaign: Campaign, topic: str) -> bool:
    """Whether the assessments list relevant items only for the topics of a task that asks the topic."""
    return any(
        lists_relevant_only(
            judged
            for one, judged in campaign.of_task(task.name).assessments.topics.items()
            if asks(task, campaign, one)
        )
        for task in campaign.tasks.values()
        if asks(task, campaign, topic)
    )


def _items(outcomes: Sequence[TaskOutcome], campaign: Campaign) -> str:
    topics = (
        campaign.assessments.topics[topic] for one in outcomes for topic in one.relevant_articles.topics
    )
    return "elements" if any(judged.elements is not None for judged in topics) else words_of(campaign).items


def _sentence(subject: str, items: str) -> str:
    return f"{subject} list relevant {items} only: any other result is not relevant or not judged."
