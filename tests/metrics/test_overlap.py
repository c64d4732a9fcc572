"""Both kinds of overlap, by the official evaluator's condition for shared text."""

import numpy as np
import pytest
from by_hand import NOWHERE, element_ranking, judged, ranking
from by_hand import assessment as highlighted_passages

from inexreport.evaluation.topic_values import TopicValues
from inexreport.judging.judged_ranking import judge
from inexreport.metrics.registry import bind


@pytest.mark.parametrize(
    ("results", "by_set", "by_rank"),
    [
        ([("A", 0, 10), ("A", 10, 10)], 0, 0),
        ([("A", 0, 10), ("A", 9, 10)], 100, 50),
        ([("A", 0, 10), ("B", 0, 10)], 0, 0),
        ([("A", 0, 10), ("A", 0, 10), ("A", 0, 10), ("B", 0, 1)], 75, 50),
        ([("A", 0, 10), ("A", 5, 0)], 100, 50),
        ([("A", 5, 0), ("A", 5, 0)], 0, 0),
        ([("A", 0, 10), ("A", 0, 0)], 0, 0),
        ([("A", NOWHERE), ("A", NOWHERE), ("A", 0, 100)], 0, 0),
    ],
)
def test_overlap(results, by_set, by_rank):
    values = TopicValues(judged(results, {"A": [(0, 5)]}))
    assert values.value(bind("overlap(kind=set)")) == by_set
    assert values.value(bind("overlap(kind=rank)")) == by_rank


def test_undefined_without_results():
    assert np.isnan(TopicValues(judged([], {"A": [(0, 5)]})).value(bind("overlap(kind=set)")))


@pytest.mark.parametrize(
    ("paths", "by_set", "by_rank"),
    [
        (["/a[1]/b[1]", "/a[1]", "/c[1]", "/a[1]/b[12]"], 75, 50),
        (["/a[1]/b[1]", "/a[1]/b[2]", "/a[1]/b[10]", "/a[1]/c[1]"], 0, 0),
        (["/a[1]", "/a[1]", "/a[1]", "/b[1]"], 75, 50),
    ],
)
def test_before_2007_overlap_is_between_paths(paths, by_set, by_rank):
    made = element_ranking([("A", path) for path in paths])
    values = TopicValues(judge(made, highlighted_passages({"A": [(0, 5)]})))
    of_paths = {"overlap_of": "paths"}
    assert values.value(bind("overlap(kind=set)", of_paths)) == by_set
    assert values.value(bind("overlap(kind=rank)", of_paths)) == by_rank
    # Their places are not known, so they share no text.
    assert values.value(bind("overlap(kind=set)", {"overlap_of": "text"})) == 0
    assert values.value(bind("overlap(kind=set)")) == 0


def test_passages_have_no_paths():
    values = TopicValues(judge(ranking([("A", 0, 10)] * 2), highlighted_passages({"A": [(0, 5)]})))
    assert values.value(bind("overlap(kind=set)", {"overlap_of": "paths"})) == 0
