from __future__ import annotations

from pathlib import Path

import pytest
from extension_packages import with_protocol

from inexreport.errors import UsageError
from inexreport.formats.campaign_file import read_campaign_file
from inexreport.formats.protocols import (
    ONLY_TASK,
    example_task,
    parse_protocol,
    protocol_names,
    protocol_tasks,
    read_protocol,
)
from inexreport.model.problem import ProblemLog


@pytest.mark.parametrize("name", protocol_names())
def test_every_protocol_can_be_loaded(name: str) -> None:
    tasks, aliases = protocol_tasks(name), read_protocol(name).aliases
    first = example_task(name)
    assert tasks.get(first.name) == (None if first.name == ONLY_TASK else first)
    assert (first.name == ONLY_TASK) is (read_protocol(name).any_task is not None)
    for task in (first, *tasks.values()):
        assert task.official in task.metrics
        assert task.question
    assert set(aliases.values()) <= set(tasks)
    assert not set(aliases) & set(tasks)


def test_names_are_in_order() -> None:
    assert "inex-2009" in protocol_names()
    assert list(protocol_names()) == sorted(protocol_names())


def test_an_unknown_protocol() -> None:
    with pytest.raises(UsageError, match="inex-2009"):
        protocol_tasks("../inex-2009")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[tasks.A]\ncutoff = 10\ncutof = 10\n", {(3, "'tasks.A.cutof' (is 'cutoff' meant?)")}),
        ("[tasks.A.rules]\noverlap = 'never'\n", {(2, "'tasks.A.rules.overlap' = 'never'")}),
        ("order = 'x'\n[task.A]\n", {(1, "'order' = 'x'"), (2, "'task' (is 'tasks' meant?)")}),
        ("[tasks.A\n", {(1, "'Expected ']' at the end of a table declaration'")}),
    ],
)
def test_every_mistake_in_a_protocol_has_its_line(text: str, expected: set[tuple[int, str]]) -> None:
    log = ProblemLog("own.toml")
    assert parse_protocol(text.encode(), log) is None
    assert {one.code for one in log} == {"protocol-wrong"}
    straight = str.maketrans("“”", "''")
    assert {(one.line, one.found.translate(straight)) for one in log} == expected


def test_a_protocol_of_a_package_with_a_mistake_is_broken(packages: Path) -> None:
    with_protocol(packages, "pkg-protocol", "mine", "[tasks.A]\ncutof = 10\n")
    log = ProblemLog("campaign.toml")
    assert read_campaign_file(b'title = "A"\nyear = 2009\nprotocol = "mine"\n', log) is None
    assert [(one.code, one.line) for one in log] == [("protocol-broken", 3)]
    assert "pkg-protocol 2.0: pkg_protocol/mine.toml:2: A protocol has a mistake" in next(iter(log)).found
