"""Tables whose columns get their types as they are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from inexreport.report.text_columns import TEXT, texts

if TYPE_CHECKING:
    import pandas as pd

WITH_GAPS = "integers with gaps"
"""The type of whole numbers some of which may be missing."""


def typed_table(rows: Sequence[Any], columns: Sequence[str], types: Mapping[str, str]) -> pa.Table:
    """Rows as a table.

    Parameters
    ----------
    rows : sequence of mapping, or sequence of sequence
        Cells by the names of their columns, or in the order of the columns.
    columns : sequence of str
    types : mapping of str to str
        Types of columns as in `typed_columns`.
    """
    if rows and isinstance(rows[0], Mapping):
        cells = [[row[name] for row in rows] for name in columns]
    else:
        cells = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in columns]
    return typed_columns(dict(zip(columns, cells, strict=True)), types)


def typed_columns(columns: Mapping[str, Any], types: Mapping[str, str]) -> pa.Table:
    """Columns as a table.

    Parameters
    ----------
    columns : mapping of str to sequence
        All of them of the same length. What is missing is None, or NaN in a column of floating-point numbers.
    types : mapping of str to str
        ``"str"``, `WITH_GAPS` or a number's, where it does not follow from the cells: it does of texts, which
        are not all missing.
    """
    return pa.table({name: _typed(cells, types.get(name)) for name, cells in columns.items()})


def joined(parts: Sequence[pa.Table], columns: Sequence[str], types: Mapping[str, str]) -> pa.Table:
    """The rows of all parts, which have these columns; without any, as `typed_table` without rows."""
    filled = [part for part in parts if len(part)]
    return (
        pa.concat_tables(filled, promote_options="permissive") if filled else typed_table([], columns, types)
    )


def as_frame(table: pa.Table) -> pd.DataFrame:
    """A table for users of pandas, its texts as texts."""
    types = [(field.name, TEXT.value_type if field.type == TEXT else field.type) for field in table.schema]
    frame: pd.DataFrame = table.cast(pa.schema(types)).to_pandas()
    return frame


def _typed(cells: Any, kind: str | None) -> pa.Array:
    if isinstance(cells, pa.Array):
        return cells
    if kind == WITH_GAPS:
        return pa.array(cells, pa.int64())
    if kind == "str":
        return texts(cells)
    if kind is not None:
        return pa.array(np.asarray(cells, dtype=kind), from_pandas=True)
    found = pa.array(cells, from_pandas=True) if len(cells) else pa.nulls(0)
    return found.dictionary_encode() if pa.types.is_string(found.type) else found
