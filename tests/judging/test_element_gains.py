"""What elements are worth after others, by the equations of the metrics; and for which sizes are missing."""

import pytest
from by_hand import assessment, element_ranking
from element_judgements import graded, highlighted

from inexreport.judging.element_gains import element_gains, normalised_gains, unsized_results
from inexreport.judging.judged_ranking import judge
from inexreport.judging.recall_base import ArticleBase, recall_base

ROOT, FIRST, SECOND, TITLE = "/article[1]", "/article[1]/sec[1]", "/article[1]/sec[2]", "/article[1]/st[1]"
JUDGED = {("a", ROOT): (3, 3), ("a", FIRST): (2, 3), ("a", SECOND): (1, 3), ("a", TITLE): (0, 0)}
SIZES = {ROOT: 100, FIRST: 60, SECOND: 30}


PARAGRAPH, OTHER = "/article[1]/sec[1]/p[1]", "/article[1]/sec[1]/p[2]"
WORTH = {ROOT: 10.0, FIRST: 0.9, SECOND: 0.75, PARAGRAPH: 0.5, OTHER: 0.4}
ALL_SIZES = {ROOT: 100, FIRST: 60, SECOND: 30, PARAGRAPH: 20, OTHER: 15}


@pytest.mark.parametrize(
    ("run", "alpha", "sizes", "gains"),
    [
        ([FIRST, ROOT], 1, ALL_SIZES, [0.9, 0.75 * 30 / 100]),
        ([PARAGRAPH, FIRST], 1, ALL_SIZES, [0.5, 0.4 * 15 / 60]),
        ([PARAGRAPH, ROOT], 1, ALL_SIZES, [0.5, (0.1 * 60 + 0.75 * 30) / 100]),  # 0.1: as the line above
        ([TITLE, ROOT], 1, ALL_SIZES, [0, (0.9 * 60 + 0.75 * 30) / 100]),  # any descendant is a part
        ([FIRST, PARAGRAPH], 1, ALL_SIZES, [0.9, 0]),
        ([FIRST, FIRST], 1, ALL_SIZES, [0.9, 0]),
        ([FIRST, SECOND], 1, ALL_SIZES, [0.9, 0.75]),
        ([f"{OTHER}/b[1]", OTHER], 1, ALL_SIZES, [0, 0]),  # no relevant child has anything left
        ([FIRST, PARAGRAPH], 0.5, ALL_SIZES, [0.9, 0.25]),
        ([PARAGRAPH, FIRST], 0.5, ALL_SIZES, [0.5, 0.5 * (0.25 * 20 + 0.4 * 15) / 60 + 0.5 * 0.9]),
        ([f"{OTHER}/b[1]", OTHER], 0.5, ALL_SIZES, [0, 0.2]),
        ([PARAGRAPH, FIRST], 0, ALL_SIZES, [0.5, 0.9]),
        ([PARAGRAPH, ROOT], 1, {}, [0.5, ((0 + 0.4) / 2 + 0.75) / 2]),
        ([PARAGRAPH, ROOT], 1, {**ALL_SIZES, FIRST: 0}, [0.5, (0.2 * 0 + 0.75 * 30) / 100]),
        (
            [PARAGRAPH, ROOT],
            1,
            {path: size for path, size in ALL_SIZES.items() if path != OTHER},
            [0.5, (0.2 * 60 + 0.75 * 30) / 100],
        ),
    ],
)
def test_value_after_what_was_seen(run, alpha, sizes, gains):
    """Kazai, Lalmas and de Vries (2004), equations 4 and 5; the ideal element has plenty left."""
    assert normalised_gains(run, ArticleBase(WORTH, sizes, (ROOT,)), alpha) == pytest.approx(gains)


@pytest.mark.parametrize(
    ("run", "alpha", "root", "gains"),
    [
        ([ROOT], 1, 0.5, [0.5]),
        ([ROOT], 1, 2.0, [0.9 + 0.75]),  # no more than the ideal elements below have
        ([FIRST, ROOT], 1, 0.5, [0.9, 0.375]),
        ([FIRST, SECOND, ROOT], 1, 0.5, [0.9, 0.75, 0]),
        ([ROOT, FIRST], 0.5, 0.5, [0.5, 0.45]),
        ([ROOT, FIRST], 0.5, 1.2, [1.2, 0.9 * (1 - 1.2 / 1.65)]),  # it took from each in proportion
        ([ROOT, FIRST, SECOND], 0.5, 1.2, [1.2, 0.9 * (1 - 1.2 / 1.65), 0.75 * (1 - 1.2 / 1.65)]),
        ([PARAGRAPH, OTHER, FIRST], 0, 0.5, [0.5, 0.4, 0]),  # below an ideal element
        ([PARAGRAPH, FIRST], 0, 0.5, [0.5, 0.4]),
    ],
)
def test_no_more_is_gained_than_ideal_elements_have_left(run, alpha, root, gains):
    """Equation 6."""
    base = ArticleBase({**WORTH, ROOT: root}, {}, (FIRST, SECOND))
    assert normalised_gains(run, base, alpha) == pytest.approx(gains)


@pytest.mark.parametrize(("worth", "gain"), [(2e-12, 2e-12), (1e-12, 1e-12), (5e-13, 0)])
def test_what_is_left_by_rounding_is_nothing(worth, gain):
    base = ArticleBase({ROOT: 1.0, FIRST: worth}, {}, (ROOT,))
    assert normalised_gains([FIRST], base, 1) == [gain]


def test_a_negligible_share_of_an_element_gains_nothing():
    truth = highlighted({("a", ROOT): (1, 10**13, 1), ("b", ROOT): (1, 10**11, 1)})
    judged = judge(element_ranking([("a", ROOT), ("b", ROOT)]), truth)
    assert element_gains(judged, "genLifted", "on").gain.tolist() == [0, 2e-11]


def test_officially_what_was_seen_before_is_discounted_in_full():
    judged = graded({("a", ROOT): (3, 3), ("a", FIRST): (2, 3), ("a", SECOND): (1, 1)})
    one = judge(element_ranking([("a", SECOND), ("a", ROOT)]), judged)
    assert element_gains(one, "sog", "on").gain == pytest.approx([0.1, (0.9 + 0) / 2])


def test_a_ranking_may_be_asked_under_several_conventions():
    truth = graded({**JUDGED, ("a", TITLE): (3, 3)}, SIZES)
    run = element_ranking([("a", path) for path in (FIRST, ROOT, SECOND, TITLE)])
    one = judge(run, truth)
    for _ in range(2):
        for quant in ("sog", "gen"):
            for tie in ("higher", "deeper"):
                for alpha in (1.0, 0.5):
                    found = element_gains(one, quant, "on", tie, alpha)
                    anew = element_gains(judge(run, truth), quant, "on", tie, alpha)
                    assert found.gain.tolist() == anew.gain.tolist()


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


@pytest.mark.parametrize(("sizes", "expected"), [({}, 1), ({TITLE: 5}, 1), ({ROOT: 100}, 0)])
def test_without_relevant_children_the_own_size_is_enough(sizes, expected):
    judged = {("a", ROOT): (3, 3), ("a", TITLE): (0, 0), ("b", SECOND): (1, 1)}
    assert unsized([TITLE, ROOT], sizes, judged) == expected


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
    assert (base.articles, base.total_gain) == (("a",), 0)
    assert (len(base.full_gains), len(base.ideal_gains)) == (0, 0)
