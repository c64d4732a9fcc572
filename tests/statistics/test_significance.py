import time

import numpy as np
import pytest

from inexreport.statistics.significance import RunPairs, groups, holm, pair_tests

NAN = np.nan


def pairs_with(runs: int, significant: set[tuple[int, int]], p: float = 0.01) -> RunPairs:
    first, second = np.triu_indices(runs, k=1)
    adjusted = np.array(
        [p if pair in significant else 0.5 for pair in zip(first, second, strict=True)], dtype=float
    )
    nothing = np.zeros(len(first))
    return RunPairs(first, second, nothing, nothing, {}, {}, {"t": adjusted})


def test_holm_by_hand():
    assert holm(np.array([0.01, 0.04, 0.03, 0.005])).tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_holm_never_exceeds_one_and_counts_tested_pairs_only():
    assert holm(np.array([0.6, NAN, 0.7])).tolist() == pytest.approx([1, NAN, 1], nan_ok=True)
    assert holm(np.array([NAN, 0.04])).tolist() == pytest.approx([NAN, 0.04], nan_ok=True)
    assert holm(np.empty(0)).tolist() == []


def test_groups_by_hand():
    """2 is the first below 0; 4 is below 2, though not below 3; 3 is not below 2."""
    pairs = pairs_with(5, {(0, 2), (0, 3), (0, 4), (1, 3), (2, 4)})
    assert groups(5, pairs).tolist() == [1, 1, 2, 2, 3]


def test_a_run_after_the_end_of_a_group_does_not_return_to_it():
    assert groups(3, pairs_with(3, {(0, 1)})).tolist() == [1, 2, 2]


def test_untested_runs_have_no_group():
    pairs = pairs_with(3, set())
    pairs.p_adjusted["t"][:] = NAN
    assert groups(3, pairs).tolist() == [0, 0, 0]
    assert groups(1, pairs_with(1, set())).tolist() == [0]


def test_a_p_of_five_percent_is_not_significant():
    assert groups(2, pairs_with(2, {(0, 1)}, p=0.05)).tolist() == [1, 1]


def test_every_two_runs_are_tested_with_the_better_one_first():
    scores = np.array([[0.9, 0.8, 0.7], [0.5, 0.4, NAN], [0.1, 0.3, 0.2]])
    pairs = pair_tests(scores, ("1", "2", "3"), "MAiP")
    assert list(zip(pairs.first, pairs.second, strict=True)) == [(0, 1), (0, 2), (1, 2)]
    assert pairs.topics.tolist() == [2, 3, 2]
    assert pairs.difference == pytest.approx([0.4, 1.8 / 3, 0.25])
    assert pairs.p["randomization"] == pytest.approx([0.25, 0.125, 0.25])
    assert np.isnan(pairs.p["t"][0])


def test_an_official_metric_without_topic_scores_has_no_differences():
    pairs = pair_tests(np.empty((2, 0)), (), "inex_eval(quant=aggregate)")
    assert np.isnan(pairs.difference).all()
    assert np.isnan(pairs.p["t"]).all()


def test_tests_of_two_runs_do_not_depend_on_a_third():
    scores = np.random.default_rng(1).normal(0.4, 0.1, (3, 30))
    topics = tuple(map(str, range(30)))
    three, two = (pair_tests(scores[:n], topics, "MAiP") for n in (3, 2))
    for test in ("t", "wilcoxon", "randomization"):
        assert three.p[test][0] == two.p[test][0]


def test_a_hundred_runs_are_compared_in_seconds():
    scores = np.random.default_rng(2).normal(np.linspace(0.5, 0.2, 100)[:, None], 0.1, (100, 60))
    start = time.perf_counter()
    pairs = pair_tests(scores, tuple(map(str, range(60))), "MAiP")
    assert len(pairs.first) == 4950
    assert time.perf_counter() - start < 60
