"""What workers do with one run under changed assessments: score again the topics that are changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from inexreport.building.campaign import PreparedCampaign
from inexreport.building.kept_runs import KeptRuns, RevisedScores, Values
from inexreport.cache.folder import key_of
from inexreport.errors import InputChangedError
from inexreport.evaluation.reassessment import Reassessment, RevisedTopic, means_of, without_parts
from inexreport.evaluation.run_evaluation import judge_again
from inexreport.evaluation.run_scores import RunJudgement
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.formats.campaign_directory import RunFile
from inexreport.formats.runs import read_run, run_of_reading
from inexreport.metrics.metric import BoundMetric


@dataclass(frozen=True, eq=False)
class RescoringWork:
    """What scoring any run of a task under changed assessments needs."""

    prepared: PreparedCampaign
    kept: KeptRuns | None
    task: str
    changes: tuple[Reassessment, ...]

    @property
    def plan(self) -> TaskPlan:
        """What is computed for the task."""
        return self.prepared.plans[self.task]

    @cached_property
    def revised(self) -> tuple[Mapping[str, RevisedTopic], ...]:
        """For each change its topics, by what a run's scores for them are kept."""
        return tuple(_revised(change) for change in self.changes)

    @cached_property
    def topics(self) -> Mapping[str, RevisedTopic]:
        """The topics of all changes; what changes alike is there once."""
        return {key: topic for topics in self.revised for key, topic in topics.items()}

    @cached_property
    def official(self) -> Mapping[str, tuple[BoundMetric, ...]]:
        """All sets of metrics, each once, by what their values under the official assessments are kept."""
        return {_key(change.metrics): without_parts(change.metrics) for change in self.changes}


@dataclass(frozen=True, slots=True)
class RunToRescore:
    """An evaluated run and the checksum of the file that it was."""

    file: RunFile
    sha256: str


def rescore_file(work: RescoringWork, run: RunToRescore) -> Sequence[Values]:
    """Score a run that has been evaluated under every change of its task's assessments.

    Returns
    -------
    sequence of float64 array
        For each change the means, shape (metrics of the change,).

    Raises
    ------
    InputChangedError
        If the file is no longer what was evaluated.
    """
    before = work.kept.revised_scores(run.file, run.sha256) if work.kept else None
    known = before.values if before else {}
    official = work.official if any(key not in known for key in work.official) else {}
    missing = [key for key in work.topics if key not in known]
    topics = before.topics if before else ()
    if official or missing:
        asked = None if official else {work.topics[key].topic for key in missing}
        judgement = _judgement(run, work, asked)
        topics = judgement.topics if asked is None else topics
        found = {key: judgement.rows(metrics).ravel() for key, metrics in official.items()}
        found |= {key: work.topics[key].values(judgement, work.plan) for key in missing}
        known = {key: found[key] if key in found else known[key] for key in (*work.official, *work.topics)}
        if work.kept:
            work.kept.keep_revised_scores(run.file, run.sha256, RevisedScores(topics, known))
    place = {topic: column for column, topic in enumerate(topics)}
    return tuple(
        _means(
            change,
            known[_key(change.metrics)],
            {place[topic.topic]: known[key] for key, topic in revised.items()},
        )
        for change, revised in zip(work.changes, work.revised, strict=True)
    )


def _means(change: Reassessment, official: Values, revised: Mapping[int, Values]) -> Values:
    rows = official.reshape(len(without_parts(change.metrics)), -1).copy()
    for column, values in revised.items():
        rows[:, column] = values
    return means_of(change.metrics, rows)


def _judgement(run: RunToRescore, work: RescoringWork, topics: Collection[str] | None) -> RunJudgement:
    """A run beside the assessments of some topics, or of all."""
    prepared, file, plan = work.prepared, run.file, work.plan
    reading = work.kept.reading(run.sha256) if work.kept else None
    read, _ = (
        read_run(file, prepared.campaign)
        if reading is None
        else run_of_reading(reading, run.sha256, file, prepared.campaign)
    )
    if read is None or read.submission.sha256 != run.sha256:
        raise InputChangedError(file.file)
    if topics is not None:
        read = replace(read, results=read.results.of_topics(topics))
        plan = replace(plan, assessments={topic: plan.assessments[topic] for topic in topics})
    return judge_again(read, prepared.campaign, plan, prepared.elements)


def _revised(change: Reassessment) -> dict[str, RevisedTopic]:
    """The topics of a change by their keys: what has the same key scores the same."""
    metrics, of_metrics = without_parts(change.metrics), _key(change.metrics)
    revised = {}
    for topic, revision in change.revisions.items():
        elements = (name for element in sorted(revision.elements) for name in element)
        key = key_of(of_metrics, topic, revision.edit, *elements, "", *sorted(revision.articles))
        revised[key] = RevisedTopic(topic, revision, metrics)
    return revised


def _key(metrics: Sequence[BoundMetric]) -> str:
    return key_of(*(bound.identifier for bound in metrics))
