"""A run whose results are all expressed as offset and length of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from inexreport.judging.element_tree import PathNames
from inexreport.judging.intervals import NO_PAIRS, Pairs, overlapping_pairs
from inexreport.model.arrow_arrays import integer_array, numbers_of, string_array
from inexreport.model.run import ABSENT

Element = tuple[str, str]
"""An element: its article and its normalised path."""

UNLOCATED_CHARACTERS = 18
"""Retrieved text of a result whose place is not known (the official evaluator's rule)."""

COLUMNS = {
    "article": np.int32,
    "form": np.int8,
    "path": np.int32,
    "offset": np.int64,
    "length": np.int64,
    "located": np.bool_,
    "rank": np.float64,
    "score": np.float64,
    "line": np.int64,
}
"""The columns of a `TopicRanking`."""


@dataclass(frozen=True, eq=False)
class TopicRanking:
    """One topic's results in the order of the ranking.

    Attributes
    ----------
    articles : array of str
        The names that `article` indexes; shared by all topics of the run.
    paths : PathNames
        The names that `path` indexes; shared by all topics of the run.
    article : int32 array, shape (results,)
    form : int8 array, shape (results,)
        Values of `ResultForm`.
    path : int32 array, shape (results,)
        The element, or `ABSENT` if the result is no element.
    offset, length : int64 array, shape (results,)
        An unlocated result has offset 0 and length `UNLOCATED_CHARACTERS`.
    located : bool array, shape (results,)
    rank, score : float64 array, shape (results,)
        As in the file, else NaN; only weak orderings use them.
    line : int64 array, shape (results,)
    """

    topic: str
    articles: pa.StringArray
    paths: PathNames
    article: NDArray[np.int32]
    form: NDArray[np.int8]
    path: NDArray[np.int32]
    offset: NDArray[np.int64]
    length: NDArray[np.int64]
    located: NDArray[np.bool_]
    rank: NDArray[np.float64]
    score: NDArray[np.float64]
    line: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.article)

    @property
    def end(self) -> NDArray[np.int64]:
        return self.offset + self.length

    @property
    def path_names(self) -> tuple[str, ...]:
        return self.paths.names

    @cached_property
    def first_of_article(self) -> NDArray[np.int64]:
        """Row of each article's first result, ascending: the article ranking; shape (distinct articles,)."""
        return np.flatnonzero(~_is_repeated(self.article))

    @property
    def repeats_articles(self) -> bool:
        """Whether several results are of one article."""
        return len(self.first_of_article) < len(self)

    @cached_property
    def article_position(self) -> NDArray[np.int64]:
        """The result's place in the article ranking, from 0; shape (results,)."""
        return numbers_of(integer_array(self.article).dictionary_encode().indices).astype(np.int64)

    @cached_property
    def text_overlaps(self) -> Pairs:
        """Results that share text."""
        return self._overlaps(self.offset, self.end, self.located)

    @cached_property
    def path_overlaps(self) -> Pairs:
        """Results that are the same element, or of which one lies in the other."""
        if not len(self.path_names):
            return NO_PAIRS
        start, end = self.paths.intervals
        return self._overlaps(start[self.path], end[self.path], self.path != ABSENT)

    def _overlaps(
        self, start: NDArray[np.int64], end: NDArray[np.int64], located: NDArray[np.bool_]
    ) -> Pairs:
        return overlapping_pairs(self.article, start, end, located) if self.repeats_articles else NO_PAIRS

    @cached_property
    def later_lies_inside(self) -> NDArray[np.bool_]:
        """Whether the later result of each of `path_overlaps` is or lies in the earlier; else it holds it."""
        pairs = self.path_overlaps
        start, _ = self.paths.intervals
        inside: NDArray[np.bool_] = start[self.path[pairs.later]] >= start[self.path[pairs.earlier]]
        return inside

    @cached_property
    def repeats_element(self) -> NDArray[np.bool_]:
        """Whether each result is the same element as an earlier one; shape (results,)."""
        element = self.article.astype(np.int64) * len(self.path_names) + self.path
        is_element = self.path != ABSENT
        repeated = np.zeros(len(self), dtype=np.bool_)
        repeated[is_element] = _is_repeated(element[is_element])
        return repeated

    @cached_property
    def levels(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Rows that repeat no element, and the level of each, from 0.

        Neighbours share a level if their ranks are equal, or without ranks their scores.
        """
        rows = np.flatnonzero(~self.repeats_element)
        value = self.score[rows] if np.isnan(self.rank[rows]).any() else self.rank[rows]
        level = np.zeros(len(rows), dtype=np.int64)
        level[1:] = np.cumsum(value[1:] != value[:-1])
        return rows, level

    @property
    def repeats_place(self) -> NDArray[np.bool_]:
        """Whether each located result has the same article, offset and length as an earlier one."""
        places: NDArray[np.int64] = np.stack((self.article, self.offset, self.length), axis=1)
        repeated = np.zeros(len(self), dtype=np.bool_)
        repeated[self.located] = _is_repeated(np.unique(places[self.located], axis=0, return_inverse=True)[1])
        return repeated

    def element(self, row: int) -> Element | None:
        """Article and path of a result; None if it is no element."""
        path = int(self.path[row])
        return None if path == ABSENT else (self.article_name(row), self.path_names[path])

    def article_name(self, row: int) -> str:
        """Name of the article of a result."""
        name: str = self.articles[int(self.article[row])].as_py()
        return name

    def select(self, rows: NDArray[np.bool_] | slice) -> TopicRanking:
        """The ranking of these rows only, in their order."""
        columns: dict[str, Any] = {name: getattr(self, name)[rows] for name in COLUMNS}
        return replace(self, **columns)


def _is_repeated(numbers: NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
    """Whether each number is equal to an earlier one; shape (numbers,)."""
    order = np.argsort(numbers, kind="stable")
    ordered, repeated = numbers[order], np.zeros(len(numbers), dtype=np.bool_)
    repeated[order[1:]] = ordered[1:] == ordered[:-1]
    return repeated


def document_ranking(topic: str, documents: Sequence[str]) -> TopicRanking:
    """The ranking of whole documents by their names, without places, ranks and scores of a file."""
    columns: dict[str, Any] = {name: np.zeros(len(documents), dtype=dtype) for name, dtype in COLUMNS.items()}
    columns |= {"article": np.arange(len(documents), dtype=np.int32), "path": columns["path"] + ABSENT}
    return TopicRanking(topic, string_array(documents), PathNames(()), **columns)


def empty_ranking(topic: str) -> TopicRanking:
    """The ranking of a topic that a run does not answer."""
    return document_ranking(topic, ())


@dataclass(frozen=True, eq=False)
class LocatedRun:
    """The rankings of a run's topics, in the order of its file."""

    rankings: tuple[TopicRanking, ...]

    def __iter__(self) -> Iterator[TopicRanking]:
        return iter(self.rankings)

    def __len__(self) -> int:
        """Number of results."""
        return sum(len(ranking) for ranking in self)

    @property
    def unlocated(self) -> int:
        """Number of results whose place in the text is not known."""
        return sum(int(np.count_nonzero(~ranking.located)) for ranking in self)
