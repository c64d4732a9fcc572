"""Of a run's results those of some topics can be looked at alone, however its articles are named."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.formats.run_content import COLUMN_TYPES
from inexreport.model.run import Results
from inexreport.model.short_names import ShortNames, words_of

NAMES = ("7", "12", "9", "44")


def results_of(rows: list[tuple[int, int]], *, short: bool) -> Results:
    """Results of topics a, b and c, each row its topic and its article, told apart by their lines."""
    words = words_of(NAMES)
    assert words is not None
    rows = sorted(rows)
    columns = {name: np.zeros(len(rows), dtype=kind) for name, kind in COLUMN_TYPES.items()}
    columns["topic"] = np.array([topic for topic, _ in rows], dtype=np.int32)
    columns["article"] = np.array([article for _, article in rows], dtype=np.int32)
    columns["line"] = np.arange(1, len(rows) + 1)
    return Results(
        topics=("a", "b", "c"), articles=ShortNames(words) if short else NAMES, paths=("/a",), **columns
    )


def told(results: Results) -> list[tuple[str, str, int]]:
    rows = zip(results.topic.tolist(), results.article.tolist(), results.line.tolist(), strict=True)
    return [(results.topics[topic], results.articles[article], line) for topic, article, line in rows]


@pytest.mark.parametrize("short", [False, True])
@given(
    rows=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3)), max_size=12),
    topics=st.sets(st.sampled_from("abcd")),
)
def test_results_of_some_topics_are_those_with_their_own_articles(
    short: bool, rows: list[tuple[int, int]], topics: set[str]
) -> None:
    whole = results_of(rows, short=short)
    part = whole.of_topics(topics)
    assert told(part) == [one for one in told(whole) if one[0] in topics]
    named = {article for _, article, _ in told(part)}
    assert list(part.articles) == [name for name in NAMES if name in named]
    assert isinstance(part.articles, ShortNames) == short
    for column in fields(whole):
        if column.name in COLUMN_TYPES:
            assert getattr(part, column.name).dtype == getattr(whole, column.name).dtype
