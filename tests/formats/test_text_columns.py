"""Text in columns separated by white space."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.formats.text_columns import TextColumns


def columns(data: bytes, fewest: int, most: int) -> list[list[str]]:
    return [column.to_pylist() for column in TextColumns(data, fewest, most).columns()]


@pytest.mark.parametrize(
    "data", [b"a b\nc d", b"a\tb\nc\td\n", b"a\tb\nc d", b" a\t b \nc d\t\n", b"a\x0bb\nc d"]
)
def test_any_white_space_separates(data):
    assert columns(data, 2, 2) == [["a", "c"], ["b", "d"]]
    assert TextColumns(data, 2, 2).widths.tolist() == [2, 2]


def test_a_line_of_tabs_has_no_columns():
    text = TextColumns(b"a\tb\n\t\nc\td\n", 2, 2)
    assert text.widths.tolist() == [2, 0, 2]
    assert text.line(2) == b"c d"


@given(st.text("ab \t\n\x0b\"'é#", max_size=40))
def test_columns_are_those_of_a_plain_split(text):
    data = text.encode()
    lines = data.removesuffix(b"\n").split(b"\n") if data else []
    rows = [line.split() for line in lines]
    found = TextColumns(data, 2, 3)
    assert found.widths.tolist() == [len(row) for row in rows]
    wanted = [[word.decode() for word in row] for row in rows if 2 <= len(row) <= 3]
    if wanted:
        width = len(wanted[0]) if len(set(map(len, wanted))) == 1 else 3
        padded = [row + [""] * (width - len(row)) for row in wanted]
        assert list(map(list, zip(*columns(data, 2, 3), strict=True))) == padded
