"""A run whose results are all expressed as offset and length of text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.article_names import ArticleNames
from inexreport.judging.element_paths import PathNames
from inexreport.judging.intervals import NO_PAIRS, Pairs, overlapping_pairs
from inexreport.model.run import ABSENT

Element = tuple[str, str]
"""An element: its article and its normalised path."""

UNLOCATED_CHARACTERS = 18
"""What a result counts as retrieved text when its place is not known (the official evaluator's rule)."""


@dataclass(frozen=True, eq=False)
class TopicRanking:
    """One topic's results in the order of the ranking.

    Attributes
    ----------
    topic : str
    articles : ArticleNames
        What `article` indexes; shared by all topics of the run.
    paths : PathNames
        What `path` indexes; shared by all topics of the run.
    article : int32 array, shape (results,)
    form : int8 array, shape (results,)
        Values of `ResultForm`.
    path : int32 array, shape (results,)
        The element that a result is, or `ABSENT` if it is none.
    offset, length : int64 array, shape (results,)
        An unlocated result has offset 0 and length `UNLOCATED_CHARACTERS`.
    located : bool array, shape (results,)
    rank, score : float64 array, shape (results,)
        As the file gives them, else NaN; they matter to weak orderings only.
    line : int64 array, shape (results,)
    """

    topic: str
    articles: ArticleNames
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

    @property
    def path_names(self) -> tuple[str, ...]:
        return self.paths.names

    @cached_property
    def repeats_articles(self) -> bool:
        """Whether several results are of one article."""
        in_order = np.sort(self.article)
        return bool((in_order[1:] == in_order[:-1]).any())

    @cached_property
    def first_of_article(self) -> NDArray[np.int64]:
        """Row of each article's first result, ascending: the article ranking; shape (distinct articles,)."""
        rows = np.arange(len(self))
        if not self.repeats_articles:
            return rows
        first: NDArray[np.int64] = rows[self._first_of_same_article == rows]
        return first

    @cached_property
    def article_position(self) -> NDArray[np.int64]:
        """The result's place in the article ranking, from 0; shape (results,)."""
        if not self.repeats_articles:
            return self.first_of_article
        position = np.empty(len(self), dtype=np.int64)
        position[self.first_of_article] = np.arange(len(self.first_of_article))
        return position[self._first_of_same_article]

    @cached_property
    def _first_of_same_article(self) -> NDArray[np.int64]:
        first = np.empty(self.article.max(initial=-1) + 1, dtype=np.int64)
        # Of several assignments to a place the last one holds.
        first[self.article[::-1]] = np.arange(len(self))[::-1]
        same: NDArray[np.int64] = first[self.article]
        return same

    @cached_property
    def text_overlaps(self) -> Pairs:
        """Results that share text."""
        return self._overlaps(self.offset, self.end, self.located)

    @cached_property
    def path_overlaps(self) -> Pairs:
        """Results that are the same element, or of which one lies in the other."""
        if not len(self.path_names):
            return NO_PAIRS
        start, end = self.paths.places
        return self._overlaps(start[self.path], end[self.path], self.path != ABSENT)

    @cached_property
    def later_lies_inside(self) -> NDArray[np.bool_]:
        """Of each of `path_overlaps`, whether the later is or lies in the earlier; else it holds that one."""
        if not len(self.path_overlaps):
            return np.zeros(0, dtype=np.bool_)
        start, _ = self.paths.places
        start = start[self.path]
        inside: NDArray[np.bool_] = start[self.path_overlaps.later] >= start[self.path_overlaps.earlier]
        return inside

    def element(self, row: int) -> Element | None:
        """Article and path of a result; None if it is no element."""
        path = int(self.path[row])
        return None if path == ABSENT else (self.articles[self.article[row]], self.path_names[path])

    def elements(self, rows: NDArray[np.integer]) -> list[Element]:
        """Article and path of these results, all of which are elements."""
        articles = [self.articles[article] for article in self.article[rows].tolist()]
        names = self.path_names
        return list(zip(articles, [names[path] for path in self.path[rows].tolist()], strict=True))

    def _overlaps(
        self, start: NDArray[np.int64], end: NDArray[np.int64], located: NDArray[np.bool_]
    ) -> Pairs:
        if not self.repeats_articles:
            return NO_PAIRS
        return overlapping_pairs(self.article, start, end, located)

    @cached_property
    def repeats_element(self) -> NDArray[np.bool_]:
        """Whether each result is an element that an earlier one is; shape (results,)."""
        repeats = np.zeros(len(self), dtype=np.bool_)
        rows = np.flatnonzero(self.path != ABSENT)
        number = self.article[rows].astype(np.int64) * len(self.path_names) + self.path[rows]
        order = np.argsort(number, kind="stable")
        number = number[order]
        repeats[rows[order[1:][number[1:] == number[:-1]]]] = True
        return repeats

    @property
    def end(self) -> NDArray[np.int64]:
        return self.offset + self.length

    def __len__(self) -> int:
        return len(self.article)

    def select(self, rows: NDArray[np.bool_] | slice) -> TopicRanking:
        """The ranking that keeps only these rows, in their order."""
        return replace(
            self,
            article=self.article[rows],
            form=self.form[rows],
            path=self.path[rows],
            offset=self.offset[rows],
            length=self.length[rows],
            located=self.located[rows],
            rank=self.rank[rows],
            score=self.score[rows],
            line=self.line[rows],
        )


def empty_ranking(topic: str) -> TopicRanking:
    """The ranking of a topic that a run does not answer."""
    places = np.zeros(0, dtype=np.int64)
    names = np.zeros(0, dtype=np.int32)
    numbers = np.zeros(0, dtype=np.float64)
    return TopicRanking(
        topic=topic,
        articles=ArticleNames.of(()),
        paths=PathNames(()),
        article=names,
        form=np.zeros(0, dtype=np.int8),
        path=names,
        offset=places,
        length=places,
        located=np.zeros(0, dtype=np.bool_),
        rank=numbers,
        score=numbers,
        line=places,
    )


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
