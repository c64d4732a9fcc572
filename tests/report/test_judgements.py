from __future__ import annotations

import itertools

import numpy as np
import pytest
from by_hand import integers
from element_judgements import graded, highlighted
from hypothesis import given
from hypothesis import strategies as st

from inexreport.model.assessment import UNKNOWN, TopicAssessment
from inexreport.subjects.judgements import (
    NARROWEST,
    STRIP_WIDTH,
    Strip,
    judgements_section,
    relevant_articles,
    stretches,
)
from inexreport.subjects.sections import Section, View


def passages(places: dict[str, tuple[int, int, list[tuple[int, int]]]]) -> TopicAssessment:
    """Length, entry point and passages of each article."""
    found = [(i, *one) for i, (_, _, own) in enumerate(places.values()) for one in own]
    return TopicAssessment(
        topic="1",
        articles=tuple(places),
        relevant_characters=integers([sum(size for _, size in own) for _, _, own in places.values()]),
        article_length=integers([length for length, _, _ in places.values()]),
        entry_point=integers([entry for _, entry, _ in places.values()]),
        passage_article=integers([one[0] for one in found]),
        passage_offset=integers([one[1] for one in found]),
        passage_length=integers([one[2] for one in found]),
    )


def section_of(judged: TopicAssessment, *, only_relevant: bool = False) -> Section:
    return judgements_section(judged, only_relevant, "characters")


def by_grade(judged: TopicAssessment) -> View:
    return next(one for one in section_of(judged).parts if one and one.label.endswith("by grade"))


def test_a_strip_shows_passages_and_the_entry_point_where_they_are():
    judged = passages({"a": (1600, 800, [(0, 160), (160, 160), (1200, 400)]), "b": (10, 0, [])})
    section = section_of(judged)
    (article,) = relevant_articles(judged).to_dict("records")
    assert section.answer == ["2 articles judged, 1 relevant, with 720 characters highlighted in 3 passages."]
    assert article["share"] == 45.0
    assert article["strip"] == Strip(((0, 32), (120, 160)), 80)
    assert article["strip"].description == "Highlighted 0–20%, 75–100%; entry at 50%"
    assert section.parts[0].columns.keys() == {
        *("article", "relevant_characters", "length", "passages", "entry_point", "share", "strip")
    }


def test_there_is_no_strip_without_passage_offsets_or_article_length():
    places = {
        "a": (UNKNOWN, 3, [(0, 10)]),
        "b": (100, UNKNOWN, [(UNKNOWN, 10)]),
        "c": (100, UNKNOWN, [(5, 9)]),
    }
    articles = relevant_articles(passages(places)).set_index("article")
    assert articles.strip.to_dict() == {"a": None, "b": None, "c": Strip(((8, 23),), None)}
    assert articles.strip["c"].description == "Highlighted 5–14%"
    assert np.isnan(articles.share["a"])


def test_only_the_first_of_many_passages_are_named():
    strip = Strip(tuple((i, i + 2) for i in range(0, 60, 10)), None)
    assert strip.description.endswith(" and 2 more")


@given(
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 10**6)), min_size=1, max_size=30),
    st.integers(1, 10**6),
)
def test_stretches_are_disjoint_and_visible_parts_of_the_strip(places, length):
    found = stretches(places, length)
    assert all(begin >= 0 and end - begin >= NARROWEST and end <= STRIP_WIDTH for begin, end in found)
    assert all(left[1] < right[0] for left, right in itertools.pairwise(found))
    for offset, size in places:
        if offset + size <= length:
            middle = STRIP_WIDTH * (2 * offset + size) / (2 * length)
            assert any(begin <= middle <= end for begin, end in found)


def test_years_without_sizes_show_elements_and_grades_only():
    judged = graded(
        {
            ("a", "/article[1]"): (2, 1),
            ("a", "/article[1]/sec[1]"): (3, 3),
            ("a", "/article[1]/sec[2]"): (0, 0),
        }
    )
    summary, exhaustivity, specificity = section_of(judged).answer
    assert summary == "1 article judged, 1 relevant. 3 elements judged, 2 relevant."
    assert "1 (marginally) only mentions it" in exhaustivity
    assert "2 (fairly) a major one" in specificity
    assert relevant_articles(judged).to_dict("records") == [{"article": "a", "elements": 2}]
    grades = by_grade(judged)
    assert grades.columns.keys() == {"grade", "count"}
    counts = grades.frame.set_index("grade")["count"].to_dict()
    assert counts == {"all relevant": 2, "E1": 0, "E2": 1, "E3": 1, "S1": 1, "S2": 0, "S3": 1}


def test_highlighted_elements_have_sizes_and_shares():
    judged = highlighted({("a", "/article[1]"): (1, 1000, 250), ("a", "/article[1]/sec[1]"): (2, 250, 250)})
    assert "with 250 characters highlighted" in section_of(judged).answer[0]
    rows = {
        row.grade: (row.count, row.mean_size, row.mean_highlighted)
        for row in by_grade(judged).frame.itertuples()
    }
    assert rows["all relevant"] == (2, 625.0, 62.5)
    assert rows["S3"] == (1, 250.0, 100.0)
    assert rows["S2"] == pytest.approx((0, np.nan, np.nan), nan_ok=True)


def test_identical_entry_points_are_reported():
    same = passages({"a": (100, 7, [(0, 10)]), "b": (100, 7, [(0, 10)])})
    assert any(
        "All entry points are the same" in one for one in section_of(same).parts if isinstance(one, str)
    )
    assert np.isclose(relevant_articles(same).share, 10.0).all()


@pytest.mark.parametrize(
    ("articles", "judged", "relevant"),
    [
        ({}, "0 articles judged, 0 relevant.", "0 relevant articles."),
        (
            {"a": (100, 0, [(0, 1)])},
            "1 article judged, 1 relevant, with 1 character highlighted in 1 passage.",
            "1 relevant article, with 1 character highlighted in 1 passage.",
        ),
        (
            {"a": (100, 0, [(0, 10), (50, 2)]), "b": (4000, 0, [(0, 2000)])},
            "2 articles judged, 2 relevant, with 2,012 characters highlighted in 3 passages.",
            "2 relevant articles, with 2,012 characters highlighted in 3 passages.",
        ),
    ],
)
def test_judgements_are_summarised_in_a_sentence(articles, judged, relevant):
    found = passages(articles)
    assert section_of(found).answer == [judged]
    assert section_of(found, only_relevant=True).answer == [relevant]
