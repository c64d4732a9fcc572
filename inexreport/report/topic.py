"""The topic page: what was asked, what was judged relevant, and how the runs did."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from inexreport.judging.nexi import NexiQuery, read_nexi
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import TaskOutcome
from inexreport.model.score_numbers import comparable
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals, known
from inexreport.report.judgements import Judgements, topic_judgements
from inexreport.report.judges import TopicAgreement, topic_agreements
from inexreport.report.naming import MetricColumn, RunName, task_title
from inexreport.report.pool_parts import TopicPool, topic_pools
from inexreport.report.relevant_only import is_relevant_only
from inexreport.report.standing_strip import PlacedRun, PlacingFigure, PlacingStrip
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.summary import Integers


@dataclass(frozen=True, slots=True)
class RunScore:
    """A run on this topic."""

    name: RunName
    score: float | None


@dataclass(frozen=True, slots=True)
class TaskOnTopic:
    """How the runs of a task did on the topic by the task's metric for topics, best first.

    On a participant's site `scores` has the own runs, the other numbers are about all; `lowest` is NaN.

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
class RunsOnTopic:
    """What the topic page shows of runs.

    Attributes
    ----------
    tasks : tuple of TaskOnTopic
        Those of which runs have scores on the topic.
    pools : tuple of TopicPool
    strip : StripFigure or None
    placing : PlacingFigure or None
        On a participant's site instead of pools and strip.
    """

    tasks: tuple[TaskOnTopic, ...]
    pools: tuple[TopicPool, ...] = ()
    strip: StripFigure | None = None
    placing: PlacingFigure | None = None


@dataclass(frozen=True, eq=False)
class TopicPage:
    """What the topic page shows; what is told of judges is found out when it is asked for."""

    campaign: Campaign
    topic: Topic
    runs: RunsOnTopic
    previous: str | None
    following: str | None

    @property
    def unit(self) -> str:
        """In which text is measured."""
        return self.campaign.collection.unit

    @cached_property
    def castitle(self) -> NexiQuery | None:
        """As it was read."""
        return read_nexi(self.topic.castitle)

    @property
    def is_judged(self) -> bool:
        """Whether the topic was assessed."""
        return self.topic.id in self.campaign.assessments.topics

    @cached_property
    def only_relevant(self) -> bool:
        """Whether the assessments list relevant items only."""
        return is_relevant_only(self.campaign, self.topic.id)

    @cached_property
    def judgements(self) -> Judgements:
        """Of a topic that was assessed."""
        return topic_judgements(self.campaign.assessments.topics[self.topic.id], self.only_relevant)

    @cached_property
    def agreements(self) -> tuple[TopicAgreement, ...]:
        """Of its judges."""
        return topic_agreements(self.campaign, self.topic.id)


def topic_page(view: CampaignView, topic: Topic) -> TopicPage:
    """Turn a topic, its assessments and all scores on it into its page."""
    campaign = view.outcome.campaign
    order = list(campaign.topics)
    place = order.index(topic.id)
    tasks = tuple(on for task in view.standings if (on := _on_topic(view, task, topic.id)) is not None)
    return TopicPage(
        campaign=campaign,
        topic=topic,
        runs=RunsOnTopic(tasks, placing=_placing(topic, tasks))
        if view.participant
        else RunsOnTopic(tasks, topic_pools(view, topic.id), _strip(topic, tasks)),
        previous=order[place - 1] if place else None,
        following=order[place + 1] if place + 1 < len(order) else None,
    )


def _on_topic(view: CampaignView, task: str, topic: str) -> TaskOnTopic | None:
    """How the runs of a task did; None if none of them has a score there."""
    summary = view.difficulty[task]
    if topic not in summary.topics:
        return None
    i = summary.topics.index(topic)
    runs = view.standings[task].runs
    names = [view.names[task, run.submission.name] for run in runs]
    topics, scores = view.topic_scores[task]
    column = topics.index(topic)
    own, order = scores[:, column].tolist(), _best_rows_first(view.of(task), view)[:, column].tolist()
    return TaskOnTopic(
        task=task,
        metric=view.topic_column(task),
        runs=int(summary.runs[i]),
        best=float(summary.best[i]),
        best_run=view.topic_winners[task][i],
        median=float(summary.median[i]),
        lowest=float(summary.lowest[i]),
        difficulty=int(summary.difficulty[i]),
        topics=len(summary.topics),
        scores=tuple(RunScore(names[row], known(own[row])) for row in order),
    )


@once_per_outcome
def _best_rows_first(outcome: TaskOutcome, view: CampaignView) -> Integers:
    """Rows of the standings by their scores on each topic, shape (runs, topics); equal ones by name."""
    _, scores = view.topic_scores[outcome.task.name]
    rows = np.arange(len(scores))
    names = [run.submission.name for run in view.standings[outcome.task.name].runs]
    by_name = np.empty_like(rows)
    by_name[sorted(rows, key=names.__getitem__)] = rows
    unscored = np.isnan(scores)  # comes last, in the order of the standings
    return np.lexsort((np.where(unscored, rows[:, None], by_name[:, None]), -comparable(scores)), axis=0)


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
            basis=(
                "Each dot is a run’s score on this topic by its task’s official metric;"
                " the large dot is the best, the upright line the median"
            ),
            source="scores.csv",
            summary=f"{said}.",
        ),
        tasks=tasks,
    )


def _placing(topic: Topic, tasks: tuple[TaskOnTopic, ...]) -> PlacingFigure | None:
    if not tasks:
        return None
    strips = tuple(
        PlacingStrip(
            metric=one.metric,
            label=task_title(one.task),
            runs=tuple(PlacedRun(run.name, run.score) for run in one.scores if run.score is not None),
            median=one.median,
            best=one.best,
        )
        for one in tasks
    )
    said = "; ".join(
        f"{strip.label}: best {decimals(strip.best)}, median {decimals(strip.median)}"
        + "".join(f", {dot.name.title} {decimals(dot.score)}" for dot in strip.runs)
        for strip in strips
    )
    return PlacingFigure(
        figure=Figure(
            title=f"How your runs did on topic {topic.id}",
            basis="Dots are your runs by their task’s official metric on this topic, the short tick is the"
            " median of all evaluated runs, the long one the best",
            source="medians.csv",
            summary=f"{said}.",
        ),
        axis="Score on this topic",
        strips=strips,
    )
