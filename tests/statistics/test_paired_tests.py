import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from inexreport.statistics import paired_tests
from inexreport.statistics.paired_tests import Pairs, paired_differences, randomization, t_test, wilcoxon
from inexreport.statistics.repeatable_draws import DrawKind, RepeatableDraws

NAN = np.nan
A = np.array([0.30, 0.25, 0.40, 0.10, 0.50, 0.35])
B = np.array([0.28, 0.20, 0.41, 0.05, 0.40, 0.30])

HUNDREDTHS = st.integers(-50, 50).map(lambda n: n / 100)
FEW_TOPICS = st.integers(2, 8).flatmap(lambda topics: arrays(float, topics, elements=HUNDREDTHS))


def one(test, differences, *further):
    statistic, p = test(
        paired_differences(np.asarray(differences), np.zeros(len(differences)))[None], *further
    )
    return float(statistic[0]), float(p[0])


def draws():
    return RepeatableDraws(DrawKind.RANDOMIZATION, "test")


def all_sign_ways(values):
    values = np.asarray(values)
    sums = np.array(
        [np.dot(signs, np.abs(values)) for signs in itertools.product((-1, 1), repeat=len(values))]
    )
    return np.mean(sums >= values.sum() - 1e-9)


def test_the_checked_example_of_the_t_test():
    t, p = t_test(paired_differences(A, B)[None])
    assert round(float(t[0]), 3) == 2.892
    assert round(float(p[0]), 4) == 0.0170


@given(arrays(float, (7, 20), elements=HUNDREDTHS))
def test_the_t_test_is_scipys(differences):
    statistic, p = t_test(differences)
    for row in range(len(differences)):
        if np.ptp(differences[row]) == 0:
            assert np.isnan(p[row])
            continue
        expected = stats.ttest_1samp(differences[row], 0, alternative="greater")
        assert statistic[row] == pytest.approx(expected.statistic, rel=1e-9, abs=1e-9)
        assert p[row] == pytest.approx(expected.pvalue, rel=1e-9)


@given(FEW_TOPICS)
def test_wilcoxon_on_few_topics_goes_through_all_signs(differences):
    statistic, p = one(wilcoxon, differences)
    values = differences[differences != 0]
    if not len(values):
        assert np.isnan(statistic)
        assert np.isnan(p)
        return
    ranks = stats.rankdata(np.abs(values))
    assert statistic == ranks[values > 0].sum()
    assert p == all_sign_ways(np.sign(values) * ranks)


@given(st.integers(0, 2**32), st.sampled_from([10, 16, 17, 40, 50, 51, 70]))
def test_wilcoxon_without_ties_is_scipys(seed, topics):
    differences = np.random.default_rng(seed).normal(0.02, 0.1, topics)
    method = "exact" if topics <= 50 else "asymptotic"
    expected = stats.wilcoxon(differences, alternative="greater", method=method)
    statistic, p = one(wilcoxon, differences)
    assert statistic == expected.statistic
    assert p == pytest.approx(expected.pvalue, rel=1e-9)


def test_wilcoxon_with_ties_on_many_topics_is_scipys_approximation():
    differences = np.round(np.random.default_rng(5).normal(0.02, 0.1, (9, 40)), 2)
    differences[0, :30] = 0
    statistic, p = wilcoxon(differences)
    for row in range(1, len(differences)):
        expected = stats.wilcoxon(differences[row], alternative="greater", method="asymptotic")
        assert statistic[row] == expected.statistic
        assert p[row] == pytest.approx(expected.pvalue, rel=1e-9)


@given(FEW_TOPICS)
def test_randomization_on_few_topics_goes_through_all_signs(differences):
    statistic, p = one(randomization, differences, draws())
    if not np.any(differences):
        assert np.isnan(statistic)
        assert np.isnan(p)
        return
    assert statistic == pytest.approx(differences.mean())
    assert p == pytest.approx(all_sign_ways(differences))


def test_randomization_on_many_topics_is_near_the_t_test_and_repeats():
    differences = np.random.default_rng(3).normal(0.02, 0.1, (20, 60))
    _, p = randomization(differences, draws())
    _, of_t = t_test(differences)
    assert p == pytest.approx(of_t, abs=0.01)
    assert randomization(differences, draws())[1].tolist() == p.tolist()
    assert randomization(differences[5:7], draws())[1].tolist() == p[5:7].tolist()


def test_no_random_p_is_below_one_draw():
    _, p = randomization(np.full((1, 60), 0.3) + np.arange(60) / 1000, draws())
    assert p[0] == 1 / (paired_tests.DRAWS + 1)


@pytest.mark.parametrize(
    ("differences", "defined"),
    [
        ([0.1], (False, False, False)),
        ([0.1, NAN, NAN], (False, False, False)),
        ([NAN, NAN], (False, False, False)),
        ([0.0, 0.0, 0.0], (False, False, False)),
        ([0.1, 0.1, 0.1], (False, True, True)),
        ([0.1, 0.0], (True, True, True)),
    ],
)
def test_what_cannot_be_tested_has_no_p(differences, defined):
    row = np.array([differences])
    for result, expected in zip(
        (t_test(row), wilcoxon(row), randomization(row, draws())), defined, strict=True
    ):
        assert [bool(~np.isnan(values[0])) for values in result] == [expected, expected]


def test_topics_without_a_score_do_not_count():
    with_gaps = np.array([[0.2, NAN, 0.1, -0.05, NAN]])
    without = np.array([[0.2, 0.1, -0.05]])
    for test in (t_test, wilcoxon, lambda row: randomization(row, draws())):
        assert [values[0] for values in test(with_gaps)] == pytest.approx(
            [values[0] for values in test(without)]
        )


def test_differences_that_differ_only_by_rounding_are_equal():
    assert np.ptp(paired_differences(np.array([0.1 + 0.2, 0.5]), np.array([0.2, 0.4]))) == 0


def test_no_pairs():
    for test in (t_test, wilcoxon, lambda row: randomization(row, draws())):
        assert [len(values) for values in test(np.empty((0, 5)))] == [0, 0]


def test_signs_of_runs_and_of_differences_give_the_same_p(monkeypatch):
    monkeypatch.setattr(paired_tests, "DRAWS", 2_000)
    monkeypatch.setattr(paired_tests, "ROWS_AT_ONCE", 512)
    rng = np.random.default_rng(5)
    scores = np.round(rng.random((7, 40)), 3)
    scores[0, 20:] = scores[1, 20:]  # few differences
    scores[2:4, ::5] = np.nan  # the same topics are missing
    scores[4, 3] = np.nan  # others are
    scores[6] = scores[5] - 0.001  # sums of signs that are alike
    first, second = np.triu_indices(7, k=1)
    differences = paired_differences(scores[first], scores[second])
    by_run = randomization(differences, draws(), Pairs(scores, first, second))
    by_pair = randomization(differences, draws())
    assert by_run[0].tolist() == by_pair[0].tolist()
    assert by_run[1].tolist() == by_pair[1].tolist()
    signs = np.concatenate(list(paired_tests._random_signs(draws(), 40)))
    own = np.nan_to_num(differences[0])
    reached = 1 + np.count_nonzero(signs @ own >= own.sum() - 1e-9 * np.abs(own).sum())
    assert by_run[1][0] == reached / 2001
