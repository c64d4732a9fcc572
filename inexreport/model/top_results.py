"""The first results of a run's topics, as numbers: what pools are made from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from inexreport.model.run import ABSENT


class Vocabulary(dict[str, int]):
    """Gives each name a number when it is first met, from 0.

    Examples
    --------
    >>> known = Vocabulary()
    >>> known.numbers(["7", "12", "7"]).tolist(), known.numbers(["a", "12"]).tolist(), list(known)
    ([0, 1, 0], [2, 1], ['7', '12', 'a'])
    """

    def __missing__(self, name: str) -> int:
        return self.setdefault(name, len(self))

    def numbers(self, names: Iterable[str]) -> NDArray[np.int32]:
        """The numbers of names, known or new; int32 array of shape (names,)."""
        return np.fromiter(map(self.__getitem__, names), dtype=np.int32)


@dataclass(frozen=True, eq=False)
class ResultNames:
    """The names of articles and paths that all runs of a campaign share, so that each is stored once."""

    articles: Vocabulary = field(default_factory=Vocabulary)
    paths: Vocabulary = field(default_factory=Vocabulary)


@dataclass(frozen=True, eq=False)
class TopResults:
    """The first results of every topic of a run, in the order of the ranking, repeated ones included.

    Attributes
    ----------
    names : ResultNames
        Names that `article` and `path` index.
    start : int64 array, shape (topics + 1,)
        Results of topic i are ``start[i]:start[i + 1]``.
    article : int32 array, shape (results,)
    path : int32 array, shape (results,), or None
        Path of the element that a result is, or `ABSENT` if it is none; None if no result is an element.
    """

    names: ResultNames
    topics: tuple[str, ...]
    start: NDArray[np.int64]
    article: NDArray[np.int32]
    path: NDArray[np.int32] | None

    @property
    def slices(self) -> dict[str, slice]:
        """Where the results of each topic lie."""
        return {
            topic: slice(*bounds)
            for topic, bounds in zip(self.topics, pairwise(self.start.tolist()), strict=True)
        }

    def renumbered(self, names: ResultNames) -> TopResults:
        """The same results by the numbers of other names."""
        articles = names.articles.numbers(self.names.articles)
        path = self.path
        if path is not None:
            # ABSENT is the last row of what is looked up.
            path = np.append(names.paths.numbers(self.names.paths), np.int32(ABSENT))[path]
        return replace(self, names=names, article=articles[self.article], path=path)


def no_results() -> TopResults:
    """The first results of a run that answers no topic."""
    nothing = np.zeros(0, dtype=np.int32)
    return TopResults(ResultNames(), (), np.zeros(1, dtype=np.int64), nothing, None)
