"""Sorts results by the name of the element that they are, or by their form where they are none."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.located_run import LocatedRun
from inexreport.model.run import ResultForm

_FORM_NAMES = {
    ResultForm.PASSAGE: "(passage)",
    ResultForm.RANGE: "(range)",
    ResultForm.ENTRY_POINT: "(entry point)",
    ResultForm.ARTICLE: "(article)",
    ResultForm.NOWHERE: "(not found)",
}


def result_types(run: LocatedRun) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """The type of every result of a run, topic after topic.

    Returns
    -------
    names : tuple of str
        Types that occur, by name.
    type : int64 array, shape (results,)
        Index into `names`.
    """
    if not run.rankings:
        return (), np.zeros(0, dtype=np.int64)
    form = np.concatenate([ranking.form for ranking in run])
    path = np.concatenate([ranking.path for ranking in run])
    # What a result is called, by the number of its path, or by a number below 0 for its form.
    number = np.where(form == ResultForm.ELEMENT, path, -1 - form.astype(np.int64))
    lowest = -1 - max(ResultForm)
    numbers = np.flatnonzero(np.bincount(number - lowest)) + lowest
    paths = run.rankings[0].path_names
    called = [
        _element_name(paths[one]) if one >= 0 else _FORM_NAMES[ResultForm(-1 - one)]
        for one in numbers.tolist()
    ]
    names = tuple(sorted(set(called)))
    place = {name: i for i, name in enumerate(names)}
    type_of = np.zeros(numbers.max(initial=0) - lowest + 1, dtype=np.int64)
    type_of[numbers - lowest] = [place[name] for name in called]
    return names, type_of[number - lowest]


@lru_cache(maxsize=1_000_000)
def _element_name(path: str) -> str:
    return path.rpartition("/")[2].partition("[")[0]
