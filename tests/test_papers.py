"""What docs/papers.md says is where it says: tests, tables and metrics that it names exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from inexreport.metrics.registry import bind
from inexreport.report.tables.published import TABLES

TESTS = Path(__file__).parent
ROWS = [
    line.strip("| ").split(" | ")
    for line in (TESTS.parent / "docs" / "papers.md").read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| item |")
]


def names_in(file: Path) -> set[str]:
    return {
        one.name
        for one in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(one, ast.FunctionDef | ast.ClassDef)
    }


def claims() -> Iterator[tuple[str, str]]:
    """Test files with the functions that are named after them."""
    for *_, tests in ROWS:
        yield from re.findall(r"([\w/]+\.py)(?: \(([^)]*)\))?", tests)


def test_every_row_has_a_place_and_a_test_or_says_why_not() -> None:
    assert len(ROWS) > 100
    for row in ROWS:
        assert len(row) == 3, row
        item, place, tests = row
        assert "missing" not in place, item
        assert (
            tests != "–" or "left out" in place.lower() or "not a part" in place or "nothing to" in place
        ), item


@pytest.mark.parametrize(("file", "functions"), sorted(set(claims())))
def test_named_tests_exist(file: str, functions: str) -> None:
    known = names_in(TESTS / file)
    assert [name for name in re.findall(r"`(\w+)`", functions) if name not in known] == []


def test_named_metrics_exist() -> None:
    text = " ".join(place for _, place, _ in ROWS)
    for name in set(re.findall(r"`([A-Za-z_-]+\([a-z]+=[\w.,=]+\)(?:@[\d.]+)?)`", text)):
        if not re.search(r"=([Qab]\b|\.)", name):  # stand for any value
            bind(name)


def test_named_columns_exist() -> None:
    columns = {table.name: set(table.columns) for table in TABLES}
    text = " ".join(place for _, place, _ in ROWS)
    named = [(table, column) for table, column in re.findall(r"`(\w+)\.(\w+)`", text) if table in columns]
    assert named
    assert [pair for pair in named if pair[1] not in columns[pair[0]]] == []
