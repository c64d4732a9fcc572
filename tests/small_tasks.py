"""Outcomes of tasks with a few runs, given by their scores per topic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from inexreport.model.assessment import Assessments
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import CampaignOutcome, Composition, RunOutcome, RunScores, TaskOutcome
from inexreport.model.run import Submission
from inexreport.model.score_numbers import mean
from inexreport.model.task import Task
from inexreport.model.topic import Topic

METRIC = "MAiP"


def run_of(
    name: str,
    scores: Mapping[str, Sequence[float]],
    topics: Sequence[str],
    types: Mapping[str, int] | None = None,
    task: str = "Focused",
    **facts: Any,
) -> RunOutcome:
    """A run with its scores per topic by each metric; `facts` are fields of its submission."""
    by_topic = np.array([list(values) for values in scores.values()], dtype=np.float64)
    known = [[value for value in row if value == value] for row in by_topic.tolist()]
    composition = Composition(
        topics=tuple(topics),
        results_per_topic=np.ones(len(topics), dtype=np.int64),
        articles_per_topic=np.ones(len(topics), dtype=np.int64),
        element_types={"sec": 10} if types is None else types,
        judged_by_rank=np.full(5, np.nan),
        unlocated=0,
    )
    return RunOutcome(
        submission=Submission(task, name, f"runs/{task}/{name}.xml", "0" * 64, **facts),
        results=len(topics),
        problems=(),
        scores=RunScores(
            metrics=tuple(scores),
            topics=tuple(topics),
            by_topic=by_topic,
            mean=np.array([mean(row) for row in known]),
            topics_counted=np.array([len(row) for row in known], dtype=np.int64),
        ),
        composition=composition,
    )


def task_of(
    runs: Sequence[RunOutcome], name: str = "Focused", metrics: Sequence[str] = (METRIC,)
) -> TaskOutcome:
    """A task; the first metric is the official one."""
    return TaskOutcome(Task(name=name, cutoff=1500, official=metrics[0], metrics=tuple(metrics)), tuple(runs))


def scored(topics: Sequence[str], **runs: Sequence[float]) -> TaskOutcome:
    """A task with a metric."""
    return task_of([run_of(name, {METRIC: scores}, topics) for name, scores in runs.items()])


def campaign_of(
    tasks: Sequence[TaskOutcome],
    query_types: Mapping[str, str],
    topic_tags: Mapping[str, tuple[str, ...]] | None = None,
    assessments: Assessments | None = None,
) -> CampaignOutcome:
    """A campaign whose topics are those with a query type."""
    campaign = Campaign(
        slug="small",
        title="Small",
        year=2042,
        protocol="",
        tasks={task.task.name: task.task for task in tasks},
        topics={topic: Topic(topic, query_type=kind) for topic, kind in query_types.items()},
        assessments=assessments or Assessments("official", {}),
        topic_tags=topic_tags or {},
    )
    return CampaignOutcome(campaign, tuple(tasks))


def without_results(run: RunOutcome) -> RunOutcome:
    """A run, whose rankings have been let go, as one that has returned nothing."""
    return replace(run, rankings_let_go=False)
