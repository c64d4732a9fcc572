"""What pages say where the assessments list relevant items only."""

from __future__ import annotations

from collections.abc import Sequence

from inexreport.evaluation.task_plan import asks
from inexreport.judging.relevance import lists_relevant_only
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import TaskOutcome
from inexreport.report.naming import task_title

NOT_LISTED = "Not relevant or not judged"
"""What is known of a result that such assessments do not list."""


def task_note(outcome: TaskOutcome, campaign: Campaign) -> str:
    """What the page of a task says of its assessments; empty where they list what is not relevant too."""
    return (
        _sentence("The assessments", _items([outcome], campaign))
        if outcome.relevant_articles.only_relevant
        else ""
    )


def campaign_note(outcomes: Sequence[TaskOutcome], campaign: Campaign) -> str:
    """What the front page says of the assessments; empty where they list what is not relevant too."""
    assessed = [one for one in outcomes if one.relevant_articles.topics]
    concerned = [one for one in assessed if one.relevant_articles.only_relevant]
    if not concerned:
        return ""
    titles = [task_title(one.task.name) for one in concerned]
    listed = " and ".join(filter(None, (", ".join(titles[:-1]), titles[-1])))
    whose = "The assessments" if len(concerned) == len(assessed) else f"The assessments for {listed}"
    return _sentence(whose, _items(concerned, campaign))


def is_relevant_only(campaign: Campaign, topic: str) -> bool:
    """Whether a topic belongs to a task for whose topics the assessments list relevant items only."""
    assessed = campaign.assessments.topics
    return any(
        lists_relevant_only(judged for one, judged in assessed.items() if asks(task, campaign, one))
        for task in campaign.tasks.values()
        if asks(task, campaign, topic)
    )


def _items(outcomes: Sequence[TaskOutcome], campaign: Campaign) -> str:
    topics = (
        campaign.assessments.topics[topic] for one in outcomes for topic in one.relevant_articles.topics
    )
    return "elements" if any(judged.elements is not None for judged in topics) else "articles"


def _sentence(whose: str, items: str) -> str:
    return f"{whose} list relevant {items} only: any other result is not relevant or not judged."
