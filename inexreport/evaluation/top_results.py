"""First results of a run, from which pools are made."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from inexreport.judging.located_run import LocatedRun
from inexreport.model.run import ABSENT
from inexreport.model.top_results import ResultNames, TopResults, Vocabulary


def top_results(run: LocatedRun, depth: int) -> TopResults:
    """The first `depth` results of every topic, before any cut-off; repeated and unknown results included."""
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
    """The names that occur, in order of occurrence, and the numbers of these names; `ABSENT` stays."""
    new = np.full(len(numbers), ABSENT, dtype=np.int32)
    new[numbers != ABSENT], occurring = pd.factorize(numbers[numbers != ABSENT])
    return Vocabulary(zip((names[number] for number in occurring.tolist()), count())), new
