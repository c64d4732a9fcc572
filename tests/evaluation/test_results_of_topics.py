"""Of a run's results those of some topics can be looked at alone."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from inexreport.model.run import Results

NAMES = ("7", "12", "9", "44")
COLUMN_TYPES: dict[str, type[np.generic]] = {
    **dict.fromkeys(("topic", "article", "path", "end_path"), np.int32),
    **dict.fromkeys(("offset", "length", "line"), np.int64),
    **dict.fromkeys(("rank", "score"), np.float64),
    "form": np.int8,
}


def results_of(rows: list[tuple[int, int]]) -> Results:
    """Results of topics a, b and c, each row its topic and its article, distinguished by their lines."""
    rows = sorted(rows)
    columns = {name: np.zeros(len(rows), dtype=kind) for name, kind in COLUMN_TYPES.items()}
    columns["topic"] = np.array([topic for topic, _ in rows], dtype=np.int32)
    columns["article"] = np.array([article for _, article in rows], dtype=np.int32)
    columns["line"] = np.arange(1, len(rows) + 1)
    return Results(topics=("a", "b", "c"), articles=pa.array(NAMES), paths=("/a",), **columns)


def reported(results: Results) -> list[tuple[str, str, int]]:
    rows = zip(results.topic.tolist(), results.article.tolist(), results.line.tolist(), strict=True)
    return [(results.topics[topic], results.articles[article].as_py(), line) for topic, article, line in rows]


@given(
    rows=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3)), max_size=12),
    topics=st.sets(st.sampled_from("abcd")),
)
def test_results_of_some_topics_are_those_with_their_own_articles(
    rows: list[tuple[int, int]], topics: set[str]
) -> None:
    whole = results_of(rows)
    part = whole.of_topics(topics)
    assert reported(part) == [one for one in reported(whole) if one[0] in topics]
    named = {article for _, article, _ in reported(part)}
    assert part.articles.to_pylist() == [name for name in NAMES if name in named]
    for column in fields(whole):
        if column.name in COLUMN_TYPES:
            assert getattr(part, column.name).dtype == getattr(whole, column.name).dtype
