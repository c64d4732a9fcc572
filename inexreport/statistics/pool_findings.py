"""What the pools of a task contain, and what its runs would score without parts of them."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.model.campaign import Campaign
from inexreport.model.outcome import TaskOutcome
from inexreport.model.task import Task
from inexreport.statistics.assessment_variants import VariantComparison, compare_variants
from inexreport.statistics.leave_out import LeaveOut, leave_out
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.pool_contributions import Contributions, pool_contributions
from inexreport.statistics.pool_growth import PoolGrowth, pool_growth
from inexreport.statistics.pool_quality import GIVEN, PoolQuality, pool_qualities
from inexreport.statistics.pooled_results import PooledResults, PoolUnit
from inexreport.statistics.rare_documents import RareDocuments, rare_documents

STUDIED_DEPTHS = (50, 100)
"""Depths of the system pool that are studied in addition to the campaign's own."""


@dataclass(frozen=True, eq=False)
class PoolFindings:
    """The pools of a task.

    Attributes
    ----------
    depth : int
        Of the campaign's own pool.
    groups : tuple of str
        The group of each evaluated run.
    participants : frozenset of str
        Of the evaluated runs; an empty one stands for runs that nobody claims.
    topics : int
        How many topics were assessed.
    given : int
        For how many of them the campaign tells what the judge was given.
    """

    depth: int
    unit: PoolUnit
    groups: tuple[str, ...]
    participants: frozenset[str]
    topics: int
    given: int
    qualities: tuple[PoolQuality, ...]
    growth: tuple[PoolGrowth, ...]
    contributions: Contributions
    rare: RareDocuments
    variants: tuple[VariantComparison, ...]
    left_out: LeaveOut

    @property
    def own_depth(self) -> str:
        """Of the campaign's own pools as `PoolQuality.depth` has it: as they were given, if that is known."""
        return GIVEN if self.given else str(self.depth)


def pooled_results(outcome: TaskOutcome, campaign: Campaign) -> PooledResults:
    """The first results of a task's runs, as deep as its pools are studied."""
    return PooledResults(outcome, campaign, max(_depths(outcome.task)))


@once_per_outcome
def pool_findings(outcome: TaskOutcome, campaign: Campaign) -> PoolFindings:
    """Study the pools of a task whose runs have their first results."""
    depth, results = outcome.task.pool_depth, pooled_results(outcome, campaign)
    return PoolFindings(
        depth=depth,
        unit=results.unit,
        groups=results.groups,
        participants=frozenset(run.submission.participant for run in results.runs),
        topics=len(results.topics),
        given=sum(topic.given is not None for topic in results.topics),
        qualities=pool_qualities(results, _depths(outcome.task)),
        growth=pool_growth(results, depth),
        contributions=pool_contributions(results, depth),
        rare=rare_documents(results),
        variants=compare_variants(outcome),
        left_out=leave_out(outcome),
    )


def _depths(task: Task) -> list[int]:
    return sorted({*STUDIED_DEPTHS, task.pool_depth})
