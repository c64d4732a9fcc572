"""Plain files are read in a way of their own; these tests hold it against the readers of any file."""

from __future__ import annotations

import gzip
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from written_runs import ODD_TEXTS, WrittenText, WrittenXml, damaged, written_text, written_xml

from inexreport.formats.file_content import count_blanks, utf8_text
from inexreport.formats.run_content import COLUMN_TYPES, RunContent
from inexreport.formats.run_plain_text import read_plain_text_run
from inexreport.formats.run_plain_xml import read_plain_xml_run
from inexreport.formats.run_text import read_text_run
from inexreport.formats.run_xml import read_xml_run
from inexreport.model.problem import ProblemLog

SEEDS = st.integers(0, 2**32)
CAMPAIGNS = Path(__file__).parents[2] / "campaigns"


def assert_same(plain: RunContent, reference: RunContent | None) -> None:
    assert reference is not None
    for name in RunContent.__dataclass_fields__:
        if name != "results":
            assert getattr(plain, name) == getattr(reference, name), name
    assert list(plain.topic_lines) == list(reference.topic_lines)
    for name in reference.results.__dataclass_fields__:
        mine, theirs = getattr(plain.results, name), getattr(reference.results, name)
        if name in COLUMN_TYPES:
            assert mine.dtype == theirs.dtype, name
            assert mine.tobytes() == theirs.tobytes(), name
        else:
            assert mine == theirs, name


def read_as_plain(data: bytes) -> bool:
    """Read a file in both ways if it is plain, and tell whether it is."""
    log = ProblemLog("")
    if data.startswith(b"<") or b"submission" in data[:500]:
        plain = read_plain_xml_run(data)
        reference = None if plain is None else read_xml_run(data, log)
    else:
        text = utf8_text(data, ProblemLog("")) or b""
        plain = read_plain_text_run(text, count_blanks(text))
        reference = None if plain is None else read_text_run(text, log)
    if plain is not None:
        assert list(log) == []
        assert_same(plain, reference)
    return plain is not None


@settings(deadline=None, max_examples=200)
@given(SEEDS)
def test_any_submission_is_read_as_the_reference_reads_it(seed: int) -> None:
    read_as_plain(written_xml(Random(seed)))


@settings(deadline=None, max_examples=200)
@given(SEEDS)
def test_any_columns_are_read_as_the_reference_reads_them(seed: int) -> None:
    read_as_plain(written_text(Random(seed)))


@settings(deadline=None, max_examples=200)
@given(
    st.integers(0, 20),
    st.booleans(),
    st.lists(
        st.tuples(
            st.floats(0, 1, exclude_max=True),
            st.integers(0, 20),
            st.sampled_from([text.encode("utf-8") for text in ODD_TEXTS])
            | st.sampled_from(b"<>&\"'/ =\r\n\t0.eX]-").map(lambda letter: bytes([letter]))
            | st.binary(max_size=3),
        ),
        max_size=3,
    ),
)
def test_a_plain_file_into_which_something_came(
    seed: int, markup: bool, changes: list[tuple[float, int, bytes]]
) -> None:
    random = Random(seed)
    data = WrittenXml(random, 0).submission() if markup else WrittenText(random, 0).run()
    for place, length, piece in changes:
        begin = int(place * len(data))
        data = data[:begin] + piece + data[begin + length :]
    read_as_plain(data)


def test_plain_files_are_read_as_such() -> None:
    for written in (
        [WrittenXml(Random(seed), 0).submission() for seed in range(150)],
        [WrittenText(Random(seed), 0).run() for seed in range(150)],
    ):
        answered = [data for data in written if b"<result>" in data or b"Q0" in data]
        assert sum(map(read_as_plain, answered)) > 0.9 * len(answered)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "place", ["<path>/a[1]</path>", '<fol offset="1" length="2"/>', '<passage start="/a[1]" end="/b"/>']
)
def test_lines_that_libxml2_does_not_keep(newline: str, place: str) -> None:
    result = newline.join(
        ["<result>", "<file>7</file>", place, "<rank>1</rank>", "<rsv>0.5</rsv>", "</result>", ""]
    )
    topics = "".join(
        f'<topic topic-id="{number}">{newline}{result * 6000}</topic>{newline}'
        f'<topic topic-id="{number}b"/>{newline}'
        for number in range(3)
    )
    assert read_as_plain(f"<inex-submission>{newline}{topics}</inex-submission>".encode())


@pytest.mark.parametrize(
    "path", sorted(CAMPAIGNS.glob("*/runs/**/*.*")), ids=lambda path: f"{path.parent.name}-{path.name}"
)
def test_runs_of_the_samples(path: Path) -> None:
    data = path.read_bytes()
    data = gzip.decompress(data) if path.suffix == ".gz" else data
    read_as_plain(data)
    random = Random(1)
    for _ in range(20):
        read_as_plain(damaged(data[: 20_000 + data[20_000:].find(b"\n") + 1], random))


def test_a_header_in_another_encoding_does_not_matter() -> None:
    path = CAMPAIGNS / "sample-2006" / "runs" / "Focused" / "ue-structure.xml"
    assert not path.read_bytes().isascii()
    assert read_as_plain(path.read_bytes())


@pytest.mark.real_data
def test_real_runs_are_plain(real_data: Path) -> None:
    paths = sorted((real_data / "inex-2009-adhoc" / "runs").glob("*/*"))
    assert len(paths) == 21
    assert all(read_as_plain(path.read_bytes()) for path in paths)
