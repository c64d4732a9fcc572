from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inexreport.formats.file_content import FileContent
from inexreport.formats.pools import read_pools
from inexreport.model.assessment import Pool
from inexreport.model.problem import Problem, ProblemLog


def read(*files: bytes) -> tuple[dict[str, Pool], list[Problem]]:
    logs = [ProblemLog(f"pools/{number}.xml") for number, _ in enumerate(files)]
    contents = [FileContent(data) for data in files]
    pools = read_pools(zip(contents, logs, strict=True))
    return pools, [problem for log in logs for problem in log]


def test_pools_of_two_topics() -> None:
    pools, problems = read(
        b'<pool topic="231"><file file="an/1995/a1003"><path path="/article/bdy"/>'
        b'<path path="/article[1]"/></file></pool>',
        b'<pool topic="9"/>',
        b'<pool topic="231"><file name="7.xml"><path path="/article[1]"/></file></pool>',
    )
    assert problems == []
    assert pools == {
        "231": Pool(
            "231",
            frozenset(
                {
                    ("an/1995/a1003", "/article[1]/bdy[1]"),
                    ("an/1995/a1003", "/article[1]"),
                    ("7", "/article[1]"),
                }
            ),
        ),
        "9": Pool("9", frozenset()),
    }


@pytest.mark.parametrize(
    ("data", "code", "lines"),
    [
        (b"a b c", "pool-format-unknown", ()),
        (b"<assessments/>", "pool-format-unknown", ()),
        (b"\n<pool/>", "pool-incomplete", (2,)),
        (b'<pool topic="1"><file>\n<path path="/a"/></file></pool>', "pool-incomplete", (2,)),
        (b'<pool topic="1">\n<file file="a"><path/></file></pool>', "pool-incomplete", (2,)),
        (b'<pool topic="1">\n<file file="a"></pool>', "xml-not-well-formed", (2,)),
    ],
)
def test_mistakes(data: bytes, code: str, lines: tuple[int, ...]) -> None:
    _, problems = read(data)
    assert [(problem.code, problem.lines) for problem in problems] == [(code, lines)]


@settings(deadline=None)
@given(st.binary(max_size=100))
def test_any_bytes_are_read_or_explained(data: bytes) -> None:
    pools, problems = read(data)
    assert pools or problems
