"""All topics for a participant: which are hard for everybody, and which only for the own runs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.model.score_numbers import comparable
from inexreport.model.topic import Topic
from inexreport.report.figure import Figure, decimals
from inexreport.report.naming import MetricColumn, RunName, task_title
from inexreport.report.own.excerpt import CampaignExcerpt
from inexreport.report.own.run import topic_column
from inexreport.statistics.medians import Middle


@dataclass(frozen=True, slots=True)
class OwnTopic:
    """A topic in a task; `own` is the best of the own runs on it, None where they have no score."""

    topic: str
    title: str
    relevant_articles: int
    middle: Middle
    own: float | None
    own_run: RunName | None


@dataclass(frozen=True, slots=True)
class OwnTopicsFigure:
    """All topics of a task, hardest first by the median of all runs."""

    figure: Figure
    task: str
    metric: MetricColumn
    topics: tuple[OwnTopic, ...]


@dataclass(frozen=True, slots=True)
class OwnTopicsRow:
    """A topic in the table of all topics; `tasks` has None where a task has no score for it."""

    topic: Topic
    assessed: bool
    relevant_articles: int
    passages: int
    characters: int
    tasks: tuple[OwnTopic | None, ...]


@dataclass(frozen=True, slots=True)
class OwnTopicsPage:
    """What the page shows; `metrics` are the tasks with their metrics for topics, as columns have them."""

    topics: int
    assessed: int
    unit: str
    has_query_types: bool
    metrics: tuple[tuple[str, MetricColumn], ...]
    figures: tuple[OwnTopicsFigure, ...]
    rows: tuple[OwnTopicsRow, ...]


def own_topics_page(excerpt: CampaignExcerpt) -> OwnTopicsPage:
    """Gather all topics with their assessments, medians, bests and own scores."""
    campaign = excerpt.view.outcome.campaign
    by_task = {task: found for task in excerpt.tasks if (found := _topics_of_task(excerpt, task))}
    rows = []
    for topic in campaign.topics.values():
        judged = campaign.assessments.topics.get(topic.id)
        rows.append(
            OwnTopicsRow(
                topic=topic,
                assessed=judged is not None,
                relevant_articles=judged.relevant_articles if judged else 0,
                passages=len(judged.passage_offset) if judged else 0,
                characters=judged.total_relevant_characters if judged else 0,
                tasks=tuple(found.get(topic.id) for found in by_task.values()),
            )
        )
    return OwnTopicsPage(
        topics=len(rows),
        assessed=sum(row.assessed for row in rows),
        unit=campaign.collection.unit,
        has_query_types=any(row.topic.query_type for row in rows),
        metrics=tuple((task, topic_column(excerpt, task)) for task in by_task),
        figures=tuple(_figure(excerpt, task, list(found.values())) for task, found in by_task.items()),
        rows=tuple(rows),
    )


def _topics_of_task(excerpt: CampaignExcerpt, task: str) -> dict[str, OwnTopic]:
    campaign, about = excerpt.view.outcome.campaign, excerpt.tasks[task]
    topics, scores = excerpt.view.topic_scores[task]
    column = {topic: i for i, topic in enumerate(topics)}
    found = {}
    for topic, middle in about.medians.by_topic[about.topic_metric].items():
        own, name = None, None
        if topic in column and not np.isnan(scores[:, column[topic]]).all():
            row = int(np.nanargmax(comparable(scores[:, column[topic]])))
            own = float(scores[row, column[topic]])
            name = excerpt.view.names[task, about.standings.runs[row].submission.name]
        judged = campaign.assessments.topics.get(topic)
        found[topic] = OwnTopic(
            topic=topic,
            title=campaign.topics.get(topic, Topic(topic)).title,
            relevant_articles=judged.relevant_articles if judged else 0,
            middle=middle,
            own=own,
            own_run=name,
        )
    return found


def _figure(excerpt: CampaignExcerpt, task: str, topics: list[OwnTopic]) -> OwnTopicsFigure:
    metric = topic_column(excerpt, task)
    topics.sort(key=lambda one: (one.middle.median, one.topic))
    below = [one for one in topics if one.own is not None and one.own < one.middle.median]
    said = f"Your best run is below the median on {len(below)} of {len(topics)} topics"
    if below:
        worst = max(below, key=lambda one: one.middle.median - (one.own or 0.0))
        said += (
            f", farthest on topic {worst.topic}, {worst.title or 'untitled'} ({decimals(worst.own or 0.0)}"
            f" against {decimals(worst.middle.median)})"
        )
    return OwnTopicsFigure(
        figure=Figure(
            title=f"{task_title(task)}: topics from the hardest to the easiest",
            basis=(
                f"{metric.topic_identifier} on {len(topics)} topics: line from the median to the best of"
                f" {excerpt.tasks[task].evaluated} evaluated runs, tick at the median, dot at your best run"
            ),
            source="medians.csv",
            summary=f"{said}.",
        ),
        task=task,
        metric=metric,
        topics=tuple(topics),
    )
