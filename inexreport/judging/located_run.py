"""A run whose results are all expressed as offset and length of text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

UNLOCATED_CHARACTERS = 18
"""What a result counts as retrieved text when its place is not known (the official evaluator's rule)."""


@dataclass(frozen=True, eq=False)
class TopicRanking:
    """One topic's results in the order of the ranking.

    Attributes
    ----------
    topic : str
    article_names : tuple of str
        What `article` indexes; shared by all topics of the run.
    article : int32 array, shape (results,)
    offset, length : int64 array, shape (results,)
        An unlocated result has offset 0 and length `UNLOCATED_CHARACTERS`.
    located : bool array, shape (results,)
    line : int64 array, shape (results,)
    """

    topic: str
    article_names: tuple[str, ...]
    article: NDArray[np.int32]
    offset: NDArray[np.int64]
    length: NDArray[np.int64]
    located: NDArray[np.bool_]
    line: NDArray[np.int64]

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
            offset=self.offset[rows],
            length=self.length[rows],
            located=self.located[rows],
            line=self.line[rows],
        )


def empty_ranking(topic: str) -> TopicRanking:
    """The ranking of a topic that a run does not answer."""
    nothing = np.zeros(0, dtype=np.int64)
    return TopicRanking(
        topic, (), nothing.astype(np.int32), nothing, nothing, nothing.astype(np.bool_), nothing
    )


@dataclass(frozen=True, eq=False)
class LocatedRun:
    """The rankings of a run's topics, in the order of its file."""

    rankings: tuple[TopicRanking, ...]

    def __iter__(self) -> Iterator[TopicRanking]:
        return iter(self.rankings)

    @property
    def unlocated(self) -> int:
        """Number of results whose place in the text is not known."""
        return sum(int(np.count_nonzero(~ranking.located)) for ranking in self)
