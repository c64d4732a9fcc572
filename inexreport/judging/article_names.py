"""The names of a run's articles, by which it meets assessments."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from inexreport.model.short_names import UNKNOWN, ShortNameIndex, words_of

NOT_FOUND = UNKNOWN
"""Index of an article that is not among those looked at."""


@dataclass(frozen=True, eq=False)
class ArticleNames:
    """The distinct articles of a run, which all its topics share."""

    names: Sequence[str]

    @cached_property
    def words(self) -> NDArray[np.uint64] | None:
        """The names as numbers, if they are short."""
        return words_of(self.names)

    @cached_property
    def number(self) -> dict[str, int]:
        """Index of each name."""
        return dict(zip(self.names, range(len(self.names)), strict=True))

    def rows(self, names: Collection[str]) -> NDArray[np.int64]:
        """Index of each of some names, `NOT_FOUND` for one that the run does not return."""
        found = map(self.number.get, names, repeat(NOT_FOUND))
        return np.fromiter(found, dtype=np.int64, count=len(names))


class AssessedArticles:
    """Distinct articles of assessments, which are looked for among those of many runs.

    Parameters
    ----------
    names : tuple of str
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        words = words_of(names)
        self._index = None if words is None else ShortNameIndex(words)

    def find(self, articles: ArticleNames, wanted: NDArray[np.int32]) -> NDArray[np.int32]:
        """Index among these of some articles of a run, `NOT_FOUND` for those that are none of them.

        Parameters
        ----------
        articles : ArticleNames
        wanted : int32 array, shape (wanted,)
            Their numbers in the run, few beside all that it has.
        """
        if self._index is not None and articles.words is not None:
            return self._index.find(articles.words[wanted])
        rows = articles.rows(self._names)
        returned = np.argsort(rows, kind="stable")[np.count_nonzero(rows == NOT_FOUND) :].astype(np.int32)
        if not len(returned):
            return np.full(len(wanted), NOT_FOUND, dtype=np.int32)
        place = np.minimum(np.searchsorted(rows[returned], wanted), len(returned) - 1)
        return np.where(rows[returned[place]] == wanted, returned[place], np.int32(NOT_FOUND))

    def find_all(self, articles: ArticleNames) -> NDArray[np.int32]:
        """Index among these of each article of a run, `NOT_FOUND` for those that are none of them."""
        if self._index is not None and articles.words is not None:
            return self._index.find(articles.words)
        rows = articles.rows(self._names)
        returned = np.flatnonzero(rows != NOT_FOUND)
        found = np.full(len(articles.names), NOT_FOUND, dtype=np.int32)
        found[rows[returned]] = returned
        return found
