from dataclasses import replace

import by_hand
import numpy as np
import pytest
from element_judgements import COVERAGES, covered, graded, highlighted
from hypothesis import given
from hypothesis import strategies as st
from metrics.scenarios import (
    ARTICLES,
    PATHS,
    covered_judgements,
    graded_judgements,
    highlighted_judgements,
    passage_judgements,
)

from inexreport.judging.assessment_edits import (
    AssessmentEdit,
    Edit,
    binary,
    select_elements,
    without_articles,
)
from inexreport.judging.quantisation import is_relevant, quantisations, quantise
from inexreport.model.assessment import TOO_SMALL

A, B = ("A", "/article[1]"), ("A", "/article[1]/sec[1]")
C = ("C", "/article[1]")


def rows(assessment, *columns):
    """The chosen columns of each judged element, by its name."""
    elements = assessment.elements
    values = zip(*(getattr(elements, column).tolist() for column in columns), strict=True)
    names = [
        (assessment.articles[article], elements.paths[path])
        for article, path in zip(elements.article.tolist(), elements.path.tolist(), strict=True)
    ]
    return dict(zip(names, values, strict=True))


any_judgements = st.one_of(graded_judgements(), covered_judgements(), highlighted_judgements())
places = st.tuples(st.sampled_from(ARTICLES), st.integers(0, 900), st.integers(0, 300))
elements_of_any = st.sets(st.tuples(st.sampled_from(ARTICLES), st.sampled_from(PATHS)))


@given(any_judgements, elements_of_any)
def test_removed_and_kept_elements_are_all_there_were(judged, chosen):
    columns = ("exhaustivity", "coverage", "size", "highlighted")
    before = rows(judged, *columns)
    kept = rows(select_elements(judged, chosen, keep=True), *columns)
    left = rows(select_elements(judged, chosen, keep=False), *columns)
    assert kept == {name: row for name, row in before.items() if name in chosen}
    assert left == {name: row for name, row in before.items() if name not in chosen}


@given(any_judgements)
def test_binary_grades_are_worth_the_same_or_nothing(judged):
    changed = binary(judged)
    assert rows(changed, "size") == rows(judged, "size")
    before = is_relevant(judged.elements)
    assert is_relevant(changed.elements).tolist() == before.tolist()
    for quantisation in quantisations(judged.elements.scale):
        worth = quantise(changed.elements, quantisation)
        assert (worth[~before] == 0).all()
        assert len(set(worth[before])) <= 1
        assert (worth[before] > 0).all()


def test_binary_of_2002_to_2004():
    assert rows(binary(covered({A: "1S", B: "0N", C: "3E"})), "exhaustivity", "coverage") == {
        A: (3, COVERAGES["E"]),
        B: (0, COVERAGES["N"]),
        C: (3, COVERAGES["E"]),
    }
    assert rows(binary(graded({A: (1, 2), B: (0, 0)})), "exhaustivity", "specificity") == {
        A: (3, 3.0),
        B: (0, 0.0),
    }


def test_binary_of_2005_highlights_all_of_an_element():
    changed = binary(highlighted({A: (1, 100, 30), B: ("?", 20, 20), C: ("?", 50, 0)}))
    assert rows(changed, "exhaustivity", "specificity", "size", "highlighted") == {
        A: (2, 1.0, 100, 100),
        B: (2, 1.0, 20, 20),
        C: (TOO_SMALL, 0.0, 50, 0),
    }


@pytest.mark.parametrize("pair", ["3S", "0E", "0L", "2N"])
def test_values_that_exclude_each_other_stay_irrelevant(pair):
    changed = binary(covered({A: pair, B: "1L"}))
    assert is_relevant(changed.elements).tolist() == [False, True]
    assert quantise(changed.elements, "gen2002").tolist() == [0, 1]


def test_an_article_is_relevant_as_long_as_one_of_its_elements_is():
    judged = graded({A: (1, 1), B: (2, 2), ("A", "/article[1]/sec[2]"): (0, 0), C: (3, 1)})
    assert judged.relevant_characters.tolist() == [1, 1]
    assert select_elements(judged, {A}, keep=False).relevant_characters.tolist() == [1, 1]
    assert select_elements(judged, {A, B}, keep=False).relevant_characters.tolist() == [0, 1]
    assert select_elements(judged, {B}, keep=True).relevant_characters.tolist() == [1, 0]
    assert select_elements(judged, {A, B}, keep=False).articles == ("A", "C")


@given(passage_judgements(), st.sets(st.sampled_from(ARTICLES)))
def test_articles_leave_with_their_passages(judged, removed):
    named = replace(
        judged,
        article_length=np.arange(100, 100 + len(judged.articles)),
        passage_start=tuple(f"from {offset}" for offset in judged.passage_offset),
        passage_end=tuple(f"to {offset}" for offset in judged.passage_offset),
        entry_point_path=tuple(f"in {article}" for article in judged.articles),
    )
    left = without_articles(named, removed)
    assert len(left.passage_article) == len(left.passage_offset) == len(left.passage_length)
    assert (
        len(left.relevant_characters)
        == len(left.article_length)
        == len(left.entry_point)
        == len(left.articles)
    )
    assert left.articles == tuple(article for article in judged.articles if article not in removed)
    assert _by_article(left) == {
        article: row for article, row in _by_article(named).items() if article not in removed
    }


def _by_article(judged):
    return {
        article: (
            judged.relevant_characters[number],
            judged.article_length[number],
            judged.entry_point[number],
            judged.entry_point_path[number],
            [
                (
                    judged.passage_offset[row],
                    judged.passage_length[row],
                    judged.passage_start[row],
                    judged.passage_end[row],
                )
                for row in np.flatnonzero(judged.passage_article == number).tolist()
            ],
        )
        for number, article in enumerate(judged.articles)
    }


@given(any_judgements, st.sets(st.sampled_from(ARTICLES)))
def test_articles_leave_with_their_elements(judged, removed):
    left = rows(without_articles(judged, removed), "exhaustivity", "size")
    assert left == {
        name: row for name, row in rows(judged, "exhaustivity", "size").items() if name[0] not in removed
    }


def test_a_revision_names_a_change():
    judged = graded({A: (1, 1), B: (2, 2), C: (3, 1)})
    few, articles = frozenset({A, C}), frozenset({"A"})
    assert list(rows(AssessmentEdit(Edit.ONLY_ELEMENTS, elements=few).of(judged), "size")) == [A, C]
    assert list(rows(AssessmentEdit(Edit.WITHOUT_ELEMENTS, elements=few).of(judged), "size")) == [B]
    assert AssessmentEdit(Edit.WITHOUT_ARTICLES, articles=articles).of(judged).articles == ("C",)
    assert set(rows(AssessmentEdit(Edit.BINARY).of(judged), "exhaustivity").values()) == {(3,)}


def test_assessments_without_elements_or_paths_stay_what_they_are():
    judged = by_hand.assessment({"A": [(0, 5)]})
    assert binary(judged) is judged
    assert select_elements(judged, set(), keep=True) is judged
    assert without_articles(judged, {"B"}).passage_start == ()
