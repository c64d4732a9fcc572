from __future__ import annotations

import gzip
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inexreport.formats import run_parquet
from inexreport.formats.file_content import StoredFile
from inexreport.formats.run_content import COLUMN_TYPES
from inexreport.formats.run_files import RunFile
from inexreport.formats.run_parquet import packed, unpacked
from inexreport.formats.run_reading import RunReading, read_by_itself
from inexreport.formats.runs import read_run
from inexreport.model.campaign import Campaign

Write = Callable[..., RunFile]

TEXT = b"1 Q0 K\xc3\xb6ln 2 -0.0 S 0 5\n1 Q0 7.xml 1 x S /a/b\n9 Q0 7 4 1e-300 T 3\n8 Q0 7 4 1 T -3 -3\n"
MARKUP = (
    b'<inex-submission participant-id="12" run-id="\xc3\xa9"><topic-fields title="yes"/><description>Two'
    b' </description><topic topic-id="289" total_time_ms="0.1"><result><file>a</file><path>/a[1]</path>'
    b"<rank>2</rank></result><result><file>b</file><path>/b</path><rank>1</rank></result>"
    b'<result><file>b</file><passage start="/a" end="/b"/></result></topic><topic topic-id="3"/>'
    b"</inex-submission>"
)
FILES = [
    TEXT,
    MARKUP,
    gzip.compress(TEXT, mtime=0),  # as another process will name the test
    gzip.compress(TEXT, mtime=0)[:-4],
    b"",
    b"<a",
    b"<inex-submission/>",
    b"Dear organisers\n",
    b"1 Q0 a b c d e f\n",
    b"1 Q0 a 1 1 S\n" * 3,
    b"1 Q0 a 1 nan S\n1 Q0 a 1 nan S\n2 Q0 a 1 nan S\n",
]


def reading_of(data: bytes) -> RunReading:
    return read_by_itself(StoredFile(data))


def assert_same(one: RunReading | None, other: RunReading) -> None:
    assert one is not None
    assert (one.problems, one.rank_problems) == (other.problems, other.rank_problems)
    assert one.score_problems == other.score_problems
    if one.content is None or other.content is None:
        assert one.content is other.content
        return
    for name in one.content.__dataclass_fields__:
        if name != "results":
            assert getattr(one.content, name) == getattr(other.content, name), name
    assert list(one.content.topic_lines) == list(other.content.topic_lines)
    for name in one.content.results.__dataclass_fields__:
        mine, theirs = (getattr(content.results, name) for content in (one.content, other.content))
        if name in COLUMN_TYPES:
            assert mine.dtype == theirs.dtype == COLUMN_TYPES[name]
            assert mine.tobytes() == theirs.tobytes(), name
        else:
            assert mine == theirs


@pytest.mark.parametrize("data", FILES)
def test_a_reading_comes_back_as_it_was(data: bytes) -> None:
    reading = reading_of(data)
    assert packed(reading) == packed(reading)
    assert_same(unpacked(packed(reading)), reading)


@settings(deadline=None, max_examples=100)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("123"),
            st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=5),
            st.integers(-3, 2**40),
            st.floats(),
            st.sampled_from(["", "0 5", "7", "/a /b", "/c", "X", "99999999999 4", "?"]),
        )
    )
)
def test_any_reading_comes_back_as_it_was(rows: list[tuple[str, str, int, float, str]]) -> None:
    text = "".join(
        f"{topic} Q0 {article} {rank} {score} S {place}\n" for topic, article, rank, score, place in rows
    )
    reading = reading_of(text.encode())
    assert_same(unpacked(packed(reading)), reading)


def test_a_file_of_another_layout_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = packed(reading_of(MARKUP))
    monkeypatch.setattr(run_parquet, "LAYOUT", b"other")
    assert unpacked(whole) is None


@pytest.mark.parametrize("data", FILES)
def test_a_kept_reading_gives_the_same_run_wherever_the_file_lies(
    data: bytes, run_file: Write, campaign: Campaign
) -> None:
    kept: dict[str, bytes] = {}

    def first(file: StoredFile) -> RunReading:
        reading = read_by_itself(file)
        kept[file.sha256] = packed(reading)
        return reading

    def again(file: StoredFile) -> RunReading:
        reading = unpacked(kept[file.sha256])
        assert reading is not None
        return reading

    read_run(run_file(data, "first"), campaign, first)
    elsewhere = RunFile("Thorough", "other", run_file(data, "b").path, "runs/Thorough/b", participant="5")
    (run, problems), (kept_run, kept_problems) = (
        read_run(elsewhere, campaign, of) for of in (read_by_itself, again)
    )
    assert problems == kept_problems
    assert {(problem.file, problem.task, problem.run) for problem in problems} <= {
        ("runs/Thorough/b", "Thorough", "other")
    }
    assert (run is None) == (kept_run is None)
    if run and kept_run:
        assert run.submission == kept_run.submission
        assert all(
            np.array_equal(getattr(run.results, name), getattr(kept_run.results, name), equal_nan=True)
            for name in COLUMN_TYPES
        )
