"""Counts that evaluation tools print next to their scores, counted by hand."""

import numpy as np
import pytest
from by_hand import judged

from inexreport.evaluation.topic_values import TopicValues
from inexreport.metrics.registry import COUNTS, METRICS, bind

RANKING = judged([("A", 0, 10), ("B", 0, 10), ("A", 5, 10)], {"A": [(0, 8)], "C": [(3, 4)], "D": []})
"""Articles A and B are returned, A and C are relevant; characters 5 to 8 are returned twice."""


@pytest.mark.parametrize(
    ("name", "settings", "expected"),
    [
        ("num_ret", {}, 2),
        ("num_rel", {}, 2),
        ("num_rel_ret", {}, 1),
        ("ret_size", {}, 30),
        ("ret_size", {"overlap": "allowed"}, 25),
        ("ret_size", {"results": "entry points"}, 0),
        ("rel_size", {}, 12),
        ("rel_size", {"results": "entry points"}, 12),
        ("rel_ret_size", {}, 11),
        ("rel_ret_size", {"overlap": "allowed"}, 8),
    ],
)
def test_counts(name, settings, expected):
    found = TopicValues(RANKING).value(bind(name, settings))
    assert (found, type(found)) == (expected, float)


def test_nothing_else_is_a_count():
    assert all(metric.is_count and metric.highest == np.inf for metric in COUNTS)
    assert not any(metric.is_count for metric in METRICS)
