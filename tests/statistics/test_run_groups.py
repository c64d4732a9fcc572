from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_tasks import METRIC, run_of, scored, task_of

from inexreport.model.outcome import RunOutcome
from inexreport.model.run import Submission
from inexreport.statistics.significance import holm
from inexreport.statistics.standings import task_standings
from inexreport.subjects.run_groups import FACETS, facets, run_groups

TOPICS = ("1", "2", "3", "4")
NAN = float("nan")


def a_run(name, scores=(0.5, 0.5, 0.5, 0.5), **facts):
    return run_of(name, {METRIC: scores}, TOPICS, **facts)


def with_query(name, scores, query):
    return a_run(name, scores, query=query)


@pytest.fixture
def outcome():
    """Two manual runs (means 0.6 and 0.4) and three automatic ones (0.5, 0.3 and 0.1)."""
    return task_of(
        [
            with_query("m1", (0.8, 0.6, 0.6, 0.4), "manual"),
            with_query("m2", (0.4, 0.4, 0.4, 0.4), "Manual"),
            with_query("a1", (0.5, 0.5, 0.5, 0.5), "automatic"),
            with_query("a2", (0.4, 0.3, 0.2, 0.3), "automatic"),
            with_query("a3", (0.0, 0.1, 0.2, 0.1), "automatic"),
            with_query("silent", (0.9, 0.9, 0.9, 0.9), ""),
        ]
    )


def records(frame):
    return list(frame.itertuples(index=False))


def of_facet(outcome, facet):
    return {one.group: one for one in records(run_groups(outcome).groups) if one.facet == facet}


def group_tests(runs):
    return records(run_groups(task_of(runs)).tests)


def test_groups_by_hand(outcome):
    groups = of_facet(outcome, "query")
    assert list(groups) == ["automatic", "manual"]  # the larger first
    automatic, manual = groups.values()
    assert (automatic.mean, automatic.median) == pytest.approx((0.3, 0.3))
    assert (manual.mean, manual.median) == pytest.approx((0.5, 0.5))
    assert (automatic.runs, manual.runs) == (3, 2)
    # The best two of each: 0.5 and 0.3, 0.6 and 0.4.
    assert automatic.best_runs == manual.best_runs == 2
    assert (automatic.mean_of_best, manual.mean_of_best) == pytest.approx((0.4, 0.5))
    assert [one.best_run for one in groups.values()] == ["a1", "m1"]


def test_the_test_by_hand(outcome):
    """Automatic less manual on the topics: -0.3, -0.2, -0.2, -0.1; of 16 signs 2 reach 0.8 on either side."""
    (test,) = records(run_groups(outcome).tests)
    assert (test.facet, test.group_a, test.group_b, test.topics) == ("query", "automatic", "manual", 4)
    assert test.difference == pytest.approx(-0.2)
    assert test.p == 2 / 16
    assert test.p_adjusted == test.p


def test_a_group_of_all_runs_has_the_mean_of_the_task(outcome):
    runs = [replace(run, submission=replace(run.submission, query="manual")) for run in outcome.runs]
    group = of_facet(replace(outcome, runs=tuple(runs)), "query")["manual"]
    standings = task_standings(outcome)
    official = standings.means[:, standings.official]
    assert group.mean == pytest.approx(official.mean())
    assert group.median == np.median(official)
    assert group.mean_of_best == group.mean
    assert group_tests(runs) == []


@given(st.lists(st.lists(st.integers(0, 10), min_size=4, max_size=4), min_size=2, max_size=6), st.data())
def test_other_names_of_groups_reverse_the_difference_and_leave_p(rows, data):
    in_first = data.draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))

    def with_names(first, second):
        return group_tests(
            [
                with_query(f"r{i}", [score / 10 for score in row], first if is_first else second)
                for i, (row, is_first) in enumerate(zip(rows, in_first, strict=True))
            ]
        )

    one, other = with_names("a", "b"), with_names("b", "a")
    of_several = len(rows) > 2 and len(set(in_first)) == 2  # two runs are compared as runs
    assert len(one) == len(other) == of_several
    for test, reverse in zip(one, other, strict=True):
        sign = -1 if in_first.count(True) == in_first.count(False) else 1  # groups of one size go by name
        assert test.difference == pytest.approx(sign * reverse.difference, abs=1e-12)
        assert (test.p, test.p_adjusted) == pytest.approx((reverse.p, reverse.p_adjusted), nan_ok=True)


def test_correction_is_over_the_facets_of_the_family():
    runs = [
        a_run(f"r{i}", scores, query=query, topic_fields={field: "yes"})
        for i, (scores, query, field) in enumerate(
            [
                ((0.8, 0.9, 0.7, 0.8), "manual", "title"),
                ((0.3, 0.4, 0.3, 0.1), "automatic", "castitle"),
                ((0.1, 0.1, 0.2, 0.1), "automatic", "title"),
            ]
        )
    ]
    tests = group_tests(runs)
    assert [one.facet for one in tests] == ["query", "structure", "topic_fields"]
    smallest = min(one.p for one in tests)
    assert min(one.p_adjusted for one in tests) == pytest.approx(3 * smallest)


def of_participants(**scores):
    """Two equal runs for each participant."""
    return [
        a_run(f"{name}{run}", of_topics, participant=name)
        for name, of_topics in scores.items()
        for run in (1, 2)
    ]


def test_participants_by_hand():
    runs = of_participants(x=(0.9, 0.8, 0.7, 0.6), y=(0.5, 0.5, 0.5, 0.4), z=(0.5, 0.4, 0.6, 0.5))
    tests = group_tests(runs)
    assert [(one.facet, one.group_a, one.group_b) for one in tests] == [
        ("participant", *names) for names in (("x", "y"), ("x", "z"), ("y", "z"))
    ]
    assert [one.difference for one in tests] == pytest.approx([0.275, 0.25, -0.025])
    # Against x all four topics agree: 2 of 16 signs. y less z is 0, 0.1, -0.1, -0.1: no signs sum up to less.
    assert [one.p for one in tests] == [2 / 16, 2 / 16, 1]
    assert [one.p_adjusted for one in tests] == [3 * 2 / 16, 3 * 2 / 16, 1]


def test_tests_of_participants_are_corrected_by_themselves():
    scores = [(0.8, 0.9, 0.7, 0.8), (0.3, 0.4, 0.3, 0.1), (0.1, 0.1, 0.2, 0.1), (0.2, 0.4, 0.1, 0.1)]
    queries = ("manual", "automatic", "automatic", "manual")
    runs = [with_query(f"r{i}", *facts) for i, facts in enumerate(zip(scores, queries, strict=True))]
    owned = [
        replace(run, submission=replace(run.submission, participant=name))
        for run, name in zip(runs, "xyzx", strict=True)
    ]
    alone, both = group_tests(runs), group_tests(owned)
    assert [one for one in both if one.facet != "participant"] == alone
    of_participants = [one for one in both if one.facet == "participant"]
    # Those of one run, y and z, are compared as runs.
    assert [(one.group_a, one.group_b) for one in of_participants] == [("x", "y"), ("x", "z")]
    p = np.array([one.p for one in of_participants])
    assert [one.p_adjusted for one in of_participants] == holm(p).tolist()


def test_sixty_participants_are_told_apart():
    generator = np.random.default_rng(3)
    topics = tuple(str(number) for number in range(125))
    levels = [0.0] * 30 + [0.2] * 30
    runs = [
        run_of(f"r{i}-{j}", {METRIC: generator.random(125) * 0.5 + level}, topics, participant=f"{i:02}")
        for i, level in enumerate(levels)
        for j in (1, 2)
    ]
    tests = group_tests(runs)
    assert len(tests) == 60 * 59 / 2
    # The smallest p of random signs is small enough for so many tests.
    across = [one for one in tests if (one.group_a < "30") != (one.group_b < "30")]
    assert all(one.p_adjusted < 0.05 for one in across)
    within = [one for one in tests if (one.group_a < "30") == (one.group_b < "30")]
    assert not any(one.p_adjusted < 0.05 for one in within)


def test_topics_without_scores_of_a_group_do_not_count():
    runs = [
        with_query("m", (0.5, 0.5, NAN, 0.5), "manual"),
        with_query("a", (0.4, 0.3, 0.9, NAN), "automatic"),
        with_query("b", (0.2, NAN, 0.9, NAN), "automatic"),
    ]
    (test,) = group_tests(runs)
    # Automatic: 0.3 and 0.3 on the two topics that both groups have.
    assert (test.topics, test.difference, test.p) == (2, pytest.approx(-0.2), 0.5)


def test_runs_without_score_are_in_no_group():
    runs = [with_query("a", (NAN,) * 4, "manual"), with_query("b", (0.1,) * 4, "automatic")]
    rejected = RunOutcome(Submission("Focused", "c", "c.xml", "", query="manual"), 0, ())
    assert set(of_facet(task_of([*runs, rejected]), "query")) == {"automatic"}


def test_no_runs_have_no_groups():
    assert [len(frame) for frame in run_groups(scored(()))] == [0, 0, 0]


@pytest.mark.parametrize(
    ("types", "kind"),
    [
        ({"sec": 5, "p": 4, "article": 6}, "elements"),
        ({"article": 6, "sec": 5}, "articles"),
        ({"(article)": 3, "article": 3, "sec": 5}, "articles"),
        ({"(passage)": 3, "(range)": 3, "sec": 5}, "passages"),
        ({"(entry point)": 3, "(not found)": 30}, "entry points"),
        ({"sec": 3, "(article)": 3}, "articles"),
        ({"(not found)": 30}, None),
        ({}, None),
    ],
)
def test_the_kind_of_results_is_that_of_most(types, kind):
    assert facets(a_run("a", types=types)).get("results") == kind


@pytest.mark.parametrize(
    ("fields", "used", "structure"),
    [
        ({"title": "yes", "castitle": "no", "description": "yes"}, "description, title", "without castitle"),
        ({"title": "Yes", "castitle": "YES"}, "castitle, title", "with castitle"),
        ({"co_title": "yes", "cas_title": "no"}, "title", "without castitle"),
        ({"cas_title": "yes"}, "castitle", "with castitle"),
        ({"title": "no"}, None, None),
        ({}, None, None),
    ],
)
def test_topic_fields(fields, used, structure):
    found = facets(a_run("a", topic_fields=fields))
    assert (found.get("topic_fields"), found.get("structure")) == (used, structure)


def test_stated_facts_with_few_values_make_groups(outcome):
    stated = [
        {"type": "feedback", "description": "x", "ir_metadata.method": "a", "seed": "1"},
        {"type": "feedback", "description": "y", "ir_metadata.method": "b", "seed": "1"},
        {"type": "manual"},
    ]
    runs = [
        replace(run, submission=replace(run.submission, facets=facets_of_run))
        for run, facets_of_run in zip(outcome.runs[:3], stated, strict=True)
    ]
    found = run_groups(task_of(runs))
    stated_groups = found.groups[~found.groups.facet.isin(list(FACETS))]
    assert list(stated_groups[["facet", "group", "runs"]].itertuples(index=False, name=None)) == [
        ("type", "feedback", 2),
        ("type", "manual", 1),
    ]
    assert set(found.tests.facet) == {"query", "type"}


def test_facts_with_many_values_or_names_of_facets_make_none(outcome):
    runs = [
        replace(a_run(str(number)), submission=Submission("Focused", str(number), "", "", facets=stated))
        for number in range(11)
        for stated in [{"id": f"number {number}", "query": f"{number % 2}", "type": f"{number % 10}"}]
    ]
    groups = run_groups(task_of(runs)).groups
    assert set(groups.facet) == {"results", "type"}
    assert (groups.facet == "type").sum() == 10
