"""The first results of a run's topics, as numbers: what pools are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.model.run import ABSENT
from inexreport.model.short_names import UNKNOWN, ShortNames, WordIndex, numbered, words_of

_OUTGROWN = 1.25
"""What finds names is made anew where there are so many times as many as it knows."""


class Numbering:
    """Gives each name a number when it is first met, from 0.

    Parameters
    ----------
    names : sequence of str
        Distinct ones that have been met, in this order.

    Attributes
    ----------
    names : sequence of str
        Those met by now; `ShortNames` while all are short.

    Examples
    --------
    >>> known = Numbering()
    >>> known.numbers(["7", "12", "7"]).tolist(), known.numbers(["a longer name", "12"]).tolist()
    ([0, 1, 0], [2, 1])
    >>> list(known.names)
    ['7', '12', 'a longer name']
    """

    def __init__(self, names: Sequence[str] = ()) -> None:
        words = words_of(names)
        self.names: Sequence[str] = list(names) if words is None else ShortNames(words)
        self._index: WordIndex | None = None
        self._newest: WordIndex | None = None
        self._indexed = 0
        self._numbers: _Numbers | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        # What finds names is made where it is needed.
        return Numbering, (self.names,)

    def numbers(self, names: Sequence[str]) -> NDArray[np.int32]:
        """The numbers of names, known or new; int32 array of shape (names,)."""
        words = words_of(names) if isinstance(self.names, ShortNames) else None
        return self._of_texts(names) if words is None else self._of_words(words)

    def _of_words(self, words: NDArray[np.uint64]) -> NDArray[np.int32]:
        known = self.names.words if isinstance(self.names, ShortNames) else words[:0]
        found = self._find(words, known)
        is_new = found == UNKNOWN
        if is_new.any():
            number, first = numbered(words[is_new])
            found[is_new] = len(known) + number
            self.names, self._newest = ShortNames(np.concatenate([known, words[is_new][first]])), None
        return found

    def _find(self, words: NDArray[np.uint64], known: NDArray[np.uint64]) -> NDArray[np.int32]:
        """Index of each of some words among those known, or `UNKNOWN`."""
        # Each run adds a few names to those of all before: these are not indexed anew for them.
        if self._index is None or len(known) > _OUTGROWN * self._indexed:
            self._index, self._indexed = WordIndex(known), len(known)
        found = self._index.find(words)
        if len(known) > self._indexed:
            self._newest = self._newest or WordIndex(known[self._indexed :])
            rest = np.flatnonzero(found == UNKNOWN)
            among_newest = self._newest.find(words[rest])
            found[rest] = np.where(among_newest == UNKNOWN, UNKNOWN, self._indexed + among_newest)
        return found

    def _of_texts(self, names: Sequence[str]) -> NDArray[np.int32]:
        if self._numbers is None:
            self._numbers = _Numbers(list(self.names))
            self.names, self._index, self._newest = self._numbers.names, None, None
        return np.fromiter(map(self._numbers.__getitem__, names), dtype=np.int32)


class _Numbers(dict[str, int]):
    """Numbers by name; to ask for a name that is new adds it, also to the list of names."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(zip(names, range(len(names)), strict=True))
        self.names = names

    def __missing__(self, name: str) -> int:
        number = self[name] = len(self.names)
        self.names.append(name)
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

    @property
    def slices(self) -> dict[str, slice]:
        """Where the results of each topic lie."""
        return {
            topic: slice(*bounds)
            for topic, bounds in zip(self.topics, pairwise(self.start.tolist()), strict=True)
        }

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
