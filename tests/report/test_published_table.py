"""A declared table has the types that it declares, whatever its cells."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from inexreport.report.tables.table import Table, boolean, integer, number, optional_integer, text

COLUMNS = {
    "text": text("A text."),
    "gaps": optional_integer("A count, if known."),
    "count": integer("A count."),
    "share": number("A share."),
    "known": boolean("Whether it is known."),
    "none": text("Nothing."),
}
TYPES = [pa.string(), pa.int64(), pa.int64(), pa.float64(), pa.bool_(), pa.string()]
ROWS = [("a", None, np.int64(3), None, True, None), (None, 10**15, 4, 0.1, False, None)]


def table_of(columns, rows):
    return Table("invented", "One row per thing.", columns, lambda _: rows).build(None)


@pytest.mark.parametrize("rows", [[], ROWS[:1], ROWS])
def test_columns_have_the_declared_types_whatever_the_cells(rows) -> None:
    by_name = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
    for table in (table_of(COLUMNS, rows), table_of(COLUMNS, by_name)):
        assert (table.schema.names, table.schema.types) == (list(COLUMNS), TYPES)
        assert table.to_pylist() == by_name


def test_nan_is_a_missing_number() -> None:
    columns = {"array": number("A share."), "cells": number("A share.")}
    table = table_of(columns, [(np.array([0.5, np.nan]), [None, 0.5])])
    assert table.to_pydict() == {"array": [0.5, None], "cells": [None, 0.5]}


def test_one_cell_is_repeated_in_all_rows_of_a_block() -> None:
    columns = {"name": text("A name."), "count": integer("A count.")}
    table = table_of(
        columns, [("b", np.array([1, 2])), ("c", []), ("a", 3), {"name": ("d", "e"), "count": 4}]
    )
    assert table.to_pydict() == {"name": ["b", "b", "a", "d", "e"], "count": [1, 2, 3, 4, 4]}


def test_columns_of_different_lengths_are_refused() -> None:
    with pytest.raises(pa.ArrowInvalid, match="length"):
        table_of({"a": integer("A count."), "b": integer("A count.")}, [([1, 2], [1, 2, 3])])


@pytest.mark.parametrize(("declared", "value"), [(integer, 1), (boolean, True)])
def test_a_missing_value_is_refused_where_the_column_needs_one(declared, value) -> None:
    with pytest.raises(TypeError, match="count"):
        table_of({"count": declared("A count.")}, [(None,), (value,)])


@pytest.mark.parametrize("names", [["count"], ["count", "sum", "mean"], ["count", "mean"]])
def test_columns_that_are_not_declared_are_refused(names) -> None:
    declared = {"count": integer("A count."), "sum": integer("A sum.")}
    with pytest.raises(ValueError, match=", ".join(names)):
        table_of(declared, [dict.fromkeys(names, 1)])


def test_an_infinite_number_is_refused() -> None:
    with pytest.raises(ValueError, match="infinite"):
        table_of({"n": number("A share.")}, [(0.1,), (float("inf"),)])


def test_pandas_gets_texts_and_whole_numbers() -> None:
    frame = table_of(COLUMNS, [("x", 1, 3, 0.5, True, None), ("y", 1, 4, 0.5, True, None)]).to_pandas()
    assert frame["text"].dtype == "str"
    assert frame["text"].tolist() == ["x", "y"]
    assert frame["count"].tolist() == [3, 4]
