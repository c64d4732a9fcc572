"""Counts what a run returned, whatever it is worth."""

from __future__ import annotations

import numpy as np

from inexreport.evaluation.result_types import result_types
from inexreport.judging.judged_ranking import UNJUDGED, judged_articles
from inexreport.judging.located_run import LocatedRun
from inexreport.model.assessment import Assessments
from inexreport.model.diagnosis import RANK_BANDS
from inexreport.model.outcome import Composition


def compose(run: LocatedRun, assessments: Assessments) -> Composition:
    """Count the results of a run by topic, kind and rank.

    Parameters
    ----------
    run : LocatedRun
        Cut at the task's rank.
    assessments : Assessments

    Returns
    -------
    Composition
    """
    return Composition(
        topics=tuple(ranking.topic for ranking in run),
        results_per_topic=np.array([len(ranking) for ranking in run], dtype=np.int64),
        articles_per_topic=np.array([len(ranking.first_of_article) for ranking in run], dtype=np.int64),
        element_types=_element_types(run),
        judged_by_rank=_judged_by_rank(run, assessments),
        unlocated=run.unlocated,
    )


def _element_types(run: LocatedRun) -> dict[str, int]:
    names, types = result_types(run)
    counts = zip(names, np.bincount(types, minlength=len(names)).tolist(), strict=True)
    return dict(sorted(counts, key=lambda item: (-item[1], item[0])))


def _judged_by_rank(run: LocatedRun, assessments: Assessments) -> np.ndarray:
    """Share of judged articles by rank band, over the assessed topics."""
    judged_at = np.zeros((2, max(map(len, run), default=0)), dtype=np.int64)
    for ranking in run:
        if ranking.topic in assessments.topics:
            judged = judged_articles(ranking, assessments.topics[ranking.topic]) != UNJUDGED
            judged_at[:, : len(ranking)] += (judged, np.ones_like(judged))
    band = np.searchsorted(RANK_BANDS, np.arange(judged_at.shape[1]), side="right") - 1
    judged_results, all_results = (np.bincount(band, counts, len(RANK_BANDS)) for counts in judged_at)
    share = np.full(len(RANK_BANDS), np.nan)
    np.divide(judged_results, all_results, out=share, where=all_results > 0)
    return share
