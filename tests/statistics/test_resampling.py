"""Intervals, influence of topics, swaps, and the draws behind them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra.numpy import arrays
from scipy import stats

from inexreport.model.outcome import RunScores
from inexreport.statistics.repeatable_draws import DrawKind, RepeatableDraws
from inexreport.statistics.run_comparison import compare_runs
from inexreport.statistics.score_intervals import RESAMPLES, ROWS_AT_ONCE, bootstrap_intervals, rank_intervals
from inexreport.statistics.significance import pair_tests
from inexreport.subjects.swap_errors import BEST, swap_rates
from inexreport.subjects.topic_influence import influence_of_topics

NAN = np.nan


def names(count: int) -> tuple[str, ...]:
    return tuple(map(str, range(count)))


def test_draws_are_pinned():
    """Published numbers depend on them: they may change with a new format version only."""
    draws = RepeatableDraws(DrawKind.RANDOMIZATION)
    assert draws.signs(2, 8).tolist() == [[-1, 1, 1, 1, -1, 1, 1, -1], [1, 1, -1, -1, -1, -1, -1, 1]]
    assert draws.places(2, 4, below=68).tolist() == [[10, 39, 13, 56], [41, 25, 26, 6]]
    assert draws.orders(2, 5).tolist() == [[4, 1, 3, 2, 0], [1, 0, 4, 2, 3]]
    of_metric = [
        "bootstrap",
        "randomization",
        "randomised_tukey_hsd",
        "topic subsets",
        "groups of runs",
        "swaps",
    ]
    assert [kind.text for kind in DrawKind] == [*of_metric, "order of equal gains", "favouritism"]


def test_draws_are_evenly_spread():
    draws = RepeatableDraws(DrawKind.RANDOMIZATION, "even")
    assert abs(draws.signs(1000, 70).mean()) < 0.02
    assert np.bincount(draws.places(7000, below=7), minlength=7) == pytest.approx(1000, abs=150)
    firsts = np.bincount(draws.orders(6000, 6)[:, 0], minlength=6)
    assert firsts == pytest.approx(1000, abs=150)


def test_an_interval_is_near_that_of_the_normal_distribution():
    scores = np.random.default_rng(4).normal(0.4, 0.1, (3, 200))
    low, high = bootstrap_intervals(scores, names(200), "MAiP")
    half = 1.96 * scores.std(axis=1) / np.sqrt(200)
    assert low == pytest.approx(scores.mean(axis=1) - half, abs=0.001)
    assert high == pytest.approx(scores.mean(axis=1) + half, abs=0.001)


def test_an_interval_is_scipys():
    scores = np.random.default_rng(6).beta(1, 4, 40)
    low, high = bootstrap_intervals(scores[None], names(40), "MAiP")
    expected = stats.bootstrap(
        (scores,), np.mean, method="percentile", n_resamples=20_000, rng=np.random.default_rng(0)
    ).confidence_interval
    assert (low[0], high[0]) == pytest.approx(tuple(expected), abs=0.003)


def test_two_topics_by_hand():
    """One in four draws has the lower topic twice, one in four the higher one: those are the ends."""
    low, high = bootstrap_intervals(np.array([[0.2, 0.6]]), ("1", "2"), "MAiP")
    assert (low[0], high[0]) == (0.2, 0.6)


def test_a_run_with_one_topic_has_no_interval():
    low, high = bootstrap_intervals(np.array([[0.2, NAN], [0.2, 0.6]]), ("1", "2"), "MAiP")
    assert np.isnan([low[0], high[0]]).all()
    assert not np.isnan([low[1], high[1]]).any()


def test_an_interval_does_not_depend_on_other_runs():
    scores = np.random.default_rng(8).uniform(size=(2, 12))
    both, alone = bootstrap_intervals(scores, names(12), "P"), bootstrap_intervals(scores[:1], names(12), "P")
    assert (both[0][0], both[1][0]) == (alone[0][0], alone[1][0])


def test_rank_intervals_are_those_of_runs_ranked_draw_by_draw():
    scores = np.random.default_rng(3).integers(0, 4, (7, 6)) / 4  # with ties
    scores[2, 1] = NAN
    topics = names(6)
    drawn = RepeatableDraws(DrawKind.BOOTSTRAP, "P", *topics).places(RESAMPLES, 6, below=6)
    means = np.nanmean(scores[:, drawn], axis=2)  # runs, draws
    ranks = np.sort(1 + (np.round(means[None], 10) > np.round(means[:, None], 10)).sum(axis=1))
    low, high = rank_intervals(scores, topics, "P")
    assert low.tolist() == ranks[:, round(0.025 * RESAMPLES) - 1].tolist()
    assert high.tolist() == ranks[:, round(0.975 * RESAMPLES) - 1].tolist()


def test_ranks_of_equal_runs_are_shared_and_of_a_run_with_one_topic_unknown():
    low, high = rank_intervals(np.array([[0.5, 0.7], [0.5, 0.7], [0.9, NAN]]), ("1", "2"), "P")
    assert (low.tolist(), high.tolist()) == ([1, 1, 0], [1, 1, 0])
    low, high = rank_intervals(np.array([[0.5, 0.7]]), ("1", "2"), "P")
    assert (low.tolist(), high.tolist()) == ([0], [0])


def test_a_pair_has_one_interval_everywhere():
    """That of the table of all pairs, of many or two, is that of `inexreport compare`."""
    generator = np.random.default_rng(5)
    scores = np.sort(generator.uniform(size=(30, 9)), axis=0)[::-1]
    scores[3, 2] = NAN
    found = pair_tests(scores, names(9), "P")
    pairs = found[found.test == "t"].reset_index()
    assert len(pairs.low) > ROWS_AT_ONCE
    for place in (0, 5, len(pairs.low) - 1):
        a, b = (
            RunScores(("P",), names(9), scores[[row]], np.array([0.5]), np.array([9]))
            for row in pairs.loc[place, ["first", "second"]]
        )
        (expected,) = compare_runs(a, b).itertuples()
        assert (pairs.low[place], pairs.high[place]) == (expected.low, expected.high)


def test_influence_by_hand():
    """Means .5, .3, .1; topic 1 ranks as they do, topic 2 the other way round, topic 3 not at all."""
    scores = np.array([[0.9, 0.1, 0.5], [0.3, 0.1, 0.5], [-0.4, 0.2, 0.5]])
    influence = influence_of_topics(("1", "2", "3"), scores, scores.mean(axis=1))
    assert influence.kendall.tolist() == pytest.approx([1, -2 / np.sqrt(6), NAN], nan_ok=True)
    assert influence.spread.tolist() == pytest.approx([np.std([0.9, 0.3, -0.4], ddof=1), np.sqrt(1 / 300), 0])
    assert influence.share[2] == 0
    assert influence.share[1] < 0


@given(arrays(float, (4, 6), elements={"min_value": 0, "max_value": 1}))
def test_shares_add_up_to_one(scores):
    share = influence_of_topics(names(6), scores, scores.mean(axis=1)).share
    if np.ptp(scores.mean(axis=1)) > 1e-6:
        assert share.sum() == pytest.approx(1)


def test_shares_need_every_score():
    influence = influence_of_topics(("1", "2"), np.array([[0.5, NAN], [0.1, 0.4]]), np.array([0.5, 0.25]))
    assert np.isnan(influence.share).all()
    assert influence.kendall[0] == 1
    assert np.isnan(influence.kendall[1])
    assert influence.runs.tolist() == [2, 1]


def test_swaps_by_hand():
    """Four topics, two to each run: single topics are even, so min(above, below) nears half.

    Sets of two: both to one run (1 of 6 each), or one each (4 of 6), which is a tie.
    """
    scores = np.array([[1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0]])
    rates = swap_rates(scores, names(4), "MAiP")
    assert rates.topics.tolist() == [1, 2]
    assert rates.ties[0] == 0
    assert rates.error[0] == pytest.approx(0.5, abs=0.1)
    assert rates.ties[1] == pytest.approx(4 / 6, abs=0.12)
    # Two disjoint sets of two are each other's complement: what one says above, the other says below.
    assert rates.error[1] == pytest.approx((1 - rates.ties[1]) / 2)


def test_the_pair_that_is_reversed_most_often_is_known():
    """The first run is best everywhere; the other two are each better on half of the topics."""
    scores = np.array([[0.9] * 4, [0.5, 0.5, 0.1, 0.1], [0.1, 0.1, 0.5, 0.5]])
    rates = swap_rates(scores, names(4), "MAiP")
    assert rates[["first", "second"]].to_numpy().tolist() == [[1, 2]] * 2
    assert rates.largest.tolist() == pytest.approx(3 * rates.error)  # none of the other two pairs


def test_the_best_of_many_runs_are_looked_at_by_themselves():
    """Bad runs are far below, so that only the pairs of the best are ever reversed."""
    noise = np.random.default_rng(3).normal(0, 2, (BEST + 5, 20))
    scores = noise + np.r_[np.full(BEST, 20.0), np.arange(5)[::-1]][:, None]
    rates = swap_rates(scores, names(20), "MAiP")
    assert rates.error_of_best.tolist() == swap_rates(scores[:BEST], names(20), "MAiP").error.tolist()
    assert (rates.error_of_best > rates.error).all()
    assert swap_rates(scores[:BEST], names(20), "MAiP").error_of_best.isna().all()


def test_equal_runs_are_ties_not_errors():
    rates = swap_rates(np.array([[0.40, 0.50, 0.0], [0.41, 0.51, 0.0]]), names(3), "MAiP")
    assert (rates.error.tolist(), rates.ties.tolist()) == ([0], [1])


def test_swaps_need_two_runs_and_two_topics():
    for shape in ((0, 5), (1, 5), (3, 1), (3, 0)):
        assert len(swap_rates(np.zeros(shape), names(shape[1]), "MAiP").topics) == 0


def test_more_topics_make_fewer_errors():
    scores = np.random.default_rng(9).normal(np.linspace(0.5, 0.3, 8)[:, None], 0.15, (8, 60))
    error = swap_rates(scores, names(60), "MAiP").error
    assert error[0] > error[9] > error[29]


def test_means_that_differ_only_by_rounding_have_no_shares():
    scores = np.array([[0.0, 0.0], [0.0, 5e-324]])
    assert np.isnan(influence_of_topics(names(2), scores, scores.mean(axis=1)).share).all()
