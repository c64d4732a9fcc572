"""Regular results that are taken out of a file before it is parsed are what the parser would have read."""

from __future__ import annotations

import gzip
import os
import re
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from written_runs import ODD_TEXTS, WrittenXml, damaged, written_xml

from inexreport.formats import regular_results, run_xml
from inexreport.formats.regular_results import MARKER, without_regular_results
from inexreport.formats.run_content import RunContent
from inexreport.formats.run_xml import read_xml_run
from inexreport.model.problem import ProblemLog
from inexreport.model.run import Results

SEEDS = st.integers(0, 2**32)
CAMPAIGNS = Path(__file__).parents[2] / "campaigns"


def plain(value: object) -> object:
    """All that is read, with names instead of their numbers."""
    if isinstance(value, Results):
        names = {"topic": value.topics, "article": value.articles.to_pylist(), "path": value.paths}
        names["end_path"] = value.paths
        columns: dict[str, object] = {
            name: (column.dtype.str, column.tobytes()) for name, column in value.columns.items()
        }
        for column, known in names.items():
            numbers = getattr(value, column).tolist()
            columns[column] = [None if number < 0 else known[number] for number in numbers]
        return columns
    if isinstance(value, RunContent):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return value


def lxml_alone() -> AbstractContextManager[object]:
    nothing = without_regular_results(b"", "inex-submission")[1]
    return mock.patch.object(run_xml, "without_regular_results", lambda data, root: (data, nothing))


TWO_RESULTS = re.compile(regular_results._RESULTS.pattern.replace(b"{1,1000}", b"{1,2}"))


def check_both_ways(data: bytes) -> None:
    """Read a submission with its regular results taken out first, and with lxml alone."""
    logs = ProblemLog(""), ProblemLog(""), ProblemLog("")
    read = read_xml_run(data, logs[0])
    with lxml_alone():
        parsed = read_xml_run(data, logs[1])
    with mock.patch.multiple(regular_results, _AT_ONCE=100, _RESULTS=TWO_RESULTS):
        in_parts = read_xml_run(data, logs[2])
    assert plain(read) == plain(parsed) == plain(in_parts)
    assert list(logs[0]) == list(logs[1]) == list(logs[2])


def test_all_adjoining_results_are_taken_in_as_many_steps_as_it_needs() -> None:
    for data in (written_xml(Random(seed)) for seed in range(50)):
        rest = without_regular_results(data, "inex-submission")[0]
        with mock.patch.object(regular_results, "_RESULTS", TWO_RESULTS):
            assert without_regular_results(data, "inex-submission")[0] == rest


@settings(deadline=None, max_examples=200)
@given(SEEDS)
def test_any_submission(seed: int) -> None:
    check_both_ways(written_xml(Random(seed)))


@settings(deadline=None, max_examples=200)
@given(
    st.integers(0, 20),
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
def test_a_damaged_submission(seed: int, changes: list[tuple[float, int, bytes]]) -> None:
    data = WrittenXml(Random(seed), 0).submission()
    for place, length, piece in changes:
        begin = int(place * len(data))
        data = data[:begin] + piece + data[begin + length :]
    check_both_ways(data)


@pytest.mark.parametrize("blank", ["", " ", "\n", "\r\n\t"])
@pytest.mark.parametrize("rank", ["", "<rank>{}</rank>"])
@pytest.mark.parametrize("score", ["", "<rsv>0.{}</rsv>"])
def test_what_tools_write(blank: str, rank: str, score: str) -> None:
    results = [
        blank.join(["<result>", f"<file>{n}</file>", f"<path>/a/p[{n}]</path>", *parts, "</result>"])
        for n in range(1, 9)
        for parts in [[part.format(n) for part in (rank, score) if part]]
    ]
    topics = (f'<topic topic-id="{n}">{blank.join(results[n:])}{blank}</topic>' for n in range(5))
    data = f'<inex-submission run-id="r">{blank.join(topics)}</inex-submission>'.encode()
    check_both_ways(data)
    if rank and score:
        with mock.patch.object(run_xml._Reading, "_add", side_effect=AssertionError("left to lxml")):
            assert read_xml_run(data, ProblemLog("")) is not None
    check_both_ways(data.replace(b"<file>7</file>", b"<file>7 <!-- --></file>"))
    check_both_ways(data.replace(b"<file>7</file>", b"<file>&#55;</file>"))
    check_both_ways(data.replace(b"<result>", b'<result n="1">', 3))


REGULAR = "<result><file>7</file><path>/a[1]</path><rank>1</rank><rsv>0.5</rsv></result>"
TOPIC = f'<topic topic-id="8">{REGULAR}</topic>'
OWN_MARKER = "<{0}>0</{0}>".format(MARKER.decode())


@pytest.mark.parametrize(
    "text",
    [
        f"<inex-submission><!-- {TOPIC} -->{TOPIC}</inex-submission>",
        f"<inex-submission><![CDATA[{TOPIC}]]></inex-submission>",
        f"<inex-submission><?p {TOPIC}?></inex-submission>",
        f"<!-- <inex-submission>{TOPIC} --><inex-submission>{TOPIC}</inex-submission>",
        f"<!-- {TOPIC} --><inex-submission>{TOPIC}</inex-submission>",
        f"<inex-submission><!-- <inex-submission> {TOPIC} --></inex-submission>",
        f"<inex-submission>{TOPIC}<!-- <inex-submission> --></inex-submission>",
        f"<inex-submission>{TOPIC}</inex-submission><!-- {TOPIC} <inex-submission>",
        f'<!DOCTYPE a SYSTEM "<inex-submission>{TOPIC}"><inex-submission>{TOPIC}</inex-submission>',
        f"<!DOCTYPE a [<!ENTITY e '{TOPIC}'>]><inex-submission>{TOPIC}</inex-submission>",
        f'<inex-submission>{TOPIC}<topic topic-id="2">{OWN_MARKER}</topic></inex-submission>',
        f"<inex-submission>{OWN_MARKER.replace('0', '')}{TOPIC}</inex-submission>",
        f'<inex-submission><topic topic-id="1"/>{REGULAR}{TOPIC}{REGULAR}</inex-submission>',
        f'<inex-submission><topic topic-id="1>{REGULAR}</topic></inex-submission>',
        f'<inex-submission><topic topic-id="1>2">{REGULAR}</topic></inex-submission>',
        f'<inex-submission><topic topic-id="">{REGULAR}</topic></inex-submission>',
        f'<inex-submission><topic topic-id="1">{REGULAR}{TOPIC}{REGULAR}</topic></inex-submission>',
        f'<inex-submission xmlns="x">{TOPIC}</inex-submission>',
        f'<inex-submission><topic xmlns="x" topic-id="1">{REGULAR}</topic></inex-submission>',
        f"<inex-submission><description>a {TOPIC} b</description>{TOPIC}</inex-submission>",
        f"<inex-submission>{TOPIC.replace('</result>', '</result>]]>')}</inex-submission>",
        f"<inex-submission>{TOPIC}</inex-submission>{TOPIC}",
        f"<inex-submission>{TOPIC}{TOPIC}",
        *(
            f"<inex-submission>{TOPIC.replace(regular, other)}</inex-submission>"
            for regular, other in (
                ("/a[1]", "//"),
                ("/a[1]", "//a"),
                (">7<", ">7.xml<"),
                (">7<", "> 7 <"),
                (">7<", ">K\u00f6ln<"),
                (">7<", ">+AGE-<"),
                (">7<", f">{'7' * 501}<"),
                ("0.5", "1e999"),
                ("0.5", "-1.5E-7"),
                ("0.5", "1."),
                (">1<", ">+1<"),
                (">1<", ">9999999999999999999<"),
            )
        ),
    ],
)
@pytest.mark.parametrize("encoding", ["", "utf-8", "UTF-8", "iso-8859-1", "utf-7", "utf-16", "IBM037"])
def test_what_looks_like_results(text: str, encoding: str) -> None:
    declared = f'<?xml version="1.0" encoding="{encoding}"?>' if encoding else ""
    check_both_ways((declared + text).encode(encoding or "utf-8"))


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_lines_beyond_those_that_libxml2_counts(newline: str) -> None:
    result = "<result>*<file>7</file>*<path>/a[1]</path>*<rank>1</rank>*<rsv>0.5</rsv>*</result>*"
    topics = "".join(
        f'<topic topic-id="{number}">*{result * 125}</topic>*<topic topic-id="{number}b"/>*'
        for number in range(12)
    )
    data = f"<inex-submission>{topics}</inex-submission>".replace("*", 8 * newline).encode()
    check_both_ways(data)
    assert len(without_regular_results(data, "inex-submission")[1]) == 12
    content = read_xml_run(data, ProblemLog(""))
    assert content is not None
    lines = data.split(b"\n")
    assert len(lines) > 2**16
    assert content.results.line.tolist() == [i for i, line in enumerate(lines, 1) if b"<result>" in line]


@pytest.mark.parametrize(
    "path", sorted(CAMPAIGNS.glob("*/runs/**/*.xml*")), ids=lambda path: f"{path.parent.name}-{path.name}"
)
def test_runs_of_the_samples(path: Path) -> None:
    data = path.read_bytes()
    data = gzip.decompress(data) if path.suffix == ".gz" else data
    check_both_ways(data)
    random = Random(path.name)
    for _ in range(8 if os.environ.get("INEXREPORT_HYPOTHESIS") == "thorough" else 2):
        check_both_ways(damaged(data[: 4_000 + data[4_000:].find(b"\n") + 1], random))
