"""The topic page: what was asked, what was judged relevant, and how the runs did."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.model.assessment import UNKNOWN, TopicAssessment
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals, known
from inexreport.report.judges import TopicAgreement, topic_agreements
from inexreport.report.naming import MetricColumn, RunName, task_title
from inexreport.report.nexi import NexiToken, nexi_tokens
from inexreport.report.pool_parts import TopicPool, topic_pools


@dataclass(frozen=True, slots=True)
class RelevantArticle:
    """An article with highlighted text; what the assessments do not give is None."""

    article: str
    relevant_characters: int
    length: int | None
    passages: int
    entry_point: int | None

    @property
    def share(self) -> float | None:
        """Highlighted share of the article in percent."""
        return 100.0 * self.relevant_characters / self.length if self.length else None


@dataclass(frozen=True, slots=True)
class Judgements:
    """What the assessments say of the topic, largest highlighted text first."""

    judged: int
    relevant: int
    characters: int
    passages: int
    articles: tuple[RelevantArticle, ...]
    entry_points_vary: bool


@dataclass(frozen=True, slots=True)
class RunScore:
    """A run on this topic."""

    name: RunName
    score: float | None


@dataclass(frozen=True, slots=True)
class TaskOnTopic:
    """How the runs of a task did on the topic by the task's metric for topics, best first.

    Attributes
    ----------
    difficulty, topics : int
        Place from the hardest, 1, to the easiest, `topics`, by the median.
    """

    task: str
    metric: MetricColumn
    runs: int
    best: float
    best_run: RunName
    median: float
    lowest: float
    difficulty: int
    topics: int
    scores: tuple[RunScore, ...]


@dataclass(frozen=True, slots=True)
class StripFigure:
    """A row of dots per task."""

    figure: Figure
    tasks: tuple[TaskOnTopic, ...]


@dataclass(frozen=True, slots=True)
class TopicPage:
    """What the topic page shows; `judgements` is None where the topic was not assessed."""

    topic: Topic
    castitle: tuple[NexiToken, ...]
    judgements: Judgements | None
    pools: tuple[TopicPool, ...]
    agreements: tuple[TopicAgreement, ...]
    unit: str
    strip: StripFigure | None
    tasks: tuple[TaskOnTopic, ...]
    previous: str | None
    following: str | None


def topic_page(view: CampaignView, topic: Topic) -> TopicPage:
    """Turn a topic, its assessments and all scores on it into its page."""
    campaign = view.outcome.campaign
    order = list(campaign.topics)
    place = order.index(topic.id)
    judged = campaign.assessments.topics.get(topic.id)
    tasks = tuple(on for task in view.standings if (on := _on_topic(view, task, topic.id)) is not None)
    return TopicPage(
        topic=topic,
        castitle=nexi_tokens(topic.castitle),
        judgements=_judgements(judged) if judged is not None else None,
        pools=topic_pools(view, topic.id),
        agreements=topic_agreements(campaign, topic.id),
        unit=campaign.collection.unit,
        strip=_strip(topic, tasks),
        tasks=tasks,
        previous=order[place - 1] if place else None,
        following=order[place + 1] if place + 1 < len(order) else None,
    )


def _judgements(judged: TopicAssessment) -> Judgements:
    passages = np.bincount(judged.passage_article, minlength=len(judged.articles))
    relevant = [i for i in range(len(judged.articles)) if judged.relevant_characters[i] > 0]
    relevant.sort(key=lambda i: (-judged.relevant_characters[i], judged.articles[i]))
    entry_points = {int(judged.entry_point[i]) for i in relevant}
    return Judgements(
        judged=len(judged.articles),
        relevant=judged.relevant_articles,
        characters=judged.total_relevant_characters,
        passages=len(judged.passage_offset),
        articles=tuple(
            RelevantArticle(
                article=judged.articles[i],
                relevant_characters=int(judged.relevant_characters[i]),
                length=_given(judged.article_length[i]),
                passages=int(passages[i]),
                entry_point=_given(judged.entry_point[i]),
            )
            for i in relevant
        ),
        entry_points_vary=len(entry_points) > 1 or len(relevant) == 1,
    )


def _given(value: np.int64) -> int | None:
    return None if value == UNKNOWN else int(value)


def _on_topic(view: CampaignView, task: str, topic: str) -> TaskOnTopic | None:
    summary = view.difficulty[task]
    if topic not in summary.topics:
        return None
    standings = view.standings[task]
    i = summary.topics.index(topic)
    topics, scores = view.topic_scores[task]
    own = scores[:, topics.index(topic)]
    names = [view.names[task, run.submission.name] for run in standings.runs]
    order = sorted(range(len(names)), key=lambda row: (np.isnan(own[row]), -own[row], names[row].run))
    return TaskOnTopic(
        task=task,
        metric=view.topic_column(task),
        runs=int(summary.runs[i]),
        best=float(summary.best[i]),
        best_run=names[int(summary.best_run[i])],
        median=float(summary.median[i]),
        lowest=float(summary.lowest[i]),
        difficulty=int(summary.difficulty[i]),
        topics=len(summary.topics),
        scores=tuple(RunScore(names[row], known(own[row])) for row in order),
    )


def _strip(topic: Topic, tasks: tuple[TaskOnTopic, ...]) -> StripFigure | None:
    if not tasks:
        return None
    said = "; ".join(
        f"{task_title(one.task)}: best {decimals(one.best)} by {one.best_run.label},"
        f" median {decimals(one.median)} of {one.runs} runs"
        for one in tasks
    )
    return StripFigure(
        figure=Figure(
            title=f"How the runs did on topic {topic.id}",
            basis="Each dot is a run’s score on this topic by its task’s official metric",
            source="scores.csv",
            summary=f"{said}.",
        ),
        tasks=tasks,
    )
