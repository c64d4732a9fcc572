import numpy as np
import pytest

from inexreport.model.score_numbers import DECIMALS, comparable
from inexreport.statistics.summary import UNRANKED, competition_ranks, percentiles, summarise_topics

NAN = float("nan")


def test_equal_scores_share_a_rank_and_the_next_counts_them_all():
    assert competition_ranks(np.array([0.3, 0.9, 0.3, 0.1])).tolist() == [2, 1, 2, 4]


def test_many_scores_are_rounded_like_one():
    draw = np.random.default_rng(1)
    middles = (draw.integers(0, 10**DECIMALS, 5_000) + 0.5) / 10**DECIMALS
    rare = [NAN, 0.0, -0.0, -1e-12, 5e-324, 109.95, 109.96, 1e300, float("inf"), -float("inf")]
    scores = np.concatenate((rare, draw.random(5_000), middles, -middles))
    expected = np.array([round(score, DECIMALS) + 0.0 for score in scores.tolist()])
    assert comparable(scores).tobytes() == expected.tobytes()


def test_a_run_without_a_score_is_unranked():
    assert competition_ranks(np.array([NAN, 0.9, NAN])).tolist() == [UNRANKED, 1, UNRANKED]


def test_no_runs_no_ranks():
    assert competition_ranks(np.empty(0)).tolist() == []


def test_percentile_is_the_share_of_other_runs_that_score_lower():
    assert percentiles(np.array([0.1, 0.2, 0.2, 0.4, 0.5])).tolist() == [0.0, 25.0, 25.0, 75.0, 100.0]


def test_a_lone_run_has_no_percentile():
    assert np.isnan(percentiles(np.array([0.4]))).all()
    assert np.isnan(percentiles(np.array([0.4, NAN]))).all()


def test_topic_summary_by_hand():
    scores = np.array(
        [
            [0.2, 0.0, NAN, NAN],
            [0.4, 0.0, 0.7, NAN],
            [0.9, 0.1, NAN, NAN],
            [0.5, 0.1, 0.1, NAN],
        ]
    )
    summary = summarise_topics(("a", "b", "c", "d"), scores)
    assert summary.topics == ("a", "b", "c")
    assert summary.runs.tolist() == [4, 4, 2]
    assert summary.median == pytest.approx([0.45, 0.05, 0.4])
    assert summary.best == pytest.approx([0.9, 0.1, 0.7])
    assert summary.lowest == pytest.approx([0.2, 0.0, 0.1])
    assert summary.best_run.tolist() == [2, 2, 1]
    assert summary.lower_quartile[0] == pytest.approx(0.35)
    assert summary.sharing.tolist() == [0, 1, 0]


def test_topic_summary_without_runs():
    summary = summarise_topics(("a",), np.empty((0, 1)))
    assert summary.topics == ()
    assert summary.sharing.tolist() == []
