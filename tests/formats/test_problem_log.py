"""Mistakes of one kind in one file are one problem."""

from __future__ import annotations

from inexreport.model.problem import DETAILED_PROBLEMS_PER_KIND_AND_FILE, LINES_KEPT, ProblemLog


def test_the_same_mistake_on_many_lines_is_one_problem() -> None:
    log = ProblemLog("topics/1.xml")
    for line in range(5000, 0, -1):
        log.add("assessments-columns", found=f"{line % 3} columns", expected="at least 5", lines=[line])
    (problem,) = log
    assert problem.count == 5000
    assert problem.found == "2 columns; 1 columns; 0 columns"
    assert len(problem.lines) == LINES_KEPT
    assert list(problem.lines) == sorted(problem.lines)


def test_a_few_of_many_things_that_were_found_are_shown() -> None:
    log = ProblemLog("topics/1.xml")
    for number in range(9):
        log.add("topic-id-twice", found=f"topic {number}", expected="one of its own", count=2)
    (problem,) = log
    assert problem.found == "topic 0; topic 1; topic 2; topic 3; topic 4; and more"
    assert problem.count == 18


def test_what_expected_something_else_is_a_problem_of_its_own() -> None:
    log = ProblemLog("campaign.toml")
    log.add("campaign-value-wrong", found="a", expected="a number", lines=[3])
    log.add("campaign-value-wrong", found="b", expected="a text", lines=[4])
    log.add("campaign-key-missing", found="a", expected="a number")
    assert [(problem.expected, problem.lines) for problem in log] == [
        ("a number", (3,)),
        ("a text", (4,)),
        ("a number", ()),
    ]
    for number in range(500):
        log.add("campaign-value-wrong", found=str(number), expected=str(number), lines=[number + 5])
    problems = [problem for problem in log if problem.code == "campaign-value-wrong"]
    assert len(problems) == DETAILED_PROBLEMS_PER_KIND_AND_FILE
    assert sum(problem.count for problem in problems) == 502
