"""The printed tables of the quantisations, row by row."""

import numpy as np
import pytest
from element_judgements import graded, highlighted

from inexreport.judging.quantisation import GRADE_QUANTISATIONS, has_grades, is_relevant, quantise

TABLE = {
    (3, 3): (1, 1, 1, 1, 1, 1, 1),
    (2, 3): (0, 0.75, 0.9, 0, 0, 1, 1),
    (1, 3): (0, 0.5, 0.75, 0, 0, 0, 1),
    (3, 2): (0, 0.75, 0.75, 1, 1, 0, 0),
    (2, 2): (0, 0.5, 0.5, 0, 0, 0, 0),
    (1, 2): (0, 0.25, 0.25, 0, 0, 0, 0),
    (3, 1): (0, 0.75, 0.25, 0, 1, 0, 0),
    (2, 1): (0, 0.5, 0.1, 0, 0, 0, 0),
    (1, 1): (0, 0.25, 0.1, 0, 0, 0, 0),
    (0, 0): (0, 0, 0, 0, 0, 0, 0),
}


@pytest.mark.parametrize(("grades", "gains"), TABLE.items())
def test_exhaustivity_and_specificity_of_2003_and_2004(grades, gains):
    elements = graded({("a", "/article[1]"): grades}).elements
    found = [float(quantise(elements, name)[0]) for name in GRADE_QUANTISATIONS]
    assert found == list(gains)
    assert GRADE_QUANTISATIONS == ("strict", "gen", "sog", "e3s32", "e3s321", "s3e32", "s3e321")


@pytest.mark.parametrize(
    ("exhaustivity", "found", "gains"),
    [
        ("?", 50, (0, 0, 0.5, 0.5)),
        (1, 50, (0, 0.5, 1, 0.5)),
        (2, 50, (0, 1, 1.5, 0.5)),
        (2, 100, (1, 2, 3, 1)),
        (1, 100, (0, 1, 2, 1)),
    ],
)
def test_highlighted_share_of_2005_and_2006(exhaustivity, found, gains):
    elements = highlighted({("a", "/article[1]"): (exhaustivity, 100, found)}).elements
    quantised = [quantise(elements, name)[0] for name in ("strict5", "gen5", "genLifted", "gen")]
    assert quantised == pytest.approx(gains)


@pytest.mark.parametrize(
    ("found", "three", "four"),
    [
        (0, 0, 0),
        (1, 1 / 3, 0.25),
        (25, 1 / 3, 0.25),
        (26, 1 / 3, 0.5),
        (33, 1 / 3, 0.5),
        (34, 2 / 3, 0.5),
        (51, 2 / 3, 0.75),
        (66, 2 / 3, 0.75),
        (67, 1, 0.75),
        (75, 1, 0.75),
        (76, 1, 1),
        (100, 1, 1),
    ],
)
def test_highlighted_share_in_three_and_four_grades(found, three, four):
    elements = highlighted({("a", "/article[1]"): (1, 100, found)}).elements
    assert quantise(elements, "spec3").tolist() == [pytest.approx(three)]
    assert quantise(elements, "spec4").tolist() == [four]


def test_a_third_is_the_first_of_three_grades():
    sizes = {("a", f"/article[1]/p[{size}]"): (1, 3 * size, size) for size in range(1, 200)}
    doubled = {element: (grade, size, 2 * found) for element, (grade, size, found) in sizes.items()}
    assert set(quantise(highlighted(sizes).elements, "spec3").tolist()) == {1 / 3}
    assert set(quantise(highlighted(doubled).elements, "spec3").tolist()) == {2 / 3}


def test_an_element_without_text_has_no_share():
    elements = highlighted({("a", "/article[1]"): (2, 0, 0)}).elements
    assert np.array_equal(quantise(elements, "gen"), [0])


def test_a_quantisation_of_other_judgements_is_an_error():
    with pytest.raises(ValueError, match="has no quantisation"):
        quantise(graded({("a", "/article[1]"): (3, 3)}).elements, "genLifted")


def test_highlighted_text_of_what_is_not_exhaustive_makes_no_relevant_element():
    names = [("a", f"/article[1]/p[{number}]") for number in range(1, 5)]
    elements = highlighted(
        dict(zip(names, [(0, 10, 5), ("?", 10, 5), (1, 10, 5), (2, 10, 0)], strict=True))
    ).elements
    assert is_relevant(elements).tolist() == [True, True, True, False]
    assert has_grades(elements).tolist() == [False, True, True, False]
