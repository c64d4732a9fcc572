from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from inexreport.statistics.paired_tests import Pairs, paired_differences, randomization, t_test
from inexreport.statistics.repeatable_draws import DrawKind, RepeatableDraws
from inexreport.statistics.two_tailed import two_tailed, two_tailed_randomization

DIFFERENCES = st.lists(st.integers(-5, 5), min_size=2, max_size=8)


def test_t_is_that_of_scipy_with_two_tails():
    differences = np.array([[0.2, 0.1, -0.3, 0.4, 0.15], [-0.2, -0.1, 0.05, -0.4, -0.15]])
    statistic, p = two_tailed(t_test, differences)
    expected = stats.ttest_1samp(differences, 0, axis=1)
    assert statistic == pytest.approx(expected.statistic)
    assert p == pytest.approx(expected.pvalue)


drawn = partial(RepeatableDraws, DrawKind.RANDOMIZATION)


@given(DIFFERENCES)
def test_randomization_is_the_share_of_all_signs_whose_sum_is_as_far_from_0(values):
    differences = np.array(values, dtype=float)
    _, p = two_tailed(partial(randomization, draws=drawn()), differences[None, :])
    signs = np.array(np.meshgrid(*[[-1, 1]] * len(values))).reshape(len(values), -1).T
    share = np.mean(np.abs(signs @ differences) >= abs(differences.sum()))
    if differences.any():
        assert p[0] == pytest.approx(share)
    else:
        assert np.isnan(p[0])


@pytest.mark.parametrize("size", [5, 30])
@pytest.mark.parametrize("test", [t_test, partial(randomization, draws=drawn())])
def test_reversed_differences_have_the_same_p(test, size):
    generator = np.random.default_rng(1)
    differences = generator.normal(0.1, 0.3, (6, size))
    differences[0, :4] = 0.25, -0.25, 0.5, -0.5
    differences[0, 4:] = 0  # the sum is 0
    # Each call has draws of its own, which begin at the same place.
    made = test if test is t_test else lambda rows: randomization(rows, drawn())
    statistic, p = two_tailed(made, differences)
    reversed_statistic, reversed_p = two_tailed(made, -differences)
    assert p.tolist() == reversed_p.tolist()
    assert statistic.tolist() == (0 - reversed_statistic).tolist()
    assert (p <= 1).all()


@pytest.mark.parametrize("topics", [6, 40])
def test_many_pairs_of_the_same_scores_have_the_same_p(topics):
    generator = np.random.default_rng(2)
    scores = generator.integers(0, 20, (6, topics)) / 20
    scores[1, 2] = scores[2, 3:5] = np.nan
    scores[4] = scores[3]
    scores[5] = 0.9 * scores[0]
    first, second = np.triu_indices(6, k=1)
    first, second = np.append(first, second), np.append(second, first)
    differences = paired_differences(scores[first], scores[second])
    expected = two_tailed(partial(randomization, draws=drawn()), differences)
    found = two_tailed_randomization(differences, drawn(), Pairs(scores, first, second))
    for one, other in zip(found, expected, strict=True):
        assert one.tolist() == pytest.approx(other.tolist(), abs=1e-12, nan_ok=True)
    p = found[1]
    assert p[:15].tolist() == pytest.approx(p[15:].tolist(), nan_ok=True)
    assert np.count_nonzero(np.isnan(p)) == 2


def test_without_topics_nothing_is_tested():
    for test in (t_test, partial(randomization, draws=drawn())):
        assert np.isnan(two_tailed(test, np.empty((2, 0)))[1]).all()
        assert np.isnan(two_tailed(test, np.full((2, 3), np.nan))[1]).all()
