import dataclasses
import math
import statistics

import pytest
from by_hand import assessment
from element_judgements import covered, graded, highlighted

from inexreport.model.assessment import Assessments
from inexreport.subjects.judged_elements import relevant_elements

ROOT, ONE, TWO = "/article[1]", "/article[1]/p[1]", "/article[1]/p[2]"


def table(**topics):
    named = {name.removeprefix("t"): one for name, one in topics.items()}
    named = {name: dataclasses.replace(one, topic=name) for name, one in named.items()}
    return {
        (row.topic, row.grade): (row.count, row.mean_size, row.mean_highlighted)
        for row in relevant_elements(Assessments("official", named)).itertuples()
    }


FIRST = highlighted(
    {
        ("a", ROOT): (2, 200, 100),
        ("a", ONE): ("?", 10, 10),
        ("b", ROOT): (1, 100, 25),
        ("b", ONE): ("?", 30, 15),
        ("b", TWO): ("?", 7, 0),
    }
)
SECOND = highlighted({("a", ROOT): (2, 400, 400)})


def test_counts_sizes_and_shares_by_hand():
    rows = table(t1=FIRST, t2=SECOND)
    assert rows["1", "E?"] == (2, 20, 75)
    assert rows["1", "E2"] == (1, 200, 50)
    assert rows["1", "non-zero"] == (4, 85, pytest.approx((50 + 100 + 25 + 50) / 4))
    assert rows["1", "S2"] == (2, 115, 50)


def test_a_topic_without_such_elements_counts_0_and_not_among_the_sizes():
    rows = table(t1=FIRST, t2=SECOND)
    assert rows["2", "E?"][0] == 0
    assert math.isnan(rows["2", "E?"][1])
    assert rows["mean", "E?"] == (1, 20, 75)
    assert rows["minimum", "E?"] == (0, 20, 75)
    assert rows["standard_deviation", "E?"][0] == pytest.approx(statistics.stdev([2, 0]))
    assert math.isnan(rows["standard_deviation", "E?"][1])


def test_summaries_over_topics():
    rows = table(t1=FIRST, t2=SECOND)
    assert rows["mean", "E2"] == (1, 300, 75)
    assert rows["minimum", "E2"] == (1, 200, 50)
    assert rows["maximum", "E2"] == (1, 400, 100)
    assert rows["median", "E2"] == (1, 300, 75)
    assert rows["standard_deviation", "E2"] == pytest.approx((0, 141.42, 35.36), abs=0.01)


def test_without_sizes_elements_are_only_counted():
    rows = table(t1=graded({("a", ROOT): (3, 1), ("a", ONE): (3, 3)}))
    assert rows["1", "E3"][0] == 2
    assert all(math.isnan(value) for value in rows["mean", "E3"][1:])


def test_sizes_from_documents_are_used_and_grades_are_no_shares():
    rows = table(t1=graded({("a", ROOT): (3, 1), ("a", ONE): (3, 3)}, sizes={ROOT: 50, ONE: 20}))
    assert rows["1", "E3"][:2] == (2, 35)
    assert math.isnan(rows["1", "E3"][2])


def test_2002_has_no_grades_of_one_dimension():
    rows = table(t1=covered({("a", ROOT): "1L", ("a", ONE): "0N"}))
    assert {grade for _, grade in rows} == {"non-zero"}
    assert rows["1", "non-zero"][0] == 1


def test_passages_are_no_elements():
    assert table(t1=assessment({"a": [(0, 10)]})) == {}
