"""The topics overview: which topics are hard."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals
from inexreport.report.judges import judge_comparisons, topic_agreements
from inexreport.report.naming import MetricColumn, task_title
from inexreport.statistics.agreement import ARTICLE


@dataclass(frozen=True, slots=True)
class TopicDifficulty:
    """A topic's scores by a task's official metric."""

    topic: str
    title: str
    relevant_articles: int
    lowest: float
    lower_quartile: float
    median: float
    upper_quartile: float
    best: float


@dataclass(frozen=True, slots=True)
class DifficultyFigure:
    """All topics of a task, hardest first."""

    figure: Figure
    task: str
    metric: MetricColumn
    topics: tuple[TopicDifficulty, ...]


@dataclass(frozen=True, slots=True)
class OverviewRow:
    """A topic in the table of all topics.

    `medians` has None where a task has no score for it, `agreements` where a judge has not judged it.
    """

    topic: Topic
    assessed: bool
    relevant_articles: int
    passages: int
    characters: int
    medians: tuple[float | None, ...]
    agreements: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class TopicsPage:
    """What the topics overview shows.

    Attributes
    ----------
    metrics : tuple of (str, MetricColumn)
        Task and its official metric: the heads of the columns of medians.
    judges : tuple of str
        Further judges: the heads of the columns of agreement on articles.
    """

    topics: int
    assessed: int
    unit: str
    has_query_types: bool
    figures: tuple[DifficultyFigure, ...]
    metrics: tuple[tuple[str, MetricColumn], ...]
    judges: tuple[str, ...]
    rows: tuple[OverviewRow, ...]


def topics_page(view: CampaignView) -> TopicsPage:
    """Gather all topics with their assessments and the median of each task."""
    campaign = view.outcome.campaign
    tasks = [task for task in view.standings if view.difficulty[task].topics]
    medians = {
        task: dict(zip(view.difficulty[task].topics, view.difficulty[task].median.tolist(), strict=True))
        for task in tasks
    }
    judges = tuple(compared.judge for compared in judge_comparisons(campaign))
    rows = []
    for topic in campaign.topics.values():
        judged = campaign.assessments.topics.get(topic.id)
        agreed = {
            one.judge: one.ratio for one in topic_agreements(campaign, topic.id) if one.level == ARTICLE
        }
        rows.append(
            OverviewRow(
                topic=topic,
                assessed=judged is not None,
                relevant_articles=judged.relevant_articles if judged else 0,
                passages=len(judged.passage_offset) if judged else 0,
                characters=judged.total_relevant_characters if judged else 0,
                medians=tuple(medians[task].get(topic.id) for task in tasks),
                agreements=tuple(agreed.get(judge) for judge in judges),
            )
        )
    return TopicsPage(
        topics=len(rows),
        assessed=sum(row.assessed for row in rows),
        unit=campaign.collection.unit,
        has_query_types=any(row.topic.query_type for row in rows),
        figures=tuple(_difficulty(view, task) for task in tasks),
        metrics=tuple((task, view.topic_column(task)) for task in tasks),
        judges=judges,
        rows=tuple(rows),
    )


def _difficulty(view: CampaignView, task: str) -> DifficultyFigure:
    campaign = view.outcome.campaign
    summary = view.difficulty[task]
    metric = view.topic_column(task)
    topics = [
        TopicDifficulty(
            topic=topic,
            title=campaign.topics.get(topic, Topic(topic)).title,
            relevant_articles=judged.relevant_articles
            if (judged := campaign.assessments.topics.get(topic))
            else 0,
            lowest=float(summary.lowest[i]),
            lower_quartile=float(summary.lower_quartile[i]),
            median=float(summary.median[i]),
            upper_quartile=float(summary.upper_quartile[i]),
            best=float(summary.best[i]),
        )
        for i, topic in enumerate(summary.topics)
    ]
    topics.sort(key=lambda one: (one.median, one.topic))
    hardest, easiest = topics[0], topics[-1]
    return DifficultyFigure(
        figure=Figure(
            title=f"{task_title(task)}: topics from the hardest to the easiest",
            basis=(
                f"{metric.topic_identifier} of {len(view.standings[task].runs)} evaluated runs on"
                f" {len(topics)} topics: line from lowest to best, bar between quartiles, tick at the median"
            ),
            source="difficulty.csv",
            summary=(
                f"Hardest by the median is topic {hardest.topic}, {hardest.title or 'untitled'}"
                f" ({decimals(hardest.median)}); easiest is topic {easiest.topic},"
                f" {easiest.title or 'untitled'} ({decimals(easiest.median)})."
            ),
        ),
        task=task,
        metric=metric,
        topics=tuple(topics),
    )
