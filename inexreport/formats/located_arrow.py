"""The results of a run with their places, as an Arrow file: what is used of it is used where it lies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.cache.records import from_arrow, to_arrow
from inexreport.formats.narrow_columns import is_constant, narrowed
from inexreport.model.run import ABSENT, Results
from inexreport.model.short_names import ShortNames

_NOT_NEEDED: dict[str, NDArray[Any]] = {
    "line": np.zeros(1, dtype=np.int8),
    "end_path": np.full(1, ABSENT, dtype=np.int8),
}
"""What stands for columns that nobody asks for of results that have been located and checked."""


@dataclass(frozen=True, eq=False)
class _KeptResults:
    """Results as a record.

    Attributes
    ----------
    results : int
        How many.
    topics, articles, paths : tuple of str
        As of `Results`, but for articles that have short names.
    words : uint64 array, shape (articles with short names,)
    columns : mapping of str to array, shape (results,) or (1,)
        By name; one value alone where all are the same.
    """

    results: int
    topics: tuple[str, ...]
    articles: tuple[str, ...]
    paths: tuple[str, ...]
    words: NDArray[np.uint64]
    columns: Mapping[str, NDArray[Any]]


def to_located_arrow(results: Results) -> bytes:
    """Return results that have been located as the bytes of such a file, but for their lines.

    Parameters
    ----------
    results : Results
    """
    columns = {name: narrowed(column) for name, column in (results.columns | _NOT_NEEDED).items()}
    words = results.articles.words if isinstance(results.articles, ShortNames) else None
    return to_arrow(
        _KeptResults(
            results=len(results),
            topics=results.topics,
            articles=() if words is not None else tuple(results.articles),
            paths=results.paths,
            words=np.zeros(0, dtype=np.uint64) if words is None else words,
            columns={name: column[:1] if is_constant(column) else column for name, column in columns.items()},
        )
    )


def from_located_arrow(content: bytes | memoryview) -> Results | None:
    """Return the results that `to_located_arrow` made a file of.

    Parameters
    ----------
    content : bytes or memoryview

    Returns
    -------
    Results or None
        In narrow columns, which lie in the file: but few rows may be `widened`. None if it is no such file.
    """
    kept = from_arrow(content, _KeptResults)
    if kept is None:
        return None
    columns: dict[str, Any] = {
        name: np.broadcast_to(column, kept.results) if len(column) == 1 else column
        for name, column in kept.columns.items()
    }
    articles = ShortNames(kept.words) if len(kept.words) else kept.articles
    return Results(topics=kept.topics, articles=articles, paths=kept.paths, **columns)
