"""The ranking of a task's runs without the documents that nobody judged."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.rank_correlation import kendall_of_scored
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import UNRANKED, Floats, Integers, competition_ranks


@dataclass(frozen=True, eq=False)
class CondensedRanking:
    """Official scores of runs with and without unjudged documents.

    Attributes
    ----------
    runs : tuple of str
        Best official score first.
    score, score_condensed : float64 array, shape (runs,)
        NaN where undefined.
    rank, rank_condensed : int64 array, shape (runs,)
        Competition ranks; `UNRANKED` without one. A run without an official rank has no condensed one.
    judged : float64 array, shape (runs,)
        Share of judged documents down to `depth`.
    depth : int
        See `inexreport.model.outcome.UnjudgedDocuments`.

    References
    ----------
    Sakai, Alternatives to Bpref (2007).
    """

    runs: tuple[str, ...]
    score: Floats
    score_condensed: Floats
    rank: Integers
    rank_condensed: Integers
    judged: Floats
    depth: int

    @property
    def tau(self) -> float:
        """Kendall's tau-b of both rankings; NaN where undefined."""
        ranked = self.rank != UNRANKED
        return kendall_of_scored(self.score[ranked], self.score_condensed[ranked])

    @property
    def changes(self) -> Integers:
        """By how many ranks each run is lower without unjudged documents, 0 for a run without both ranks."""
        return np.where(self.rank_condensed != UNRANKED, self.rank_condensed - self.rank, 0)


def condensed_ranking(outcome: TaskOutcome) -> CondensedRanking | None:
    """Rank the runs of a task without unjudged documents; None unless documents were judged."""
    standings = task_standings(outcome)
    unjudged = [run.unjudged for run in standings.runs if run.unjudged is not None]
    if not unjudged:
        return None
    condensed = np.array([one.condensed for one in unjudged])
    rank = standings.ranks[:, standings.official]
    return CondensedRanking(
        runs=tuple(run.submission.name for run in standings.runs),
        score=standings.means[:, standings.official],
        score_condensed=condensed,
        rank=rank,
        rank_condensed=competition_ranks(np.where(rank == UNRANKED, np.nan, condensed)),
        judged=np.array([one.judged for one in unjudged]),
        depth=unjudged[0].depth,
    )
