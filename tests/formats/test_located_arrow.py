"""Results with their places come back from a kept file as they were, or not at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inexreport.cache.records import to_arrow
from inexreport.formats.file_content import StoredFile
from inexreport.formats.located_arrow import from_located_arrow, to_located_arrow
from inexreport.formats.run_content import widened
from inexreport.formats.run_reading import read_by_itself
from inexreport.model.run import Results, Submission
from inexreport.workers.mapped_file import MappedFile

TEXT = "1 Q0 K\xf6ln 2 -0.0 S 0 5\n1 Q0 7.xml 1 0 S /a/b\n9 Q0 7 4 1e-300 T 3\n8 Q0 7 4 1 T -3 -3\n"


def located(text: str, where: list[tuple[int, int, bool]]) -> Results:
    """Results of a file with places, as `located_results` finds them."""
    content = read_by_itself(StoredFile(text.encode())).content
    assert content is not None
    results = content.results
    places = (where * len(results))[: len(results)]
    offset, length = np.array([place[:2] for place in places], dtype=np.int64).reshape(-1, 2).T
    found = np.array([place[2] for place in places], dtype=np.bool_)
    return replace(results, offset=offset, length=length, located=found)


def assert_same_but_for_lines(narrow: Results | None, whole: Results) -> None:
    assert narrow is not None
    again = widened(narrow)
    assert not again.line.any()
    assert (again.topics, again.articles, again.paths) == (whole.topics, whole.articles, whole.paths)
    for name, column in whole.columns.items():
        if name not in ("line", "end_path"):
            assert again.columns[name].dtype == column.dtype
            assert again.columns[name].tobytes() == column.tobytes(), name


@settings(deadline=None, max_examples=100)
@given(
    rows=st.lists(
        st.tuples(
            st.sampled_from("123"),
            st.text("ab7", min_size=1, max_size=12),
            st.sampled_from(["0.5", "0.0", "-0.0", "-3"]),
        ),
        min_size=1,
    ),
    where=st.lists(st.tuples(st.integers(0, 2**40), st.integers(0, 2**33), st.booleans()), min_size=1),
)
def test_located_results_come_back_but_for_lines(
    rows: list[tuple[str, str, str]], where: list[tuple[int, int, bool]]
) -> None:
    text = "".join(f"{topic} Q0 {article} 1 {score} S /a /b\n" for topic, article, score in rows)
    whole = located(text, where)
    assert to_located_arrow(whole) == to_located_arrow(whole)
    assert_same_but_for_lines(from_located_arrow(to_located_arrow(whole)), whole)


def test_columns_lie_in_the_file(tmp_path: Path) -> None:
    whole = located(TEXT, [(3, 4, True), (0, 18, False)])
    (tmp_path / "kept").write_bytes(to_located_arrow(whole))
    narrow = from_located_arrow(memoryview(MappedFile.at(tmp_path / "kept")))
    assert_same_but_for_lines(narrow, whole)
    assert narrow is not None
    assert not any(column.flags.owndata or column.flags.writeable for column in narrow.columns.values())
    assert narrow.offset.dtype == np.int8
    assert_same_but_for_lines(narrow.of_topics({"1", "8", "9"}), whole)
    assert narrow.of_topics({"9"}).articles == ("7",)


def test_a_run_without_results_comes_back() -> None:
    whole = located(TEXT, [(3, 4, True)])
    nothing = whole.of_topics(())
    assert_same_but_for_lines(from_located_arrow(to_located_arrow(nothing)), nothing)


@pytest.mark.parametrize("kept", [b"", b"no Arrow file", to_arrow(Submission("Focused", "a", "a.txt", "00"))])
def test_what_holds_no_located_results_is_refused(kept: bytes) -> None:
    assert from_located_arrow(kept) is None
