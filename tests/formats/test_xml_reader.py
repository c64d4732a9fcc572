from __future__ import annotations

import time
from pathlib import Path

import pytest

from inexreport.formats.xml_reader import elements_as_they_end, line_of, parse_xml, root_name
from inexreport.model.problem import ProblemLog

BOMB = (
    "<!DOCTYPE a [<!ENTITY e0 'aaaaaaaaaaaaaaaaaaaaaaaa'>"
    + "".join(f"<!ENTITY e{i} '{f'&e{i - 1};' * 20}'>" for i in range(1, 10))
    + "]>\n<a>&e9;</a>"
).encode()


def external(path: Path) -> bytes:
    path.write_text("<b>secret</b>")
    return f'<!DOCTYPE a [<!ENTITY e SYSTEM "{path.as_uri()}">]>\n<a>&e;</a>'.encode()


def external_parameter(path: Path) -> bytes:
    path.write_text('<!ENTITY e "secret">')
    return f'<!DOCTYPE a [<!ENTITY % p SYSTEM "{path.as_uri()}"> %p;]>\n<a>&e;</a>'.encode()


@pytest.mark.parametrize("make", [lambda path: BOMB, external, external_parameter])
def test_nothing_is_fetched_and_nothing_explodes(make: object, tmp_path: Path) -> None:
    assert callable(make)
    data = make(tmp_path / "x.xml")
    start = time.process_time()
    log = ProblemLog("x.xml")
    root = parse_xml(data, log)
    assert root is None or "secret" not in "".join(map(str, root.itertext()))
    for _, element in elements_as_they_end(data, ("a",), log):
        assert "secret" not in (element.text or "")
    unexpanded = parse_xml(data, log, expand_entities=False)
    assert unexpanded is None or "secret" not in "".join(map(str, unexpanded.itertext()))
    root_name(data, log)
    assert time.process_time() - start < 5
    assert {problem.code for problem in log} == {"xml-not-well-formed"}


def test_an_external_dtd_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "x.dtd").write_text("<!ATTLIST a b CDATA 'secret'>")
    log = ProblemLog("x.xml")
    root = parse_xml(f'<!DOCTYPE a SYSTEM "{(tmp_path / "x.dtd").as_uri()}"><a/>'.encode(), log)
    assert root is not None
    assert not root.attrib
    assert not len(log)


def test_depth_is_bounded() -> None:
    log = ProblemLog("x.xml")
    assert parse_xml(b"<a>" * 100_000, log) is None
    assert [problem.code for problem in log] == ["xml-not-well-formed"]


def test_lines_beyond_those_that_libxml2_counts() -> None:
    data = b"<a>\n" * 1 + b"\n" * 70_000 + b"<b>\n<c/>\n</b>\n<d/>\n<b>x</b>\n</a>"
    log = ProblemLog("x.xml")
    lines = [
        (element.tag, line_of(element))
        for event, element in elements_as_they_end(data, ("b", "d"), log)
        if event == "end"
    ]
    assert lines == [("b", 70_002), ("d", 70_005), ("b", 70_006)]


def test_bare_ampersand() -> None:
    log = ProblemLog("run.xml")
    assert parse_xml(b"<run>\n<description>R & D</description></run>", log) is None
    (problem,) = log
    assert problem.found == "an ampersand by itself"
    assert problem.line == 2
