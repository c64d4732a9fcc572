"""Tables get the types that are asked for, and those that their cells tell."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from inexreport.report.text_columns import TEXT, TextColumn
from inexreport.report.typed_table import as_frame, joined, typed_columns, typed_table

SCHEMA = pa.schema(
    [
        ("text", TEXT),
        ("gaps", pa.int64()),
        pa.field("count", pa.int64(), nullable=False),
        ("share", pa.float64()),
        ("told", TEXT),
        ("none", TEXT),
    ]
)
ROWS = [("a", None, np.int64(3), None, "x", None), (None, 10**15, 4, 0.1, "y", None)]


@pytest.mark.parametrize("rows", [[], ROWS[:1], ROWS])
def test_columns_have_the_declared_types_whatever_the_cells(rows) -> None:
    by_name = [dict(zip(SCHEMA.names, row, strict=True)) for row in rows]
    for table in (typed_table(rows, SCHEMA), typed_table(by_name, SCHEMA)):
        assert (table.schema.names, table.schema.types) == (SCHEMA.names, SCHEMA.types)
        assert table.to_pylist() == by_name


def test_what_is_no_number_is_missing() -> None:
    schema = pa.schema([("array", pa.float64()), ("cells", pa.float64())])
    shares = typed_columns({"array": np.array([0.5, np.nan]), "cells": [None, 0.5]}, schema)
    assert shares.to_pydict() == {"array": [0.5, None], "cells": [None, 0.5]}


def test_a_value_that_must_be_there_is_demanded() -> None:
    counts = pa.schema([pa.field("count", pa.int64(), nullable=False)])
    with pytest.raises(TypeError, match="count"):
        typed_columns({"count": [None, 1]}, counts)


@pytest.mark.parametrize("names", [["count"], ["count", "sum", "mean"], ["count", "mean"]])
def test_other_columns_than_the_declared_ones_are_refused(names) -> None:
    schema = pa.schema([("count", pa.int64()), ("sum", pa.int64())])
    with pytest.raises(ValueError, match=", ".join(names)):
        typed_columns({name: [1] for name in names}, schema)


def test_users_of_pandas_get_texts() -> None:
    frame = as_frame(typed_table(ROWS, SCHEMA))
    assert frame["told"].dtype == "str"
    assert frame["told"].tolist() == ["x", "y"]
    assert frame["count"].tolist() == [3, 4]


def test_parts_are_joined_and_none_are_an_empty_table() -> None:
    rows = ROWS[:1] * 3
    parts = [typed_table(rows[start:end], SCHEMA) for start, end in ((0, 1), (1, 1), (1, 3))]
    assert joined(parts, SCHEMA) == typed_table(rows, SCHEMA)
    assert joined([], SCHEMA) == typed_table([], SCHEMA)


def test_a_text_column_grows_piece_by_piece() -> None:
    column = TextColumn()
    column.take(["b", "a"], np.array([1, 1, 0]))
    column.repeat("c", 2)
    column.take(["a"], np.array([0]))
    found = typed_columns({"name": column.whole()}, pa.schema([("name", TEXT)]))
    assert found.to_pydict() == {"name": ["a", "a", "b", "c", "c", "a"]}
    for kept in (column, TextColumn()):
        assert kept.whole().type == TEXT
