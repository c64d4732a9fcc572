import numpy as np
import pandas as pd
import pytest

from inexreport.model.task import Significance
from inexreport.statistics import score_intervals
from inexreport.statistics.paired_tests import DRAWS
from inexreport.statistics.significance import (
    LEVEL,
    TUKEY,
    UNTESTED,
    groups,
    holm,
    pair_tests,
    significant_differences,
    smallest_p,
)

NAN = np.nan


def differences_with(runs: int, significant: set[tuple[int, int]], p: float = 0.01) -> np.ndarray:
    """Differences of runs of which the first is better in the significant pairs."""
    pairs = zip(*np.triu_indices(runs, k=1), strict=True)
    adjusted = np.array([p if pair in significant else 0.5 for pair in pairs])
    return significant_differences(runs, adjusted, np.ones(len(adjusted)))


def by_test(pairs: pd.DataFrame, column: str) -> dict[str, np.ndarray]:
    return {test: found[column].to_numpy() for test, found in pairs.groupby("test", sort=False)}


def test_holm_by_hand():
    assert holm(np.array([0.01, 0.04, 0.03, 0.005])).tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_holm_never_exceeds_one_and_counts_tested_pairs_only():
    assert holm(np.array([0.6, NAN, 0.7])).tolist() == pytest.approx([1, NAN, 1], nan_ok=True)
    assert holm(np.array([NAN, 0.04])).tolist() == pytest.approx([NAN, 0.04], nan_ok=True)
    assert holm(np.empty(0)).tolist() == []


def test_groups_by_hand():
    """2 is the first below 0; 4 is below 2, though not below 3; 3 is not below 2."""
    found = differences_with(5, {(0, 2), (0, 3), (0, 4), (1, 3), (2, 4)})
    assert groups(found).tolist() == [1, 1, 2, 2, 3]


def test_a_run_after_the_end_of_a_group_does_not_return_to_it():
    assert groups(differences_with(3, {(0, 1)})).tolist() == [1, 2, 2]


def test_untested_runs_have_no_group():
    nothing = np.full(3, NAN)
    assert groups(significant_differences(3, nothing, nothing)).tolist() == [0, 0, 0]
    assert groups(differences_with(1, set())).tolist() == [0]
    assert groups(differences_with(0, set())).tolist() == []


def test_a_p_of_five_percent_is_not_significant():
    assert groups(differences_with(2, {(0, 1)}, p=0.05)).tolist() == [1, 1]


def test_significant_differences_by_hand():
    found = significant_differences(3, np.array([NAN, 0.01, 0.5]), np.array([NAN, 2, 0.1]))
    assert found.tolist() == [[0, UNTESTED, 1], [UNTESTED, 0, 0], [-1, 0, 0]]


def test_a_test_with_two_tails_may_find_the_lower_ranked_run_better():
    assert significant_differences(2, np.array([0.01]), np.array([-0.2])).tolist() == [[0, -1], [1, 0]]


def test_every_two_runs_are_tested_with_the_better_one_first():
    scores = np.array([[0.9, 0.8, 0.7], [0.5, 0.4, NAN], [0.1, 0.3, 0.2]])
    found = pair_tests(scores, ("1", "2", "3"), "MAiP")
    pairs = found[found.test == "randomization"]
    assert list(zip(pairs["first"], pairs.second, strict=True)) == [(0, 1), (0, 2), (1, 2)]
    assert pairs.topics.tolist() == [2, 3, 2]
    assert pairs.difference.tolist() == pytest.approx([0.4, 1.8 / 3, 0.25])
    assert pairs.p.tolist() == pytest.approx([0.25, 0.125, 0.25])
    assert np.isnan(by_test(found, "p")["t"][0])


def test_an_official_metric_without_topic_scores_has_no_differences():
    pairs = pair_tests(np.empty((2, 0)), (), "inex_eval(quant=aggregate)")
    assert pairs.difference.isna().all()
    assert pairs.p.isna().all()


def test_tests_of_two_runs_do_not_depend_on_a_third():
    scores = np.random.default_rng(1).normal(0.4, 0.1, (3, 30))
    topics = tuple(map(str, range(30)))
    three, two = (by_test(pair_tests(scores[:n], topics, "MAiP"), "p") for n in (3, 2))
    for test in ("t", "wilcoxon", "randomization"):
        assert three[test][0] == two[test][0]


def normal_scores(runs: int, topics: int, best: float = 0.5, worst: float = 0.2) -> np.ndarray:
    means = np.linspace(best, worst, runs)[:, None]
    return np.random.default_rng(7).normal(means, 0.1, (runs, topics))


def names(count: int) -> tuple[str, ...]:
    return tuple(map(str, range(count)))


def test_the_tukey_test_comes_first_and_is_not_corrected():
    scores = normal_scores(8, 20)
    pairs = pair_tests(scores, names(20), "AP", Significance.TUKEY)
    usual = pair_tests(scores, names(20), "AP")
    p, adjusted = by_test(pairs, "p"), by_test(pairs, "p_adjusted")
    assert pairs.test[:3].tolist() == list(p) == [TUKEY, "t", "wilcoxon"]
    assert adjusted[TUKEY].tolist() == p[TUKEY].tolist()
    for test in ("t", "wilcoxon"):
        of_usual = by_test(usual, "p_adjusted")[test]
        assert adjusted[test].tolist() == of_usual.tolist() == holm(p[test]).tolist()
    of_tukey = pairs[pairs.test == TUKEY]
    assert of_tukey.statistic.tolist() == pytest.approx(of_tukey.difference.tolist())
    assert pairs.effect_size.tolist() == usual.effect_size.tolist()


def groups_by_first_test(runs: int, pairs: pd.DataFrame) -> list[int]:
    found = pairs[pairs.test == pairs.test[0]]
    columns = (found[name].to_numpy() for name in ("p_adjusted", "statistic"))
    return groups(significant_differences(runs, *columns)).tolist()


def test_groups_follow_the_test_that_is_chosen():
    """In the first group are all runs that do not differ significantly from the best."""
    scores = normal_scores(8, 20)
    scores = scores[np.argsort(-scores.mean(axis=1))]
    pairs = pair_tests(scores, names(20), "AP", Significance.TUKEY)
    with_best = pairs[(pairs["first"] == 0) & (pairs.test == TUKEY)]
    alike = 1 + np.count_nonzero(with_best.p >= LEVEL)
    assert 1 < alike < 8
    found = groups_by_first_test(8, pairs)
    assert found[:alike] == [1] * alike
    assert 1 not in found[alike:]
    assert groups_by_first_test(8, pair_tests(scores, names(20), "AP")) != found


def test_a_run_that_is_better_on_common_topics_does_not_open_a_group():
    """The first run is ranked higher thanks to a topic for which the other has no score."""
    scores = np.array([[0.9, *[0.1] * 12], [np.nan, *np.linspace(0.12, 0.16, 12)]])
    pairs = pair_tests(scores, names(13), "AP", Significance.TUKEY)
    assert pairs.p[0] < LEVEL
    assert pairs.statistic[0] < 0
    assert groups_by_first_test(2, pairs) == [1, 1]


def smallest_adjusted(pairs: pd.DataFrame) -> dict[str, float]:
    of_tests = pairs.groupby("test")
    return {test: smallest_p(test, found.differing.max()) * found.p.count() for test, found in of_tests}


@pytest.fixture
def few_resamples(monkeypatch):
    """For tests of many pairs that read no interval."""
    monkeypatch.setattr(score_intervals, "RESAMPLES", 9)


@pytest.mark.usefixtures("few_resamples")
def test_p_of_random_signs_is_too_coarse_for_thousands_of_pairs():
    pairs = pair_tests(normal_scores(101, 30), names(30), "AP")
    assert len(pairs) == 3 * 5_050
    smallest = smallest_adjusted(pairs)
    assert smallest["randomization"] == pytest.approx(5_050 / (DRAWS + 1))
    assert by_test(pairs, "p_adjusted")["randomization"].min() >= LEVEL
    assert smallest["wilcoxon"] == pytest.approx(5_050 / 2**30)
    assert smallest["t"] == 0


def test_p_of_few_signs_is_too_coarse_for_some_pairs():
    """Of 6 runs on 6 topics, the smallest p is 1 / 64, times 15 pairs."""
    pairs = pair_tests(np.linspace(0.9, 0.1, 36).reshape(6, 6), names(6), "AP")
    smallest = smallest_adjusted(pairs)
    for test in ("wilcoxon", "randomization"):
        assert smallest[test] == 15 / 64 == by_test(pairs, "p_adjusted")[test].min()


@pytest.mark.usefixtures("few_resamples")
def test_143_runs_are_tested_at_once():
    scores = normal_scores(143, 30)
    pairs = pair_tests(scores, names(30), "nDCG@10", Significance.TUKEY)
    assert len(pairs) == 3 * 10_153
    assert by_test(pairs, "p")[TUKEY].min() == 1 / 10_000
