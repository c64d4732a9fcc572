"""Counts what a run returned, independent of relevance."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.judged_ranking import UNJUDGED, judged_articles
from inexreport.judging.located_run import LocatedRun
from inexreport.model.assessment import Assessments
from inexreport.model.diagnosis import RANK_BANDS
from inexreport.model.outcome import JUDGED_DEPTHS, Composition
from inexreport.model.run import ResultForm
from inexreport.model.score_numbers import ratios

_FORM_NAMES = {
    ResultForm.PASSAGE: "(passage)",
    ResultForm.RANGE: "(range)",
    ResultForm.ENTRY_POINT: "(entry point)",
    ResultForm.ARTICLE: "(article)",
    ResultForm.NOWHERE: "(not found)",
}


def compose(run: LocatedRun, assessments: Assessments) -> Composition:
    """Composition of a run after the task's cut-off."""
    at_ranks = _judged_at_ranks(run, assessments)
    band = np.searchsorted(RANK_BANDS, np.arange(at_ranks.shape[1]), side="right") - 1
    judged, results = (np.bincount(band, counts, len(RANK_BANDS)) for counts in at_ranks)
    first_judged, first = np.transpose([at_ranks[:, :depth].sum(axis=1) for depth in JUDGED_DEPTHS])
    return Composition(
        topics=tuple(ranking.topic for ranking in run),
        results_per_topic=np.array([len(ranking) for ranking in run], dtype=np.int64),
        articles_per_topic=np.array([len(ranking.first_of_article) for ranking in run], dtype=np.int64),
        element_types=_element_types(run),
        judged_by_rank=ratios(judged, results),
        unlocated=run.unlocated,
        judged_to_depth=ratios(first_judged, first),
    )


def _element_types(run: LocatedRun) -> dict[str, int]:
    names, types = result_types(run)
    counts = zip(names, np.bincount(types, minlength=len(names)).tolist(), strict=True)
    return dict(sorted(counts, key=lambda item: (-item[1], item[0])))


def _judged_at_ranks(run: LocatedRun, assessments: Assessments) -> NDArray[np.int64]:
    """Results in judged articles, and all results, at each rank, over the assessed topics.

    Returns
    -------
    int64 array, shape (2, ranks)
    """
    judged_at = np.zeros((2, max(map(len, run), default=0)), dtype=np.int64)
    for ranking in run:
        if ranking.topic in assessments.topics:
            judged = judged_articles(ranking, assessments.topics[ranking.topic]) != UNJUDGED
            judged_at[:, : len(ranking)] += (judged, np.ones_like(judged))
    return judged_at


def result_types(run: LocatedRun) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Type of every result: the name of its element, or its form in brackets.

    Returns
    -------
    names : tuple of str
        Occurring types, ordered.
    type : int64 array, shape (results,)
        Index into `names`, topic after topic.
    """
    if not run.rankings:
        return (), np.zeros(0, dtype=np.int64)
    form = np.concatenate([ranking.form for ranking in run])
    path = np.concatenate([ranking.path for ranking in run])
    # Results of one type have the same number: that of their path, or a negative one for their form.
    number = np.where(form == ResultForm.ELEMENT, path, -1 - form.astype(np.int64))
    lowest = -1 - max(ResultForm)
    numbers = np.flatnonzero(np.bincount(number - lowest)) + lowest
    paths = run.rankings[0].path_names
    type_names = [
        _element_name(paths[one]) if one >= 0 else _FORM_NAMES[ResultForm(-1 - one)]
        for one in numbers.tolist()
    ]
    names, type_of_number = np.unique(np.array(type_names, dtype=object), return_inverse=True)
    types = np.zeros(numbers.max(initial=0) - lowest + 1, dtype=np.int64)
    types[numbers - lowest] = type_of_number
    return tuple(names.tolist()), types[number - lowest]


@lru_cache(maxsize=1_000_000)
def _element_name(path: str) -> str:
    return path.rpartition("/")[2].partition("[")[0]
