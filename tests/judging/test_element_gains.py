"""Results whose value depends on sizes that nobody knows, counted by hand."""

import pytest
from by_hand import assessment, element_ranking
from element_judgements import graded

from inexreport.judging.element_gains import unsized_results
from inexreport.judging.judged_ranking import judge
from inexreport.judging.recall_base import recall_base

ROOT, FIRST, SECOND, TITLE = "/article[1]", "/article[1]/sec[1]", "/article[1]/sec[2]", "/article[1]/st[1]"
JUDGED = {("a", ROOT): (3, 3), ("a", FIRST): (2, 3), ("a", SECOND): (1, 3), ("a", TITLE): (0, 0)}
SIZES = {ROOT: 100, FIRST: 60, SECOND: 30}


def unsized(run, sizes, judged=JUDGED):
    elements = [("a", path) for path in run]
    return unsized_results(judge(element_ranking(elements), graded(judged, sizes)), "sog")


@pytest.mark.parametrize(
    ("run", "sizes", "expected"),
    [
        ([FIRST, ROOT], {}, 1),
        ([FIRST, ROOT], SIZES, 0),
        ([FIRST, ROOT], {ROOT: 100, FIRST: 60}, 1),  # of a child that gains something
        ([FIRST, ROOT], {FIRST: 60, SECOND: 30}, 1),
        ([FIRST, ROOT], {**SIZES, ROOT: 0}, 1),
        ([ROOT, FIRST], {}, 0),  # the part comes later
        ([FIRST, SECOND], {}, 0),
        ([ROOT], {}, 0),
        ([TITLE, ROOT], {}, 1),  # parts that gain nothing are parts too
        ([], {}, 0),
    ],
)
def test_results_parts_of_which_were_seen_before(run, sizes, expected):
    assert unsized(run, sizes) == expected


def test_only_what_gains_something_has_a_value():
    assert unsized([FIRST, ROOT], {}, {("a", ROOT): (0, 0), ("a", FIRST): (1, 1)}) == 0


def test_sizes_of_other_elements_do_not_matter():
    judged = {**JUDGED, ("b", "/article[1]/app[1]"): (3, 3)}
    assert unsized([FIRST, ROOT], SIZES, judged) == 0
    assert unsized([FIRST, ROOT, FIRST], {}, judged) == 1


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        (SIZES, True),
        ({ROOT: 100, FIRST: 60}, False),
        ({**SIZES, FIRST: 0}, False),
        ({**SIZES, FIRST: 1}, True),
    ],
)
def test_all_sizes_are_known_if_those_of_the_full_recall_base_are(sizes, expected):
    assert recall_base(graded(JUDGED, sizes), "sog").knows_all_sizes is expected


def test_without_judged_elements_there_is_no_size_to_know():
    base = recall_base(assessment({"a": [(0, 5)]}), "sog")
    assert base.knows_all_sizes is True
    assert (dict(base.gain), base.ideal, base.total_gain) == ({}, frozenset(), 0)
