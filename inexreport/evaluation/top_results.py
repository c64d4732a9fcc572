"""Keeps the first results of a run, for pools."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.located_run import LocatedRun
from inexreport.model.run import ABSENT
from inexreport.model.top_results import ResultNames, TopResults, Vocabulary


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
    first = next(iter(run), None)
    articles, article = _renumbered(article, first.articles if first else ())
    paths, path = _renumbered(path, first.path_names if first else ())
    return TopResults(
        names=ResultNames(articles, paths),
        topics=tuple(ranking.topic for ranking in run),
        start=np.cumsum([0, *(min(len(ranking), depth) for ranking in run)]),
        article=article,
        path=path,
    )


def _renumbered(numbers: NDArray[np.int32], names: Sequence[str]) -> tuple[Vocabulary, NDArray[np.int32]]:
    """The names that occur, in the order in which they do, and their numbers; `ABSENT` stays."""
    rows = np.arange(len(numbers))
    first = np.full(len(names) + 1, len(numbers))
    # Of several assignments to a place the last one holds; ABSENT is the last place.
    first[numbers[::-1]] = rows[::-1]
    occurring = numbers[(first[numbers] == rows) & (numbers != ABSENT)]
    new = np.full(len(names) + 1, ABSENT, dtype=np.int32)
    new[occurring] = np.arange(len(occurring))
    return Vocabulary(zip((names[number] for number in occurring.tolist()), count())), new[numbers]
