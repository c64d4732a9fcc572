"""First results of a run, from which pools are made."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.located_run import LocatedRun
from inexreport.model.arrow_arrays import integer_array, numbers_of
from inexreport.model.assessment import Judged
from inexreport.model.run import ABSENT
from inexreport.model.top_results import ResultNames, TopResults, Vocabulary


def top_results(run: LocatedRun, depth: int, judged: Judged) -> TopResults:
    """The first `depth` results of every topic of a run, before any cut-off.

    Repeated and unknown results are included. Where documents are judged, no result is an element.
    """
    nothing = np.zeros(0, dtype=np.int32)
    article = np.concatenate([nothing, *(ranking.article[:depth] for ranking in run)])
    returned, article = _renumbered(article)
    articles = run.rankings[0].articles.take(integer_array(returned)).to_pylist() if len(returned) else []
    path, paths = nothing, []
    if judged is not Judged.DOCUMENTS:
        path = np.concatenate([nothing, *(ranking.path[:depth] for ranking in run)])
        returned, path = _renumbered(path)
        paths = [run.rankings[0].path_names[number] for number in returned.tolist()]
    return TopResults(
        names=ResultNames(_vocabulary(articles), _vocabulary(paths)),
        topics=tuple(ranking.topic for ranking in run),
        start=np.cumsum([0, *(min(len(ranking), depth) for ranking in run)]),
        article=article,
        path=path if paths else None,
    )


def _renumbered(numbers: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The distinct numbers as they first occur, and the place of each number among them; `ABSENT` stays."""
    is_number = numbers != ABSENT
    new = numbers.copy()
    occurring = integer_array(numbers[is_number]).dictionary_encode()
    new[is_number] = numbers_of(occurring.indices)
    return numbers_of(occurring.dictionary), new


def _vocabulary(names: Sequence[str]) -> Vocabulary:
    return Vocabulary(zip(names, count()))
