"""Rankings by themselves: articles in order, repeated and nested elements, selected rows."""

import numpy as np
from by_hand import NOWHERE, element_ranking, ranking

from inexreport.judging.located_run import LocatedRun, empty_ranking
from inexreport.model.run import ResultForm

ARTICLE, SECTION, PARAGRAPH = "/article[1]", "/article[1]/sec[1]", "/article[1]/sec[1]/p[1]"
NESTED = element_ranking(
    [("a", SECTION), ("b", SECTION), ("a", PARAGRAPH), ("a", ARTICLE), ("a", SECTION), ("b", SECTION)]
)


def test_articles_are_ranked_by_their_first_results():
    made = ranking([("b", 0, 1), ("a", 0, 1), ("b", 5, 1), ("c", 0, 1), ("a", 7, 1)])
    assert made.first_of_article.tolist() == [0, 1, 3]
    assert made.article_position.tolist() == [0, 1, 0, 2, 1]


def test_an_element_repeats_an_earlier_one_of_its_article_only():
    assert NESTED.repeats_element.tolist() == [False, False, False, False, True, True]
    assert not ranking([("a", 0, 5), ("a", 0, 5)]).repeats_element.any()


def test_a_place_is_repeated_by_results_that_have_the_same():
    made = ranking([("a", NOWHERE), ("a", 0, 18), ("b", 0, 18), ("a", 0, 17), ("a", 0, 18), ("a", 1, 18)])
    assert made.repeats_place.tolist() == [False, False, False, False, True, False]


def test_in_a_long_ranking_the_first_of_equal_elements_is_no_repetition():
    """Long enough that a sort which keeps no order would be noticed."""
    paths = [f"/article[1]/p[{1 + row * row % 13}]" for row in range(200)]
    made = element_ranking([("ab"[row % 2], path) for row, path in enumerate(paths)])
    elements = [made.element(row) for row in range(200)]
    assert made.repeats_element.tolist() == [one in elements[:row] for row, one in enumerate(elements)]


def test_pairs_of_nested_elements_and_which_lies_inside():
    pairs = NESTED.path_overlaps
    inside = {
        (earlier + 1, later + 1): bool(within)
        for earlier, later, within in zip(
            pairs.earlier.tolist(), pairs.later.tolist(), NESTED.later_lies_inside.tolist(), strict=True
        )
    }
    assert inside == {
        (1, 3): True,
        (1, 4): False,
        (1, 5): True,
        (3, 4): False,
        (3, 5): False,
        (4, 5): True,
        (2, 6): True,
    }
    assert len(ranking([("a", 0, 5), ("a", 0, 5)]).path_overlaps) == 0
    assert ranking([("a", 0, 5), ("a", 0, 5)]).later_lies_inside.tolist() == []


def test_text_is_shared_within_an_article_by_results_that_have_a_place():
    made = ranking([("a", 0, 10), ("a", NOWHERE), ("b", 5, 10), ("a", 9, 5)])
    assert (made.text_overlaps.earlier.tolist(), made.text_overlaps.later.tolist()) == ([0], [3])


def test_elements_have_names_and_other_results_none():
    assert NESTED.element(2) == ("a", PARAGRAPH)
    assert NESTED.article_name(5) == "b"
    assert ranking([("a", 0, 5)]).element(0) is None


def test_selected_rows_have_all_columns():
    made = ranking([("a", 0, 10), ("b", NOWHERE), ("c", 7, 3)], paths=[ARTICLE, SECTION, PARAGRAPH])
    made.score[:] = (0.5, 0.25, 0.125)
    made.form[:] = (ResultForm.ARTICLE, ResultForm.NOWHERE, ResultForm.ELEMENT)
    selected = made.select(np.array([True, False, True]))
    assert selected.topic == made.topic
    assert selected.articles.to_pylist() == ["a", "b", "c"]
    for column, expected in {
        "article": [0, 2],
        "form": [ResultForm.ARTICLE, ResultForm.ELEMENT],
        "path": [0, 2],
        "offset": [0, 7],
        "length": [10, 3],
        "end": [10, 10],
        "located": [True, True],
        "rank": [1, 3],
        "score": [0.5, 0.125],
        "line": [1, 3],
    }.items():
        assert getattr(selected, column).tolist() == expected, column


def test_a_topic_that_a_run_does_not_answer_has_no_results():
    empty = empty_ranking("7")
    assert (empty.topic, len(empty), empty.articles.to_pylist(), empty.path_names) == ("7", 0, [], ())
    made = ranking([])
    for column in ("article", "form", "path", "offset", "length", "located", "rank", "score", "line"):
        found, expected = getattr(empty, column), getattr(made, column)
        assert (found.shape, found.dtype) == ((0,), expected.dtype), column
    assert not empty.repeats_articles
    for found in (empty.first_of_article, empty.article_position, empty.repeats_element, empty.repeats_place):
        assert found.tolist() == []
    assert (len(empty.text_overlaps), len(empty.path_overlaps)) == (0, 0)


def test_a_run_counts_its_results_and_those_without_a_place():
    run = LocatedRun((ranking([("a", 0, 5), ("a", NOWHERE), ("b", NOWHERE)]), ranking([("a", NOWHERE)])))
    assert (len(run), run.unlocated, len(list(run))) == (4, 3, 2)
