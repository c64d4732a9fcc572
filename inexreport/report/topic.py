"""The topic page: what was asked, what was judged relevant, and how the runs did."""

from __future__ import annotations

import hashlib
from dataclasses import astuple, dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from inexreport.model.campaign import Campaign
from inexreport.model.outcome import TaskOutcome
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals, known
from inexreport.report.judgements import Judgements, topic_judgements
from inexreport.report.judges import TopicAgreement, topic_agreements
from inexreport.report.naming import MetricColumn, RunName, task_title
from inexreport.report.nexi import NexiQuery, read_nexi
from inexreport.report.pool_parts import TopicPool, topic_pools
from inexreport.report.relevant_only import is_relevant_only
from inexreport.statistics.once_per_task import OncePerTask
from inexreport.statistics.summary import Integers


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
class RunsOnTopic:
    """What the topic page shows of runs.

    Attributes
    ----------
    pools : tuple of TopicPool
    strip : StripFigure or None
        Of the tasks whose runs have scores on the topic.
    """

    pools: tuple[TopicPool, ...]
    strip: StripFigure | None

    @property
    def tasks(self) -> tuple[TaskOnTopic, ...]:
        """Those of the strip."""
        return self.strip.tasks if self.strip else ()


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
    return TopicPage(
        campaign=campaign,
        topic=topic,
        runs=runs_on_topic(view, topic),
        previous=order[place - 1] if place else None,
        following=order[place + 1] if place + 1 < len(order) else None,
    )


def runs_on_topic(view: CampaignView, topic: Topic) -> RunsOnTopic:
    """All that the topic's page shows of runs: the rest of it is the campaign's own."""
    tasks = tuple(on for task in view.standings if (on := _on_topic(view, task, topic.id)) is not None)
    return RunsOnTopic(topic_pools(view, topic.id), _strip(topic, tasks))


def facts_of_runs(view: CampaignView, topic: Topic) -> tuple[Any, ...]:
    """All that `runs_on_topic` is made from, in few objects: whoever compares it makes checksums of many."""
    tasks = []
    for task in view.standings:
        topics, scores = view.topic_scores[task]
        summed_up = _summed_up(view, task, topic.id)
        if summed_up is not None:
            own, named = scores[:, topics.index(topic.id)], _by_name.of(view.of(task), view)
            # Runs without a score come in the order of the standings, all others by score and name.
            unscored = [
                view.standings[task].runs[row].submission.name for row in np.flatnonzero(np.isnan(own))
            ]
            tasks.append((summed_up, named.checksum, own[named.rows].tobytes(), unscored))
    return topic_pools(view, topic.id), tasks


def _on_topic(view: CampaignView, task: str, topic: str) -> TaskOnTopic | None:
    summed_up = _summed_up(view, task, topic)
    if summed_up is None:
        return None
    topics, scores = view.topic_scores[task]
    column = topics.index(topic)
    names = [view.names[task, run.submission.name] for run in view.standings[task].runs]
    own, order = scores[:, column].tolist(), _best_first.of(view.of(task), view)[:, column].tolist()
    return replace(summed_up, scores=tuple(RunScore(names[row], known(own[row])) for row in order))


def _summed_up(view: CampaignView, task: str, topic: str) -> TaskOnTopic | None:
    """How the runs did, without their scores."""
    summary = view.difficulty[task]
    if topic not in summary.topics:
        return None
    i = summary.topics.index(topic)
    best = view.standings[task].runs[int(summary.best_run[i])]
    return TaskOnTopic(
        task=task,
        metric=view.topic_column(task),
        runs=int(summary.runs[i]),
        best=float(summary.best[i]),
        best_run=view.names[task, best.submission.name],
        median=float(summary.median[i]),
        lowest=float(summary.lowest[i]),
        difficulty=int(summary.difficulty[i]),
        topics=len(summary.topics),
        scores=(),
    )


@dataclass(frozen=True, eq=False)
class _ByName:
    """Rows of the standings in the order of their runs' names, and a checksum of these."""

    rows: Integers
    checksum: str


def _rows_by_name(outcome: TaskOutcome, view: CampaignView) -> _ByName:
    task = outcome.task.name
    runs = [run.submission.name for run in view.standings[task].runs]
    rows = sorted(range(len(runs)), key=runs.__getitem__)
    names = [astuple(view.names[task, runs[row]]) for row in rows]
    return _ByName(np.array(rows, dtype=np.int64), hashlib.sha256(repr(names).encode()).hexdigest())


_by_name = OncePerTask(_rows_by_name)


def _best_rows_first(outcome: TaskOutcome, view: CampaignView) -> Integers:
    """Rows of the standings by their scores on each topic, shape (runs, topics); equal ones by name."""
    _, scores = view.topic_scores[outcome.task.name]
    rows = np.arange(len(scores))
    by_name = np.empty_like(rows)
    by_name[_by_name.of(outcome, view).rows] = rows
    unscored = np.isnan(scores)  # comes last, in the order of the standings
    return np.lexsort((np.where(unscored, rows[:, None], by_name[:, None]), -scores), axis=0)


_best_first = OncePerTask(_best_rows_first)


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
