from __future__ import annotations

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from inexreport.judging.article_names import NOT_FOUND, ArticleNames, AssessedTopics, index_in

SHORT = st.text("017.x", min_size=1, max_size=8)
ANY_NAMES = st.lists(st.one_of(SHORT, st.sampled_from(["Köln", "co/2000/r7108"])), unique=True, max_size=40)


@given(ANY_NAMES, ANY_NAMES)
def test_names_are_found_among_others(names: list[str], known: list[str]) -> None:
    place = {name: row for row, name in enumerate(known)}
    found = index_in(pa.array(names, pa.string()), pa.array(known, pa.string()))
    assert found.dtype == np.int64
    assert found.tolist() == [place.get(name, NOT_FOUND) for name in names]


@given(ANY_NAMES)
def test_articles_read_like_a_list(names: list[str]) -> None:
    articles = ArticleNames.of(names)
    assert (list(articles), len(articles)) == (names, len(names))
    assert [articles[number] for number in range(len(names))] == names


@given(ANY_NAMES, st.lists(ANY_NAMES, min_size=1, max_size=4), st.data())
def test_assessed_articles_of_topics_are_found_topic_by_topic(
    returned: list[str], topics: list[list[str]], data: st.DataObject
) -> None:
    results = st.tuples(st.integers(0, len(topics) - 1), st.integers(0, len(returned) - 1))
    drawn = data.draw(st.lists(results, max_size=60)) if returned else []
    topic, wanted = np.array(drawn, dtype=np.int64).reshape(-1, 2).T
    places = [{name: row for row, name in enumerate(articles)} for articles in topics]
    expected = [places[one].get(returned[article], NOT_FOUND) for one, article in drawn]
    articles = ArticleNames.of(returned)
    found = AssessedTopics(topics).find(articles, topic, wanted.astype(np.int32))
    assert found.tolist() == expected


def test_an_article_that_no_topic_has_is_not_taken_for_that_of_another() -> None:
    topics = AssessedTopics([["z"], ["y", "z"], ["z"]])
    run, none, two = ArticleNames.of(("q", "z")), np.array([0, 0, 0], dtype=np.int32), np.array([0, 1, 2])
    assert topics.find(run, two, none).tolist() == [NOT_FOUND] * 3
    assert topics.find(run, two, none + np.int32(1)).tolist() == [0, 1, 0]
