"""Whether results fit what is relevant, in cases that can be checked by hand."""

import pytest
from by_hand import NOWHERE, element_ranking, judged, ranking
from by_hand import assessment as highlighted_passages
from element_judgements import graded, highlighted

from inexreport.judging.fitness import NO_FIT, fitness, near_miss, relevant_articles
from inexreport.judging.judged_ranking import judge
from inexreport.model.assessment import UNKNOWN
from inexreport.model.diagnosis import Fit, Matching, Worth

TRUTH = {"a": [(100, 50), (300, 400)], "b": [], "c": [(0, 10)]}


def verdicts(one, matching, tie="higher", near=100.0):
    found = fitness(one, matching, tie, near)
    return [
        (Worth(worth).name, None if fit == NO_FIT else Fit(fit).name)
        for worth, fit in zip(found.worth.tolist(), found.fit.tolist(), strict=True)
    ]


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (("a", 100, 50), ("RELEVANT", "FITTING")),
        (("a", 75, 100), ("RELEVANT", "FITTING")),  # half of it is highlighted
        (("a", 74, 101), ("RELEVANT", "TOO_LARGE")),
        (("a", 100, 25), ("RELEVANT", "FITTING")),  # half of the passage
        (("a", 100, 24), ("RELEVANT", "TOO_SMALL")),
        (("a", 100, 600), ("RELEVANT", "FITTING")),  # 450 of 600, of passages of 450
        (("a", 120, 230), ("RELEVANT", "TOO_LARGE")),  # 80 of 230
        (("a", 0, 1000), ("RELEVANT", "TOO_LARGE")),
        (("a", 150, 150), ("BESIDE", "ELSEWHERE")),
        (("a", 120, 0), ("BESIDE", "ELSEWHERE")),  # no text
        (("a", NOWHERE), ("BESIDE", "UNPLACED")),
        (("b", 0, 50), ("NOT_RELEVANT", None)),
        (("d", 0, 50), ("UNJUDGED", None)),
    ],
)
def test_text_fits_if_half_of_it_and_half_of_its_passages_meet(result, expected):
    assert verdicts(judged([result], TRUTH), Matching.TEXT) == [expected]


def test_text_of_an_article_whose_passages_have_no_place_is_unplaced():
    truth = highlighted_passages({"a": [(0, 10)]})
    without = truth.__class__(**{**vars(truth), **dict.fromkeys(_PASSAGES, truth.passage_offset[:0])})
    one = judge(ranking([("a", 0, 100)]), without)
    assert verdicts(one, Matching.TEXT) == [("BESIDE", "UNPLACED")]
    assert near_miss(one, 0, Fit.UNPLACED, Matching.TEXT, "higher").wanted_offset == UNKNOWN


_PASSAGES = ("passage_article", "passage_offset", "passage_length")


def test_only_the_first_entry_point_of_an_article_is_relevant():
    one = judged(
        [("a", 350, 0), ("a", 260, 0), ("a", 90, 0), ("c", 460, 0), ("c", NOWHERE), ("b", 0, 0)],
        TRUTH,
        entry_points={"a": 300, "c": 100},
    )
    assert verdicts(one, Matching.ENTRY_POINTS) == [
        ("RELEVANT", "FITTING"),
        ("BESIDE", "FITTING"),
        ("BESIDE", "BEFORE"),
        ("BESIDE", "AFTER"),
        ("BESIDE", "UNPLACED"),
        ("NOT_RELEVANT", None),
    ]


def test_an_article_without_a_known_entry_point_leaves_results_unplaced():
    assert verdicts(judged([("a", 0, 0)], TRUTH), Matching.ENTRY_POINTS) == [("BESIDE", "UNPLACED")]


READ = highlighted(
    {
        ("a", "/article[1]"): (2, 1000, 300),
        ("a", "/article[1]/sec[1]"): (2, 400, 300),
        ("a", "/article[1]/sec[1]/p[1]"): (2, 200, 200),
        ("a", "/article[1]/sec[1]/p[2]"): (2, 100, 100),
        ("b", "/article[1]"): (2, 500, 0),
    },
    graded=False,
)


def elements(*results):
    return element_ranking(list(results))


def test_elements_are_held_against_the_best_one_of_their_path():
    one = judge(
        elements(
            ("a", "/article[1]/sec[1]/p[1]"),
            ("a", "/article[1]/sec[1]"),
            ("a", "/article[1]"),
            ("a", "/article[1]/sec[1]/p[1]/it[1]"),
            ("a", "/article[1]/sec[2]"),
            ("b", "/article[1]/sec[1]"),
            ("c", "/article[1]"),
        ),
        READ,
    )
    assert verdicts(one, Matching.ELEMENTS) == [
        ("RELEVANT", "FITTING"),
        ("RELEVANT", "TOO_LARGE"),
        ("RELEVANT", "TOO_LARGE"),
        ("BESIDE", "TOO_SMALL"),
        ("BESIDE", "ELSEWHERE"),
        ("NOT_RELEVANT", None),
        ("UNJUDGED", None),
    ]
    assert relevant_articles(READ, Matching.ELEMENTS) == ("a",)


def test_where_elements_were_judged_one_by_one_others_are_not_judged():
    truth = graded(
        {
            ("a", "/article[1]"): (3, 1),
            ("a", "/article[1]/sec[1]"): (3, 3),
            ("a", "/article[1]/sec[2]"): (0, 0),
        }
    )
    one = judge(
        elements(
            ("a", "/article[1]/sec[1]"),
            ("a", "/article[1]"),
            ("a", "/article[1]/sec[2]"),
            ("a", "/article[1]/sec[3]"),
            ("a", "/article[1]/sec[1]/p[1]"),
        ),
        truth,
    )
    assert verdicts(one, Matching.ELEMENTS, "deeper") == [
        ("RELEVANT", "FITTING"),
        ("RELEVANT", "TOO_LARGE"),
        ("BESIDE", "ELSEWHERE"),
        ("UNJUDGED", None),
        ("UNJUDGED", "TOO_SMALL"),
    ]


def test_passages_among_elements_have_no_place_there():
    one = judge(ranking([("a", 0, 10), ("b", 0, 10)]), READ)
    assert verdicts(one, Matching.ELEMENTS) == [("BESIDE", "UNPLACED"), ("NOT_RELEVANT", None)]


def test_near_misses_name_what_would_have_fitted():
    one = judged([("a", 10, 20), ("a", 90, 400)], TRUTH, entry_points={"a": 300})
    elsewhere = near_miss(one, 0, Fit.ELSEWHERE, Matching.TEXT, "higher")
    assert (elsewhere.rank, elsewhere.article, elsewhere.offset, elsewhere.length) == (1, "a", 10, 20)
    assert (elsewhere.wanted_offset, elsewhere.wanted_length) == (100, 50)
    large = near_miss(one, 1, Fit.TOO_LARGE, Matching.TEXT, "higher")
    assert (large.wanted_offset, large.wanted_length) == (300, 400)
    point = near_miss(one, 0, Fit.BEFORE, Matching.ENTRY_POINTS, "higher")
    assert (point.wanted_offset, point.wanted_length) == (300, 0)
    found = judge(elements(("a", "/article[1]/sec[1]"), ("a", "/article[1]/sec[2]/p[1]")), READ)
    assert [
        near_miss(found, row, fit, Matching.ELEMENTS, "higher").wanted_path
        for row, fit in enumerate((Fit.TOO_LARGE, Fit.ELSEWHERE))
    ] == ["/article[1]/sec[1]/p[1]", "/article[1]/sec[1]/p[1]"]
