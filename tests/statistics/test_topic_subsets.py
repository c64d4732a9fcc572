from __future__ import annotations

from itertools import combinations
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_tasks import METRIC, campaign_of, run_of, scored, task_of

from inexreport.statistics.random_subsets import random_subset_test
from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.standings import task_standings
from inexreport.statistics.topic_subsets import further_subset_means, subset_scores, topic_subsets

TOPICS = ("1", "2", "3", "4")
NAN = float("nan")


def subsets_of(task, **tags):
    return subset_scores(task, campaign_of([task], dict.fromkeys(TOPICS, "CO"), tags).campaign)


def further_of(task, **tags):
    campaign = campaign_of([task], dict.fromkeys(TOPICS, "CO"), tags).campaign
    return {(one.subset.name, one.metric): one for one in further_subset_means(task, campaign)}


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


class TestFurtherMetrics:
    METRICS = (METRIC, "iP@0.01", "overlap(kind=set)", "num_rel")

    def task(self, **runs):
        """Runs by their scores on the topics by each metric."""
        made = [
            run_of(name, dict(zip(self.METRICS, rows, strict=True)), TOPICS) for name, rows in runs.items()
        ]
        return task_of(made, metrics=self.METRICS)

    def test_by_hand(self):
        task = self.task(
            a=((0.6, 0.4, 0.1, 0.1), (0.2, 0.4, 0.6, NAN), (NAN, 5, 7, 9), (1, 1, 1, 1)),
            b=((0.4, 0.2, 0.3, 0.5), (0.4, 0.2, 0.5, NAN), (NAN, NAN, 7, 8), (1, 1, 1, 1)),
        )
        found = further_of(task, old=("1", "2"), new=("4",))
        # By iP no run has a score on topic 4; the official metric has its tests, and a count has no mean.
        assert list(found) == [("old", "iP@0.01"), ("old", "overlap(kind=set)"), ("new", "overlap(kind=set)")]
        names = [run.submission.name for run in task_standings(task).runs]
        assert names == ["b", "a"]
        of_ip, of_overlap = found["old", "iP@0.01"], found["old", "overlap(kind=set)"]
        assert of_ip.scores == pytest.approx([0.3, 0.3])
        assert of_ip.scores_on_others == pytest.approx([0.5, 0.6])
        assert (of_ip.ranks.tolist(), of_ip.topics) == ([1, 1], 2)
        assert (of_overlap.ranks.tolist(), of_overlap.topics) == ([0, 1], 1)
        assert of_overlap.scores[1] == 5
        assert np.isnan(of_overlap.scores[0])

    @given(SCORES, SCORES)
    def test_a_subset_of_all_topics_has_the_means_and_ranks_of_the_task(self, rows, others):
        runs = {f"r{i}": (a, b, a, b) for i, (a, b) in enumerate(zip(rows, others, strict=False))}
        task = self.task(**runs)
        standings = task_standings(task)
        found = further_of(task, all=TOPICS)
        assert len(found) == 2
        for (_, metric), one in found.items():
            column = task.task.metrics.index(metric)
            assert one.scores.tolist() == standings.means[:, column].tolist()
            assert one.ranks.tolist() == standings.ranks[:, column].tolist()
            assert np.isnan(one.scores_on_others).all()

    def test_many_runs_and_metrics_take_little_time(self):
        generator = np.random.default_rng(1)
        metrics = tuple(f"article-P@{rank}" for rank in range(1, 61))
        topics = tuple(str(number) for number in range(60))
        runs = [
            run_of(f"r{i}", dict(zip(metrics, generator.random((60, 60)).tolist(), strict=True)), topics)
            for i in range(330)
        ]
        task = task_of(runs, metrics=metrics)
        tags = {"new": topics[:20], "old": topics[20:]}
        campaign = campaign_of([task], dict.fromkeys(topics, "CO"), tags).campaign
        start = perf_counter()
        found = list(further_subset_means(task, campaign))
        assert len(found) == 59 * 2
        assert perf_counter() - start < 5  # about 0.5 s


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
