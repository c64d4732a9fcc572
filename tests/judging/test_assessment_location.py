"""What assessments give as paths, looked up in documents whose places are written down here."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from by_hand import assessment
from element_judgements import graded

from inexreport.judging.assessment_location import locate_assessments, unlocated_passages
from inexreport.model.assessment import UNKNOWN, Assessments
from inexreport.model.element_table import ElementTable

DOCUMENTS = ElementTable.of(
    {
        ("A", "/article[1]"): (0, 500),
        ("A", "/article[1]/sec[1]"): (100, 200),
        ("A", "/article[1]/sec[2]"): (300, 150),
        ("B", "/article[1]"): (0, 80),
        ("B", "/article[1]/sec[1]"): (20, 30),
    }
)
SECTION, OTHER, UNHEARD = "/article[1]/sec[1]", "/article[1]/sec[2]", "/article[1]/sec[9]"


def located(one, table=DOCUMENTS):
    return locate_assessments(Assessments("first judge", {"1": one}), table).topics["1"]


def by_paths(passages, entry_points=(), lengths=None):
    """Passages as (article, start, end); nothing is placed yet."""
    made = assessment({"A": [], "B": []}, lengths=lengths)
    articles = np.array(["AB".index(article) for article, _, _ in passages], dtype=np.int64)
    unknown = np.full(len(passages), UNKNOWN, dtype=np.int64)
    return replace(
        made,
        passage_article=articles,
        passage_offset=unknown,
        passage_length=unknown,
        passage_start=tuple(start for _, start, _ in passages),
        passage_end=tuple(end for _, _, end in passages),
        entry_point_path=tuple(entry_points),
    )


def passages(one):
    return list(
        zip(
            one.passage_article.tolist(),
            one.passage_offset.tolist(),
            one.passage_length.tolist(),
            one.passage_start,
            one.passage_end,
            strict=True,
        )
    )


def test_a_passage_goes_from_the_start_of_one_element_to_the_end_of_another():
    one = located(by_paths([("A", SECTION, OTHER), ("B", SECTION, SECTION)]))
    assert passages(one) == [(0, 100, 350, SECTION, OTHER), (1, 20, 30, SECTION, SECTION)]


def test_passages_are_ascending_within_each_article():
    given = [("A", OTHER, OTHER), ("A", SECTION, SECTION), ("B", SECTION, SECTION)]
    one = located(by_paths(given))
    assert [(article, offset) for article, offset, *_ in passages(one)] == [(0, 100), (0, 300), (1, 20)]
    assert one.passage_start == (SECTION, OTHER, SECTION)


def test_passages_that_the_documents_do_not_place_are_left_out_and_counted():
    given = [("A", UNHEARD, OTHER), ("A", SECTION, UNHEARD), ("A", OTHER, SECTION), ("B", SECTION, SECTION)]
    before = by_paths(given)
    one = located(before)
    # sec[2] begins at 300, where sec[1] ends: nothing lies between them, but both are known.
    assert passages(one) == [(0, 300, 0, OTHER, SECTION), (1, 20, 30, SECTION, SECTION)]
    earlier, later = (Assessments("first judge", {"1": it, "2": it}) for it in (before, one))
    assert unlocated_passages(earlier, later) == 4


def test_a_passage_that_ends_before_it_begins_has_no_place():
    upside_down = ElementTable.of({("A", SECTION): (300, 10), ("A", OTHER): (100, 150)})
    assert passages(located(by_paths([("A", SECTION, OTHER)]), upside_down)) == []


def test_entry_points_are_where_their_elements_begin():
    one = located(by_paths([], [OTHER, UNHEARD]))
    assert one.entry_point.tolist() == [300, UNKNOWN]
    assert located(by_paths([], [OTHER, SECTION]), None).entry_point.tolist() == [UNKNOWN, UNKNOWN]


def test_without_documents_nothing_that_is_given_as_a_path_has_a_place():
    one = located(by_paths([("A", SECTION, OTHER)]), None)
    assert passages(one) == []
    assert one.article_length.tolist() == [1000, 1000]


def test_lengths_come_from_the_documents_where_the_assessments_do_not_give_them():
    one = located(by_paths([], lengths={"A": UNKNOWN, "B": 77}))
    assert one.article_length.tolist() == [500, 77]


def test_sizes_of_elements_come_from_the_documents_where_the_assessments_do_not_give_them():
    elements = {("A", SECTION): (1, 1), ("A", OTHER): (1, 1), ("B", SECTION): (0, 0), ("B", UNHEARD): (1, 1)}
    one = located(graded(elements, {OTHER: 9}))
    assert one.elements.size.tolist() == [200, 9, 30, UNKNOWN]
    known = graded({("A", SECTION): (1, 1)}, {SECTION: 7})
    assert located(known).elements is known.elements
    assert located(graded(elements), None).elements.size.tolist() == [UNKNOWN] * 4


def test_places_that_the_files_give_stay():
    before = assessment({"A": [(5, 10)], "B": []}, lengths={"A": 400}, entry_points={"A": 5})
    one = located(before)
    assert (one.passage_offset.tolist(), one.entry_point.tolist()) == ([5], [5, UNKNOWN])
    assert one.article_length.tolist() == [400, 1000]
    both = locate_assessments(Assessments("second judge", {"1": before, "2": before}), DOCUMENTS)
    assert (both.judge, list(both.topics)) == ("second judge", ["1", "2"])
