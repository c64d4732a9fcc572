from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from small_tasks import METRIC, campaign_of, run_of, task_of

from inexreport.statistics.task_pairs import task_pairs, wins

NAN = float("nan")
IP = "iP@0.01"


def pairs_of(*tasks):
    return task_pairs(campaign_of(tasks, {}))


def co(*runs, metrics=(METRIC, IP, "overlap(kind=set)")):
    return task_of(runs, "CO", metrics)


def cos(*runs, metrics=(IP, METRIC, "overlap(kind=set)")):
    return task_of(runs, "COS", metrics)


def a_run(name, scores, topics=("1", "2", "3"), participant="11", metrics=(METRIC,)):
    return run_of(name, dict.fromkeys(metrics, scores), topics, participant=participant)


def test_by_hand():
    """Topics 2 and 3 are shared: 0.2 and 0.4 against 0.5 and 0.3."""
    pair, *more = pairs_of(co(a_run("x", (0.9, 0.2, 0.4))), cos(a_run("x", (0.5, 0.3, 0.1), ("2", "3", "4"))))
    assert more == []
    assert (pair.task_a, pair.task_b, pair.participants) == ("CO", "COS", ("11",))
    (found,) = pair.comparisons
    assert (found.metric_a, found.metric_b, found.topics) == (METRIC, METRIC, ("2", "3"))
    assert (found.mean_a.tolist(), found.mean_b.tolist()) == (pytest.approx([0.3]), pytest.approx([0.4]))
    assert found.differences[0] == pytest.approx([0.3, -0.1])
    expected = stats.ttest_rel([0.5, 0.3], [0.2, 0.4]).pvalue
    assert (found.p[0], found.p_adjusted[0], found.overall_p) == pytest.approx((expected,) * 3)
    assert [one.tolist() for one in wins(found.differences, axis=1)] == [[1], [1], [0]]
    assert np.isnan(found.kendall)  # of one pair


def test_runs_are_paired_by_participant_and_name_of_the_file():
    first = co(
        a_run("x", (0.1, 0.2, 0.3)),
        a_run("12.y", (0.1, 0.2, 0.3), participant="12"),
        a_run("z", (0.1, 0.2, 0.3), participant=""),
        a_run("only-here", (0.1, 0.2, 0.3)),
    )
    second = cos(
        a_run("x", (0.1, 0.2, 0.3), participant="12"),
        a_run("11.x", (0.1, 0.2, 0.3)),
        a_run("y", (0.1, 0.2, 0.3), participant="12"),
        a_run("z", (0.1, 0.2, 0.3), participant=""),
    )
    (pair,) = pairs_of(first, second)
    assert sorted(zip(pair.participants, pair.runs_a, pair.runs_b, strict=True)) == [
        ("11", "x", "11.x"),
        ("12", "12.y", "y"),
    ]


def test_common_metrics_are_compared_that_of_the_first_task_first():
    run = a_run("x", (0.1, 0.2, 0.3), metrics=("overlap(kind=set)", IP, METRIC))
    (pair,) = pairs_of(co(run), cos(run))
    assert [one.metric_a for one in pair.comparisons] == [METRIC, IP]
    (other,) = pairs_of(co(run, metrics=(IP, METRIC)), cos(run))
    assert [one.metric_a for one in other.comparisons] == [IP, METRIC]


def test_without_a_common_metric_there_are_both_official_ones_and_no_differences():
    good, bad = (0.5, 0.6, 0.7), (0.1, 0.2, 0.1)
    first = co(a_run("x", good), a_run("y", bad), metrics=(METRIC,))
    second = cos(a_run("x", bad, metrics=(IP,)), a_run("y", good, metrics=(IP,)), metrics=(IP,))
    (found,) = pairs_of(first, second)[0].comparisons
    assert (found.metric_a, found.metric_b, found.comparable) == (METRIC, IP, False)
    assert np.isnan(found.differences).all()
    assert np.isnan(found.p).all()
    assert np.isnan(found.overall_p)
    assert (found.rank_a.tolist(), found.rank_b.tolist(), found.kendall) == ([1, 2], [2, 1], -1.0)


def test_tasks_without_common_topics_or_systems_are_no_pair():
    assert pairs_of(co(a_run("x", (0.1, 0.2, 0.3))), cos(a_run("x", (0.1, 0.2, 0.3), ("7", "8", "9")))) == ()
    assert pairs_of(co(a_run("x", (0.1, 0.2, 0.3))), cos(a_run("y", (0.1, 0.2, 0.3)))) == ()
    assert pairs_of() == ()


def test_topics_without_one_of_the_scores_do_not_count():
    (pair,) = pairs_of(co(a_run("x", (0.1, NAN, 0.3))), cos(a_run("x", (0.2, 0.2, NAN))))
    (found,) = pair.comparisons
    assert found.topics == ("1",)
    assert (found.mean_a.tolist(), found.mean_b.tolist()) == ([0.1], [0.2])
    assert np.isnan(found.p).all()


def test_every_two_of_four_tasks_are_compared():
    run = a_run("x", (0.1, 0.2, 0.3))
    tasks = [task_of([run], name, (METRIC,)) for name in ("SSCAS", "SVCAS", "VSCAS", "VVCAS")]
    assert [(pair.task_a, pair.task_b) for pair in pairs_of(*tasks)] == [
        ("SSCAS", "SVCAS"),
        ("SSCAS", "VSCAS"),
        ("SSCAS", "VVCAS"),
        ("SVCAS", "VSCAS"),
        ("SVCAS", "VVCAS"),
        ("VSCAS", "VVCAS"),
    ]


SCORES = st.lists(
    st.lists(st.integers(0, 20).map(lambda score: score / 20), min_size=4, max_size=4), min_size=1, max_size=5
)


@given(SCORES, SCORES)
def test_tasks_the_other_way_round_reverse_the_differences_and_leave_p(one, other):
    count = min(len(one), len(other))

    def task(name, rows):
        topics = ("1", "2", "3", "4")
        return task_of([a_run(f"r{i}", rows[i], topics) for i in range(count)], name)

    (pair,) = pairs_of(task("A", one), task("B", other))
    (back,) = pairs_of(task("B", other), task("A", one))
    there = {run: row for row, run in enumerate(back.runs_b)}
    rows = [there[run] for run in pair.runs_a]
    found, turned = pair.comparisons[0], back.comparisons[0]
    assert found.differences.tolist() == (0 - turned.differences[rows]).tolist()
    assert found.mean_a.tolist() == turned.mean_b[rows].tolist()
    assert found.p == pytest.approx(turned.p[rows], nan_ok=True)
    assert found.overall_p == pytest.approx(turned.overall_p, nan_ok=True)
    assert found.kendall == pytest.approx(turned.kendall, nan_ok=True)


def test_a_task_compared_with_itself_has_no_differences():
    task = co(a_run("x", (0.1, 0.2, 0.3)), a_run("y", (0.4, 0.2, 0.3)), metrics=(METRIC,))
    same = replace(task, task=replace(task.task, name="again"))
    (found,) = pairs_of(task, same)[0].comparisons
    assert not found.differences.any()
    assert np.isnan(found.p).all()
    assert found.kendall == 1.0
