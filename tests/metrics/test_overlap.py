"""Both kinds of overlap, by the official evaluator's condition for shared text."""

import numpy as np
import pytest
from by_hand import NOWHERE, judged

from inexreport.evaluation.topic_values import TopicValues
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
