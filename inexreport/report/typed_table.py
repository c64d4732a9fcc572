"""Tables whose columns get their types as they are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.extensions import ExtensionArray

WITH_GAPS = "Int64"
"""The type of whole numbers some of which may be missing."""


def typed_table(rows: Sequence[Any], columns: Sequence[str], types: Mapping[str, str]) -> pd.DataFrame:
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


def typed_columns(columns: Mapping[str, Any], types: Mapping[str, str]) -> pd.DataFrame:
    """Columns as a table.

    Parameters
    ----------
    columns : mapping of str to sequence
        All of them of the same length.
    types : mapping of str to str
        ``"str"``, `WITH_GAPS` or a number's, where it does not follow from the cells: it does of texts, which
        are not all missing.
    """
    table = {name: _typed(cells, types.get(name)) for name, cells in columns.items()}
    return pd.DataFrame(table, columns=list(columns))


def joined(parts: Sequence[pd.DataFrame], columns: Sequence[str], types: Mapping[str, str]) -> pd.DataFrame:
    """The rows of all parts, which have these columns; without any, as `typed_table` without rows."""
    filled = [part for part in parts if len(part)]
    if len(filled) > 1:
        return pd.concat(filled, ignore_index=True)
    return filled[0] if filled else typed_table([], columns, types)


def _typed(cells: Any, kind: str | None) -> Any:
    if kind is None:
        return cells if len(cells) else np.empty(0, dtype=object)
    if isinstance(cells, ExtensionArray):
        return cells
    if kind == WITH_GAPS:
        missing = np.array([cell is None for cell in cells], dtype=np.bool_)
        known = np.array([0 if cell is None else cell for cell in cells], dtype=np.int64)
        return pd.arrays.IntegerArray(known, missing)
    return pd.array(cells, dtype="str") if kind == "str" else np.asarray(cells, dtype=kind)
