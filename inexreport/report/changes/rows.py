"""Compares two versions of a table row by row; rows are matched by key columns, in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from inexreport.model.edition import Cells, Row


class RowChange(NamedTuple):
    """A row or a value that differs.

    Attributes
    ----------
    identity : tuple of str
        Values of the key columns; the number of the row where there are none.
    column : str
        Empty if the whole row is in one version only.
    old, new : str or None
        None where the row is missing; empty for the row that is there.
    """

    identity: tuple[str, ...]
    column: str
    old: str | None
    new: str | None


def cell_text(value: object) -> str:
    """Return a value as the published CSV files have it.

    Examples
    --------
    >>> cell_text(None), cell_text(True), cell_text(0.5), cell_text("a")
    ('', 'true', '0.5', 'a')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else repr(value)


def row_changes(
    old: Cells, new: Cells, key: Sequence[str], same: Callable[[str, str], bool]
) -> Iterator[RowChange]:
    """Yield rows of `old` without counterpart and values that differ, then rows that only `new` has.

    Parameters
    ----------
    old, new : Cells
    key : sequence of str
        Columns that both have; none if rows are matched by their number.
    same : callable
        Whether an old and a new value are taken for equal. Columns of one table only are not compared.

    Examples
    --------
    >>> old = Cells(["run", "score"], [["a", "1.0"], ["b", "2.0"]])
    >>> new = Cells(["run", "score"], [["a", "3.0"]])
    >>> [tuple(one) for one in row_changes(old, new, ["run"], str.__eq__)]
    [(('a',), 'score', '1.0', '3.0'), (('b',), '', '', None)]
    """
    shared = [
        (column, old.columns.index(column), new.columns.index(column))
        for column in new.columns
        if column in old.columns and column not in key
    ]
    remaining = dict(_keyed(new, key))
    for identity, row in _keyed(old, key):
        other = remaining.pop(identity, None)
        if other is None:
            yield RowChange(identity, "", "", None)
            continue
        for column, place, other_place in shared:
            if not same(row[place], other[other_place]):
                yield RowChange(identity, column, row[place], other[other_place])
    for identity in remaining:
        yield RowChange(identity, "", None, "")


def _keyed(table: Cells, key: Sequence[str]) -> Iterator[tuple[tuple[str, ...], Row]]:
    places = [table.columns.index(column) for column in key]
    for number, row in enumerate(table.rows, start=1):
        yield tuple(row[place] for place in places) if key else (str(number),), row
