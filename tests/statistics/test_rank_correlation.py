import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from inexreport.statistics.rank_correlation import kendall, spearman, tau_ap
from inexreport.subjects.correlations import correlate, matrix, similarity_order

SCORES = np.array([0.1327, 0.1274, 0.1060, 0.0941, 0.0923])
PLACES = np.array([3.0, 1.0, 2.0, 5.0, 4.0])

TWO_RANKINGS = st.integers(2, 12).flatmap(
    lambda runs: st.tuples(*[arrays(float, runs, elements=st.integers(0, 6).map(float))] * 2)
)


def test_the_checked_example_of_rho_and_tau():
    assert spearman(SCORES, -PLACES) == pytest.approx(0.6, abs=1e-12)
    assert kendall(SCORES, -PLACES) == pytest.approx(0.4, abs=1e-12)


@given(TWO_RANKINGS)
def test_rho_is_pearson_on_average_ranks(rankings):
    one, other = rankings
    if np.ptp(one) == 0 or np.ptp(other) == 0:
        assert np.isnan(spearman(one, other))
        return
    expected = stats.pearsonr(stats.rankdata(one), stats.rankdata(other)).statistic
    assert spearman(one, other) == pytest.approx(expected, abs=1e-12)


@given(TWO_RANKINGS)
def test_tau_b_counts_pairs_and_ties(rankings):
    one, other = rankings
    if np.ptp(one) == 0 or np.ptp(other) == 0:
        assert np.isnan(kendall(one, other))
        return
    signs = [np.sign(scores[:, None] - scores[None, :]) for scores in rankings]
    expected = np.sum(signs[0] * signs[1]) / np.sqrt(np.sum(signs[0] ** 2) * np.sum(signs[1] ** 2))
    assert kendall(one, other) == pytest.approx(expected, abs=1e-12)


def tau_ap_of_lists(reference: list[int], other: list[int]) -> float:
    """As Yilmaz, Aslam and Robertson write it, for two rankings of the same items without ties."""
    shares = [
        sum(other.index(above) < other.index(item) for above in reference[:place]) / place
        for place, item in enumerate(reference)
        if place
    ]
    return 2 * sum(shares) / len(shares) - 1


@given(st.integers(2, 8).flatmap(lambda n: st.tuples(*[st.permutations(range(n))] * 2)))
def test_tau_ap_without_ties_is_the_mean_of_both_directions(rankings):
    one, other = rankings
    scores = [np.array([-ranking.index(item) for item in range(len(ranking))], float) for ranking in rankings]
    expected = (tau_ap_of_lists(one, other) + tau_ap_of_lists(other, one)) / 2
    assert tau_ap(*scores) == pytest.approx(expected, abs=1e-12)


def test_tau_ap_with_ties_by_hand():
    """Reference 3 > 2 = 2 > 1, other 3 > 2 > 1 = 1.

    Towards the reference: second and third each keep 1 of 1; the last keeps 2 of 3 (it is tied with the
    third). Mean 8/9, so 7/9. The other way: second 1 of 1; third and fourth have two above them; third
    keeps 1 of 2 (tied with the second), fourth 2 of 2. Mean 5/6, so 2/3.
    """
    reference, other = np.array([3.0, 2.0, 2.0, 1.0]), np.array([3.0, 2.0, 1.0, 1.0])
    assert tau_ap(reference, other) == pytest.approx((7 / 9 + 2 / 3) / 2, abs=1e-12)


def test_an_exchange_at_the_top_weighs_more_than_one_at_the_bottom():
    reference = np.arange(6, 0, -1.0)
    top, bottom = reference[[1, 0, 2, 3, 4, 5]], reference[[0, 1, 2, 3, 5, 4]]
    assert tau_ap(reference, top) < tau_ap(reference, bottom)
    assert kendall(reference, top) == kendall(reference, bottom)


@pytest.mark.parametrize("coefficient", [spearman, kendall, tau_ap])
def test_one_run_or_equal_scores_have_no_correlation(coefficient):
    assert np.isnan(coefficient(np.array([0.3]), np.array([0.2])))
    assert np.isnan(coefficient(np.empty(0), np.empty(0)))
    assert np.isnan(coefficient(np.array([0.3, 0.3]), np.array([0.2, 0.1])))


def test_overlap_is_not_correlated_and_runs_without_a_score_do_not_count():
    metrics = ("MAiP", "overlap(kind=rank)", "iP@0.01", "overlap(kind=set)")
    means = np.array([[0.3, 9, 0.5, 9], [0.2, 9, 0.4, 9], [0.1, 9, np.nan, 9]])
    found = correlate(metrics, means)
    assert set(found[["metric_a", "metric_b"]].itertuples(index=False, name=None)) == {
        ("MAiP", "MAiP"),
        ("MAiP", "iP@0.01"),
        ("iP@0.01", "iP@0.01"),
    }
    kendalls = matrix(found, "kendall")
    assert list(kendalls.index) == list(kendalls.columns) == ["MAiP", "iP@0.01"]
    assert matrix(found, "kendall", "runs").to_numpy().tolist() == [[3, 2], [2, 2]]
    assert kendalls.to_numpy().tolist() == [[1, 1], [1, 1]]


def test_metrics_with_similar_rankings_are_neighbours():
    groups = np.array([0, 1, 0, 1, 2])
    correlations = np.where(groups[:, None] == groups[None, :], 0.9, 0.2)
    np.fill_diagonal(correlations, 1)
    order = similarity_order(correlations)
    assert sorted(order) == [0, 1, 2, 3, 4]
    assert abs(order.index(0) - order.index(2)) == 1
    assert abs(order.index(1) - order.index(3)) == 1


def test_metrics_without_a_correlation_come_last():
    correlations = np.array([[np.nan] * 3, [np.nan, 1, 0.5], [np.nan, 0.5, 1]])
    assert similarity_order(correlations) == (1, 2, 0)
