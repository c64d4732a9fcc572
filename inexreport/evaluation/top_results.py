"""Keeps the first results of a run, for pools."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.located_run import LocatedRun
from inexreport.model.run import ABSENT
from inexreport.model.short_names import ShortNames
from inexreport.model.top_results import Numbering, ResultNames, TopResults


def top_results(run: LocatedRun, depth: int) -> TopResults:
    """The first results of every topic, as submitted: repeated and unknown ones keep their places.

    Parameters
    ----------
    run : LocatedRun
        Not yet cut by rules.
    depth : int
        Results per topic.
    """
    nothing = np.zeros(0, dtype=np.int32)
    article = np.concatenate([nothing, *(ranking.article[:depth] for ranking in run)])
    path = np.concatenate([nothing, *(ranking.path[:depth] for ranking in run)])
    article_names, path_names = next(((one.article_names, one.path_names) for one in run), ((), ()))
    articles, article = _renumbered(article, article_names)
    paths, path = _renumbered(path, path_names)
    return TopResults(
        names=ResultNames(articles, paths),
        topics=tuple(ranking.topic for ranking in run),
        start=np.cumsum([0, *(min(len(ranking), depth) for ranking in run)]),
        article=article,
        path=path,
    )


def _renumbered(numbers: NDArray[np.int32], names: Sequence[str]) -> tuple[Numbering, NDArray[np.int32]]:
    """The names that occur, in the order in which they do, and their numbers; `ABSENT` stays."""
    rows = np.arange(len(numbers))
    first = np.full(len(names) + 1, len(numbers))
    # Of several assignments to a place the last one holds; ABSENT is the last place.
    first[numbers[::-1]] = rows[::-1]
    occurring = numbers[(first[numbers] == rows) & (numbers != ABSENT)]
    new = np.full(len(names) + 1, ABSENT, dtype=np.int32)
    new[occurring] = np.arange(len(occurring))
    if isinstance(names, ShortNames):
        return Numbering(ShortNames(names.words[occurring])), new[numbers]
    return Numbering([names[number] for number in occurring.tolist()]), new[numbers]
