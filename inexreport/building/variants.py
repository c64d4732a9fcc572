"""Scores of all runs of a task under variants of its assessments."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from inexreport.building.resources import Progress
from inexreport.building.run_evaluation import RunContext, RunToEvaluate, located_run
from inexreport.cache import digest
from inexreport.evaluation.run_evaluation import judge_again
from inexreport.evaluation.run_scores import RunJudgement, means_of, parts_of
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.formats.run_files import RunFile
from inexreport.model.assessment import TopicAssessment
from inexreport.model.outcome import TaskOutcome, VariantScores
from inexreport.parallel import Workers
from inexreport.statistics.assessment_variants import AssessmentVariant, assessment_variants
from inexreport.statistics.leave_out import assessments_without_groups
from inexreport.statistics.pool_contributions import pool_contributions
from inexreport.statistics.pool_findings import pooled_results

Values = NDArray[np.float64]

RESCORING = "Scoring under other assessments"


class Variant:
    """A change of a task's assessments, topic by topic.

    Parameters
    ----------
    variant : AssessmentVariant
    plan : TaskPlan

    Attributes
    ----------
    metrics : tuple of BoundMetric
    by_topic : tuple of BoundMetric
        The metrics by topic that those are made from.
    official : str
        Key of a run's values under the official assessments.
    keys : mapping of str to str
        By topic, the key of its values under the changed one: what has the same key scores the same.
    """

    def __init__(self, variant: AssessmentVariant, plan: TaskPlan) -> None:
        self._edits, self._plan = variant.edits, plan
        self._assessments: dict[str, TopicAssessment] = {}
        self.metrics = variant.metrics
        self.by_topic = tuple(part for bound in variant.metrics for part in parts_of(bound))
        self.official = digest(*(bound.identifier for bound in self.by_topic))
        self.keys = {topic: digest(self.official, topic, edit) for topic, edit in self._edits.items()}

    def assessment(self, topic: str) -> TopicAssessment:
        """The changed assessment of a topic."""
        if topic not in self._assessments:
            self._assessments[topic] = self._edits[topic].of(self._plan.assessments[topic])
        return self._assessments[topic]

    def means(self, topics: Sequence[str], values: Mapping[str, Values]) -> Values:
        """A run's means under the variant, shape (metrics,).

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


@dataclass(frozen=True, eq=False)
class TopicScores:
    """What a run scores for topics, under the official assessments and under changed ones.

    Attributes
    ----------
    topics : tuple of str
        All topics of the run's scores, ordered.
    values : mapping of str to float64 array
        By the keys of `Variant`.
    """

    topics: tuple[str, ...]
    values: Mapping[str, Values]


@dataclass(frozen=True, eq=False)
class VariantContext:
    """What scoring any run of a task under variants of its assessments needs."""

    runs: RunContext
    task: str
    assessment_variants: tuple[AssessmentVariant, ...]

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """Made once for all runs that a worker scores."""
        plan = self.runs.prepared.plans[self.task]
        return tuple(Variant(one, plan) for one in self.assessment_variants)

    @cached_property
    def needed(self) -> frozenset[str]:
        """Keys of all values that a run's means are made from."""
        return frozenset(key for one in self.variants for key in (one.official, *one.keys.values()))

    @cached_property
    def depth(self) -> int | None:
        """How many results of a topic matter to any variant; None if all may."""
        depths = [bound.depth for one in self.variants for bound in one.by_topic]
        known = [depth for depth in depths if depth is not None]
        return max(known) if known and len(known) == len(depths) else None


def score_under_variants(
    context: RunContext,
    tasks: Sequence[TaskOutcome],
    files: Mapping[str, RunFile],
    workers: Workers,
    progress: Progress,
) -> list[TaskOutcome]:
    """Score the runs of tasks as if the judges had been given less, or asked for less.

    Parameters
    ----------
    context : RunContext
    tasks : sequence of TaskOutcome
    files : mapping of str to RunFile
        By their paths in the campaign directory.
    workers : Workers
    progress : callable

    Returns
    -------
    list of TaskOutcome
        The tasks with `TaskOutcome.variants` and `TaskOutcome.without_group`.
    """
    done, total = 0, sum(len(task.runs) for task in tasks)
    progress(RESCORING, done, total)
    scored = []
    for task in tasks:
        plan = context.prepared.plans[task.task.name]
        results = pooled_results(task, context.prepared.campaign)
        contributions = pool_contributions(results, task.task.pool_depth)
        changed = assessment_variants(plan, results)
        without_groups = assessments_without_groups(plan, results, contributions)
        variants = (*changed, *without_groups)
        runs = [run.submission for run in task.runs if run.evaluated] if variants else []
        means: dict[str, Sequence[Values]] = {}
        work = VariantContext(context, task.task.name, variants)
        items = [RunToEvaluate(files[one.file], one.sha256) for one in runs]
        for run, of_run in zip(runs, workers.map(score_variants, work, items), strict=True):
            means[run.name] = of_run
            progress(RESCORING, done + len(means), total)
        done += len(task.runs)
        progress(RESCORING, done, total)
        variant_scores = tuple(_variant_scores(one, place, means) for place, one in enumerate(variants))
        scored.append(
            replace(
                task, variants=variant_scores[: len(changed)], without_group=variant_scores[len(changed) :]
            )
        )
    return scored


def _variant_scores(
    variant: AssessmentVariant, place: int, means: Mapping[str, Sequence[Values]]
) -> VariantScores:
    shape = len(means), len(variant.metrics)
    return VariantScores(
        change=variant.change,
        metrics=tuple(bound.identifier for bound in variant.metrics),
        runs=tuple(means),
        means=np.array([of_run[place] for of_run in means.values()], dtype=np.float64).reshape(shape),
    )


def score_variants(context: VariantContext, run: RunToEvaluate) -> Sequence[Values]:
    """Score an evaluated run under every variant of its task's assessments.

    Only topics with changed assessments are scored, and of these only those that no earlier build has scored.

    Returns
    -------
    sequence of float64 array
        For each variant the means, shape (metrics of the variant,).

    Raises
    ------
    InputChangedError
        If the file is no longer what was evaluated.
    """
    cache, key = context.runs.cache, context.runs.key(run.file, run.sha256)
    scores: TopicScores = cache.get("variant", key) or TopicScores((), {})
    if not context.needed <= scores.values.keys():
        scores = _completed(scores, run, context)
        needed = {key: values for key, values in scores.values.items() if key in context.needed}
        cache.put("variant", key, replace(scores, values=needed))
    return tuple(variant.means(scores.topics, scores.values) for variant in context.variants)


def _completed(known: TopicScores, run: RunToEvaluate, context: VariantContext) -> TopicScores:
    """What is known of a run, and all that is not known yet."""
    values = dict(known.values)
    missing = {topic for one in context.variants for topic, key in one.keys.items() if key not in values}
    official_known = all(one.official in values for one in context.variants)
    judgement = _judgement(run, context, missing if official_known else None)
    by_metrics: dict[str, list[Variant]] = {}
    for one in context.variants:
        by_metrics.setdefault(one.official, []).append(one)
    for official, variants in by_metrics.items():
        metrics = variants[0].by_topic
        if official not in values:
            values[official] = judgement.rows(metrics).ravel()
        assessments = {
            key: one.assessment(topic)
            for one in variants
            for topic, key in one.keys.items()
            if key not in values
        }
        found = judgement.under_variants(list(assessments.values()), metrics)
        values |= dict(zip(assessments, found, strict=True))
    return TopicScores(known.topics if official_known else judgement.topics, values)


def _judgement(run: RunToEvaluate, context: VariantContext, topics: Collection[str] | None) -> RunJudgement:
    """A run joined with the assessments of some topics, or of all."""
    prepared = context.runs.prepared
    plan, results = prepared.plans[context.task], located_run(context.runs, run)
    if topics is not None:
        results = results.of_topics(topics)
        plan = replace(plan, assessments={topic: plan.assessments[topic] for topic in topics})
    if context.depth is not None:
        results = results.first_of_topics(context.depth)
    return judge_again(results, prepared.campaign, plan, prepared.elements)
