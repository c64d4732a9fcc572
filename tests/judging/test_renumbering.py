"""Articles and elements of one assessment found in another by their names."""

from dataclasses import replace

import numpy as np
import pytest
from by_hand import assessment
from element_judgements import graded
from hypothesis import given
from hypothesis import strategies as st
from metrics.scenarios import ARTICLES, PATHS, covered_judgements, graded_judgements, highlighted_judgements

from inexreport.judging.reassessment import without_articles, without_elements
from inexreport.judging.renumbering import has_same_text, renumbered_articles, renumbered_elements
from inexreport.model.assessment import UNKNOWN

OLD = assessment({"A": [(5, 10), (40, 5)], "B": [], "C": [(0, 7)], "D": [(9, 1)]})

any_judgements = st.one_of(graded_judgements(), covered_judgements(), highlighted_judgements())


def element_names(one):
    return [
        (one.articles[article], one.elements.paths[path])
        for article, path in zip(one.elements.article.tolist(), one.elements.path.tolist(), strict=True)
    ]


def numbers(wanted, names):
    return [names.index(name) if name in names else UNKNOWN for name in wanted]


def test_articles_are_found_by_name():
    new = without_articles(OLD, {"B", "D"})
    assert renumbered_articles(OLD, new).tolist() == [0, UNKNOWN, 1, UNKNOWN, UNKNOWN]
    assert renumbered_articles(OLD, OLD).tolist() == [0, 1, 2, 3, UNKNOWN]
    assert renumbered_articles(OLD, assessment({"C": [], "A": []})).tolist() == [
        1,
        UNKNOWN,
        0,
        UNKNOWN,
        UNKNOWN,
    ]
    assert renumbered_articles(OLD, without_articles(OLD, set("ABCD"))).tolist() == [UNKNOWN] * 5


def test_where_the_other_assessment_has_more_there_are_no_numbers():
    new = without_articles(OLD, {"B"})
    assert renumbered_articles(new, OLD) is None
    assert renumbered_elements(new, OLD) is None
    assert not has_same_text(new, OLD)


@given(
    any_judgements,
    st.sets(st.tuples(st.sampled_from(ARTICLES), st.sampled_from(PATHS))),
    st.sets(st.sampled_from(ARTICLES)),
)
def test_elements_are_found_by_article_and_path(old, elements, articles):
    new = without_articles(without_elements(old, elements), articles)
    before, after = element_names(old), element_names(new)
    assert renumbered_elements(old, new).tolist() == [*numbers(before, after), UNKNOWN]
    back = renumbered_elements(new, old)
    if len(new.articles) < len(old.articles) or len(after) < len(before):
        assert back is None
    else:
        assert back.tolist() == [*range(len(before)), UNKNOWN]


def test_elements_in_another_order_are_found_too():
    """Not by looking each up in an ascending list: paths are numbered as files first name them."""
    old = graded(
        {("A", "/b[1]"): (1, 1), ("A", "/a[1]"): (2, 2), ("C", "/a[1]"): (3, 3), ("C", "/b[1]"): (1, 2)}
    )
    backwards = np.array([1, 0, 3, 2])
    columns = {
        name: getattr(old.elements, name)[backwards]
        for name in ("article", "path", "exhaustivity", "specificity", "coverage", "size", "highlighted")
    }
    new = replace(old, elements=replace(old.elements, **columns))
    assert renumbered_elements(old, new).tolist() == [1, 0, 3, 2, UNKNOWN]


def test_only_elements_whose_paths_are_numbered_alike_are_compared():
    one, other = graded({("A", "/a[1]"): (1, 1)}), graded({("A", "/a[1]"): (1, 1)})
    assert (
        renumbered_elements(one, replace(other, elements=replace(other.elements, paths=("/b[1]",)))) is None
    )
    assert renumbered_elements(one, replace(one, elements=None)) is None
    assert renumbered_elements(replace(one, elements=None), one) is None
    assert renumbered_elements(OLD, OLD) is None


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        (OLD, True),
        (without_articles(OLD, {"B"}), True),
        (without_articles(OLD, {"A", "D"}), True),
        (assessment({"A": [(5, 10), (40, 5)], "C": [(0, 7)]}), True),
        (assessment({"C": [(0, 7)], "D": [(9, 1)]}), True),
        (assessment({"A": [(6, 10), (40, 5)], "C": [(0, 7)]}), False),
        (assessment({"A": [(5, 9), (40, 6)], "C": [(0, 7)]}), False),
        (assessment({"A": [(5, 15)], "C": [(0, 7)]}), False),
        (assessment({"A": [(5, 10), (40, 5)], "C": [(0, 8)]}), False),
        (assessment({"A": [(5, 10), (40, 5)], "C": [(0, 7)], "E": []}), False),
        (replace(OLD, relevant_characters=OLD.relevant_characters + 1), False),
        (replace(OLD, passage_article=np.array([0, 1, 2, 3])), False),
    ],
)
def test_text_is_the_same_if_all_articles_and_their_passages_are(new, expected):
    assert has_same_text(OLD, new) is expected
