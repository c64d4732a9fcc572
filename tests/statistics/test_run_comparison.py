"""Two runs compared topic by topic."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from inexreport.model.outcome import RunScores
from inexreport.statistics.run_comparison import TESTS, compare_runs, describe_comparison


def scores(by_topic: dict[str, float]) -> RunScores:
    values = np.array([list(by_topic.values())], dtype=np.float64).reshape(1, -1)
    mean = np.array([float(np.mean(values)) if values.size else np.nan])
    return RunScores(("M",), tuple(by_topic), values, mean, np.array([values.size]))


def test_by_hand():
    a, b = {"1": 0.5, "2": 0.2, "3": 0.4, "5": 1.0}, {"1": 0.1, "2": 0.2, "3": 0.5, "4": 1.0}
    (found,) = compare_runs(scores(a), scores(b)).itertuples()
    assert (found.topics, found.better, found.equal, found.worse) == (3, 1, 1, 1)
    assert found.difference == pytest.approx(0.1)
    assert found.deciding == {"1": 0.4, "3": -0.1}
    # Of four assignments of signs to 0.4 and -0.1 two reach 0.3: 0.4 - 0.1 and 0.4 + 0.1.
    assert found.p_randomization == 1.0


VALUES = st.lists(st.tuples(*[st.integers(0, 8).map(lambda one: one / 8)] * 2), min_size=3, max_size=9)


@given(VALUES)
def test_tests_are_those_of_scipy_and_exchanging_the_runs_changes_signs(pairs):
    a, b = (scores({str(place): pair[run] for place, pair in enumerate(pairs)}) for run in (0, 1))
    (one,), (other,) = compare_runs(a, b).itertuples(), compare_runs(b, a).itertuples()
    differences = np.array([first - second for first, second in pairs])
    assert one.difference == pytest.approx(-other.difference, abs=1e-12)
    assert (one.better, one.worse) == (other.worse, other.better)
    assert one[-4:-1] == pytest.approx(other[-4:-1], nan_ok=True)
    if differences.std() > 0:
        assert one.p_t == pytest.approx(stats.ttest_1samp(differences, 0).pvalue)
        assert one.low <= one.difference + 1e-12
        assert one.difference <= one.high + 1e-12
    if len({*np.abs(differences)}) == len(differences) and (differences != 0).all():
        assert one.p_wilcoxon == pytest.approx(stats.wilcoxon(differences, method="exact").pvalue)


def test_equal_runs_differ_in_nothing():
    same = scores({"1": 0.5, "2": 0.25})
    (found,) = compare_runs(same, same).to_dict("records")
    assert (found["difference"], found["equal"], found["deciding"]) == (0.0, 2, {})
    assert all(math.isnan(found[f"p_{test}"]) for test in TESTS)
    assert "A is better on 0 topics, equal on 2, worse on 0" in list(describe_comparison(found))


@pytest.mark.parametrize(
    ("a", "b", "lines"),
    [
        ({}, {"1": 0.5}, ["A undefined, B 0.5000; no topic has scores of both runs"]),
        (
            {"1": 0.5},
            {"1": 0.25},
            [
                "A 0.5000, B 0.2500, A - B = +0.2500 over 1 topic",
                "95% interval of the difference (bootstrap): undefined",
                "A is better on 1 topic, equal on 0, worse on 0",
                "p (two-tailed): t undefined, wilcoxon undefined, randomization undefined",
                "Largest differences: 1 (+0.2500)",
            ],
        ),
        (
            {"1": 0.5, "2": 0.5},
            {"1": 0.25, "2": 0.25},
            [
                "A 0.5000, B 0.2500, A - B = +0.2500 over 2 topics",
                "95% interval of the difference (bootstrap): +0.2500 to +0.2500",
                "A is better on 2 topics, equal on 0, worse on 0",
                "p (two-tailed): t undefined, wilcoxon 0.5000, randomization 0.5000",
                "Largest differences: 1 (+0.2500), 2 (+0.2500)",
            ],
        ),
    ],
    ids=["no topic", "one topic", "equal differences"],
)
def test_what_cannot_be_tested_is_called_undefined(a, b, lines):
    (found,) = compare_runs(scores(a), scores(b)).to_dict("records")
    assert list(describe_comparison(found)) == lines
