"""Tables get the types that are asked for, and those that their cells tell."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from inexreport.report.text_columns import TEXT, TextColumn
from inexreport.report.typed_table import WITH_GAPS, as_frame, joined, typed_columns, typed_table

COLUMNS = ["text", "gaps", "count", "share", "told", "none"]
TYPES = {"gaps": WITH_GAPS, "count": "int64", "share": "float64", "told": "str"}
ROWS = [("a", None, np.int64(3), None, "x", None), (None, 10**15, 4, 0.1, "y", None)]
SCHEMA = pa.schema(
    [
        ("text", TEXT),
        ("gaps", pa.int64()),
        ("count", pa.int64()),
        ("share", pa.float64()),
        ("told", TEXT),
        ("none", pa.null()),
    ]
)


@pytest.mark.parametrize("rows", [ROWS[:1], ROWS])
def test_cells_get_the_types_that_are_asked_for_and_those_that_they_tell(rows) -> None:
    by_name = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
    for table in (typed_table(rows, COLUMNS, TYPES), typed_table(by_name, COLUMNS, TYPES)):
        assert table.schema == SCHEMA
        assert table.to_pylist() == by_name


def test_without_rows_there_are_columns_of_the_types_that_are_asked_for() -> None:
    table = typed_table([], COLUMNS, TYPES)
    assert (table.column_names, len(table)) == (COLUMNS, 0)
    assert [table.schema.field(name).type for name in TYPES] == [SCHEMA.field(name).type for name in TYPES]
    assert table.schema.field("text").type == pa.null()


def test_what_is_no_number_is_missing() -> None:
    shares = typed_columns({"told": np.array([0.5, np.nan]), "asked": [None, 0.5]}, {"asked": "float64"})
    assert shares.to_pydict() == {"told": [0.5, None], "asked": [None, 0.5]}
    with pytest.raises(TypeError):
        typed_columns({"count": [None, 1]}, {"count": "int64"})


def test_users_of_pandas_get_texts() -> None:
    frame = as_frame(typed_table(ROWS, COLUMNS, TYPES))
    assert frame["told"].dtype == "str"
    assert frame["told"].tolist() == ["x", "y"]
    assert frame["count"].tolist() == [3, 4]


def test_parts_are_joined_and_none_are_an_empty_table() -> None:
    rows = ROWS[:1] * 3
    parts = [typed_table(rows[start:end], COLUMNS, TYPES) for start, end in ((0, 1), (1, 1), (1, 3))]
    assert joined(parts, COLUMNS, TYPES) == typed_table(rows, COLUMNS, TYPES)
    assert joined([], COLUMNS, TYPES) == typed_table([], COLUMNS, TYPES)


def test_a_text_column_grows_piece_by_piece() -> None:
    column = TextColumn()
    column.take(["b", "a"], np.array([1, 1, 0]))
    column.repeat("c", 2)
    column.take(["a"], np.array([0]))
    found = typed_columns({"name": column.whole()}, {"name": "str"})
    assert found.to_pydict() == {"name": ["a", "a", "b", "c", "c", "a"]}
    for kept in (column, TextColumn()):
        assert kept.whole().type == TEXT
