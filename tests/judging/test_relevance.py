"""Which assessments list relevant items only."""

import pytest
from element_judgements import covered, graded, highlighted

from inexreport.judging.relevance import lists_relevant_only

ROOT, BODY = ("a", "/article[1]"), ("a", "/article[1]/bdy[1]")


@pytest.mark.parametrize(
    ("relevant", "other"),
    [
        (graded({ROOT: (1, 1), BODY: (3, 3)}), graded({ROOT: (1, 1), BODY: (0, 0)})),
        (covered({ROOT: "3E", BODY: "1L"}), covered({ROOT: "3E", BODY: "0N"})),
        (
            highlighted({ROOT: (1, 100, 50)}),
            highlighted({ROOT: (1, 100, 50), ("b", "/article[1]"): (1, 50, 0)}),
        ),
    ],
)
def test_one_item_that_is_not_relevant_tells_that_such_items_are_listed(relevant, other):
    assert lists_relevant_only([relevant, relevant])
    assert not lists_relevant_only([relevant, other])


def test_assessments_without_any_item_list_nothing():
    assert not lists_relevant_only([])
    assert not lists_relevant_only([graded({})])
    assert lists_relevant_only([graded({}), graded({ROOT: (1, 1)})])
