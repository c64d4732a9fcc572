"""Tables whose columns have declared types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from inexreport.report.text_columns import TEXT, texts

if TYPE_CHECKING:
    import pandas as pd


def typed_table(rows: Sequence[Any], schema: pa.Schema) -> pa.Table:
    """Rows as a table.

    Parameters
    ----------
    rows : sequence of mapping, or sequence of sequence
        Cells by the names of their columns, or in the order of the columns.
    schema : pyarrow.Schema
        As for `typed_columns`.
    """
    if rows and isinstance(rows[0], Mapping):
        cells = [[row[name] for row in rows] for name in schema.names]
    else:
        cells = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in schema]
    return typed_columns(dict(zip(schema.names, cells, strict=True)), schema)


def typed_columns(columns: Mapping[str, Any], schema: pa.Schema) -> pa.Table:
    """Columns as a table.

    Parameters
    ----------
    columns : mapping of str to sequence
        All of them of the same length. What is missing is None, or NaN in a column of floating-point numbers.
    schema : pyarrow.Schema
        All columns in their order: `TEXT`, int64, float64 or bool.

    Raises
    ------
    TypeError
        If a value is missing in a column that is not nullable.
    ValueError
        If there are other columns than those of the schema.
    """
    if set(columns) != set(schema.names):
        raise ValueError(f"columns {', '.join(columns)} instead of {', '.join(schema.names)}")
    return pa.table({field.name: _typed(columns[field.name], field) for field in schema})


def joined(parts: Sequence[pa.Table], schema: pa.Schema) -> pa.Table:
    """The rows of all parts, which have this schema."""
    return pa.concat_tables(parts) if parts else typed_table([], schema)


def as_frame(table: pa.Table) -> pd.DataFrame:
    """A table for users of pandas, its texts as texts."""
    types = [(field.name, TEXT.value_type if field.type == TEXT else field.type) for field in table.schema]
    frame: pd.DataFrame = table.cast(pa.schema(types)).to_pandas()
    return frame


def _typed(cells: Any, field: pa.Field) -> pa.Array:
    if isinstance(cells, pa.Array):
        values = cells.cast(field.type)
    elif field.type == TEXT:
        values = texts(cells)
    elif pa.types.is_floating(field.type):
        values = pa.array(np.asarray(cells, dtype=np.float64), from_pandas=True)
    else:
        values = pa.array(cells, field.type)
    if values.null_count and not field.nullable:
        raise TypeError(f"a value is missing in the column {field.name}")
    return values
