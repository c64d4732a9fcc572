"""What workers do with one run under changed assessments: score again the topics that are changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from inexreport.building.kept_runs import KeptRuns, RevisedScores, Values
from inexreport.building.prepared_campaign import PreparedCampaign
from inexreport.cache.folder import key_of
from inexreport.errors import InputChangedError
from inexreport.evaluation.reassessment import Reassessment, means_of, without_parts
from inexreport.evaluation.run_evaluation import judge_again
from inexreport.evaluation.run_scores import RunJudgement
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.formats.run_content import widened
from inexreport.formats.run_files import RunFile
from inexreport.formats.runs import read_run
from inexreport.judging.reassessment import Revision
from inexreport.metrics.metric import BoundMetric
from inexreport.model.assessment import TopicAssessment
from inexreport.model.run import Results


@dataclass(frozen=True, eq=False)
class RescoringWork:
    """What scoring any run of a task under changed assessments needs."""

    prepared: PreparedCampaign
    kept: KeptRuns | None
    task: str
    reassessments: tuple[Reassessment, ...]

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What is changed, made once for all runs that a worker scores."""
        plan = self.prepared.plans[self.task]
        return tuple(Change(one, plan) for one in self.reassessments)

    @cached_property
    def needed(self) -> frozenset[str]:
        """Keys of all values that a run's means are made from."""
        return frozenset(key for change in self.changes for key in (change.official, *change.keys.values()))

    def knows(self, run: RunToRescore) -> bool:
        """Whether earlier builds have found out something about a run."""
        return self.kept is not None and self.kept.has_revised_scores(run.file, run.sha256)

    def means(self, scores: RevisedScores) -> Sequence[Values]:
        """For each change a run's means, shape (metrics of the change,)."""
        return tuple(change.means(scores.topics, scores.values) for change in self.changes)

    @cached_property
    def depth(self) -> int | None:
        """How many results of a topic matter to any change; None if all may."""
        depths = [bound.depth for change in self.changes for bound in change.by_topic]
        known = [depth for depth in depths if depth is not None]
        return max(known) if known and len(known) == len(depths) else None


class Change:
    """A change of a task's assessments, topic by topic.

    Parameters
    ----------
    reassessment : Reassessment
    plan : TaskPlan

    Attributes
    ----------
    metrics : tuple of BoundMetric
    by_topic : tuple of BoundMetric
        The metrics by topic that those are made from.
    official : str
        By which a run's values under the official assessments are kept.
    keys : mapping of str to str
        By topic, by which its values under the changed one are kept: what has the same key scores the same.
    """

    def __init__(self, reassessment: Reassessment, plan: TaskPlan) -> None:
        self._revisions, self._plan = reassessment.revisions, plan
        self._assessments: dict[str, TopicAssessment] = {}
        self.metrics, self.by_topic = reassessment.metrics, without_parts(reassessment.metrics)
        self.official = _key(self.by_topic)
        self.keys = {topic: self._key(topic, revision) for topic, revision in self._revisions.items()}

    def assessment(self, topic: str) -> TopicAssessment:
        """The changed assessment of a topic."""
        if topic not in self._assessments:
            self._assessments[topic] = self._revisions[topic].of(self._plan.assessments[topic])
        return self._assessments[topic]

    def means(self, topics: Sequence[str], values: Mapping[str, Values]) -> Values:
        """A run's means after the change, shape (metrics,).

        Parameters
        ----------
        topics : sequence of str
            All topics of the run's scores.
        values : mapping of str to float64 array
            By key.
        """
        rows = values[self.official].reshape(len(self.by_topic), len(topics)).copy()
        place = {topic: column for column, topic in enumerate(topics)}
        for topic, key in self.keys.items():
            rows[:, place[topic]] = values[key]
        return means_of(self.metrics, rows)

    def _key(self, topic: str, revision: Revision) -> str:
        elements = (name for element in sorted(revision.elements) for name in element)
        return key_of(self.official, topic, revision.edit, *elements, "", *sorted(revision.articles))


@dataclass(frozen=True, slots=True)
class RunToRescore:
    """An evaluated run and the checksum of the file that it was."""

    file: RunFile
    sha256: str


def kept_rescoring(work: RescoringWork, run: RunToRescore) -> Sequence[Values] | None:
    """What a run scores under every change, if earlier builds have found out all of it."""
    kept = work.kept.revised_scores(run.file, run.sha256) if work.kept else None
    return work.means(kept) if kept and work.needed <= kept.values.keys() else None


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
    scores = before or RevisedScores((), {})
    if not work.needed <= scores.values.keys():
        scores = _completed(scores, run, work)
        if work.kept:
            current = {key: values for key, values in scores.values.items() if key in work.needed}
            work.kept.keep_revised_scores(run.file, run.sha256, replace(scores, values=current))
    return work.means(scores)


def _completed(scores: RevisedScores, run: RunToRescore, work: RescoringWork) -> RevisedScores:
    """What is known, and all that is not known yet."""
    values = dict(scores.values)
    missing = {topic for change in work.changes for topic, key in change.keys.items() if key not in values}
    some = all(change.official in values for change in work.changes)
    judgement = _judgement(run, work, missing if some else None)
    by_metrics: dict[str, list[Change]] = {}
    for change in work.changes:
        by_metrics.setdefault(change.official, []).append(change)
    for official, changes in by_metrics.items():
        metrics = changes[0].by_topic
        if official not in values:
            values[official] = judgement.rows(metrics).ravel()
        # Several changes at once: to begin with metrics takes longer than a topic more.
        assessments = {
            key: change.assessment(topic)
            for change in changes
            for topic, key in change.keys.items()
            if key not in values
        }
        found = judgement.reassessed(list(assessments.values()), metrics)
        values |= dict(zip(assessments, found, strict=True))
    return RevisedScores(scores.topics if some else judgement.topics, values)


def _judgement(run: RunToRescore, work: RescoringWork, topics: Collection[str] | None) -> RunJudgement:
    """A run beside the assessments of some topics, or of all."""
    prepared = work.prepared
    plan = prepared.plans[work.task]
    results = work.kept.located(run.file, run.sha256) if work.kept else None
    if results is None:
        results = _read_again(run, prepared)
    if topics is not None:
        results = results.of_topics(topics)
        plan = replace(plan, assessments={topic: plan.assessments[topic] for topic in topics})
    results = widened(results)
    if work.depth is not None:
        results = results.first_of_topics(work.depth)
    return judge_again(results, prepared.campaign, plan, prepared.elements)


def _read_again(run: RunToRescore, prepared: PreparedCampaign) -> Results:
    read, _ = read_run(run.file, prepared.campaign)
    if read is None or read.submission.sha256 != run.sha256:
        raise InputChangedError(run.file.file)
    return read.results


def _key(metrics: Sequence[BoundMetric]) -> str:
    return key_of(*(bound.identifier for bound in metrics))
