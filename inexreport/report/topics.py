"""The topics overview: which topics are hard."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals, known
from inexreport.report.judges import judge_comparisons
from inexreport.report.naming import MetricColumn, task_title

HALF = 50.0
MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class TopicDifficulty:
    """A topic's scores by a task's official metric, and what it contributes to the ranking.

    Attributes
    ----------
    tau : float or None
        Kendall's tau-b of the ranking by this topic alone with the official one.
    spread : float or None
        Standard deviation of the runs' scores.
    share : float or None
        Percentage of the variance of the runs' means that comes from the topic.
    """

    topic: str
    title: str
    judged_articles: int
    relevant_articles: int
    lowest: float
    lower_quartile: float
    median: float
    upper_quartile: float
    best: float
    tau: float | None
    spread: float | None
    share: float | None


@dataclass(frozen=True, slots=True)
class DifficultyFigure:
    """All topics of a task, hardest first; `only_relevant` as in `RelevantArticles`."""

    figure: Figure
    deciding: str
    task: str
    metric: MetricColumn
    only_relevant: bool
    topics: tuple[TopicDifficulty, ...]


@dataclass(frozen=True, slots=True)
class TopicPlacing:
    """A topic on a participant's site; `own` is the best of the participant's scores, None without any."""

    topic: str
    title: str
    relevant_articles: int
    median: float
    best: float
    own: float | None


@dataclass(frozen=True, slots=True)
class TopicPlacingFigure:
    """All topics of a task, hardest first by the median of all runs."""

    figure: Figure
    metric: MetricColumn
    topics: tuple[TopicPlacing, ...]


@dataclass(frozen=True, slots=True)
class OverviewRow:
    """A topic in the table of all topics.

    `medians` and `places`, from the hardest, have None where a task has no score for it, `agreements` where a
    judge has not judged it. `placings`, on a participant's site only, has None as `medians`.
    """

    topic: Topic
    assessed: bool
    relevant_articles: int
    passages: int
    characters: int
    medians: tuple[float | None, ...]
    places: tuple[int | None, ...]
    agreements: tuple[float | None, ...]
    placings: tuple[TopicPlacing | None, ...] = ()


@dataclass(frozen=True, slots=True)
class TopicsPage:
    """What the topics overview shows.

    Attributes
    ----------
    metrics : tuple of (str, MetricColumn)
        Task and its official metric: the heads of the columns of medians.
    judges : tuple of str
        Further judges: the heads of the columns of agreement on articles.
    figures : tuple of DifficultyFigure
        None on a participant's site, which has `placings` instead.
    """

    topics: int
    assessed: int
    unit: str
    has_query_types: bool
    figures: tuple[DifficultyFigure, ...]
    placings: tuple[TopicPlacingFigure, ...]
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
    places = {
        task: dict(zip(view.difficulty[task].topics, view.difficulty[task].difficulty.tolist(), strict=True))
        for task in tasks
    }
    placings = {task: _placings(view, task) for task in tasks if view.participant}
    judges = {compared.judge: compared.articles() for compared in judge_comparisons(campaign)}
    rows = []
    for topic in campaign.topics.values():
        judged = campaign.assessments.topics.get(topic.id)
        rows.append(
            OverviewRow(
                topic=topic,
                assessed=judged is not None,
                relevant_articles=judged.relevant_articles if judged else 0,
                passages=len(judged.passage_offset) if judged else 0,
                characters=judged.total_relevant_characters if judged else 0,
                medians=tuple(medians[task].get(topic.id) for task in tasks),
                places=tuple(places[task].get(topic.id) for task in tasks),
                agreements=tuple(agreed.get(topic.id) for agreed in judges.values()),
                placings=tuple(placed.get(topic.id) for placed in placings.values()),
            )
        )
    return TopicsPage(
        topics=len(rows),
        assessed=sum(row.assessed for row in rows),
        unit=campaign.collection.unit,
        has_query_types=any(row.topic.query_type for row in rows),
        figures=() if view.participant else tuple(task_difficulty(view, task) for task in tasks),
        placings=tuple(_placing_figure(view, task, [*placed.values()]) for task, placed in placings.items()),
        metrics=tuple((task, view.topic_column(task)) for task in tasks),
        judges=tuple(judges),
        rows=tuple(rows),
    )


def task_difficulty(view: CampaignView, task: str) -> DifficultyFigure:
    """The topics of a task that has scores by topic, hardest first."""
    campaign = view.outcome.campaign
    assessed = campaign.assessments.topics
    summary = view.difficulty[task]
    metric = view.topic_column(task)
    influence = view.findings(task).influence
    only_relevant = view.of(task).relevant_articles.only_relevant
    # The official metric may value whole runs only, and then no topic has an influence.
    place = {topic: i for i, topic in enumerate(influence.topics)}
    topics = [
        TopicDifficulty(
            topic=topic,
            title=campaign.topics.get(topic, Topic(topic)).title,
            judged_articles=len(judged.articles) if (judged := assessed.get(topic)) else 0,
            relevant_articles=judged.relevant_articles if judged else 0,
            lowest=float(summary.lowest[i]),
            lower_quartile=float(summary.lower_quartile[i]),
            median=float(summary.median[i]),
            upper_quartile=float(summary.upper_quartile[i]),
            best=float(summary.best[i]),
            tau=known(influence.tau[place[topic]]) if topic in place else None,
            spread=known(influence.spread[place[topic]]) if topic in place else None,
            share=known(100 * influence.share[place[topic]]) if topic in place else None,
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
                f" {len(topics)} topics: line from lowest to best, bar between quartiles, tick at the median;"
                f" the larger the dot, the more articles {'are relevant' if only_relevant else 'were judged'}"
            ),
            source="difficulty.csv",
            summary=(
                f"Hardest by the median is topic {hardest.topic}, {hardest.title or 'untitled'}"
                f" ({decimals(hardest.median)}); easiest is topic {easiest.topic},"
                f" {easiest.title or 'untitled'} ({decimals(easiest.median)})."
            ),
        ),
        deciding=deciding_topics(topics),
        task=task,
        metric=metric,
        only_relevant=only_relevant,
        topics=tuple(topics),
    )


def deciding_topics(topics: list[TopicDifficulty]) -> str:
    """Which topics decide the ranking; empty where some run lacks a score for some topic.

    Examples
    --------
    >>> def topic(name: str, share: float | None) -> TopicDifficulty:
    ...     return TopicDifficulty(name, "", 1, 1, 0.0, 0.0, 0.0, 0.0, 0.0, None, None, share)
    >>> deciding_topics([topic("1", 70.0), topic("2", 40.0), topic("3", -10.0)])
    'Half of the differences between the runs’ means come from 1 of 3 topics: 1 (70.0 %). 1 topic works \
against them: 3 (−10.0 %).'
    """
    shares = [(one.share, one.topic) for one in topics if one.share is not None]
    if len(shares) < len(topics) or not shares:
        return ""
    shares.sort(key=lambda one: (-one[0], one[1]))
    most: list[str] = []
    total = 0.0
    for share, topic in shares:
        most.append(f"{topic} ({share:.1f} %)")
        total += share
        if total >= HALF:
            break
    said = (
        f"Half of the differences between the runs’ means come from {len(most)} of {len(shares)} topics:"
        f" {_listed(most)}."
    )
    against = [f"{topic} (−{-share:.1f} %)" for share, topic in reversed(shares) if share < 0]
    if against:
        topics_work = "topics work" if len(against) > 1 else "topic works"
        said += f" {len(against)} {topics_work} against them: {_listed(against)}."
    return said


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown} and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else shown


def _placings(view: CampaignView, task: str) -> dict[str, TopicPlacing]:
    campaign, summary = view.outcome.campaign, view.difficulty[task]
    assessed, (topics, scores) = campaign.assessments.topics, view.topic_scores[task]
    own = dict(zip(topics, np.fmax.reduce(scores, axis=0, initial=np.nan).tolist(), strict=True))
    return {
        topic: TopicPlacing(
            topic=topic,
            title=campaign.topics.get(topic, Topic(topic)).title,
            relevant_articles=judged.relevant_articles if (judged := assessed.get(topic)) else 0,
            median=median,
            best=best,
            own=known(own[topic]),
        )
        for topic, median, best in zip(
            summary.topics, summary.median.tolist(), summary.best.tolist(), strict=True
        )
    }


def _placing_figure(view: CampaignView, task: str, topics: list[TopicPlacing]) -> TopicPlacingFigure:
    metric = view.topic_column(task)
    topics.sort(key=lambda one: (one.median, one.topic))
    below = [one for one in topics if one.own is not None and one.own < one.median]
    said = f"Your best run is below the median on {len(below)} of {len(topics)} topics"
    if below:
        worst = max(below, key=lambda one: one.median - (one.own or 0.0))
        said += (
            f", farthest on topic {worst.topic}, {worst.title or 'untitled'} ({decimals(worst.own or 0.0)}"
            f" against {decimals(worst.median)})"
        )
    return TopicPlacingFigure(
        figure=Figure(
            title=f"{task_title(task)}: topics from the hardest to the easiest",
            basis=(
                f"{metric.topic_identifier} on {len(topics)} topics: line from the median to the best of"
                f" {view.evaluated(task)} evaluated runs, tick at the median, dot at your best run"
            ),
            source="medians.csv",
            summary=f"{said}.",
        ),
        metric=metric,
        topics=tuple(topics),
    )
