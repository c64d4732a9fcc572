"""Every form of result, with and without what is needed to find it."""

from dataclasses import fields

import numpy as np
import pyarrow as pa
import pytest
from by_hand import assessment

from inexreport.judging.located_run import TopicRanking
from inexreport.judging.location import locate, located_results
from inexreport.model.assessment import Assessments
from inexreport.model.campaign import Collection
from inexreport.model.element_table import ElementTable
from inexreport.model.run import ABSENT, ResultForm, Results

PATHS = (
    "/article[1]",
    "/article[1]/sec[1]",
    "/article[1]/sec[2]",
    "/article[1]/sec[9]",
    "/article[1]/sec[3]",
)
ELEMENTS = ElementTable.of(
    {
        ("A", "/article[1]"): (0, 200),
        ("A", "/article[1]/sec[1]"): (10, 50),
        ("A", "/article[1]/sec[2]"): (60, 100),
        ("A", "/article[1]/sec[3]"): (190, 10),
        ("B", "/article[1]"): (0, 11),
    }
)
ASSESSMENTS = Assessments("official", {"1": assessment({"B": [(0, 5)]}, lengths={"B": 700})})


def one_result(form, article, offset=0, length=0, path=ABSENT, end_path=ABSENT):
    return Results(
        topics=("1",),
        articles=pa.array([article]),
        paths=PATHS,
        topic=np.zeros(1, np.int32),
        article=np.zeros(1, np.int32),
        form=np.array([form], np.int8),
        offset=np.array([offset]),
        length=np.array([length]),
        path=np.array([path], np.int32),
        end_path=np.array([end_path], np.int32),
        rank=np.ones(1),
        score=np.ones(1),
        line=np.ones(1, np.int64),
    )


UNKNOWN_PLACE = (0, 18, False)


@pytest.mark.parametrize(
    ("result", "elements", "mean_length", "place"),
    [
        (one_result(ResultForm.PASSAGE, "X", 5, 7), None, None, (5, 7, True)),
        (one_result(ResultForm.PASSAGE, "X", -5, 7), None, None, (-5, 7, True)),
        (one_result(ResultForm.ENTRY_POINT, "X", 5), None, None, (5, 0, True)),
        (one_result(ResultForm.NOWHERE, "X"), ELEMENTS, 100.0, UNKNOWN_PLACE),
        (one_result(ResultForm.ELEMENT, "A", path=1), ELEMENTS, None, (10, 50, True)),
        (one_result(ResultForm.ELEMENT, "A", path=3), ELEMENTS, 100.0, UNKNOWN_PLACE),
        (one_result(ResultForm.ELEMENT, "A", path=1), None, 100.0, UNKNOWN_PLACE),
        (one_result(ResultForm.RANGE, "A", path=1, end_path=2), ELEMENTS, None, (10, 150, True)),
        (one_result(ResultForm.RANGE, "A", path=2, end_path=1), ELEMENTS, None, (60, 0, True)),
        (one_result(ResultForm.RANGE, "A", path=1, end_path=3), ELEMENTS, None, UNKNOWN_PLACE),
        (one_result(ResultForm.RANGE, "A", path=3, end_path=2), ELEMENTS, None, UNKNOWN_PLACE),
        (one_result(ResultForm.RANGE, "A", path=4, end_path=1), ELEMENTS, None, UNKNOWN_PLACE),
        (one_result(ResultForm.ARTICLE, "B"), None, None, (0, 700, True)),
        (one_result(ResultForm.ARTICLE, "A"), ELEMENTS, None, (0, 200, True)),
        (one_result(ResultForm.ARTICLE, "X"), None, 99.6, (0, 100, True)),
        (one_result(ResultForm.ARTICLE, "X"), None, None, UNKNOWN_PLACE),
        (one_result(ResultForm.ELEMENT, "B", path=0), None, None, (0, 700, True)),
        (one_result(ResultForm.ELEMENT, "B", path=0), ELEMENTS, None, (0, 700, True)),
        (one_result(ResultForm.ELEMENT, "X", path=0), None, 100.0, UNKNOWN_PLACE),
    ],
)
def test_places(result, elements, mean_length, place):
    collection = Collection(mean_document_length=mean_length)
    ((ranking,)) = locate(result, ASSESSMENTS, elements, collection).rankings
    found = (int(ranking.offset[0]), int(ranking.length[0]), bool(ranking.located[0]))
    assert found == place


def many_results(topics, rows, paths=PATHS):
    """Rows of topic, article, form, offset, length and path, in the order of a file."""
    articles = tuple(dict.fromkeys(article for _, article, *_ in rows))
    count = len(rows)
    return Results(
        topics=topics,
        articles=pa.array(articles, pa.string()),
        paths=paths,
        topic=np.array([topics.index(topic) for topic, *_ in rows], np.int32),
        article=np.array([articles.index(article) for _, article, *_ in rows], np.int32),
        form=np.array([form for _, _, form, *_ in rows], np.int8),
        offset=np.array([offset for *_, offset, _, _ in rows], np.int64),
        length=np.array([length for *_, length, _ in rows], np.int64),
        path=np.array([path for *_, path in rows], np.int32),
        end_path=np.full(count, 2, np.int32),
        rank=np.arange(10.0, 10 + count),
        score=np.arange(count, 0, -0.5)[:count],
        line=np.arange(100, 100 + count),
    )


def same_rankings(one, other):
    names = [column.name for column in fields(TopicRanking) if column.name not in ("articles", "paths")]
    return len(one.rankings) == len(other.rankings) and all(
        np.array_equal(getattr(mine, name), getattr(theirs, name))
        and (mine.articles.to_pylist(), mine.path_names) == (theirs.articles.to_pylist(), theirs.path_names)
        for mine, theirs in zip(one, other, strict=True)
        for name in names
    )


ROWS = [
    ("7", "A", ResultForm.ELEMENT, 0, 0, 1),
    ("7", "X", ResultForm.ARTICLE, 0, 0, ABSENT),
    ("7", "A", ResultForm.RANGE, 0, 0, 1),
    ("3", "B", ResultForm.PASSAGE, 40, 5, ABSENT),
    ("9", "A", ResultForm.ELEMENT, 0, 0, 2),
    ("9", "B", ResultForm.ARTICLE, 0, 0, ABSENT),
]


def test_topics_are_apart_and_every_result_keeps_what_it_is():
    run = locate(many_results(("3", "7", "9"), ROWS), ASSESSMENTS, ELEMENTS, Collection())
    assert [made.topic for made in run] == ["7", "3", "9"]
    first, second, third = run
    assert list(map(first.article_name, range(len(first)))) == ["A", "X", "A"]
    assert list(map(third.article_name, range(len(third)))) == ["A", "B"]
    assert first.form.tolist() == [ResultForm.ELEMENT, ResultForm.ARTICLE, ResultForm.RANGE]
    assert (first.offset.tolist(), first.length.tolist()) == ([10, 0, 10], [50, 18, 150])
    assert (first.located.tolist(), third.located.tolist()) == ([True, False, True], [True, True])
    assert (second.offset.tolist(), second.length.tolist()) == ([40], [5])
    assert (third.offset.tolist(), third.length.tolist()) == ([60, 0], [100, 700])
    assert (first.rank.tolist(), second.rank.tolist(), third.rank.tolist()) == ([10, 11, 12], [13], [14, 15])
    assert (first.score.tolist(), third.score.tolist()) == ([6, 5.5, 5], [4, 3.5])
    assert (first.line.tolist(), second.line.tolist(), third.line.tolist()) == (
        [100, 101, 102],
        [103],
        [104, 105],
    )


@pytest.mark.parametrize("paths", [PATHS, PATHS[1:]])
def test_a_whole_article_is_its_root_element_and_a_range_is_none(paths):
    rows = [(*row[:5], paths.index(PATHS[row[5]]) if row[5] != ABSENT else ABSENT) for row in ROWS]
    run = locate(many_results(("3", "7", "9"), rows, paths), ASSESSMENTS, None, Collection())
    assert [[made.element(row) for row in range(len(made))] for made in run] == [
        [("A", PATHS[1]), ("X", PATHS[0]), None],
        [None],
        [("A", PATHS[2]), ("B", PATHS[0])],
    ]
    assert sorted(run.rankings[0].path_names) == sorted(PATHS)


def test_a_run_without_elements_has_no_paths():
    (made,) = locate(many_results(("3",), ROWS[3:4], ()), ASSESSMENTS, ELEMENTS, Collection())
    assert (made.path_names, made.path.tolist()) == ((), [ABSENT])


def test_a_run_without_results_has_no_topics():
    assert locate(many_results(("3",), []), ASSESSMENTS, ELEMENTS, Collection()).rankings == ()


def test_a_length_that_the_assessments_give_comes_before_that_of_the_documents():
    table = ElementTable.of({("B", "/article[1]"): (0, 11), ("C", "/article[1]"): (0, 12)})
    rows = [("1", name, ResultForm.ARTICLE, 0, 0, ABSENT) for name in "CDBC"]
    (made,) = locate(many_results(("1",), rows), ASSESSMENTS, table, Collection(mean_document_length=30))
    assert made.length.tolist() == [12, 30, 700, 12]


def test_the_first_topic_that_knows_an_articles_length_gives_it():
    unknown, one, other = (assessment({"B": []}, lengths={"B": length}) for length in (-1, 50, 60))
    judged = Assessments("official", {"1": unknown, "2": one, "3": other})
    (made,) = locate(many_results(("9",), [("9", "B", *ROWS[5][2:])]), judged, None, Collection())
    assert made.length.tolist() == [50]


@pytest.mark.parametrize("elements", [ELEMENTS, None])
def test_results_that_were_located_are_not_looked_for_again(elements):
    results = many_results(("3", "7", "9"), ROWS)
    located = located_results(results, ASSESSMENTS, elements, Collection())
    whole = locate(results, ASSESSMENTS, elements, Collection())
    assert same_rankings(
        locate(located, Assessments("none", {}), None, Collection(mean_document_length=7)), whole
    )
    part = locate(located.of_topics({"7"}), Assessments("none", {}), None, Collection())
    assert [ranking.topic for ranking in part] == ["7"]
    (expected,) = (ranking for ranking in whole if ranking.topic == "7")
    assert part.rankings[0].offset.tolist() == expected.offset.tolist()
    assert part.rankings[0].located.tolist() == expected.located.tolist()
