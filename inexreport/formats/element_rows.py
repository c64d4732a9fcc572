"""Rows of the element table while they are gathered, document by document or in columns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.formats.documents import Place
from inexreport.model.element_table import ElementTable

NOT_WANTED = -1
"""Number of an article whose rows are not kept."""


class ElementRows:
    """Gathers rows.

    Parameters
    ----------
    articles : collection of str or None
        The articles whose rows are wanted; None for all.

    Attributes
    ----------
    repeated : int
        Of the table that was made: how many rows were for a place that had one already.
    """

    def __init__(self, articles: Collection[str] | None = None) -> None:
        self._wanted = None if articles is None else frozenset(articles)
        self._articles: dict[str, int] = {}
        self._paths: dict[str, int] = {}
        self._columns: tuple[list[NDArray[Any]], ...] = ([], [], [], [], [])
        self._rows_of = np.zeros(0, dtype=np.int64)
        self.repeated = 0

    def wants(self, article: str) -> bool:
        return self._wanted is None or article in self._wanted

    def article_numbers(self, names: Iterable[str]) -> NDArray[np.int32]:
        """Return the number of each article, `NOT_WANTED` for those whose rows are not wanted."""
        numbers = (
            self._articles.setdefault(name, len(self._articles)) if self.wants(name) else NOT_WANTED
            for name in names
        )
        return np.fromiter(numbers, dtype=np.int32)

    def path_numbers(self, paths: Iterable[str]) -> NDArray[np.int32]:
        """Return the number of each normalised path."""
        return np.fromiter((self._paths.setdefault(path, len(self._paths)) for path in paths), dtype=np.int32)

    def add_document(self, article: str, places: Sequence[Place]) -> None:
        """Add the places of a wanted document."""
        if not places:
            return
        paths, offset, length, blank = zip(*places, strict=True)
        self.add(
            np.repeat(self.article_numbers([article]), len(places)),
            self.path_numbers(paths),
            np.array(offset, dtype=np.int64),
            np.array(length, dtype=np.int64),
            np.array(blank, dtype=np.bool_),
        )

    def add(
        self,
        article: NDArray[np.int32],
        path: NDArray[np.int32],
        offset: NDArray[np.int64],
        length: NDArray[np.int64],
        blank: NDArray[np.bool_],
    ) -> None:
        """Add columns of rows."""
        counted = np.bincount(article, minlength=len(self._rows_of))
        counted[: len(self._rows_of)] += self._rows_of
        self._rows_of = counted
        added: tuple[NDArray[Any], ...] = (article, path, offset, length, blank)
        for column, values in zip(self._columns, added, strict=True):
            column.append(values)

    @property
    def most_of_a_document(self) -> int:
        """How many rows were added of the document that has most."""
        return int(self._rows_of.max(initial=0))

    @property
    def chunks(self) -> int:
        """How often rows were added."""
        return len(self._columns[0])

    def give_up_after(self, chunks: int) -> None:
        """Forget all rows but those that were added first."""
        for column in self._columns:
            del column[chunks:]

    def table(self) -> ElementTable | None:
        """Return the table, None if there are no rows; of two rows for the same place the first counts.

        The rows are handed over: none are left here.
        """
        if not self._columns[0]:
            return None
        key = self._column(0).astype(np.int64) * len(self._paths)
        key += self._column(1)
        row = np.argsort(key, kind="stable")
        key = key[row]
        first = np.diff(key, prepend=-1) != 0
        if not first.all():
            self.repeated = len(first) - int(np.count_nonzero(first))
            key, row = key[first], row[first]
        return ElementTable(
            self._articles, self._paths, key, self._column(2)[row], self._column(3)[row], self._column(4)[row]
        )

    def _column(self, number: int) -> NDArray[Any]:
        column = np.concatenate(self._columns[number])
        self._columns[number].clear()
        return column
