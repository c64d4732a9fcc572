import math

import pytest
from by_hand import assessment
from element_judgements import covered, graded, highlighted
from hypothesis import given
from hypothesis import strategies as st

from inexreport.model.assessment import UNKNOWN, Assessments
from inexreport.subjects.agreement import (
    MEAN,
    agreement_of,
    coefficients,
    highlighted_text,
    mutual_agreement,
)
from inexreport.subjects.sub_scales import sub_scale_agreement

ROOT, BODY, ONE, TWO, THREE = (
    "/article[1]",
    "/article[1]/bdy[1]",
    "/article[1]/bdy[1]/p[1]",
    "/article[1]/bdy[1]/p[2]",
    "/article[1]/bdy[1]/p[3]",
)
PATHS = (ROOT, BODY, ONE, TWO, THREE)


def judge(name, **topics):
    return Assessments(name, {topic.removeprefix("t"): one for topic, one in topics.items()})


def pair(first, second):
    return [(judge("official", t1=first), judge("second", t1=second))]


def by_key(rows):
    return {
        (row.topic, row.level, row.grade): (row.union, row.intersection, row.ratio)
        for row in rows.itertuples()
    }


OFFICIAL = highlighted(
    {
        ("a", ROOT): (2, 100, 60),
        ("a", BODY): (2, 90, 60),
        ("a", ONE): ("?", 10, 10),
        ("a", TWO): (1, 60, 50),
        ("b", ROOT): (1, 30, 10),
        ("b", ONE): (1, 20, 10),
    }
)
SECOND = highlighted(
    {
        ("a", ROOT): (1, 100, 60),
        ("a", BODY): (1, 90, 10),
        ("a", ONE): (1, 10, 10),
        ("c", ROOT): (1, 30, 30),
        ("c", ONE): ("?", 20, 0),
    }
)


def test_agreement_by_hand():
    rows = by_key(agreement_of(pair(OFFICIAL, SECOND)))
    assert rows["1", "article", "non-zero"] == (3, 1, 1 / 3)
    assert rows["1", "article", "E1"] == (3, 0, 0)
    assert rows["1", "article", "S2"] == (1, 1, 1)
    assert rows["1", "article", "S1"] == (1, 0, 0)
    assert rows["1", "element", "non-zero"] == (7, 3, 3 / 7)
    assert rows["1", "element", "E?"] == (1, 0, 0)
    assert rows["1", "element", "S3"] == (3, 1, 1 / 3)


def test_thirds_of_the_highlighted_share_include_their_upper_ends():
    official = highlighted({("a", ROOT): (2, 3, 1), ("a", BODY): (2, 3, 2), ("a", ONE): (2, 3000, 2001)})
    rows = by_key(agreement_of(pair(official, official)))
    assert [rows["1", "element", grade][0] for grade in ("S1", "S2", "S3")] == [1, 1, 1]
    assert rows["1", "article", "S1"] == (1, 1, 1)


def test_means_are_those_of_counts_and_of_defined_ratios():
    topics = {"t1": OFFICIAL, "t2": highlighted({("a", ROOT): (1, 10, 5)})}
    other = {"t1": SECOND, "t2": highlighted({("a", ROOT): (1, 10, 4)}), "t3": OFFICIAL}
    rows = by_key(agreement_of([(judge("official", **topics), judge("second", **other))]))
    assert rows[MEAN, "article", "non-zero"] == pytest.approx((2, 1, (1 / 3 + 1) / 2))
    assert math.isnan(rows["2", "element", "E?"][2])
    assert rows[MEAN, "element", "E?"] == (0.5, 0, 0)
    assert not any(topic == "3" for topic, _, _ in rows)


def test_the_paper_s_mean_leaves_out_topics_without_union():
    """S2 at article level in table 2: .06, .00, .58, none and .50 make .28."""
    articles = {"1": (17, 1), "2": (4, 0), "3": (19, 11), "4": (0, 0), "5": (2, 1)}
    official, second = {}, {}
    for topic, (union, both) in articles.items():
        names = [f"a{i}" for i in range(union)]
        every = {(name, ROOT): (1, 10, 5) for name in names} or {("x", ROOT): (1, 10, 1)}
        official[f"t{topic}"] = highlighted(every)
        second[f"t{topic}"] = highlighted(dict(list(every.items())[:both]))
    rows = by_key(agreement_of([(judge("official", **official), judge("second", **second))]))
    assert rows[MEAN, "article", "S2"][2] == pytest.approx(0.28, abs=0.005)


def test_mutual_agreement_by_hand():
    rows = by_key(mutual_agreement(pair(OFFICIAL, SECOND)))
    assert rows["1", "element", "non-zero"] == (3, 3, 1)
    assert rows["1", "element", "E2"] == (2, 0, 0)
    assert rows["1", "element", "E?"] == (1, 0, 0)
    assert rows["1", "element", "S2"] == (2, 1, 0.5)
    assert rows["1", "element", "S3"] == (1, 1, 1)
    assert math.isnan(rows["1", "element", "S1"][2])


def test_grades_of_2004_are_those_that_judges_gave():
    official = graded({("a", ROOT): (3, 1), ("a", ONE): (2, 3)})
    second = graded({("a", ROOT): (3, 2), ("a", ONE): (2, 3), ("a", TWO): (0, 0)})
    rows = by_key(agreement_of(pair(official, second)))
    assert rows["1", "article", "E3"] == (1, 1, 1)
    assert rows["1", "article", "S1"] == (1, 0, 0)
    assert rows["1", "element", "S3"] == (1, 1, 1)
    assert rows["1", "element", "non-zero"] == (2, 2, 1)


def test_judgements_of_2002_are_compared_as_relevant_or_not():
    official = covered({("a", ROOT): "1L", ("a", ONE): "3E"})
    second = covered({("a", ROOT): "2L", ("a", ONE): "0N"})
    rows = by_key(agreement_of(pair(official, second)))
    assert {grade for _, _, grade in rows} == {"non-zero"}
    assert rows["1", "element", "non-zero"] == (2, 1, 0.5)


def test_judges_who_highlight_passages_are_compared_article_by_article():
    official = assessment({"a": [(0, 10)], "b": [(5, 5)], "c": []})
    second = assessment({"a": [(90, 10)], "b": [], "d": [(0, 1)]})
    rows = by_key(agreement_of(pair(official, second)))
    assert rows["1", "article", "non-zero"] == (3, 1, 1 / 3)
    assert {(level, grade) for _, level, grade in rows} == {("article", "non-zero")}
    assert mutual_agreement(pair(official, second)).empty


def test_judges_without_a_topic_in_common_have_nothing_to_compare():
    pairs = [(judge("official", t1=OFFICIAL), judge("second", t2=SECOND))]
    assert agreement_of(pairs).empty
    assert coefficients(pairs).empty


def test_highlighted_characters_by_hand():
    official = assessment({"a": [(0, 10), (20, 10)], "b": [(5, 5)], "c": []})
    second = assessment({"a": [(5, 20)], "b": [], "d": [(0, 1)]})
    found = highlighted_text(official, second)
    assert (found["intersection"], found["union"], found["ratio"]) == (10, 36, 10 / 36)
    assert found["table"] == [[10, 15], [10, 2000 - 35]]


def test_articles_whose_passages_have_no_place_are_left_out():
    official = assessment({"a": [(0, 10)], "b": [(5, 5)]})
    official.passage_offset[1] = UNKNOWN
    found = highlighted_text(official, assessment({"a": [(0, 10)], "b": [(5, 5)]}))
    assert (found["intersection"], found["union"], found["unplaced_articles"]) == (10, 10, 1)


def test_coefficients_by_hand():
    official = assessment({name: [(0, 10)] if name in "abcd" else [] for name in "abcdefghij"})
    second = assessment({name: [(0, 5)] if name in "abe" else [] for name in "abcdefghij"})
    rows = {(row.subject, row.topic): row for row in coefficients(pair(official, second)).itertuples()}
    articles = rows["articles", "1"]
    assert (articles.items, articles.observed) == (10, 0.7)
    assert articles.kappa == pytest.approx((0.7 - 0.54) / 0.46)
    assert rows["characters", "1"].items == 10_000
    assert rows["articles", MEAN].kappa == articles.kappa


def test_grades_of_mutually_agreed_elements_are_compared_beyond_chance():
    rows = {(row.subject, row.topic): row for row in coefficients(pair(OFFICIAL, SECOND)).itertuples()}
    assert rows["exhaustivity", "1"].items == rows["specificity", "1"].items == 3
    assert rows["specificity", "1"].observed == pytest.approx(2 / 3)
    assert ("elements", "1") not in rows


def test_elements_are_compared_beyond_chance_only_if_some_were_judged_not_relevant():
    """Judges who list what is relevant only agree on everything that both list."""
    one = {("a", ROOT): (2, 1), ("a", ONE): (3, 3)}

    def compared(further):
        rows = coefficients(pair(graded(one), graded(one | further))).itertuples()
        return {row.subject: row.items for row in rows if row.topic == "1"}

    assert "elements" not in compared({("a", TWO): (1, 1)})
    assert compared({("a", TWO): (0, 0)})["elements"] == 2


JUDGEMENTS = st.dictionaries(
    st.tuples(st.sampled_from("abc"), st.sampled_from(PATHS)),
    st.tuples(st.sampled_from(["?", 1, 2]), st.integers(1, 9), st.integers(0, 9)).map(
        lambda row: (row[0], row[1], min(row[1], row[2]))
    ),
    min_size=1,
    max_size=15,
)


def grade_of(judgement, grade):
    exhaustivity, size, found = judgement
    if not found:
        return False
    thirds = "S1" if 3 * found <= size else "S2" if 3 * found <= 2 * size else "S3"
    return grade in ("non-zero", f"E{exhaustivity}", thirds)


@given(JUDGEMENTS, JUDGEMENTS)
def test_union_and_intersection_item_by_item(first, second):
    found = by_key(agreement_of(pair(highlighted(first), highlighted(second))))
    for (topic, level, grade), (union, both, _) in found.items():
        if topic == MEAN:
            continue
        items = {item for item in (*first, *second) if level == "element" or item[1] == ROOT}
        given_by = [
            (item in first and grade_of(first[item], grade), item in second and grade_of(second[item], grade))
            for item in items
        ]
        assert union == sum(one or other for one, other in given_by)
        assert both == sum(one and other for one, other in given_by)


@given(JUDGEMENTS, JUDGEMENTS)
def test_grades_of_each_dimension_sum_to_the_mutually_agreed_elements(first, second):
    rows = by_key(mutual_agreement(pair(highlighted(first), highlighted(second))))
    agreed = rows["1", "element", "non-zero"]
    for dimension in (("E?", "E1", "E2"), ("S1", "S2", "S3")):
        assert sum(rows["1", "element", grade][0] for grade in dimension) == agreed[0] == agreed[1]


@given(JUDGEMENTS)
def test_a_judge_agrees_with_itself_everywhere(judgements):
    one = judge("official", t1=highlighted(judgements))
    pairs = [(one, one)]
    for row in (*agreement_of(pairs).itertuples(), *mutual_agreement(pairs).itertuples()):
        assert row.union == row.intersection
        assert row.ratio == 1 or (row.union == 0 and math.isnan(row.ratio))
    for row in coefficients(pairs).itertuples():
        assert row.observed == 1
        assert row.kappa == row.alpha == 1 or (math.isnan(row.kappa) and math.isnan(row.alpha))


PASSAGES = st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9)), max_size=5).map(sorted)


@given(PASSAGES, PASSAGES)
def test_shared_characters_one_by_one(first, second):
    one, other = (
        {at for start, size in passages for at in range(start, start + size)} for passages in (first, second)
    )
    found = highlighted_text(assessment({"a": first}, {"a": 50}), assessment({"a": second}, {"a": 50}))
    assert (found["intersection"], found["union"]) == (len(one & other), len(one | other))
    assert found["table"] == [
        [len(one & other), len(one - other)],
        [len(other - one), 50 - len(one | other)],
    ]


@given(PASSAGES, PASSAGES)
def test_characters_of_several_articles_are_counted_once(first, second):
    one, other = (
        {at for start, size in passages for at in range(start, start + size)} for passages in (first, second)
    )
    lengths = {"a": 50, "b": 50, "c": 50}
    found = highlighted_text(
        assessment({"a": first, "b": second, "c": first}, lengths),
        assessment({"b": first, "a": second}, {"a": 50, "b": 50}),
    )
    assert found["union"] == 2 * len(one | other) + len(one)
    assert found["intersection"] == 2 * len(one & other)


def test_agreement_by_sub_scale_by_hand():
    """Shares: .6, 2/3, 1, 5/6, 1/3 and 1/2 of one, .6, 1/9, 1, 1 and 0 (not relevant) of the other."""
    rows = sub_scale_agreement(pair(OFFICIAL, SECOND))
    assert set(rows.topic) == {"1", MEAN}
    of_topic = rows[rows.topic == "1"]
    counts = {
        name: list(zip(found.union, found.intersection, strict=True))
        for name, found in of_topic.groupby("sub_scale", sort=False)
    }
    assert counts == {
        "thirds": [(2, 0), (3, 1), (3, 1)],
        "halves and full": [(3, 0), (3, 1), (2, 1)],
        "quarters": [(1, 0), (2, 0), (2, 1), (3, 1)],
    }
    assert of_topic.ratio.tolist() == pytest.approx([0, 1 / 3, 1 / 3, 0, 1 / 3, 0.5, 0, 0, 0.5, 1 / 3])


def test_thirds_are_the_grades_of_specificity():
    pairs = pair(OFFICIAL, SECOND)
    found = agreement_of(pairs).query("level == 'element' and grade in ['S1', 'S2', 'S3']")
    thirds = sub_scale_agreement(pairs).query("sub_scale == 'thirds'")
    assert thirds[["union", "intersection", "ratio"]].values.tolist() == (
        found[["union", "intersection", "ratio"]].values.tolist()
    )


def test_grades_that_are_no_shares_have_no_sub_scales():
    graded_twice = graded({("a", ROOT): (3, 3)})
    assert sub_scale_agreement(pair(graded_twice, graded_twice)).empty
