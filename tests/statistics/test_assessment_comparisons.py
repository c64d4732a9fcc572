"""Rankings by two sets of assessments."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from inexreport.model.diagnosis import RelevantArticles
from inexreport.model.outcome import RunOutcome, RunScores, TaskOutcome, VariantScores
from inexreport.model.run import Standing, Submission
from inexreport.model.task import Task
from inexreport.statistics.assessment_comparisons import assessed_scores, compare_sets

METRICS = ("MAiP", "overlap(kind=set)")
RUNS = ("a", "b", "c")


def outcome(official: list[float], *sets: list[float]) -> TaskOutcome:
    """A task whose runs have these scores by the first metric; the official ones, then those of sets."""
    runs = tuple(
        RunOutcome(
            Submission(file=f"runs/T/{name}", task="T", name=name, sha256=""),
            results=1,
            problems=(),
            scores=RunScores(
                METRICS, (), np.zeros((2, 0)), np.array([score, 0.5]), np.zeros(2, dtype=np.int64)
            ),
        )
        for name, score in zip(RUNS, official, strict=True)
    )
    further = tuple(
        VariantScores(f"set-{place}", METRICS, RUNS, np.column_stack([scores, [0.5] * 3]))
        for place, scores in enumerate(sets, start=1)
    )
    return TaskOutcome(
        Task(name="T", cutoff=10, official="MAiP", metrics=METRICS), runs, RelevantArticles(), sets=further
    )


def test_rankings_by_hand():
    (one,) = compare_sets(outcome([0.3, 0.2, 0.1], [0.2, 0.3, 0.1]))
    assert (one.reference, one.variant, one.metric, one.quant) == ("official", "set-1", "MAiP", "")
    assert one.runs == ("a", "b", "c")
    assert one.ranks.tolist() == [[1, 2], [2, 1], [3, 3]]
    assert one.largest_changes(1) == [0]
    # Two of three pairs are in the same order: (2 - 1) / 3; squared differences of ranks 1, 1, 0.
    assert (one.kendall, one.spearman) == pytest.approx((1 / 3, 0.5))
    assert one.tau_ap == 0.0


def test_every_pair_of_sets_is_compared_by_metrics_of_quality():
    found = compare_sets(outcome([0.3, 0.2, 0.1], [0.1, 0.2, 0.3], [0.3, 0.2, 0.1]))
    taus = {(one.reference, one.variant): one.kendall for one in found}
    assert taus == {("official", "set-1"): -1, ("official", "set-2"): 1, ("set-1", "set-2"): -1}


def test_runs_without_a_score_by_a_set_are_left_out():
    (one,) = compare_sets(outcome([0.3, 0.2, 0.1], [np.nan, 0.1, 0.2]))
    assert one.runs == ("b", "c")
    assert one.kendall == -1
    assert one.ranks.tolist() == [[1, 2], [2, 1]]


def test_the_official_assessments_come_first_and_compare_with_themselves_as_equal():
    scores = [0.3, 0.3, 0.1]
    (one,) = compare_sets(outcome(scores, scores))
    assert (one.spearman, one.kendall) == pytest.approx((1, 1))
    assert one.largest_changes(1) == []
    ranked, sets = assessed_scores(outcome(scores, scores))
    assert ranked == ("a", "b", "c")
    assert [each.change for each in sets] == ["official", "set-1"]


def test_runs_without_a_rank_have_scores_too():
    found = outcome([0.3, 0.2, 0.1])
    first, *others = found.runs
    baseline = replace(first, submission=replace(first.submission, standing=Standing.BASELINE))
    ranked, (official,) = assessed_scores(replace(found, runs=(baseline, *others)))
    assert (ranked, official.runs) == (("b", "c"), ("b", "c", "a"))
    assert official.means[:, 0].tolist() == [0.2, 0.1, 0.3]
    assert assessed_scores(replace(found, runs=()))[1][0].means.shape == (0, 2)


def test_sets_without_any_common_score_have_no_correlation():
    (one,) = compare_sets(outcome([0.3, np.nan, np.nan], [np.nan, 0.1, 0.2]))
    assert one.runs == ()
    assert np.isnan([one.spearman, one.kendall, one.tau_ap]).all()
    assert one.largest_changes(1) == []
