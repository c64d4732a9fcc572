from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from small_tasks import METRIC, campaign_of, run_of, task_of

from inexreport.subjects.systems import task_pairs

NAN = float("nan")
IP = "iP@0.01"


WINS = ["better_in_b", "better_in_a", "equal"]


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
    found = pairs_of(co(a_run("x", (0.9, 0.2, 0.4))), cos(a_run("x", (0.5, 0.3, 0.1), ("2", "3", "4"))))
    (system,), (mean,) = (frame.to_dict("records") for frame in (found.systems, found.means))
    assert (system["task_a"], system["task_b"], system["participant"]) == ("CO", "COS", "11")
    assert (system["metric_a"], system["metric_b"]) == (METRIC, METRIC)
    assert found.topics.topic.tolist() == ["2", "3"]
    assert (system["mean_a"], system["mean_b"]) == pytest.approx((0.3, 0.4))
    assert found.topics.difference.tolist() == pytest.approx([0.3, -0.1])
    expected = stats.ttest_rel([0.5, 0.3], [0.2, 0.4]).pvalue
    assert (system["p"], system["p_adjusted"], mean["p"]) == pytest.approx((expected,) * 3)
    assert [system[name] for name in WINS] == [1, 1, 0]
    assert np.isnan(mean["kendall"])  # of one pair


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
    systems = pairs_of(first, second).systems
    assert sorted(systems[["participant", "run_a", "run_b"]].itertuples(index=False, name=None)) == [
        ("11", "x", "11.x"),
        ("12", "12.y", "y"),
    ]


def test_runs_csv_names_systems_whoever_submitted_them():
    first = a_run("x", (0.1, 0.2, 0.3)), a_run("better", (0.2, 0.3, 0.4)), a_run("y", (0.1, 0.1, 0.2))
    second = (a_run("z", (0.2, 0.2, 0.3), participant=""),)
    one, other = (
        [
            replace(run, submission=replace(run.submission, facets={"system": "Okapi"}))
            if run.submission.name != "y"
            else run
            for run in runs
        ]
        for runs in (first, second)
    )
    (row,) = pairs_of(co(*one), cos(*other)).systems.to_dict("records")
    assert (row["run_a"], row["run_b"], row["participant"]) == ("better", "z", "11")


def test_common_metrics_are_compared_that_of_the_first_task_first():
    run = a_run("x", (0.1, 0.2, 0.3), metrics=("overlap(kind=set)", IP, METRIC))
    assert pairs_of(co(run), cos(run)).means.metric_a.tolist() == [METRIC, IP]
    assert pairs_of(co(run, metrics=(IP, METRIC)), cos(run)).means.metric_a.tolist() == [IP, METRIC]


def test_without_a_common_metric_there_are_both_official_ones_and_no_differences():
    good, bad = (0.5, 0.6, 0.7), (0.1, 0.2, 0.1)
    first = co(a_run("x", good), a_run("y", bad), metrics=(METRIC,))
    second = cos(a_run("x", bad, metrics=(IP,)), a_run("y", good, metrics=(IP,)), metrics=(IP,))
    found = pairs_of(first, second)
    (mean,) = found.means.to_dict("records")
    assert (mean["metric_a"], mean["metric_b"]) == (METRIC, IP)
    for frame in found:
        assert frame[["difference", *WINS]].isna().all(axis=None)
    assert found.systems[["p", "p_adjusted"]].isna().all(axis=None)
    assert np.isnan(mean["p"])
    ranks = found.systems.rank_a.tolist(), found.systems.rank_b.tolist()
    assert (*ranks, mean["kendall"]) == ([1, 2], [2, 1], -1.0)


def test_tasks_without_common_topics_or_systems_are_no_pair():
    first = co(a_run("x", (0.1, 0.2, 0.3)))
    others = cos(a_run("x", (0.1, 0.2, 0.3), ("7", "8", "9"))), cos(a_run("y", (0.1, 0.2, 0.3)))
    for found in (pairs_of(first, others[0]), pairs_of(first, others[1]), pairs_of()):
        assert [len(frame) for frame in found] == [0, 0, 0]


def test_topics_without_one_of_the_scores_do_not_count():
    found = pairs_of(co(a_run("x", (0.1, NAN, 0.3))), cos(a_run("x", (0.2, 0.2, NAN))))
    assert found.topics.topic.tolist() == ["1"]
    assert found.systems[["topics", "mean_a", "mean_b"]].to_numpy().tolist() == [[1, 0.1, 0.2]]
    assert found.systems.p.isna().all()


def test_every_two_of_four_tasks_are_compared():
    run = a_run("x", (0.1, 0.2, 0.3))
    tasks = [task_of([run], name, (METRIC,)) for name in ("SSCAS", "SVCAS", "VSCAS", "VVCAS")]
    means = pairs_of(*tasks).means
    assert [*means[["task_a", "task_b"]].itertuples(index=False, name=None)] == [
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

    found, back = pairs_of(task("A", one), task("B", other)), pairs_of(task("B", other), task("A", one))
    systems, turned = found.systems, back.systems.set_index("run_b").loc[found.systems.run_a].reset_index()
    assert systems.difference.tolist() == (0 - turned.difference).tolist()
    assert found.topics.difference.tolist() == (0 - back.topics.difference).tolist()
    assert systems.mean_a.tolist() == turned.mean_b.tolist()
    assert systems[WINS].to_numpy().tolist() == turned[[WINS[1], WINS[0], WINS[2]]].to_numpy().tolist()
    assert systems.p.tolist() == pytest.approx(turned.p.tolist(), nan_ok=True)
    for name in ("p", "kendall"):
        assert found.means[name].tolist() == pytest.approx(back.means[name].tolist(), nan_ok=True)


def test_a_task_compared_with_itself_has_no_differences():
    task = co(a_run("x", (0.1, 0.2, 0.3)), a_run("y", (0.4, 0.2, 0.3)), metrics=(METRIC,))
    same = replace(task, task=task.task.model_copy(update={"name": "again"}))
    found = pairs_of(task, same)
    assert not found.systems.difference.any()
    assert not found.topics.difference.any()
    assert found.systems.p.isna().all()
    assert found.means.kendall.tolist() == [1.0]
