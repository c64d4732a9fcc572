"""The pools of a task, and what its runs would score under other assessments."""

from __future__ import annotations

import numpy as np

from inexreport.model.assessment import Judged
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import TaskOutcome
from inexreport.model.task import Task
from inexreport.statistics.assessment_comparisons import compare_variants
from inexreport.statistics.leave_out import leave_out
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.pool_comparisons import pool_comparisons
from inexreport.statistics.pool_contributions import pool_contributions
from inexreport.statistics.pool_growth import pool_growth
from inexreport.statistics.pool_quality import GIVEN
from inexreport.statistics.pooled_results import PooledResults
from inexreport.statistics.rare_documents import rare_documents
from inexreport.statistics.reusability import Reusability, reusability

STUDIED_DEPTHS = (50, 100)
"""Depths of the system pool that are studied in addition to the campaign's own."""


class PoolFindings:
    """Statistics of a task's pools.

    Parameters
    ----------
    outcome : TaskOutcome
        Whose runs have their first results.
    campaign : Campaign

    Attributes
    ----------
    depth : int
        Depth of the campaign's own pool.
    unit : PoolUnit
    unranked_share : bool
        See `PooledResults`.
    groups : tuple of str
        Group of each evaluated run.
    participants : frozenset of str
        Participants of the evaluated runs; "" for runs without participant.
    topics, topics_with_relevant, given : int
        Number of assessed topics, of those with relevant items, and of those for which it is known what the
        judge was given.
    contributing : int
        Number of the evaluated runs that contribute to pools.
    qualities, counted_depths, growth, contributions, rare, variants, left_out
        Results of `pool_comparisons` (two), `pool_growth`, `pool_contributions`, `rare_documents`,
        `compare_variants` and `leave_out`.
    reusability : Reusability or None
        None unless documents were judged and the campaign states the depth of its pool.
    """

    def __init__(self, outcome: TaskOutcome, campaign: Campaign) -> None:
        task, results = outcome.task, pooled_results(outcome, campaign)
        self.depth = task.pool_depth
        self.unit = results.unit
        self.unranked_share = results.unranked_share
        self.groups = results.groups
        self.participants = frozenset(run.submission.participant for run in results.runs)
        self.topics = len(results.topics)
        self.topics_with_relevant = sum(len(topic.relevant) > 0 for topic in results.topics)
        self.given = sum(topic.given is not None for topic in results.topics)
        self.qualities, self.counted_depths = pool_comparisons(results, _depths(task), task.metasearch_depths)
        self.growth = pool_growth(results, self.depth)
        self.contributions = pool_contributions(results, self.depth)
        self.rare = rare_documents(results)
        self.variants = compare_variants(outcome)
        self.left_out = leave_out(outcome)
        self.contributing = int(np.count_nonzero(results.contributed))
        self.reusability: Reusability | None = None
        if campaign.judged is Judged.DOCUMENTS and task.pool_depth_stated:
            of_groups = {results.groups[row] for row in np.flatnonzero(results.contributed).tolist()}
            rows = self.contributions.rows
            self.reusability = reusability(
                outcome, (one for one in rows if not one.run and one.group in of_groups), self.left_out
            )

    @property
    def own_depth(self) -> str:
        """`PoolQuality.depth` of the campaign's own pools: `GIVEN` if known, else the depth."""
        return GIVEN if self.given else str(self.depth)


def pooled_results(outcome: TaskOutcome, campaign: Campaign) -> PooledResults:
    """First results of a task's runs, down to the greatest studied depth."""
    return PooledResults(outcome, campaign, max(_depths(outcome.task)))


@once_per_outcome
def pool_findings(outcome: TaskOutcome, campaign: Campaign) -> PoolFindings:
    """Pool statistics of a task whose runs have their first results."""
    return PoolFindings(outcome, campaign)


def _depths(task: Task) -> list[int]:
    return sorted({*STUDIED_DEPTHS, task.pool_depth})
