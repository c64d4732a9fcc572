"""Notes on pages where the assessments list relevant items only."""

from __future__ import annotations

from collections.abc import Sequence

from inexreport.evaluation.task_plan import asks
from inexreport.judging.relevance import lists_relevant_only
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import TaskOutcome
from inexreport.report.naming import task_title
from inexreport.report.words import words_of

NOT_LISTED = "Not relevant or not judged"
"""Label of results that these assessments do not list."""


def task_note(outcome: TaskOutcome, campaign: Campaign) -> str:
    """Return the note of a task page; empty where the assessments also list what is not relevant."""
    if not outcome.relevant_articles.only_relevant:
        return ""
    return _sentence("The assessments", _items([outcome], campaign))


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
