"""The official evaluator's rules: what breaks them, at which line, and what does not."""

from dataclasses import replace

import numpy as np
import pytest
from by_hand import NOWHERE, element_ranking, ranking
from hypothesis import given
from hypothesis import strategies as st

from inexreport.judging.located_run import LocatedRun
from inexreport.judging.validity import check_pools, check_rules
from inexreport.model.problem import ProblemLog
from inexreport.model.task import TaskRules, Treatment

RULES = ("overlap", "scattered_articles", "several_entry_points")
FOCUSED = TaskRules(overlap=Treatment.ERROR)
IN_CONTEXT = TaskRules(overlap=Treatment.ERROR, scattered_articles=Treatment.ERROR)
BEST = TaskRules(scattered_articles=Treatment.ERROR, several_entry_points=Treatment.ERROR)
ALLOWED = TaskRules()


def breaches(results, rules, assessed=("1",)):
    log = ProblemLog("run")
    check_rules(LocatedRun((ranking(results),)), rules, assessed, log)
    return {problem.code: list(problem.lines) for problem in log}


@pytest.mark.parametrize(
    ("results", "rules", "expected"),
    [
        ([("A", 0, 10), ("A", 10, 10)], FOCUSED, {}),
        ([("A", 0, 10), ("A", 9, 10)], FOCUSED, {"overlap-not-allowed": [2]}),
        ([("A", 0, 10), ("B", 0, 10), ("A", 20, 5)], FOCUSED, {}),
        ([("A", 0, 10), ("A", 5, 0)], FOCUSED, {"overlap-not-allowed": [2]}),
        ([("A", 0, 10), ("A", 0, 0), ("A", 10, 0)], FOCUSED, {}),
        ([("A", 5, 0), ("A", 5, 0)], FOCUSED, {}),
        ([("A", NOWHERE), ("A", NOWHERE), ("A", 0, 50)], FOCUSED, {}),
        ([("A", 0, 10), ("B", 0, 10), ("A", 20, 5)], IN_CONTEXT, {"article-not-contiguous": [3]}),
        ([("A", 0, 10), ("A", 20, 5), ("B", 0, 5)], IN_CONTEXT, {}),
        ([("A", 0, 0), ("A", 20, 0)], BEST, {"several-entry-points": [2]}),
        (
            [("A", 0, 0), ("B", 0, 0), ("A", 20, 0)],
            BEST,
            {"article-not-contiguous": [3], "several-entry-points": [3]},
        ),
        ([("A", 0, 10), ("A", 0, 10), ("A", 2, 3)], ALLOWED, {"duplicate-result": [2]}),
        ([("A", NOWHERE), ("A", NOWHERE)], ALLOWED, {}),
        ([("A", NOWHERE), ("A", 0, 18)], ALLOWED, {}),
    ],
)
def test_rules(results, rules, expected):
    assert breaches(results, rules) == expected


NESTED = [
    ("A", "/article[1]/sec[1]"),
    ("A", "/article[1]"),
    ("A", "/article[1]/sec[1]"),
    ("B", "/article[1]"),
]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [(FOCUSED, {"overlap-not-allowed": [2, 3]}), (ALLOWED, {"duplicate-result": [3]})],
)
def test_before_2007_overlap_is_between_paths(rules, expected):
    log = ProblemLog("run")
    check_rules(LocatedRun((element_ranking(NESTED),)), rules, ("1",), log, overlap_of="paths")
    assert {problem.code: list(problem.lines) for problem in log} == expected


@pytest.mark.parametrize("rules", [FOCUSED, IN_CONTEXT, BEST, ALLOWED])
def test_a_topic_without_results_breaks_no_rule(rules):
    assert breaches([], rules) == {}


def reported(results, rules):
    """The whole of what a participant reads."""
    log = ProblemLog("run")
    check_rules(
        LocatedRun((ranking(results, topic="9"), ranking(results, topic="7"))), rules, ("9", "7"), log
    )
    return [(problem.code, problem.found, problem.expected) for problem in log]


def test_what_a_participant_reads():
    results = [("A", 0, 10), ("B", 0, 10), ("A", 0, 10)]
    assert reported(results, TaskRules(**dict.fromkeys(RULES, Treatment.ERROR))) == [
        (
            "overlap-not-allowed",
            "2 results, first in article A for topic 9",
            "results that share no text",
        ),
        (
            "article-not-contiguous",
            "2 results, first in article A for topic 9",
            "all results of an article one after another",
        ),
        (
            "several-entry-points",
            "2 results, first in article A for topic 9",
            "one entry point for an article",
        ),
    ]
    assert reported(results, ALLOWED) == [
        ("duplicate-result", "2 results, first in article A for topic 9", "each result once for a topic")
    ]


def test_the_example_is_the_first_place_in_the_file():
    log = ProblemLog("run")
    first, second = ranking([("A", 0, 1)] * 2, topic="3"), ranking([("B", 0, 1)] * 2, topic="5")
    first.line[:] = (7, 8)
    check_rules(LocatedRun((first, second)), ALLOWED, ("3", "5"), log)
    (problem,) = log
    assert problem.found == "2 results, first in article B for topic 5"
    assert problem.lines == (2, 8)
    log = ProblemLog("run")
    check_rules(LocatedRun((second,)), ALLOWED, ("5",), log)
    assert [problem.found for problem in log] == ["1 result, first in article B for topic 5"]


def test_removing_the_reported_lines_is_enough_and_no_more_than_needed():
    """A result that meets only a removed one may stay."""
    chain = [("A", 0, 10), ("A", 5, 10), ("A", 12, 10)]
    assert breaches(chain, FOCUSED) == {"overlap-not-allowed": [2]}


@given(
    st.lists(
        st.tuples(st.sampled_from("AB"), st.integers(0, 60), st.integers(0, 20)), min_size=1, max_size=20
    )
)
def test_a_run_without_the_reported_lines_is_valid(results):
    lines = breaches(results, FOCUSED).get("overlap-not-allowed", [])
    cured = [result for line, result in enumerate(results, 1) if line not in lines]
    assert breaches(cured, FOCUSED) == {}
    made = ranking(results)
    found = made.text_overlaps.marked(len(made), later_only=True)
    assert bool(lines) == bool(found.any())
    if lines:
        assert lines[0] == int(np.flatnonzero(found)[0]) + 1


def test_topics_that_are_not_assessed_are_not_checked():
    assert breaches([("A", 0, 10), ("A", 0, 10)], FOCUSED, assessed=("2",)) == {}


def test_where_a_breach_is_a_warning_it_has_its_own_code():
    flagged = TaskRules(**dict.fromkeys(RULES, Treatment.WARNING))
    assert breaches([("A", 0, 10), ("B", 0, 1), ("A", 5, 10)], flagged) == {
        "overlapping-results": [3],
        "article-scattered": [3],
        "further-entry-points": [3],
    }


SECTION, OTHER = "/article[1]/sec[1]", "/article[1]/sec[2]"
POOLS = {"1": {("A", SECTION), ("A", OTHER), ("B", SECTION)}}


def pool_problems(run, treatment, pools=POOLS, *, of_elements=True):
    log = ProblemLog("run")
    check_pools(LocatedRun(run), treatment, pools, log, of_elements=of_elements)
    return {problem.code: (list(problem.lines), problem.found) for problem in log}


@pytest.mark.parametrize(
    ("treatment", "code"),
    [(Treatment.ERROR, "outside-pool-not-allowed"), (Treatment.WARNING, "result-outside-pool")],
)
def test_results_outside_the_pool_and_pooled_ones_that_are_missing(treatment, code):
    run = (element_ranking([("B", OTHER), ("A", SECTION), ("C", SECTION), ("A", SECTION)]),)
    assert pool_problems(run, treatment) == {
        code: ([1, 3], "2 results, first in article B for topic 1"),
        "pool-not-ranked": ([], "2 of 3 pooled results are missing, in 1 of 1 topics"),
    }
    assert pool_problems(run, Treatment.ALLOWED) == {}


def test_a_ranking_of_the_whole_pool_is_right_in_any_order():
    run = (element_ranking([("B", SECTION), ("A", OTHER), ("A", SECTION)]),)
    assert pool_problems(run, Treatment.ERROR) == {}


def test_in_pools_of_articles_any_result_of_a_pooled_article_counts():
    run = (ranking([("A", 0, 10), ("C", 0, 5), ("A", 20, 10)]),)
    assert pool_problems(run, Treatment.ERROR, of_elements=False) == {
        "outside-pool-not-allowed": ([2], "1 result, first in article C for topic 1"),
        "pool-not-ranked": ([], "1 of 2 pooled results are missing, in 1 of 1 topics"),
    }


def test_what_is_no_element_is_in_no_pool_of_elements():
    found = pool_problems((ranking([("A", 0, 10)]),), Treatment.ERROR)
    assert found["outside-pool-not-allowed"] == ([1], "1 result, first in article A for topic 1")


def test_a_topic_without_results_misses_its_pool_and_one_without_a_pool_is_not_checked():
    run = (replace(element_ranking([("Z", OTHER)]), topic="2"),)
    assert pool_problems(run, Treatment.ERROR) == {
        "pool-not-ranked": ([], "3 of 3 pooled results are missing, in 1 of 1 topics")
    }
