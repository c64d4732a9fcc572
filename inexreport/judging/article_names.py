"""The names of a run's articles, by which it meets assessments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inexreport.model.assessment import TopicAssessment

NOT_FOUND = -1
"""Index of an article that is not among those looked at."""


@dataclass(frozen=True, eq=False)
class ArticleNames(Sequence[str]):
    """The distinct articles of a run, which all its topics share.

    Attributes
    ----------
    names : array of str
    found : dict of AssessedTopics to int64 array
        What `find` has returned for them.
    """

    names: pa.StringArray
    found: dict[AssessedTopics, NDArray[np.int64]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, names: Sequence[str]) -> ArticleNames:
        """The same of names that are no array."""
        return cls(pa.array(names, pa.string()))

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, number: int) -> str:  # type: ignore[override]
        """The name of the article with this number."""
        name: str = self.names[int(number)].as_py()
        return name

    def find(self, assessed: AssessedTopics) -> NDArray[np.int64]:
        """Index of each article among those assessed, `NOT_FOUND` for others."""
        if assessed not in self.found:
            self.found[assessed] = index_in(self.names, assessed.names)
        return self.found[assessed]


def index_in(names: pa.StringArray, known: pa.StringArray) -> NDArray[np.int64]:
    """Index of each name among known ones, `NOT_FOUND` for others.

    Examples
    --------
    >>> index_in(pa.array(["7", "12"]), pa.array(["12", "9"]))
    array([-1,  0])
    """
    found = pc.index_in(names, value_set=known).fill_null(NOT_FOUND)
    numbers: NDArray[np.int64] = found.cast(pa.int64()).to_numpy()
    return numbers


class AssessedTopics:
    """The assessed articles of several topics, which are looked for in all rankings of a run at once.

    Parameters
    ----------
    topics : sequence of sequence of str
        The articles of each topic.

    Attributes
    ----------
    names : array of str
        The articles of all topics, each once.
    number : int64 array, shape (assessed articles of all topics,)
        Index of each among `names`, topic after topic.
    """

    def __init__(self, topics: Sequence[Sequence[str]]) -> None:
        counts = np.array([len(articles) for articles in topics], dtype=np.int64)
        encoded = pa.array(
            [name for articles in topics for name in articles], pa.string()
        ).dictionary_encode()
        self.names: pa.StringArray = encoded.dictionary
        self.number: NDArray[np.int64] = encoded.indices.to_numpy().astype(np.int64)
        self._before = np.cumsum(counts) - counts
        pairs = self._pairs(np.repeat(np.arange(len(topics)), counts), self.number)
        self._order = np.argsort(pairs)
        self._sorted = pairs[self._order]

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
        found = np.full(len(wanted), NOT_FOUND, dtype=np.int64)
        if not len(self._sorted):
            return found
        number = articles.find(self)[wanted]
        rows = np.flatnonzero(number != NOT_FOUND)
        pairs = self._pairs(topic[rows], number[rows])
        place = np.minimum(np.searchsorted(self._sorted, pairs), len(self._sorted) - 1)
        is_there = self._sorted[place] == pairs
        rows = rows[is_there]
        found[rows] = self._order[place[is_there]] - self._before[topic[rows]]
        return found

    def _pairs(self, topic: NDArray[np.int64], number: NDArray[np.int64]) -> NDArray[np.int64]:
        """A number for each pair of a topic and an article."""
        return topic * len(self.names) + number


@lru_cache(maxsize=1024)
def assessed_topics(*assessments: TopicAssessment) -> AssessedTopics:
    """The articles of these assessments, numbered once for all runs."""
    return AssessedTopics([assessment.articles for assessment in assessments])
