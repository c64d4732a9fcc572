"""Who finds what hardly anybody else finds (Woodley and Geva 2005, section 3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.statistics.pooled_results import PooledResults, among
from inexreport.statistics.rankings import Rankings
from inexreport.statistics.summary import Floats, Integers

DEPTH = 100
"""Results of each run that are looked at."""

MOST_RUNS = 5
"""However many runs there are, an article that more of them have is not rare."""


@dataclass(frozen=True, eq=False)
class RareDocuments:
    """Rare articles by run, all assessed topics together.

    Attributes
    ----------
    runs : tuple of str
    most : int
        How many runs at most have a rare article among their first results.
    rare, rare_relevant : int64 array, shape (runs,)
        Rare articles among the run's first results, and the relevant ones of them.
    all_relevant : int
        Rare relevant articles that the runs found together, each counted once per topic.
    """

    runs: tuple[str, ...]
    most: int
    rare: Integers
    rare_relevant: Integers
    all_relevant: int

    @property
    def percent(self) -> Floats:
        """Relevant share of each run's rare articles in percent; NaN where it has none."""
        share = np.full(len(self.runs), np.nan)
        np.divide(100.0 * self.rare_relevant, self.rare, out=share, where=self.rare > 0)
        return share

    @property
    def share_of_all_relevant(self) -> Floats:
        """Part of all rare relevant articles that each run has, in percent; NaN where there are none."""
        share = np.full(len(self.runs), np.nan)
        np.divide(100.0 * self.rare_relevant, self.all_relevant, out=share, where=self.all_relevant > 0)
        return share


def most_runs(evaluated: int) -> int:
    """How many runs at most have a rare article: a tenth of the evaluated ones, from 1 to `MOST_RUNS`."""
    return min(MOST_RUNS, max(1, evaluated // 10))


def rare_documents(results: PooledResults) -> RareDocuments:
    """Count the rare articles of every run."""
    rare = np.zeros(len(results.runs), dtype=np.int64)
    relevant = np.zeros(len(results.runs), dtype=np.int64)
    all_relevant = 0
    most = most_runs(len(results.runs))
    for topic in results.topics:
        first = Rankings([articles[:DEPTH].astype(np.int64) for articles in topic.articles])
        run, article = first.ranking[first.is_first], first.number[first.is_first]
        few = np.bincount(article, minlength=len(first.items)) <= most
        few_relevant = few & among(first.items, topic.relevant_articles)
        all_relevant += int(np.count_nonzero(few_relevant))
        rare += np.bincount(run[few[article]], minlength=len(rare))
        relevant += np.bincount(run[few_relevant[article]], minlength=len(rare))
    names = tuple(run.submission.name for run in results.runs)
    return RareDocuments(names, most, rare, relevant, all_relevant)
