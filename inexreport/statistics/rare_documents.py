"""Who finds what hardly anybody else finds (Woodley and Geva 2005, section 3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.statistics.pooled_results import PooledResults, among
from inexreport.statistics.rankings import Rankings
from inexreport.statistics.summary import Floats, Integers

DEPTH = 100
"""Results of each run that are looked at."""

FEW = 5
"""An article is rare if no more runs than these have it among those results."""


@dataclass(frozen=True, eq=False)
class RareDocuments:
    """Rare articles by run, all assessed topics together.

    Attributes
    ----------
    runs : tuple of str
    rare, rare_relevant : int64 array, shape (runs,)
        Rare articles among the run's first results, and the relevant ones of them.
    all_relevant : int
        Rare relevant articles that the runs found together, each counted once per topic.
    """

    runs: tuple[str, ...]
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


def rare_documents(results: PooledResults) -> RareDocuments:
    """Count the rare articles of every run."""
    rare = np.zeros(len(results.runs), dtype=np.int64)
    relevant = np.zeros(len(results.runs), dtype=np.int64)
    all_relevant = 0
    for topic in results.topics:
        first = Rankings([articles[:DEPTH].astype(np.int64) for articles in topic.articles])
        run, article = first.ranking[first.is_first], first.number[first.is_first]
        few = np.bincount(article, minlength=len(first.items)) <= FEW
        few_relevant = few & among(first.items, topic.relevant_articles)
        all_relevant += int(np.count_nonzero(few_relevant))
        rare += np.bincount(run[few[article]], minlength=len(rare))
        relevant += np.bincount(run[few_relevant[article]], minlength=len(rare))
    return RareDocuments(tuple(run.submission.name for run in results.runs), rare, relevant, all_relevant)
