import dataclasses
import math

from by_hand import assessment
from element_judgements import covered, graded, highlighted
from hypothesis import given
from hypothesis import strategies as st

from inexreport.model.assessment import Assessments
from inexreport.subjects.judged_elements import ALL, LINKS, highlighted_elements, relevant_elements


def found(*topics):
    named = {str(i): dataclasses.replace(one, topic=str(i)) for i, one in enumerate(topics)}
    return [
        (one.element, one.relevant, one.fully_highlighted, one.percent, one.percent_of_all)
        for one in highlighted_elements(Assessments("official", named)).itertuples()
    ]


FIRST = highlighted(
    {
        ("a", "/article[1]"): (2, 200, 50),
        ("a", "/article[1]/p[1]"): (2, 50, 50),
        ("a", "/article[1]/p[1]/collectionlink[1]"): (2, 7, 7),
        ("a", "/article[1]/p[1]/collectionlink[2]"): (2, 9, 9),
        ("a", "/article[1]/p[2]"): (2, 30, 0),
    },
    graded=False,
)
SECOND = highlighted(
    {
        ("b", "/article[1]"): (2, 90, 89),
        ("b", "/article[1]/p[1]"): (2, 40, 40),
        ("b", "/article[1]/p[1]/weblink[1]"): (2, 8, 4),
        ("b", "/article[1]/linked[1]"): (2, 40, 40),
    },
    graded=False,
)


def test_elements_are_counted_by_name_over_all_topics():
    """Five fully highlighted elements, two of them links; not what is not relevant, nor 89 of 90."""
    assert found(FIRST, SECOND) == [
        (ALL, 8, 5, 62.5, 100),
        (LINKS, 3, 2, 100 * 2 / 3, 40),
        ("collectionlink", 2, 2, 100, 40),
        ("p", 2, 2, 100, 40),
        ("linked", 1, 1, 100, 20),
        ("article", 2, 0, 0, 0),
        ("weblink", 1, 0, 0, 0),
    ]


def test_elements_of_2005_that_are_too_small_count_and_those_without_exhaustivity_do_not():
    judged = highlighted({("a", "/article[1]"): ("?", 10, 10), ("b", "/article[1]"): (0, 10, 10)})
    assert found(judged)[0] == (ALL, 1, 1, 100, 100)


def test_nothing_fully_highlighted_has_no_shares_of_all():
    ((_, _, full, percent, share), links, _) = found(highlighted({("a", "/article[1]"): (2, 10, 5)}))
    assert (full, percent) == (0, 0)
    assert math.isnan(share)
    assert links[:3] == (LINKS, 0, 0)
    assert all(map(math.isnan, links[3:]))


def test_years_without_highlighted_elements_have_none():
    assert found(graded({("a", "/article[1]"): (3, 3)})) == []
    assert found(covered({("a", "/article[1]"): "3E"})) == []
    assert found(assessment({"a": [(0, 10)]})) == []
    assert found(highlighted({("a", "/article[1]"): (2, 10, 0)})) == []


ELEMENTS = st.dictionaries(
    st.tuples(
        st.sampled_from("ab"),
        st.sampled_from([f"/article[1]/{n}[{i}]" for n in ("p", "alink", "b") for i in "12"]),
    ),
    st.integers(1, 9).flatmap(lambda size: st.tuples(st.just(2), st.just(size), st.integers(0, size))),
    min_size=1,
).map(lambda rows: highlighted(rows, graded=False))


@given(st.lists(ELEMENTS, min_size=1, max_size=4))
def test_names_add_up_to_all_which_are_the_published_relevant_elements(topics):
    rows = found(*topics)
    if not rows:
        return
    (_, relevant, full, _, _), (_, links, full_links, _, _), *names = rows
    assert relevant == sum(row[1] for row in names)
    assert full == sum(row[2] for row in names)
    assert (links, full_links) == tuple(
        sum(row[place] for row in names if row[0] == "alink") for place in (1, 2)
    )
    named = {str(i): dataclasses.replace(one, topic=str(i)) for i, one in enumerate(topics)}
    published = relevant_elements(Assessments("official", named))
    of_topics = published[published.topic.isin([*named]) & (published.grade == "non-zero")]
    assert relevant == of_topics["count"].sum()
