"""P values of rank correlations: printed tables, all orders by hand, SciPy, and what must hold of any."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from inexreport.statistics.correlation_tests import kendall_p, spearman_p
from inexreport.statistics.rank_correlation import kendall, spearman
from inexreport.subjects.correlations import correlate, matrix

TESTS = ((spearman, spearman_p), (kendall, kendall_p))
BOTH = pytest.mark.parametrize(("coefficient", "test"), TESTS, ids=["spearman", "kendall"])

FOUR = np.arange(4.0)


def rankings(lowest, highest, values=6):
    return st.integers(lowest, highest).flatmap(
        lambda runs: st.tuples(*[arrays(float, runs, elements=st.integers(0, values).map(float))] * 2)
    )


def different(runs):
    return st.tuples(*[st.permutations(range(runs)).map(lambda order: np.array(order, float))] * 2)


@pytest.mark.parametrize(
    ("order", "rho", "one_tail"),
    # Four runs: 1, 4, 5, 9, 11 and so on of the 24 orders reach these values.
    [((0, 1, 2, 3), 1.0, 1), ((0, 1, 3, 2), 0.8, 4), ((0, 2, 3, 1), 0.4, 9), ((2, 0, 3, 1), 0.0, None)],
)
def test_spearman_of_four_runs_is_that_of_printed_tables(order, rho, one_tail):
    scores = np.array(order, float)
    assert spearman(FOUR, scores) == pytest.approx(rho)
    expected = 1 if one_tail is None else 2 * one_tail / 24
    assert spearman_p(FOUR, scores) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("order", "tau", "one_tail"),
    # Of the 24 orders 1, 3, 5, 6, 5, 3, 1 turn round 0, 1, 2, 3, 4, 5, 6 pairs.
    [((0, 1, 2, 3), 1, 1), ((0, 1, 3, 2), 4 / 6, 4), ((0, 2, 3, 1), 2 / 6, 9), ((3, 0, 1, 2), 0, 12)],
)
def test_kendall_of_four_runs_is_that_of_printed_tables(order, tau, one_tail):
    scores = np.array(order, float)
    assert kendall(FOUR, scores) == pytest.approx(tau)
    expected = min(1, 2 * one_tail / 24)
    assert kendall_p(FOUR, scores) == pytest.approx(expected)


def test_three_runs_of_which_two_are_tied_by_hand():
    """Three places for the run that stands alone, with 2 orders each: first, middle, last."""
    one, tied = np.array([3.0, 2.0, 1.0]), np.array([2.0, 1.0, 1.0])
    for _, test in TESTS:
        assert test(one, tied) == pytest.approx(4 / 6)
        assert test(one, tied[[1, 0, 2]]) == pytest.approx(1)


@BOTH
@given(rankings(3, 6))
def test_few_runs_have_the_share_of_all_orders(coefficient, test, scores):
    one, other = scores
    observed = coefficient(one, other)
    if np.isnan(observed):
        assert np.isnan(test(one, other))
        return
    found = [abs(coefficient(one, np.array(order))) for order in permutations(other)]
    as_far = sum(value >= abs(observed) - 1e-9 for value in found)
    assert test(one, other) == pytest.approx(as_far / len(found))


@given(rankings(9, 40, 20))
def test_many_runs_have_the_p_of_scipy(scores):
    one, other = scores
    if np.ptp(one) == 0 or np.ptp(other) == 0:
        return
    exact = len(set(one)) == len(set(other)) == len(one)
    expected = stats.kendalltau(one, other, method="exact" if exact else "asymptotic").pvalue
    assert kendall_p(one, other) == pytest.approx(expected, abs=1e-5)
    assert spearman_p(one, other) == pytest.approx(stats.spearmanr(one, other).pvalue, abs=1e-5)


@given(st.integers(3, 50).flatmap(different))
def test_without_ties_kendall_is_exact(scores):
    expected = stats.kendalltau(*scores, method="exact").pvalue
    assert kendall_p(*scores) == pytest.approx(expected, rel=1e-9)


@given(st.integers(51, 60).flatmap(different))
def test_beyond_fifty_runs_kendall_is_normal(scores):
    expected = stats.kendalltau(*scores, method="asymptotic").pvalue
    assert kendall_p(*scores) == pytest.approx(expected, rel=1e-9)


@BOTH
@given(rankings(3, 12))
def test_p_is_the_same_whichever_ranking_comes_first_and_for_the_reverse(coefficient, test, scores):
    one, other = scores
    p = test(one, other)
    assert np.isnan(p) == np.isnan(coefficient(one, other))
    if not np.isnan(p):
        assert 0 < p <= 1
        assert test(other, one) == pytest.approx(p)
        assert test(one, -other) == pytest.approx(p)


@BOTH
@pytest.mark.parametrize("runs", [3, 8, 9, 60])
def test_full_agreement_is_as_probable_as_two_of_all_orders(coefficient, test, runs):
    scores = np.arange(runs, dtype=float)
    expected = 2 / float(np.prod(np.arange(1.0, runs + 1)))
    if coefficient is spearman or runs < 60:
        assert test(scores, scores) == pytest.approx(expected)
    else:
        assert expected < test(scores, scores) < 1e-20  # normal


@BOTH
def test_fewer_than_three_runs_or_equal_scores_have_none(coefficient, test):
    for runs in range(3):
        assert np.isnan(test(np.arange(runs, dtype=float), np.arange(runs, dtype=float)))
    assert np.isnan(test(np.ones(5), np.arange(5.0)))
    assert np.isnan(test(np.arange(20.0), np.ones(20)))


def test_scores_that_differ_beyond_ten_decimals_are_equal():
    nearly = np.array([1.0, 1.0 + 1e-14, 2.0, 3.0])
    for _, test in TESTS:
        assert test(FOUR, nearly) == test(FOUR, np.array([1.0, 1.0, 2.0, 3.0]))


def test_a_correlation_of_fifty_five_runs_as_in_the_paper_is_significant():
    """Pehcevski and Thom state p < 0.01; rho = 0.35 is the lowest that reaches it with 55 runs."""
    scores = np.random.default_rng(4).permutation(55).astype(float)
    for mixed in np.linspace(0, 100, 40):
        other = scores + mixed * np.random.default_rng(5).permutation(55)
        rho = spearman(scores, other)
        assert (spearman_p(scores, other) < 0.01) == (rho >= 0.35) or 0.34 < rho < 0.35


def test_metrics_have_p_values_but_for_tau_ap():
    means = np.array([[0.4, 0.5], [0.3, 0.4], [0.2, 0.2], [0.1, 0.3]])
    found = correlate(("MAiP", "iP@0.01"), means)
    p = matrix(found, "spearman", "p").to_numpy()
    assert p[0, 1] == p[1, 0] == pytest.approx(8 / 24)
    assert matrix(found, "kendall", "p").loc["MAiP", "iP@0.01"] == pytest.approx(8 / 24)
    assert matrix(found, "tau_ap", "p").isna().all(axis=None)
