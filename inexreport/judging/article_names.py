"""The names of a run's articles, by which it meets assessments."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from inexreport.model.assessment import TopicAssessment
from inexreport.model.short_names import UNKNOWN, WordIndex, words_of

NOT_FOUND = UNKNOWN
"""Index of an article that is not among those looked at."""


@dataclass(frozen=True, eq=False)
class ArticleNames:
    """The distinct articles of a run, which all its topics share.

    Attributes
    ----------
    names : sequence of str
    found : dict of AssessedArticles to int32 array
        What `AssessedArticles.find_all` has returned for them.
    """

    names: Sequence[str]
    found: dict[AssessedArticles, NDArray[np.int32]] = field(default_factory=dict, repr=False)

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
        self._index = None if words is None else WordIndex(words)

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
        if self not in articles.found:
            articles.found[self] = self._find_all(articles)
        return articles.found[self]

    def _find_all(self, articles: ArticleNames) -> NDArray[np.int32]:
        if self._index is not None and articles.words is not None:
            return self._index.find(articles.words)
        rows = articles.rows(self._names)
        returned = np.flatnonzero(rows != NOT_FOUND)
        found = np.full(len(articles.names), NOT_FOUND, dtype=np.int32)
        found[rows[returned]] = returned
        return found


class AssessedTopics:
    """The assessed articles of several topics, which are looked for in all rankings of a run at once.

    Parameters
    ----------
    topics : sequence of sequence of str
        The articles of each topic.

    Attributes
    ----------
    articles : AssessedArticles
        Those of all topics, each once.
    distinct : int
        How many they are.
    number : int64 array, shape (assessed articles of all topics,)
        Index of each among `articles`, topic after topic.
    """

    def __init__(self, topics: Sequence[Sequence[str]]) -> None:
        numbers: dict[str, int] = {}
        number = [numbers.setdefault(name, len(numbers)) for articles in topics for name in articles]
        counts = np.array([len(articles) for articles in topics], dtype=np.int64)
        self.articles = AssessedArticles(tuple(numbers))
        self.distinct = len(numbers)
        self.number = np.array(number, dtype=np.int64)
        self._before = np.cumsum(counts) - counts
        self._index = WordIndex(self._pairs(np.repeat(np.arange(len(topics)), counts), self.number))

    def find(
        self, articles: ArticleNames, topic: NDArray[np.int64], wanted: NDArray[np.int32]
    ) -> NDArray[np.int64]:
        """Index of results' articles among those of their topics, `NOT_FOUND` for others.

        Parameters
        ----------
        articles : ArticleNames
            Of the run.
        topic : int64 array, shape (results,)
            Place of each result's topic among these.
        wanted : int32 array, shape (results,)
            Number of each result's article in the run.
        """
        number = self.articles.find_all(articles)[wanted]
        rows = np.flatnonzero(number != NOT_FOUND)
        topic = topic[rows]
        at = self._index.find(self._pairs(topic, number[rows].astype(np.int64)))
        found = np.full(len(wanted), NOT_FOUND, dtype=np.int64)
        found[rows] = np.where(at == UNKNOWN, NOT_FOUND, at - self._before[topic])
        return found

    def _pairs(self, topic: NDArray[np.int64], number: NDArray[np.int64]) -> NDArray[np.uint64]:
        """A number for each pair of a topic and an article."""
        pairs: NDArray[np.uint64] = (topic * self.distinct + number).view(np.uint64)
        return pairs


@lru_cache(maxsize=16)
def assessed_topics(assessments: tuple[TopicAssessment, ...]) -> AssessedTopics:
    """The articles of these assessments, numbered once for all runs."""
    return AssessedTopics([assessment.articles for assessment in assessments])
