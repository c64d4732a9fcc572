"""The randomised Tukey HSD test and effect sizes: values by hand, slow references and special cases."""

from __future__ import annotations

from functools import partial
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from inexreport.statistics import randomised_tukey
from inexreport.statistics.paired_tests import Pairs, paired_differences, randomization
from inexreport.statistics.randomised_tukey import effect_sizes, randomised_tukey_hsd
from inexreport.statistics.repeatable_draws import DrawKind, RepeatableDraws
from inexreport.statistics.two_tailed import two_tailed

NAN = np.nan


def all_pairs(scores: np.ndarray) -> Pairs:
    return Pairs(scores, *(places.astype(np.int64) for places in np.triu_indices(len(scores), k=1)))


def tukey(scores: np.ndarray, *content: str) -> tuple[np.ndarray, np.ndarray]:
    return randomised_tukey_hsd(all_pairs(np.asarray(scores)), RepeatableDraws(DrawKind.TUKEY, *content))


def some_scores(
    runs: st.SearchStrategy[int], topics: st.SearchStrategy[int]
) -> st.SearchStrategy[np.ndarray]:
    """Scores with few values, so that many are equal."""
    values = st.integers(0, 20).map(lambda number: number / 20)
    return st.tuples(runs, topics).flatmap(lambda shape: arrays(np.float64, shape, elements=values))


few = some_scores(st.integers(2, 3), st.integers(2, 5))
many = some_scores(st.integers(2, 8), st.integers(2, 12))


def slow_reference(scores: np.ndarray) -> list[float]:
    """p of all pairs, from every assignment of each topic's scores to the runs, in whole twentieths."""
    twentieths = np.rint(scores * 20).astype(int).T.tolist()
    reached = np.zeros(len(scores) * (len(scores) - 1) // 2)
    observed = [sum(one) for one in zip(*twentieths, strict=True)]
    differences = [abs(one - other) for one, other in combinations(observed, 2)]
    count = 0
    for assignment in product(*(permutations(topic) for topic in twentieths)):
        totals = [sum(one) for one in zip(*assignment, strict=True)]
        reached += [max(totals) - min(totals) >= difference for difference in differences]
        count += 1
    return (reached / count).tolist()


def test_three_runs_and_two_topics_by_hand():
    """Six orders of the second topic against the first as it is: five ranges reach 2, one reaches 4.

    The totals are (4, 2, 0), (4, 1, 1), (3, 3, 0), (2, 3, 1), (3, 1, 2) and (2, 2, 2).
    """
    scores = np.array([[2.0, 2.0], [1.0, 1.0], [0.0, 0.0]])
    statistic, p = tukey(scores)
    assert statistic.tolist() == [1, 2, 1]
    assert p.tolist() == pytest.approx([5 / 6, 1 / 6, 5 / 6])


@given(few)
def test_all_permutations_equal_the_slow_reference(scores: np.ndarray):
    assert tukey(scores)[1].tolist() == pytest.approx(slow_reference(scores), abs=1e-12)


def test_random_permutations_come_near_to_all(monkeypatch: pytest.MonkeyPatch):
    scores = np.array([[0.9, 0.4, 0.6, 0.8], [0.5, 0.5, 0.4, 0.6], [0.2, 0.3, 0.1, 0.3]])
    exact = tukey(scores)[1]
    monkeypatch.setattr(randomised_tukey, "EXACT_UP_TO", 1)
    drawn = tukey(scores)[1]
    assert exact.tolist() == pytest.approx(slow_reference(scores))
    assert (drawn != exact).any()
    assert drawn.tolist() == pytest.approx(exact.tolist(), abs=0.02)  # four standard errors


@given(some_scores(st.just(2), st.integers(2, 13)))
def test_two_runs_are_tested_as_by_the_randomization_test_with_two_tails(scores: np.ndarray):
    differences = paired_differences(scores[0], scores[1])[None]
    test = partial(randomization, draws=RepeatableDraws(DrawKind.TUKEY, "test"))
    statistic, expected = two_tailed(test, differences)
    found, p = tukey(scores)
    if np.isnan(expected[0]):  # all differences are 0
        assert (found[0], p[0]) == (0, 1)
    else:
        assert found[0] == pytest.approx(statistic[0], abs=1e-12)
        assert p[0] == pytest.approx(expected[0], abs=1e-12)


def test_two_runs_with_many_topics_come_near_to_the_randomization_test():
    first, second = np.random.default_rng(5).normal([[0.43], [0.4]], 0.1, (2, 40))
    draws = RepeatableDraws(DrawKind.TUKEY, "test")
    _, expected = two_tailed(partial(randomization, draws=draws), paired_differences(first, second)[None])
    assert 0.02 < expected[0] < 0.98
    assert tukey(np.array([first, second]))[1][0] == pytest.approx(expected[0], abs=0.02)


@given(many)
def test_a_larger_difference_never_has_a_larger_p(scores: np.ndarray):
    statistic, p = tukey(scores)
    order = np.argsort(np.abs(statistic), kind="stable")
    assert (np.diff(p[order]) <= 0).all()
    assert ((p > 0) & (p <= 1)).all()


@given(many)
def test_equal_runs_have_p_1(scores: np.ndarray):
    statistic, p = tukey(np.vstack((scores, scores[:1])))
    place = len(scores) - 1  # of the first and the last run among the pairs of the first
    assert (statistic[place], p[place]) == (0, 1)


@given(many)
def test_a_constant_for_each_topic_changes_nothing(scores: np.ndarray):
    """Hard topics and easy ones: only scores of one topic are permuted."""
    shifted = scores + np.linspace(0, 0.7, scores.shape[1])
    for one, other in zip(tukey(scores), tukey(shifted), strict=True):
        assert one.tolist() == pytest.approx(other.tolist(), abs=1e-9)


@given(few)
def test_the_order_of_the_runs_only_turns_pairs_round(scores: np.ndarray):
    statistic, p = tukey(scores)
    turned, same = tukey(scores[::-1])
    assert turned[::-1].tolist() == pytest.approx((-statistic).tolist(), abs=1e-12)
    assert same[::-1].tolist() == p.tolist()


def test_only_topics_with_scores_of_all_runs_count():
    scores = np.array([[0.9, 0.8, 0.3, 0.7], [0.5, NAN, 0.4, 0.6], [0.1, 0.3, 0.2, 0.2]])
    for one, other in zip(tukey(scores), tukey(scores[:, [0, 2, 3]]), strict=True):
        assert one.tolist() == other.tolist()
    assert effect_sizes(all_pairs(scores)).tolist() == effect_sizes(all_pairs(scores[:, [0, 2, 3]])).tolist()


@pytest.mark.parametrize(
    "scores",
    [np.empty((3, 0)), np.array([[0.5], [0.4], [0.1]]), np.array([[0.5, NAN], [0.4, 0.2], [0.1, 0.3]])],
)
def test_fewer_than_two_topics_are_not_tested(scores: np.ndarray):
    statistic, p = tukey(scores)
    assert np.isnan([statistic, p, effect_sizes(all_pairs(scores))]).all()


def test_a_run_alone_has_no_pairs():
    assert [len(one) for one in tukey(np.array([[0.5, 0.4]]))] == [0, 0]
    assert len(effect_sizes(all_pairs(np.array([[0.5, 0.4]])))) == 0


def test_the_smallest_p_is_one_of_ten_thousand():
    scores = np.linspace(0.9, 0.1, 9)[:, None] + np.zeros((1, 10))
    _, p = tukey(scores)
    assert p[7] == 1 / 10_000  # the best and the last run
    assert p.min() == p[7]


def test_the_draws_are_repeatable_and_come_from_their_content():
    scores = np.random.default_rng(3).normal(0.4, 0.1, (6, 10))
    first, same, other = (tukey(scores, content)[1] for content in ("a", "a", "b"))
    assert first.tolist() == same.tolist()
    assert first.tolist() != other.tolist()


def test_true_null_hypotheses_are_rejected_in_one_of_twenty_tasks():
    """Any wrong finding in a task counts once: 200 tasks without any difference, 10 expected, sd 3.1."""
    random = np.random.default_rng(11)
    wrong = sum((tukey(random.random((3, 5)))[1] < 0.05).any() for _ in range(200))
    assert 1 <= wrong <= 20


def slow_effect_sizes(scores: np.ndarray) -> list[float]:
    runs, topics = scores.shape
    means = [sum(run) / topics for run in scores.tolist()]
    of_topics = [sum(topic) / runs for topic in scores.T.tolist()]
    whole = sum(means) / runs
    squares = sum(
        (scores[i, j] - means[i] - of_topics[j] + whole) ** 2 for i in range(runs) for j in range(topics)
    )
    deviation = (squares / (runs - 1) / (topics - 1)) ** 0.5
    return [(one - other) / deviation if deviation > 1e-9 else NAN for one, other in combinations(means, 2)]


@given(many)
def test_effect_sizes_equal_the_slow_reference(scores: np.ndarray):
    expected = slow_effect_sizes(scores)
    assert effect_sizes(all_pairs(scores)).tolist() == pytest.approx(expected, rel=1e-6, nan_ok=True)


def test_two_runs_have_the_effect_size_of_paired_differences():
    """With two runs the residual variance is half the variance of the differences."""
    scores = np.array([[0.30, 0.25, 0.40, 0.10, 0.50, 0.35], [0.28, 0.20, 0.41, 0.05, 0.40, 0.30]])
    differences = scores[0] - scores[1]
    expected = differences.mean() / (differences.std(ddof=1) / 2**0.5)
    assert effect_sizes(all_pairs(scores)).tolist() == pytest.approx([expected])


def test_effect_sizes_do_not_depend_on_the_scale_of_scores():
    scores = np.random.default_rng(4).random((5, 8))
    percent = effect_sizes(all_pairs(100 * scores))
    assert percent.tolist() == pytest.approx(effect_sizes(all_pairs(scores)).tolist())


def test_differences_without_a_residual_have_no_effect_size():
    scores = np.array([[0.1], [0.2], [0.7]]) + np.array([0.1, 0.2, 0.05])
    assert np.isnan(effect_sizes(all_pairs(scores))).all()
