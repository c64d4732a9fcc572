"""Scores of all runs of a task under variants of its assessments."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from inexreport.building.assessment_sets import ScoredSets, score_under_sets
from inexreport.building.resources import Progress
from inexreport.building.run_evaluation import RunContext, RunToEvaluate, located_run
from inexreport.cache import digest
from inexreport.evaluation.run_evaluation import judge_again
from inexreport.evaluation.run_scores import RunJudgement, means_of, parts_of
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.model.assessment import OFFICIAL, TopicAssessment
from inexreport.model.outcome import TaskOutcome, VariantScores
from inexreport.parallel import Workers
from inexreport.statistics.assessment_variants import AssessmentVariant, assessment_variants
from inexreport.subjects.leave_out import assessments_without_groups
from inexreport.subjects.pool_contributions import contributions
from inexreport.subjects.pools import pooled_results

Values = NDArray[np.float64]

RESCORING = "Scoring under other assessments"


class KeyedVariant:
    """A variant with the cache keys of the values that it needs of each run.

    Parameters
    ----------
    variant : AssessmentVariant
    plan : TaskPlan

    Attributes
    ----------
    by_topic : tuple of BoundMetric
        The metrics by topic that the variant's metrics are computed from.
    official : str
        Key of the values under the official assessments.
    keys : mapping of str to str
        By changed topic, key of the values under the changed assessment; variants that change a topic in the
        same way share it.
    """

    def __init__(self, variant: AssessmentVariant, plan: TaskPlan) -> None:
        self._variant, self._plan = variant, plan
        self._assessments: dict[str, TopicAssessment] = {}
        self.by_topic = tuple(part for bound in variant.metrics for part in parts_of(bound))
        self.official = digest(*(bound.identifier for bound in self.by_topic))
        self.keys = {topic: digest(self.official, topic, edit) for topic, edit in variant.edits.items()}

    def assessment(self, topic: str) -> TopicAssessment:
        """The changed assessment of a topic."""
        if topic not in self._assessments:
            self._assessments[topic] = self._variant.edits[topic].of(self._plan.assessments[topic])
        return self._assessments[topic]

    def means(self, topics: Sequence[str], values: Mapping[str, Values]) -> Values:
        """The means of a run, shape (metrics of the variant,), from its topics and values by key."""
        rows = values[self.official].reshape(len(self.by_topic), len(topics)).copy()
        column = {topic: place for place, topic in enumerate(topics)}
        for topic, key in self.keys.items():
            rows[:, column[topic]] = values[key]
        return means_of(self._variant.metrics, rows)


@dataclass(frozen=True, eq=False)
class VariantContext:
    """A task and the variants of its assessments under which its runs are scored."""

    runs: RunContext
    task: str
    assessment_variants: tuple[AssessmentVariant, ...]

    @cached_property
    def variants(self) -> tuple[KeyedVariant, ...]:
        """Created once for all runs that a worker scores."""
        plan = self.runs.prepared.plans[self.task]
        return tuple(KeyedVariant(one, plan) for one in self.assessment_variants)

    @cached_property
    def needed(self) -> frozenset[str]:
        """Keys of all values that the means of a run are computed from."""
        return frozenset(key for one in self.variants for key in (one.official, *one.keys.values()))

    @cached_property
    def depth(self) -> int | None:
        """The rank per topic from which on no result affects a value; None if all may."""
        depths = [bound.depth for one in self.variants for bound in one.by_topic]
        known = [depth for depth in depths if depth is not None]
        return max(known) if known and len(known) == len(depths) else None


def score_under_other_assessments(
    sets: ScoredSets,
    tasks: Sequence[TaskOutcome],
    runs: Mapping[str, RunToEvaluate],
    workers: Workers,
    progress: Progress,
) -> list[TaskOutcome]:
    """Score the runs of tasks under further sets, and as if less had been judged, or judged relevant.

    Runs are given by their path in the campaign directory. The tasks are returned with
    `TaskOutcome.variants`, `TaskOutcome.sets` and `TaskOutcome.without_group`.
    """
    passes = 1 + len(sets.judges) + bool(sets.prepared)
    rescoring = _Rescoring(workers, progress, passes * sum(len(task.runs) for task in tasks))
    scored = []
    for task in tasks:
        name = task.task.name
        items = [runs[run.submission.file] for run in task.runs if run.evaluated]
        prepared = sets.official.prepared
        plan, results = prepared.plans[name], pooled_results(task, prepared.campaign)
        changed = assessment_variants(plan, results)
        without = assessments_without_groups(plan, results, contributions(results, task.task.pool_depth)[1])
        scores = rescoring.variants(sets.official, task, (*changed, *without), items)
        of_judges: list[VariantScores] = []
        further = sets.of_task(name)
        for judge in (one for one in sets.judges if one in further):
            context = sets.of_judge(judge)
            plan, results = context.prepared.plans[name], pooled_results(task, context.prepared.campaign)
            of_judges += rescoring.variants(context, task, assessment_variants(plan, results), items, judge)
        scored.append(
            replace(
                task,
                variants=(*scores[: len(changed)], *of_judges),
                sets=rescoring.sets(sets, task, items) if further else (),
                without_group=scores[len(changed) :],
            )
        )
    return scored


class _Rescoring:
    """Scores the evaluated runs of tasks again, and reports the progress."""

    def __init__(self, workers: Workers, progress: Progress, total: int) -> None:
        self._workers, self._progress = workers, progress
        self._done, self._total = 0, total
        progress(RESCORING, 0, total)

    def variants(
        self,
        context: RunContext,
        task: TaskOutcome,
        variants: tuple[AssessmentVariant, ...],
        items: Sequence[RunToEvaluate],
        reference: str = OFFICIAL,
    ) -> tuple[VariantScores, ...]:
        """The scores under variants of the assessments of a context, whose name is the reference."""
        work = VariantContext(context, task.task.name, variants)
        metrics = {one.change: tuple(bound.identifier for bound in one.metrics) for one in variants}
        means = self._workers.map(score_variants, work, items if variants else [])
        return self._scores(task, metrics, means, reference)

    def sets(
        self, sets: ScoredSets, task: TaskOutcome, items: Sequence[RunToEvaluate]
    ) -> tuple[VariantScores, ...]:
        """The scores by all metrics under further sets."""
        name, scores = task.task.name, self._workers.map(score_under_sets, sets, items)
        topics = {key: tuple(one.plans[name].assessments) for key, one in sets.of_task(name).items()}
        return self._scores(task, dict.fromkeys(topics, task.task.metrics), scores, OFFICIAL, topics)

    def _scores(
        self,
        task: TaskOutcome,
        metrics: Mapping[str, tuple[str, ...]],
        means_of_runs: Iterable[Sequence[Values]],
        reference: str,
        topics: Mapping[str, tuple[str, ...]] | None = None,
    ) -> tuple[VariantScores, ...]:
        """The scores by the metrics of each variant, from the means and topics of each evaluated run."""
        means, by_topic = [], topics or {}
        for of_run in means_of_runs:
            means.append(of_run)
            self._progress(RESCORING, self._done + len(means), self._total)
        self._done += len(task.runs)
        self._progress(RESCORING, self._done, self._total)
        runs = tuple(run.submission.name for run in task.runs if run.evaluated)
        scores = []
        for place, (change, of_change) in enumerate(metrics.items()):
            of_topics, size = by_topic.get(change, ()), len(of_change)
            rows = np.array([of_run[place] for of_run in means], dtype=np.float64)
            rows = rows.reshape(len(means), size + len(of_topics))
            split = (rows[:, :size], reference, of_topics, rows[:, size:])
            scores.append(VariantScores(change, of_change, runs, *split))
        return tuple(scores)


def score_variants(context: VariantContext, run: RunToEvaluate) -> Sequence[Values]:
    """The means of an evaluated run under each variant of its task's assessments.

    Only topics with changed assessments are scored, and of these only those that no earlier build has scored.

    Returns
    -------
    sequence of float64 array
        For each variant, shape (metrics of the variant,).

    Raises
    ------
    InputChangedError
        If the file has changed since it was evaluated.
    """
    cache, key = context.runs.cache, context.runs.key(run)
    topics, values = cache.get("variant", key, ((), {}))
    if not context.needed <= values.keys():
        topics, values = _completed(topics, values, run, context)
        values = {key: values[key] for key in context.needed}
        cache.put("variant", key, (topics, values))
    return tuple(variant.means(topics, values) for variant in context.variants)


def _completed(
    topics: tuple[str, ...], known: Mapping[str, Values], run: RunToEvaluate, context: VariantContext
) -> tuple[tuple[str, ...], dict[str, Values]]:
    """The topics of a run and its values by key: the known ones, and all that are needed."""
    values = dict(known)
    missing = {topic for one in context.variants for topic, key in one.keys.items() if key not in values}
    official_known = all(one.official in values for one in context.variants)
    judgement = _judgement(run, context, missing if official_known else None)
    by_metrics: dict[str, list[KeyedVariant]] = {}
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
    return (topics if official_known else judgement.topics), values


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
