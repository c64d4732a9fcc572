"""The page about reliability tells what is tried; what comes of faults is compared where they are tried."""

from __future__ import annotations

import re
from pathlib import Path

from reliability_tables import PAGE, ROOT, inputs_table, table_in_page

NAMED = re.compile(r"`(tests/[\w/.]+)::(\w+)`")


def test_every_hostile_input_is_listed_with_its_outcome() -> None:
    assert table_in_page("inputs") == inputs_table()


def test_every_test_that_is_named_exists_and_is_run_by_the_command() -> None:
    (listed,) = re.findall(r"^RELIABILITY := ((?:.*\\\n)*.*)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    run = [Path(name) for name in listed.replace("\\\n", " ").split()]
    assert all((ROOT / name).exists() for name in run)
    named = NAMED.findall(PAGE.read_text("utf-8"))
    assert len(named) > 10
    for file, test in named:
        assert f"def {test}(" in (ROOT / file).read_text("utf-8")
        assert any(Path(file).is_relative_to(name) for name in run)
