"""Compares two tables of texts: rows are matched by key columns, in any order."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pandas as pd


def table_changes(
    old: pd.DataFrame,
    new: pd.DataFrame,
    key: Sequence[str],
    same: Callable[[str, str], bool] = operator.eq,
    value: str = "",
) -> pd.DataFrame:
    """Return the rows that one of two tables lacks, and the values that differ.

    Parameters
    ----------
    old, new : DataFrame
        Of texts. Columns that one of them lacks are not compared.
    key : sequence of str
        Columns of both; none if rows are matched by their number, which is then called ``row``. Rows with the
        same key are matched in their order.
    same : callable
        Whether two different texts are taken for equal values.
    value : str
        The column whose value the change of a whole row has; empty for none.

    Returns
    -------
    DataFrame
        By the key, in the order of `old`, then of `new`: ``name`` of the column, empty for a whole row;
        ``old`` and ``new``, missing where there is no row; ``change``: ``added``, ``removed`` or ``changed``.

    Examples
    --------
    >>> old = pd.DataFrame({"run": ["a", "b"], "score": ["1.0", "2.0"]})
    >>> new = pd.DataFrame({"run": ["a"], "score": ["3.0"]})
    >>> table_changes(old, new, ["run"]).reset_index().values.tolist()
    [['a', 'score', '1.0', '3.0', 'changed'], ['b', '', '', nan, 'removed']]
    """
    columns = [column for column in new if column in old and column not in key]
    places = [_places(table, key) for table in (old, new)]
    rows = places[0].union(places[1], sort=False)
    present = [rows.isin(one) for one in places]
    before, after = (
        table.assign(**{"": table[value] if value else ""})
        .set_axis(place)[[*columns, ""]]
        .reindex(rows)
        .to_numpy(object)
        for table, place in zip((old, new), places, strict=True)
    )
    differs = (before != after) & (present[0] & present[1])[:, None]
    differs[:, -1] = present[0] != present[1]
    row, column = np.nonzero(differs)
    found = pd.DataFrame(
        {
            "name": np.array([*columns, ""], object)[column],
            "old": before[row, column],
            "new": after[row, column],
        },
        rows[row].droplevel(-1) if key else rows[row],
        dtype=object,
    )
    differ = [not name or not same(one, other) for name, one, other in found.to_numpy().tolist()]
    return with_change(found[np.array(differ, bool)])


def _places(table: pd.DataFrame, key: Sequence[str]) -> pd.MultiIndex:
    """The key of each row, and its number among rows with this key."""
    number = table.groupby(list(key), sort=False).cumcount() if key else np.arange(1, len(table) + 1)
    return pd.MultiIndex.from_arrays([*(table[column] for column in key), number], names=[*key, "row"])


def mapping_changes(old: Mapping[str, str], new: Mapping[str, str]) -> pd.DataFrame:
    """Return the names whose values differ, in the order of `new`, with ``change``, ``old`` and ``new``.

    Examples
    --------
    >>> mapping_changes({"a": "1", "b": "2"}, {"c": "3", "a": "1"}).values.tolist()
    [['c', None, '3', 'added'], ['b', '2', None, 'removed']]
    """
    found = [(name, old.get(name), new.get(name)) for name in dict.fromkeys([*new, *old])]
    differ = [one for one in found if one[1] != one[2]]
    return with_change(pd.DataFrame(differ, columns=["name", "old", "new"], dtype=object))


def with_change(found: pd.DataFrame) -> pd.DataFrame:
    """Add ``change`` to rows with ``old`` and ``new``, of which one may be missing."""
    absent = [found["old"].isna(), found["new"].isna()]
    return found.assign(change=np.select(absent, ["added", "removed"], "changed"))
