from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_tasks import METRIC, campaign_of, run_of, scored, task_of

from inexreport.statistics.random_subsets import random_subset_test, smallest_p
from inexreport.statistics.repeatable_draws import DrawKind, RepeatableDraws
from inexreport.statistics.standings import task_standings
from inexreport.subjects.topic_subsets import (
    TOPIC_SUBSET_MEANS,
    TOPIC_SUBSETS,
    further_scores,
    subset_scores,
    topic_subsets,
)

TOPICS = ("1", "2", "3", "4")
NAN = float("nan")


def subsets_of(task, **tags):
    """The runs on each subset, and the means of all runs."""
    runs, means = subset_scores(task, campaign_of([task], dict.fromkeys(TOPICS, "CO"), tags).campaign)
    return [(runs[runs.subset == one.subset], one) for _, one in means.iterrows()]


def further_of(task, **tags):
    campaign = campaign_of([task], dict.fromkeys(TOPICS, "CO"), tags).campaign
    return {(one.subset[0], one.metric[0]): one for one in further_scores(task, campaign)}


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
    ((found, means),) = subsets_of(task, old=("1", "2"))
    assert (found.topics.tolist(), means.topics, means.other_topics) == ([2, 2], 2, 2)
    assert found.run.tolist() == ["b", "a"]  # 0.35 and 0.3
    assert found.score.tolist() == pytest.approx([0.3, 0.5])
    assert found.score_on_others.tolist() == pytest.approx([0.4, 0.1])
    assert found["rank"].tolist() == [2, 1]
    assert found.advantage.tolist() == pytest.approx([-0.25, 0.25])
    # a above the mean: 0.1, 0.1, -0.1, -0.2; of six pairs only {1, 2} and {3, 4} are so far apart.
    assert found.p.tolist() == pytest.approx([2 / 6, 2 / 6])
    assert found.p_adjusted.tolist() == pytest.approx([4 / 6, 4 / 6])
    assert means.kendall == -1.0
    # Means of the topics: 0.5, 0.3, 0.2, 0.3.
    assert (means["mean"], means.mean_on_others) == pytest.approx((0.4, 0.25))
    # 0.8 of 1.3: as far from 0.65 as {1, 2} and {1, 4} are {3, 4}, {2, 3}.
    assert means.p == pytest.approx(4 / 6)


SCORES = st.lists(
    st.lists(st.integers(0, 20).map(lambda score: score / 20), min_size=4, max_size=4), min_size=1, max_size=5
)


@given(SCORES)
def test_a_subset_of_all_topics_has_the_means_and_ranks_of_the_task(rows):
    task = scored(TOPICS, **{f"r{i}": row for i, row in enumerate(rows)})
    ((found, means),) = subsets_of(task, all=TOPICS)
    standings = task_standings(task)
    assert found.score.tolist() == standings.means[:, standings.official].tolist()
    assert found["rank"].tolist() == standings.ranks[:, standings.official].tolist()
    assert found[["advantage", "p", "p_adjusted", "score_on_others"]].isna().all(axis=None)
    assert means[["kendall", "mean_on_others", "p"]].isna().all()


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
        of_ip, of_overlap = found["old", "iP@0.01"], found["old", "overlap(kind=set)"]
        assert of_ip.run.tolist() == of_overlap.run.tolist() == ["b", "a"]
        assert of_ip.score.tolist() == pytest.approx([0.3, 0.3])
        assert of_ip.score_on_others.tolist() == pytest.approx([0.5, 0.6])
        assert (of_ip["rank"].tolist(), of_ip.topics.tolist()) == ([1, 1], [2, 2])
        assert (of_overlap["rank"].fillna(0).tolist(), of_overlap.topics.tolist()) == ([0, 1], [1, 1])
        assert of_overlap.score.tolist() == pytest.approx([NAN, 5], nan_ok=True)

    def test_subsets_without_scores_by_the_official_metric(self):
        task = self.task(a=((0.6, 0.4, 0.1, NAN), (0.2, 0.4, 0.6, 0.5), (1, 1, 1, 1), (1, 1, 1, 1)))
        outcome = campaign_of([task], dict.fromkeys(TOPICS, "CO"), {"new": ("4",)})
        rows = TOPIC_SUBSETS.build(outcome).to_pylist()
        assert [(row["metric"], row["score"], row["p"]) for row in rows] == [
            ("iP@0.01", 0.5, None),
            ("overlap(kind=set)", 1, None),
        ]
        assert len(TOPIC_SUBSET_MEANS.build(outcome)) == 0

    @given(SCORES, SCORES)
    def test_a_subset_of_all_topics_has_the_means_and_ranks_of_the_task(self, rows, others):
        runs = {f"r{i}": (a, b, a, b) for i, (a, b) in enumerate(zip(rows, others, strict=False))}
        task = self.task(**runs)
        standings = task_standings(task)
        found = further_of(task, all=TOPICS)
        assert len(found) == 2
        for (_, metric), one in found.items():
            column = task.task.metrics.index(metric)
            assert one.score.tolist() == standings.means[:, column].tolist()
            assert one["rank"].tolist() == standings.ranks[:, column].tolist()
            assert one.score_on_others.isna().all()

    def test_many_runs_and_metrics(self):
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
        assert len(list(further_scores(task, campaign))) == 59 * 2


@given(SCORES, st.sets(st.sampled_from(TOPICS), min_size=1, max_size=3))
def test_a_subset_and_the_others_are_each_others_reverse(rows, inside):
    task = scored(TOPICS, **{f"r{i}": row for i, row in enumerate(rows)})
    (one, of_one), (other, of_other) = subsets_of(task, one=tuple(inside), other=tuple(set(TOPICS) - inside))
    assert one.score.tolist() == other.score_on_others.tolist()
    assert one.advantage.tolist() == pytest.approx((-other.advantage).tolist(), abs=1e-12)
    assert one.p.tolist() == pytest.approx(other.p.tolist(), nan_ok=True)
    assert of_one.p == pytest.approx(of_other.p, nan_ok=True)
    assert of_one.kendall == pytest.approx(of_other.kendall, nan_ok=True)


def test_holm_is_over_the_runs_and_subsets_of_the_task():
    task = scored(TOPICS, a=(0.6, 0.4, 0.1, 0.1), b=(0.4, 0.2, 0.3, 0.5))
    (one, _), (other, _) = subsets_of(task, one=("1", "2"), other=("1", "4"))
    assert one.p_adjusted.tolist() == other.p_adjusted.tolist() == [1.0, 1.0]  # 4 times 2 / 6 or more


def test_two_subsets_that_make_up_all_topics_are_one_test():
    task = scored(TOPICS, a=(0.6, 0.4, 0.1, 0.1), b=(0.4, 0.2, 0.3, 0.5))
    (one, _), (other, _) = subsets_of(task, one=("1", "2"), other=("3", "4"))
    assert one.p_adjusted.tolist() == other.p_adjusted.tolist() == [4 / 6, 4 / 6]  # twice 2 / 6


def test_runs_without_the_score_of_a_topic_have_a_mean_and_no_advantage():
    task = scored(TOPICS, a=(0.6, NAN, 0.1, 0.1), b=(0.4, 0.2, 0.3, 0.5))
    ((found, _),) = subsets_of(task, old=("1", "2"))
    found = found.set_index("run")
    assert found.score["a"] == 0.6
    assert found.loc["a", ["advantage", "p"]].isna().all()
    assert found.loc["b", ["advantage", "p"]].notna().all()


def test_subsets_without_a_topic_of_the_task_are_left_out():
    task = scored(("1", "2"), a=(0.5, 0.4))
    assert subsets_of(task, elsewhere=("3", "4")) == []
    assert subsets_of(task) == []
    assert subsets_of(scored(()), old=("1",)) == []


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
    (p,) = random_subset_test(values[None, :], inside, RepeatableDraws(DrawKind.TOPIC_SUBSETS))
    assert not p < smallest_p(len(values), size)
    if np.ptp(values) > 0:
        assert p == pytest.approx(expected)
    else:
        assert np.isnan(p)


def test_random_subsets_come_close_to_the_t_test_and_repeat():
    generator = np.random.default_rng(5)
    values, inside = generator.normal(0, 1, (3, 60)), np.arange(60) < 20
    values[1, :20] += 0.6
    values[2, :20] += 3
    p = random_subset_test(values, inside, RepeatableDraws(DrawKind.TOPIC_SUBSETS))
    from scipy import stats

    expected = stats.ttest_ind(values[:, inside], values[:, ~inside], axis=1).pvalue
    assert p == pytest.approx(expected, abs=0.02)
    assert p[2] == 1 / 10_000  # nothing drawn is as far apart as the observed subset
    assert p.tolist() == random_subset_test(values, inside, RepeatableDraws(DrawKind.TOPIC_SUBSETS)).tolist()
