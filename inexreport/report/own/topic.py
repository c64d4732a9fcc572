"""A topic for a participant: what was asked and judged, and the own runs against median and best."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.judging.nexi import NexiQuery, read_nexi
from inexreport.model.topic import Topic
from inexreport.report.figure import Figure, decimals, known
from inexreport.report.judgements import Judgements, topic_judgements
from inexreport.report.naming import MetricColumn, RunName, task_title
from inexreport.report.own.excerpt import CampaignExcerpt
from inexreport.report.own.placing import OwnDot, Strip, StripsFigure, strips_figure
from inexreport.report.own.run import topic_column
from inexreport.report.relevant_only import is_relevant_only
from inexreport.report.topic import RunScore
from inexreport.statistics.medians import Middle


@dataclass(frozen=True, slots=True)
class OwnTaskOnTopic:
    """The own runs of a task on the topic, best first, and what all runs reach.

    Attributes
    ----------
    difficulty, topics : int
        Place from the hardest, 1, to the easiest, `topics`, by the median of all runs.
    """

    task: str
    metric: MetricColumn
    middle: Middle
    best_run: RunName
    difficulty: int
    topics: int
    scores: tuple[RunScore, ...]


@dataclass(frozen=True, slots=True)
class OwnTopicPage:
    """What the page shows; `judgements` is None where the topic was not assessed."""

    topic: Topic
    castitle: NexiQuery | None
    judgements: Judgements | None
    unit: str
    strips: StripsFigure | None
    tasks: tuple[OwnTaskOnTopic, ...]
    previous: str | None
    following: str | None


def own_topic_page(excerpt: CampaignExcerpt, topic: Topic) -> OwnTopicPage:
    """Turn a topic, its assessments and the own scores on it into its page."""
    campaign = excerpt.view.outcome.campaign
    order = list(campaign.topics)
    place = order.index(topic.id)
    judged = campaign.assessments.topics.get(topic.id)
    tasks = tuple(on for task in excerpt.tasks if (on := _on_topic(excerpt, task, topic.id)) is not None)
    return OwnTopicPage(
        topic=topic,
        castitle=read_nexi(topic.castitle),
        judgements=topic_judgements(judged, is_relevant_only(campaign, topic.id))
        if judged is not None
        else None,
        unit=campaign.collection.unit,
        strips=_strips(topic, tasks),
        tasks=tasks,
        previous=order[place - 1] if place else None,
        following=order[place + 1] if place + 1 < len(order) else None,
    )


def _on_topic(excerpt: CampaignExcerpt, task: str, topic: str) -> OwnTaskOnTopic | None:
    about = excerpt.tasks[task]
    middle = about.medians.by_topic[about.topic_metric].get(topic)
    if middle is None:
        return None
    topics, scores = excerpt.view.topic_scores[task]
    own = scores[:, topics.index(topic)].tolist() if topic in topics else [float("nan")] * len(scores)
    found = [
        RunScore(excerpt.view.names[task, run.submission.name], known(score))
        for run, score in zip(about.standings.runs, own, strict=True)
    ]
    found.sort(key=lambda one: (one.score is None, -(one.score or 0.0), one.name.run))
    return OwnTaskOnTopic(
        task=task,
        metric=topic_column(excerpt, task),
        middle=middle,
        best_run=about.best_runs[about.topic_metric, topic],
        difficulty=about.difficulty[topic],
        topics=len(about.difficulty),
        scores=tuple(found),
    )


def _strips(topic: Topic, tasks: tuple[OwnTaskOnTopic, ...]) -> StripsFigure | None:
    strips = [
        Strip(
            label=task_title(one.task),
            own=tuple(OwnDot(run.name, run.score) for run in one.scores if run.score is not None),
            median=one.middle.median,
            best=one.middle.best,
        )
        for one in tasks
    ]
    said = "; ".join(
        f"{strip.label}: best {decimals(strip.best)}, median {decimals(strip.median)}"
        + "".join(f", {dot.name.title} {decimals(dot.score)}" for dot in strip.own)
        for strip in strips
    )
    return strips_figure(
        Figure(
            title=f"How your runs did on topic {topic.id}",
            basis="Dots are your runs by their task’s official metric on this topic, the short tick is the"
            " median of all evaluated runs, the long one the best",
            source="medians.csv",
            summary=f"{said}.",
        ),
        "Score on this topic",
        strips,
        [one.metric for one in tasks],
    )
