"""Cut-offs by rank and by text."""

import numpy as np
import pytest
from by_hand import NOWHERE, ranking

from inexreport.judging.limits import cut_article_text, cut_at_rank, cut_by_rules, cut_topic_text
from inexreport.judging.located_run import LocatedRun
from inexreport.model.problem import ProblemLog
from inexreport.model.task import TaskRules


def lengths(made):
    return [(made.article_name(row), int(made.length[row])) for row in range(len(made))]


def test_ranks_beyond_the_cutoff_are_ignored_and_reported():
    log = ProblemLog("run")
    run = LocatedRun((ranking([("A", i, 1) for i in range(5)]),))
    cut = cut_at_rank(run, 3, log)
    assert [len(made) for made in cut] == [3]
    (problem,) = log
    assert problem.code == "results-beyond-cutoff"
    assert problem.lines == (4, 5)
    assert problem.found == "2 results beyond rank 3 in 1 topic (1)"
    assert problem.expected == "at most 3 results for a topic"


@pytest.mark.parametrize(("topics", "reported"), [(5, "1, 2, 3, 4, 5"), (6, "1, 2, 3, 4, 5 and others")])
def test_of_many_topics_five_are_named(topics, reported):
    log = ProblemLog("run")
    answers = [ranking([("A", 0, 1), ("A", 1, 1)], topic=str(number)) for number in range(1, topics + 1)]
    cut_at_rank(LocatedRun((*answers, ranking([("A", 0, 1)], topic="short"))), 1, log)
    (problem,) = log
    assert problem.found == f"{topics} results beyond rank 1 in {topics} topics ({reported})"


def test_nothing_is_reported_where_nothing_is_ignored():
    log = ProblemLog("run")
    cut_at_rank(LocatedRun((ranking([("A", 0, 1)]),)), 1, log)
    assert not list(log)


def test_text_of_a_topic():
    made = ranking([("A", 0, 600), ("B", 0, 600), ("C", 0, 100)])
    assert lengths(cut_topic_text(made, 1000)) == [("A", 600), ("B", 400)]


def test_nothing_comes_after_the_last_character():
    made = ranking([("A", 0, 600), ("B", 0, 400), ("B", 700, 0), ("C", 0, 100)])
    assert lengths(cut_topic_text(made, 1000)) == [("A", 600), ("B", 400)]
    assert lengths(cut_article_text(made, 400)) == [("A", 400), ("B", 400), ("C", 100)]


def test_text_of_an_article():
    made = ranking([("A", 0, 300), ("B", 0, 600), ("A", 400, 300), ("A", 900, 10)])
    assert lengths(cut_article_text(made, 500)) == [("A", 300), ("B", 500), ("A", 200)]


def test_a_result_without_a_place_uses_up_text_too():
    made = ranking([("A", NOWHERE), ("A", 0, 20)])
    assert lengths(cut_topic_text(made, 20)) == [("A", 18), ("A", 2)]


def test_a_task_limits_the_text_of_topics_and_of_articles():
    run = LocatedRun((ranking([("A", 0, 300), ("B", 0, 300), ("A", 400, 300)]), ranking([])))
    assert [lengths(made) for made in cut_by_rules(run, TaskRules())] == [
        [("A", 300), ("B", 300), ("A", 300)],
        [],
    ]
    of_topic, of_article = TaskRules(characters_per_topic=700), TaskRules(characters_per_article=350)
    both = TaskRules(characters_per_topic=620, characters_per_article=310)
    assert [lengths(next(iter(cut_by_rules(run, rules)))) for rules in (of_topic, of_article, both)] == [
        [("A", 300), ("B", 300), ("A", 100)],
        [("A", 300), ("B", 300), ("A", 50)],
        [("A", 300), ("B", 300), ("A", 10)],
    ]


@pytest.mark.parametrize("limit", [1, 17, 500, 10**6])
def test_cutting_twice_is_cutting_once(limit):
    made = ranking([("A", 0, 300), ("B", 5, 40), ("A", 400, 300)])
    for cut in (cut_topic_text, cut_article_text):
        once = cut(made, limit)
        assert np.array_equal(cut(once, limit).length, once.length)


def test_of_a_long_ranking_every_article_keeps_its_first_text():
    """Long enough that a sort which keeps no order would be noticed."""
    made = ranking([(name, 50 * row, row % 7) for row in range(100) for name in "AB"])
    left, expected = {"A": 60, "B": 60}, []
    for row in range(100):
        for name in "AB":
            if left[name] > 0:
                expected.append((name, min(row % 7, left[name])))
                left[name] -= row % 7
    assert lengths(cut_article_text(made, 60)) == expected
