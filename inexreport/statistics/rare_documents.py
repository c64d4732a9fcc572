"""Which runs find articles that hardly any other run finds (Woodley and Geva 2005, section 3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.model.score_numbers import ratios
from inexreport.statistics.pooled_results import PooledResults, among
from inexreport.statistics.pools import Rankings
from inexreport.statistics.summary import Floats, Integers

DEPTH = 100
"""Results considered per run."""

MOST_RUNS = 5
"""An article that more runs return is not rare, however many runs there are."""


@dataclass(frozen=True, eq=False)
class RareDocuments:
    """Rare articles by run, summed over assessed topics.

    Attributes
    ----------
    runs : tuple of str
    most : int
        An article is rare if at most this many runs return it.
    rare, rare_relevant : int64 array, shape (runs,)
        Rare articles, and relevant rare articles, among the run's first results.
    all_relevant : int
        Relevant rare articles of all runs, each counted once per topic.
    """

    runs: tuple[str, ...]
    most: int
    rare: Integers
    rare_relevant: Integers
    all_relevant: int

    @property
    def percent(self) -> Floats:
        """Relevant share of each run's rare articles in percent; NaN without rare articles."""
        return ratios(100.0 * self.rare_relevant, self.rare)

    @property
    def share_of_all_relevant(self) -> Floats:
        """Share of all relevant rare articles that each run returns, in percent; NaN without any."""
        return ratios(100.0 * self.rare_relevant, self.all_relevant)


def most_runs(evaluated: int) -> int:
    """A tenth of the evaluated runs, from 1 to `MOST_RUNS`."""
    return min(MOST_RUNS, max(1, evaluated // 10))


def rare_documents(results: PooledResults) -> RareDocuments:
    """Count the rare articles of every run."""
    runs = len(results.runs)
    rare, relevant = np.zeros(runs, dtype=np.int64), np.zeros(runs, dtype=np.int64)
    all_relevant, most = 0, most_runs(runs)
    for topic in results.topics:
        first = Rankings([articles[:DEPTH].astype(np.int64) for articles in topic.articles])
        run, article = first.ranking[first.is_first], first.number[first.is_first]
        is_rare = np.bincount(article, minlength=len(first.items)) <= most
        is_rare_relevant = is_rare & among(first.items, topic.relevant_articles)
        all_relevant += int(np.count_nonzero(is_rare_relevant))
        rare += np.bincount(run[is_rare[article]], minlength=runs)
        relevant += np.bincount(run[is_rare_relevant[article]], minlength=runs)
    return RareDocuments(
        tuple(run.submission.name for run in results.runs), most, rare, relevant, all_relevant
    )
