"""Keeps the first results of a run, for pools."""

from __future__ import annotations

import numpy as np

from inexreport.judging.located_run import LocatedRun
from inexreport.model.run import ABSENT
from inexreport.model.top_results import ResultNames, TopResults


def top_results(run: LocatedRun, depth: int) -> TopResults:
    """The first results of every topic, as submitted: repeated and unknown ones keep their places.

    Parameters
    ----------
    run : LocatedRun
        Not yet cut by rules.
    depth : int
        Results per topic.
    """
    names = ResultNames()
    articles, paths = [], []
    for ranking in run:
        article, path = ranking.article[:depth], ranking.path[:depth]
        articles.append(names.articles.numbers(ranking.article_names[i] for i in article.tolist()))
        known = path != ABSENT
        numbers = np.full(len(path), ABSENT, dtype=np.int32)
        numbers[known] = names.paths.numbers(ranking.path_names[i] for i in path[known].tolist())
        paths.append(numbers)
    return TopResults(
        names=names,
        topics=tuple(ranking.topic for ranking in run),
        start=np.cumsum([0, *(len(one) for one in articles)]),
        article=np.concatenate([np.zeros(0, dtype=np.int32), *articles]),
        path=np.concatenate([np.zeros(0, dtype=np.int32), *paths]),
    )
