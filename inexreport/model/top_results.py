"""The first results of a run's topics, as numbers: what pools are made from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.model.run import ABSENT


class Numbering:
    """Gives each name a number when it is first met, from 0.

    Parameters
    ----------
    names : iterable of str
        Distinct ones that have been met, in this order.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = list(names)

    @cached_property
    def _numbers(self) -> _Numbers:
        # Of most runs it is never asked for, where they come from the cache or from a worker.
        return _Numbers(self.names)

    def __getstate__(self) -> dict[str, Any]:
        return {"names": self.names}

    def numbers(self, names: Iterable[str]) -> NDArray[np.int32]:
        """The numbers of names, known or new; int32 array of shape (names,)."""
        return np.fromiter(map(self._numbers.__getitem__, names), dtype=np.int32)


class _Numbers(dict[str, int]):
    """Numbers by name; to ask for a name that is new adds it, also to the list of names."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(zip(names, range(len(names)), strict=True))
        self._names = names

    def __missing__(self, name: str) -> int:
        number = self[name] = len(self._names)
        self._names.append(name)
        return number


@dataclass(frozen=True, eq=False)
class ResultNames:
    """The names of articles and paths that all runs of a campaign share, so that each is kept once."""

    articles: Numbering = field(default_factory=Numbering)
    paths: Numbering = field(default_factory=Numbering)


@dataclass(frozen=True, eq=False)
class TopResults:
    """The first results of every topic of a run, in the order of the ranking, repeated ones included.

    Attributes
    ----------
    names : ResultNames
        What `article` and `path` number.
    topics : tuple of str
    start : int64 array, shape (topics + 1,)
        Results of topic i are ``start[i]:start[i + 1]``.
    article : int32 array, shape (results,)
    path : int32 array, shape (results,)
        Path of the element that a result is, or `ABSENT` if it is none.
    """

    names: ResultNames
    topics: tuple[str, ...]
    start: NDArray[np.int64]
    article: NDArray[np.int32]
    path: NDArray[np.int32]

    def of_topic(self, topic: str) -> slice:
        """Where the results of a topic lie; an empty slice for a topic that is not answered."""
        if topic not in self.topics:
            return slice(0, 0)
        position = self.topics.index(topic)
        return slice(int(self.start[position]), int(self.start[position + 1]))

    def renumbered(self, names: ResultNames) -> TopResults:
        """The same results by the numbers of other names."""
        articles = names.articles.numbers(self.names.articles.names)
        paths = names.paths.numbers(self.names.paths.names)
        # ABSENT is the last row of what is looked up.
        paths = np.append(paths, np.int32(ABSENT))
        return replace(self, names=names, article=articles[self.article], path=paths[self.path])


def no_results() -> TopResults:
    """The first results of a run that answers no topic."""
    nothing = np.zeros(0, dtype=np.int32)
    return TopResults(ResultNames(), (), np.zeros(1, dtype=np.int64), nothing, nothing)
