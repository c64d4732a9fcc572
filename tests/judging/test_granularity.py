"""Whether results fit what is relevant, in cases that can be checked by hand."""

import numpy as np
import pytest
from by_hand import NOWHERE, element_ranking, judged, ranking
from by_hand import assessment as highlighted_passages
from element_judgements import graded, highlighted

from inexreport.judging.granularity import NO_FIT, granularity_matches, near_miss
from inexreport.judging.judged_ranking import judge
from inexreport.judging.relevance import relevant_articles, relevant_elements
from inexreport.model.assessment import UNKNOWN
from inexreport.model.diagnosis import GranularityMatch, Matching, NearMiss, Relevance

TRUTH = {"a": [(100, 50), (300, 400)], "b": [], "c": [(0, 10)], "e": [(5, 1)]}


def verdicts(one, matching, tie="higher", near=100.0):
    relevance, fit = granularity_matches(one, matching, tie, near)
    assert (relevance.dtype, fit.dtype) == (np.int8, np.int8)
    return [
        (Relevance(one).name, None if match == NO_FIT else GranularityMatch(match).name)
        for one, match in zip(relevance.tolist(), fit.tolist(), strict=True)
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
        (("c", 0, 10), ("RELEVANT", "FITTING")),
        (("c", 9, 2), ("RELEVANT", "TOO_SMALL")),  # a single character
        (("c", 9, 3), ("RELEVANT", "TOO_LARGE")),
        (("e", 5, 1), ("RELEVANT", "FITTING")),
        (("a", 150, 150), ("IN_RELEVANT_ARTICLE", "ELSEWHERE")),
        (("a", 120, 0), ("IN_RELEVANT_ARTICLE", "ELSEWHERE")),  # no text
        (("a", NOWHERE), ("IN_RELEVANT_ARTICLE", "UNPLACED")),
        (("b", 0, 50), ("NOT_RELEVANT", None)),
        (("d", 0, 50), ("UNJUDGED", None)),
    ],
)
def test_text_fits_if_half_of_it_and_half_of_its_passages_meet(result, expected):
    assert verdicts(judged([result], TRUTH), Matching.TEXT) == [expected]


def test_a_passage_is_met_by_a_single_character():
    assert verdicts(judged([("a", 0, 21)], {"a": [(0, 10), (20, 100)]}), Matching.TEXT) == [
        ("RELEVANT", "TOO_SMALL")  # 11 of 21, of passages of 110
    ]


def test_text_of_an_article_whose_passages_have_no_place_is_unplaced():
    truth = highlighted_passages({"a": [(0, 10)]})
    without = truth.__class__(**{**vars(truth), **dict.fromkeys(_PASSAGES, truth.passage_offset[:0])})
    one = judge(ranking([("a", 0, 100)]), without)
    assert verdicts(one, Matching.TEXT) == [("IN_RELEVANT_ARTICLE", "UNPLACED")]
    assert near_miss(one, 0, GranularityMatch.UNPLACED, Matching.TEXT, "higher").wanted_offset == UNKNOWN


_PASSAGES = ("passage_article", "passage_offset", "passage_length")


def test_only_the_first_entry_point_of_an_article_is_relevant():
    one = judged(
        [("a", 350, 0), ("a", 260, 0), ("a", 90, 0), ("c", 460, 0), ("c", NOWHERE), ("b", 0, 0)],
        TRUTH,
        entry_points={"a": 300, "c": 100},
    )
    assert verdicts(one, Matching.ENTRY_POINTS) == [
        ("RELEVANT", "FITTING"),
        ("IN_RELEVANT_ARTICLE", "FITTING"),
        ("IN_RELEVANT_ARTICLE", "BEFORE"),
        ("IN_RELEVANT_ARTICLE", "AFTER"),
        ("IN_RELEVANT_ARTICLE", "UNPLACED"),
        ("NOT_RELEVANT", None),
    ]


@pytest.mark.parametrize(
    ("offset", "fit"), [(199, "BEFORE"), (200, "FITTING"), (400, "FITTING"), (401, "AFTER")]
)
def test_an_entry_point_may_be_as_far_away_as_is_near(offset, fit):
    one = judged([("a", offset, 0)], TRUTH, entry_points={"a": 300})
    assert [found for _, found in verdicts(one, Matching.ENTRY_POINTS, near=100.0)] == [fit]


def test_an_article_without_a_known_entry_point_leaves_results_unplaced():
    assert verdicts(judged([("a", 0, 0)], TRUTH), Matching.ENTRY_POINTS) == [
        ("IN_RELEVANT_ARTICLE", "UNPLACED")
    ]


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
        ("IN_RELEVANT_ARTICLE", "TOO_SMALL"),
        ("IN_RELEVANT_ARTICLE", "ELSEWHERE"),
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
        ("IN_RELEVANT_ARTICLE", "ELSEWHERE"),
        ("UNJUDGED", None),
        ("UNJUDGED", "TOO_SMALL"),
    ]


ROOT, SECTION, PARAGRAPH = "/article[1]", "/article[1]/sec[1]", "/article[1]/sec[1]/p[1]"


@pytest.mark.parametrize(
    ("tie", "fits"), [("higher", ["FITTING", "TOO_SMALL"]), ("deeper", ["TOO_LARGE", "FITTING"])]
)
def test_of_equal_elements_of_a_path_the_year_says_which_fits(tie, fits):
    one = judge(elements(("a", ROOT), ("a", SECTION)), graded({("a", ROOT): (3, 3), ("a", SECTION): (3, 3)}))
    assert [fit for _, fit in verdicts(one, Matching.ELEMENTS, tie)] == fits
    wanted = ROOT if tie == "higher" else SECTION
    assert near_miss(one, 0, GranularityMatch.TOO_LARGE, Matching.ELEMENTS, tie).wanted_path == wanted


def test_elements_of_2003_and_2004_are_worth_what_specificity_oriented_quantisation_says():
    """There (1, 3) is worth 0.75 and (2, 2) 0.5; the other generalised quantisation knows no difference."""
    one = judge(elements(("a", ROOT), ("a", SECTION)), graded({("a", ROOT): (2, 2), ("a", SECTION): (1, 3)}))
    assert [fit for _, fit in verdicts(one, Matching.ELEMENTS)] == ["TOO_LARGE", "FITTING"]


def test_what_was_not_judged_is_too_large_around_what_fits():
    one = judge(elements(("a", SECTION)), graded({("a", PARAGRAPH): (3, 3)}))
    assert verdicts(one, Matching.ELEMENTS) == [("UNJUDGED", "TOO_LARGE")]


def test_without_judged_elements_none_is_relevant():
    one = judge(
        elements(("a", ROOT), ("b", ROOT), ("d", ROOT)), highlighted_passages({"a": [(0, 5)], "b": []})
    )
    assert verdicts(one, Matching.ELEMENTS) == [
        ("NOT_RELEVANT", None),
        ("NOT_RELEVANT", None),
        ("UNJUDGED", None),
    ]
    assert relevant_elements(one.assessment) == 0


@pytest.mark.parametrize("matching", Matching)
def test_a_topic_without_results_has_no_matches(matching):
    assert verdicts(judged([], TRUTH), matching) == verdicts(judge(elements(), READ), matching) == []


def test_relevant_elements_are_counted():
    assert relevant_elements(READ) == 4


@pytest.mark.parametrize(
    ("result", "wanted"),
    [
        ("/article[1]/sec[2]/p[9]", "/article[1]/sec[2]/p[1]"),  # the nearest, though of less gain
        ("/article[1]/sec[3]", "/article[1]/sec[1]/p[2]"),  # of equally near ones that of most gain
        ("/article[1]/sec[1]/p[9]", "/article[1]/sec[1]/p[2]"),
        ("/article[1]/sec[4]/p[9]", "/article[1]/sec[4]/p[1]"),  # else in the order of paths
        ("/book[1]", "/article[1]/sec[1]/p[2]"),  # no step in common
        ("/article[1]/sec[4]", "/article[1]/sec[4]/p[1]"),  # below it
    ],
)
def test_what_would_have_fitted_is_near_and_gains_much(result, wanted):
    truth = graded(
        {
            ("a", "/article[1]/sec[1]/p[1]"): (2, 3),
            ("a", "/article[1]/sec[1]/p[2]"): (3, 3),
            ("a", "/article[1]/sec[2]/p[1]"): (1, 1),
            ("a", "/article[1]/sec[4]/p[2]"): (1, 1),
            ("a", "/article[1]/sec[4]/p[1]"): (1, 1),
            ("b", "/article[1]/sec[3]"): (3, 3),
        }
    )
    one = judge(elements(("a", result)), truth)
    assert near_miss(one, 0, GranularityMatch.ELSEWHERE, Matching.ELEMENTS, "higher").wanted_path == wanted


def test_a_near_miss_tells_all_about_a_result():
    one = judge(elements(("b", ROOT), ("a", ROOT)), READ)
    assert near_miss(one, 1, GranularityMatch.TOO_LARGE, Matching.ELEMENTS, "higher") == NearMiss(
        fit=GranularityMatch.TOO_LARGE,
        topic="1",
        rank=2,
        article="a",
        path=ROOT,
        offset=UNKNOWN,
        length=UNKNOWN,
        wanted_path=PARAGRAPH,
        wanted_offset=UNKNOWN,
        wanted_length=UNKNOWN,
    )
    assert near_miss(one, 0, GranularityMatch.ELSEWHERE, Matching.ELEMENTS, "higher").wanted_path == ""
    text = judged([("a", 10, 20)], TRUTH)
    assert near_miss(text, 0, GranularityMatch.ELSEWHERE, Matching.TEXT, "higher") == NearMiss(
        fit=GranularityMatch.ELSEWHERE,
        topic="1",
        rank=1,
        article="a",
        path="",
        offset=10,
        length=20,
        wanted_path="",
        wanted_offset=100,
        wanted_length=50,
    )
    assert (
        near_miss(
            judge(text.ranking, READ), 0, GranularityMatch.UNPLACED, Matching.ELEMENTS, "higher"
        ).wanted_path
        == ""
    )


def test_passages_among_elements_have_no_place_there():
    one = judge(ranking([("a", 0, 10), ("b", 0, 10)]), READ)
    assert verdicts(one, Matching.ELEMENTS) == [("IN_RELEVANT_ARTICLE", "UNPLACED"), ("NOT_RELEVANT", None)]


def test_near_misses_name_what_would_have_fitted():
    one = judged([("a", 10, 20), ("a", 90, 400)], TRUTH, entry_points={"a": 300})
    elsewhere = near_miss(one, 0, GranularityMatch.ELSEWHERE, Matching.TEXT, "higher")
    assert (elsewhere.rank, elsewhere.article, elsewhere.offset, elsewhere.length) == (1, "a", 10, 20)
    assert (elsewhere.wanted_offset, elsewhere.wanted_length) == (100, 50)
    large = near_miss(one, 1, GranularityMatch.TOO_LARGE, Matching.TEXT, "higher")
    assert (large.wanted_offset, large.wanted_length) == (300, 400)
    point = near_miss(one, 0, GranularityMatch.BEFORE, Matching.ENTRY_POINTS, "higher")
    assert (point.wanted_offset, point.wanted_length) == (300, 0)
    found = judge(elements(("a", "/article[1]/sec[1]"), ("a", "/article[1]/sec[2]/p[1]")), READ)
    assert [
        near_miss(found, row, fit, Matching.ELEMENTS, "higher").wanted_path
        for row, fit in enumerate((GranularityMatch.TOO_LARGE, GranularityMatch.ELSEWHERE))
    ] == ["/article[1]/sec[1]/p[1]", "/article[1]/sec[1]/p[1]"]
