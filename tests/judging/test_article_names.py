from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.judging.article_names import NOT_FOUND, ArticleNames, AssessedArticles, AssessedTopics
from inexreport.model.short_names import ShortNames, WordIndex, numbered, words_of

SHORT = st.text("017.x", min_size=1, max_size=8)
NAMES = st.lists(SHORT, unique=True, max_size=40)
ANY_NAMES = st.lists(st.one_of(SHORT, st.sampled_from(["Köln", "co/2000/r7108"])), unique=True, max_size=40)

# Words that all have the same place in every table, whatever its size.
MEETING = np.arange(1, 500, dtype=np.uint64) * np.uint64(pow(0x9E3779B97F4A7C15, -1, 2**64))


@given(ANY_NAMES, ANY_NAMES, st.data())
def test_assessed_articles_are_found_among_those_of_a_run(
    returned: list[str], assessed: list[str], data: st.DataObject
) -> None:
    place = {name: row for row, name in enumerate(assessed)}
    expected = np.array([place.get(name, NOT_FOUND) for name in returned], dtype=np.int32)
    articles, looked_for = ArticleNames(tuple(returned)), AssessedArticles(tuple(assessed))
    rows = st.lists(st.integers(0, len(returned) - 1), max_size=50) if returned else st.just([])
    wanted = np.array(data.draw(rows), dtype=np.int32)
    assert looked_for.find_all(articles).tolist() == expected.tolist()
    assert looked_for.find(articles, wanted).tolist() == expected[wanted].tolist()


@given(st.lists(SHORT, max_size=60))
def test_short_names_are_numbered_by_first_appearance(names: list[str]) -> None:
    words = words_of(names)
    assert words is not None
    distinct = list(dict.fromkeys(names))
    which, first = numbered(words)
    assert which.tolist() == [distinct.index(name) for name in names]
    assert first.tolist() == [names.index(name) for name in distinct]
    assert ShortNames(words[first]) == tuple(distinct)


def test_words_that_share_a_place() -> None:
    twice = np.concatenate([MEETING, MEETING[::-1]])
    which, first = numbered(twice)
    assert which.tolist() == [*range(499), *reversed(range(499))]
    assert first.tolist() == list(range(499))
    index = WordIndex(MEETING[:300])
    assert index.find(MEETING).tolist() == [*range(300), *[NOT_FOUND] * 199]


@given(NAMES)
def test_short_names_read_like_a_tuple(names: list[str]) -> None:
    words = words_of(names)
    assert words is not None
    short, plain = ShortNames(words), tuple(names)
    assert (short, len(short), tuple(short), short[1:]) == (plain, len(plain), plain, plain[1:])
    assert (repr(short), hash(short)) == (repr(plain), hash(plain))
    assert short != (*plain, "more")
    assert words_of(short) is words


@pytest.mark.parametrize("names", [("123456789",), ("7", "Köln"), ("7\0",)])
def test_names_that_are_no_numbers(names: tuple[str, ...]) -> None:
    assert words_of(names) is None


@given(ANY_NAMES, st.lists(ANY_NAMES, min_size=1, max_size=4), st.data())
def test_assessed_articles_of_topics_are_found_topic_by_topic(
    returned: list[str], topics: list[list[str]], data: st.DataObject
) -> None:
    results = st.tuples(st.integers(0, len(topics) - 1), st.integers(0, len(returned) - 1))
    drawn = data.draw(st.lists(results, max_size=60)) if returned else []
    topic, wanted = np.array(drawn, dtype=np.int64).reshape(-1, 2).T
    places = [{name: row for row, name in enumerate(articles)} for articles in topics]
    expected = [places[one].get(returned[article], NOT_FOUND) for one, article in drawn]
    articles = ArticleNames(tuple(returned))
    found = AssessedTopics(topics).find(articles, topic, wanted.astype(np.int32))
    assert found.tolist() == expected


def test_an_article_that_no_topic_has_is_not_taken_for_that_of_another() -> None:
    topics = AssessedTopics([["z"], ["y", "z"], ["z"]])
    run, none, two = ArticleNames(("q", "z")), np.array([0, 0, 0], dtype=np.int32), np.array([0, 1, 2])
    assert topics.find(run, two, none).tolist() == [NOT_FOUND] * 3
    assert topics.find(run, two, none + np.int32(1)).tolist() == [0, 1, 0]
