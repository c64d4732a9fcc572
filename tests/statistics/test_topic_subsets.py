from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_tasks import campaign_of, scored

from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.standings import task_standings
from inexreport.statistics.topic_subsets import random_subset_test, subset_scores, topic_subsets

TOPICS = ("1", "2", "3", "4")
NAN = float("nan")


def subsets_of(task, **tags):
    return subset_scores(task, campaign_of([task], dict.fromkeys(TOPICS, "CO"), tags).campaign)


def test_query_types_and_tags():
    campaign = campaign_of(
        [], {"1": "CO", "2": "CAS", "3": "CO", "4": ""}, {"new": ("4", "1", "1", "99"), "none": ("99",)}
    ).campaign
    assert [(one.kind, one.name, one.topics) for one in topic_subsets(campaign)] == [
        ("query type", "CAS", ("2",)),
        ("query type", "CO", ("1", "3")),
        ("tag", "new", ("1", "4")),
    ]


def test_one_query_type_is_no_subset():
    assert topic_subsets(campaign_of([], dict.fromkeys(TOPICS, "CO+S")).campaign) == ()


def test_by_hand():
    """On topics 1 and 2, a is 0.1 above the mean of both runs, on the others 0.15 below."""
    task = scored(TOPICS, a=(0.6, 0.4, 0.1, 0.1), b=(0.4, 0.2, 0.3, 0.5))
    (found,) = subsets_of(task, old=("1", "2"))
    assert (found.topics, found.others) == (("1", "2"), ("3", "4"))
    names = [run.submission.name for run in task_standings(task).runs]
    assert names == ["b", "a"]  # 0.35 and 0.3
    assert found.scores == pytest.approx([0.3, 0.5])
    assert found.scores_on_others == pytest.approx([0.4, 0.1])
    assert found.ranks.tolist() == [2, 1]
    assert found.advantage == pytest.approx([-0.25, 0.25])
    # a above the mean: 0.1, 0.1, -0.1, -0.2; of six pairs only {1, 2} and {3, 4} are so far apart.
    assert found.p == pytest.approx([2 / 6, 2 / 6])
    assert found.p_adjusted == pytest.approx([4 / 6, 4 / 6])
    assert found.kendall == -1.0
    # Means of the topics: 0.5, 0.3, 0.2, 0.3.
    assert (found.mean, found.mean_on_others) == pytest.approx((0.4, 0.25))
    # 0.8 of 1.3: as far from 0.65 as {1, 2} and {1, 4} are {3, 4}, {2, 3}.
    assert found.p_of_means == pytest.approx(4 / 6)


SCORES = st.lists(
    st.lists(st.integers(0, 20).map(lambda score: score / 20), min_size=4, max_size=4), min_size=1, max_size=5
)


@given(SCORES)
def test_a_subset_of_all_topics_has_the_means_and_ranks_of_the_task(rows):
    task = scored(TOPICS, **{f"r{i}": row for i, row in enumerate(rows)})
    (found,) = subsets_of(task, all=TOPICS)
    standings = task_standings(task)
    assert found.scores.tolist() == standings.means[:, standings.official].tolist()
    assert found.ranks.tolist() == standings.ranks[:, standings.official].tolist()
    for nothing in (found.advantage, found.p, found.p_adjusted, found.scores_on_others):
        assert np.isnan(nothing).all()
    assert np.isnan([found.kendall, found.mean_on_others, found.p_of_means]).all()


@given(SCORES, st.sets(st.sampled_from(TOPICS), min_size=1, max_size=3))
def test_a_subset_and_the_others_are_each_others_reverse(rows, inside):
    task = scored(TOPICS, **{f"r{i}": row for i, row in enumerate(rows)})
    one, other = subsets_of(task, one=tuple(inside), other=tuple(set(TOPICS) - inside))
    assert one.scores.tolist() == other.scores_on_others.tolist()
    assert one.advantage == pytest.approx(-other.advantage, abs=1e-12)
    assert one.p == pytest.approx(other.p, nan_ok=True)
    assert one.p_of_means == pytest.approx(other.p_of_means, nan_ok=True)
    assert one.kendall == pytest.approx(other.kendall, nan_ok=True)


def test_holm_is_over_the_runs_and_subsets_of_the_task():
    task = scored(TOPICS, a=(0.6, 0.4, 0.1, 0.1), b=(0.4, 0.2, 0.3, 0.5))
    one, other = subsets_of(task, one=("1", "2"), other=("3", "4"))
    assert one.p_adjusted.tolist() == other.p_adjusted.tolist() == [1.0, 1.0]  # 4 times 2 / 6


def test_runs_without_the_score_of_a_topic_have_a_mean_and_no_advantage():
    task = scored(TOPICS, a=(0.6, NAN, 0.1, 0.1), b=(0.4, 0.2, 0.3, 0.5))
    (found,) = subsets_of(task, old=("1", "2"))
    rows = {run.submission.name: row for row, run in enumerate(task_standings(task).runs)}
    assert found.scores[rows["a"]] == 0.6
    assert np.isnan([found.advantage[rows["a"]], found.p[rows["a"]]]).all()
    assert not np.isnan([found.advantage[rows["b"]], found.p[rows["b"]]]).any()


def test_subsets_without_a_topic_of_the_task_are_left_out():
    task = scored(("1", "2"), a=(0.5, 0.4))
    assert subsets_of(task, elsewhere=("3", "4")) == ()
    assert subsets_of(task) == ()
    assert subsets_of(scored(()), old=("1",)) == ()


@given(
    st.lists(st.integers(-9, 9), min_size=3, max_size=7).flatmap(
        lambda values: st.tuples(st.just(values), st.integers(1, len(values) - 1))
    )
)
def test_the_exact_test_looks_at_all_subsets(drawn):
    values, size = np.array(drawn[0], dtype=float), drawn[1]
    inside = np.arange(len(values)) < size

    def apart(chosen):
        within = np.isin(np.arange(len(values)), chosen)
        return abs(values[within].mean() - values[~within].mean())

    distances = [apart(chosen) for chosen in combinations(range(len(values)), size)]
    observed = apart(range(size))
    expected = np.mean([distance >= observed - 1e-9 for distance in distances])
    (p,) = random_subset_test(values[None, :], inside, RepeatableDraws("a"))
    if np.ptp(values) > 0:
        assert p == pytest.approx(expected)
    else:
        assert np.isnan(p)


def test_random_subsets_come_close_to_the_t_test_and_repeat():
    generator = np.random.default_rng(5)
    values, inside = generator.normal(0, 1, (3, 60)), np.arange(60) < 20
    values[1, :20] += 0.6
    values[2, :20] += 3
    p = random_subset_test(values, inside, RepeatableDraws("a"))
    from scipy import stats

    expected = stats.ttest_ind(values[:, inside], values[:, ~inside], axis=1).pvalue
    assert p == pytest.approx(expected, abs=0.02)
    assert p[2] == 1 / 10_000  # nothing drawn is as far apart as the observed subset
    assert p.tolist() == random_subset_test(values, inside, RepeatableDraws("a")).tolist()
