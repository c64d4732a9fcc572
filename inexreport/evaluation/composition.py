"""Counts what a run returned, whatever it is worth."""

from __future__ import annotations

from collections import Counter

import numpy as np

from inexreport.judging.located_run import LocatedRun
from inexreport.model.assessment import Assessments
from inexreport.model.outcome import Composition
from inexreport.model.run import ResultForm, Results

RANK_BANDS = (0, 10, 50, 100, 500)
"""First rank, from 0, of each band in which judged results are counted."""

_FORM_NAMES = {
    ResultForm.PASSAGE: "(passage)",
    ResultForm.RANGE: "(range)",
    ResultForm.ENTRY_POINT: "(entry point)",
    ResultForm.ARTICLE: "(article)",
    ResultForm.NOWHERE: "(not found)",
}


def compose(results: Results, run: LocatedRun, assessments: Assessments) -> Composition:
    """Count the results of a run by topic, kind and rank.

    Parameters
    ----------
    results : Results
        As read.
    run : LocatedRun
        The same, cut at the task's rank.
    assessments : Assessments

    Returns
    -------
    Composition
    """
    kept = {int(line) for ranking in run for line in ranking.line}
    rows = np.array([line in kept for line in results.line.tolist()], dtype=np.bool_)
    return Composition(
        topics=tuple(ranking.topic for ranking in run),
        results_per_topic=np.array([len(ranking) for ranking in run], dtype=np.int64),
        articles_per_topic=np.array([len(np.unique(ranking.article)) for ranking in run], dtype=np.int64),
        element_types=_element_types(results, rows),
        judged_by_rank=_judged_by_rank(run, assessments),
        unlocated=run.unlocated,
    )


def _element_types(results: Results, rows: np.ndarray) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for form, number in zip(*np.unique(results.form[rows], return_counts=True), strict=True):
        if form != ResultForm.ELEMENT:
            counts[_FORM_NAMES[ResultForm(form)]] += int(number)
    elements = results.path[rows & (results.form == ResultForm.ELEMENT)]
    for path, number in zip(*np.unique(elements, return_counts=True), strict=True):
        counts[results.paths[path].rsplit("/", 1)[-1].partition("[")[0]] += int(number)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _judged_by_rank(run: LocatedRun, assessments: Assessments) -> np.ndarray:
    """Share of judged articles by rank band, over the assessed topics."""
    judged_results = np.zeros(len(RANK_BANDS))
    all_results = np.zeros(len(RANK_BANDS))
    for ranking in run:
        assessment = assessments.topics.get(ranking.topic)
        if assessment is None:
            continue
        known = set(assessment.articles)
        names = [ranking.article_names[i] in known for i in ranking.article.tolist()]
        band = np.searchsorted(RANK_BANDS, np.arange(len(ranking)), side="right") - 1
        np.add.at(all_results, band, 1)
        np.add.at(judged_results, band, np.array(names, dtype=np.float64))
    share = np.full(len(RANK_BANDS), np.nan)
    np.divide(judged_results, all_results, out=share, where=all_results > 0)
    return share
