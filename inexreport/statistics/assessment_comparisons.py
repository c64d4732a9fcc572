"""How two sets of assessments rank the runs of a task."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import pandas as pd

from inexreport.metrics.registry import bind
from inexreport.model.assessment import OFFICIAL
from inexreport.model.derived import derived
from inexreport.model.outcome import TaskOutcome, VariantScores
from inexreport.model.score_numbers import comparable
from inexreport.statistics.correlation_tests import kendall_p, spearman_p
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.rank_correlation import NOT_COMPARED, kendall, spearman, tau_ap
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import Floats, Integers, competition_ranks


@dataclass(frozen=True, eq=False)
class AssessmentComparison:
    """The scores of a task's runs under two sets of assessments, by one metric.

    Attributes
    ----------
    reference, variant : str
        Names of the sets; the variant may be a change of the reference.
    metric, quant : str
        The quantisation is empty where the metric has none.
    runs : tuple of str
        Runs with both scores, best score under the reference first.
    scores, changed : float64 array, shape (runs,)
        Under the reference and the variant.
    """

    reference: str
    variant: str
    metric: str
    quant: str
    runs: tuple[str, ...]
    scores: Floats
    changed: Floats

    @cached_property
    def spearman(self) -> float:
        """Spearman's rho of both rankings; this and the following are NaN where undefined."""
        return spearman(self.scores, self.changed)

    @cached_property
    def kendall(self) -> float:
        """Kendall's tau-b."""
        return kendall(self.scores, self.changed)

    @cached_property
    def tau_ap(self) -> float:
        """AP correlation."""
        return tau_ap(self.scores, self.changed)

    @cached_property
    def p(self) -> tuple[float, float]:
        """Of rho and tau-b, see `inexreport.statistics.correlation_tests`."""
        return spearman_p(self.scores, self.changed), kendall_p(self.scores, self.changed)

    @cached_property
    def ranks(self) -> Integers:
        """Competition ranks of the runs under both, int64 of shape (runs, 2)."""
        return competition_ranks(np.column_stack([self.scores, self.changed]))

    def largest_changes(self, most: int) -> list[int]:
        """Indices of the runs whose ranks change most, at most so many; the better one of equal changes."""
        change = np.abs(self.ranks[:, 1] - self.ranks[:, 0])
        return [row for row in np.argsort(-change, kind="stable")[:most].tolist() if change[row]]


@once_per_outcome
def compare_variants(outcome: TaskOutcome) -> tuple[AssessmentComparison, ...]:
    """Comparisons of each variant with the assessments that it is a change of, by each of its metrics."""
    runs, scored = assessed_scores(outcome)
    sets = {one.change: one for one in scored}
    return tuple(
        comparison
        for variant in outcome.variants
        for comparison in _compare(runs, sets[variant.reference], variant, variant.metrics)
    )


@once_per_outcome
def compare_sets(outcome: TaskOutcome) -> tuple[AssessmentComparison, ...]:
    """Comparisons of each pair of scored sets, the official one first, by each metric except overlap."""
    runs, sets = assessed_scores(outcome)
    metrics = tuple(one for one in outcome.computed_metrics if one.partition("(")[0] != NOT_COMPARED)
    return tuple(
        comparison
        for reference, variant in combinations(sets, 2)
        for comparison in _compare(runs, reference, variant, metrics)
    )


def compare_judges(outcome: TaskOutcome, judges: Collection[str]) -> tuple[AssessmentComparison, ...]:
    """Comparisons of the official assessments with those of each of the judges, by each metric."""
    return tuple(one for one in compare_sets(outcome) if one.reference == OFFICIAL and one.variant in judges)


def assessed_scores(outcome: TaskOutcome) -> tuple[tuple[str, ...], tuple[VariantScores, ...]]:
    """The ranked runs, and the scores of all runs under the official assessments, then under further sets."""
    metrics = outcome.computed_metrics  # imported scores depend on no assessments
    means = {run.submission.name: run.scores.mean[: len(metrics)] for run in outcome.runs if run.scores}
    ranked = tuple(run.submission.name for run in task_standings(outcome).runs)
    runs = (*ranked, *(name for name in means if name not in ranked))
    of_official = np.reshape([means[name] for name in runs], (len(runs), len(metrics)))
    return ranked, (VariantScores(OFFICIAL, metrics, runs, of_official), *outcome.sets)


@derived
def scores_by_topic(outcome: TaskOutcome) -> dict[str, pd.DataFrame]:
    """Return the official scores of the ranked runs (rows) by topic (columns) under each set, by its name.

    The official assessments are first; topics for which no run has a score are left out.
    """
    standings = task_standings(outcome)
    runs = [run.submission.name for run in standings.runs]
    topics, scores = standings.topic_scores(outcome.task.official)
    sets = {one.change: pd.DataFrame(one.by_topic, one.runs, one.topics).loc[runs] for one in outcome.sets}
    found = {OFFICIAL: pd.DataFrame(scores, runs, topics)} | sets
    return {name: one.dropna(axis="columns", how="all") for name, one in found.items()}


def _compare(
    runs: tuple[str, ...], reference: VariantScores, variant: VariantScores, metrics: tuple[str, ...]
) -> Iterator[AssessmentComparison]:
    """Comparisons by each metric; runs that the reference ties stay in their order."""
    of_reference, of_variant = reference.of_runs(runs), variant.of_runs(runs)
    for metric in metrics:
        scores = of_reference[:, reference.metrics.index(metric)]
        changed = of_variant[:, variant.metrics.index(metric)]
        both = np.flatnonzero(~np.isnan(scores) & ~np.isnan(changed))
        both = both[np.argsort(-comparable(scores[both]), kind="stable")]
        yield AssessmentComparison(
            reference=reference.change,
            variant=variant.change,
            metric=metric,
            quant=str(bind(metric).parameters.get("quant", "")),
            runs=tuple(runs[row] for row in both.tolist()),
            scores=scores[both],
            changed=changed[both],
        )
