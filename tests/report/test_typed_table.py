"""Tables get their types as pandas would give them afterwards."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from inexreport.report.text_columns import TextColumn
from inexreport.report.typed_table import WITH_GAPS, joined, typed_columns, typed_table

COLUMNS = ["text", "gaps", "count", "share", "told", "none"]
TYPES = {"gaps": WITH_GAPS, "count": "int64", "share": "float64", "told": "str"}
ROWS = [("a", None, np.int64(3), None, "x", None), (None, 10**15, 4, 0.1, "y", None)]


@pytest.mark.parametrize("rows", [[], ROWS[:1], ROWS])
def test_cells_get_the_types_that_pandas_converts_them_to(rows) -> None:
    expected = pd.DataFrame(rows, columns=COLUMNS).astype(TYPES)
    by_name = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
    pd.testing.assert_frame_equal(typed_table(rows, COLUMNS, TYPES), expected)
    pd.testing.assert_frame_equal(typed_table(by_name, COLUMNS, TYPES), expected)


def test_parts_are_joined_and_none_are_an_empty_table() -> None:
    rows = ROWS[:1] * 3
    parts = [typed_table(rows[start:end], COLUMNS, TYPES) for start, end in ((0, 1), (1, 1), (1, 3))]
    pd.testing.assert_frame_equal(joined(parts, COLUMNS, TYPES), typed_table(rows, COLUMNS, TYPES))
    pd.testing.assert_frame_equal(joined([], COLUMNS, TYPES), typed_table([], COLUMNS, TYPES))


def test_a_text_column_grows_piece_by_piece() -> None:
    column = TextColumn()
    column.take(["b", "a"], np.array([1, 1, 0]))
    column.repeat("c", 2)
    column.take(["a"], np.array([0]))
    found = typed_columns({"name": column.whole()}, {"name": "str"})
    pd.testing.assert_frame_equal(found, pd.DataFrame({"name": ["a", "a", "b", "c", "c", "a"]}))
    assert typed_columns({"name": TextColumn().whole()}, {"name": "str"})["name"].dtype == "str"
