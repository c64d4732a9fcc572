"""What statistics finds out about the pools of a task, each part worked out when it is first asked for."""

from __future__ import annotations

from functools import cached_property
from weakref import WeakKeyDictionary

from inexreport.model.campaign import Campaign
from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.assessment_variants import VariantComparison, compare_variants
from inexreport.statistics.leave_out import LeaveOut, leave_out
from inexreport.statistics.pool_contributions import Contributions, pool_contributions
from inexreport.statistics.pool_growth import PoolGrowth, pool_growth
from inexreport.statistics.pool_quality import PoolQuality, pool_qualities
from inexreport.statistics.pooled_results import PooledResults
from inexreport.statistics.rare_documents import RareDocuments, rare_documents

STUDIED_DEPTHS = (50, 100)
"""Depths of the system pool that are studied beside the campaign's own."""


class PoolFindings:
    """The pools of a task, what went into them, and what would be without parts of them."""

    def __init__(self, outcome: TaskOutcome, campaign: Campaign) -> None:
        self._outcome = outcome
        self.depth = outcome.task.pool_depth
        self.results = PooledResults(outcome, campaign)

    @cached_property
    def qualities(self) -> tuple[PoolQuality, ...]:
        depths = sorted({*STUDIED_DEPTHS, self.depth})
        return pool_qualities(self.results, depths, self.depth)

    @cached_property
    def growth(self) -> tuple[PoolGrowth, ...]:
        return pool_growth(self.results, self.depth)

    @cached_property
    def contributions(self) -> Contributions:
        return pool_contributions(self.results, self.depth)

    @cached_property
    def rare(self) -> RareDocuments:
        return rare_documents(self.results)

    @cached_property
    def variants(self) -> tuple[VariantComparison, ...]:
        return compare_variants(self._outcome)

    @cached_property
    def left_out(self) -> LeaveOut:
        return leave_out(self._outcome)


_known: WeakKeyDictionary[TaskOutcome, PoolFindings] = WeakKeyDictionary()


def pool_findings(outcome: TaskOutcome, campaign: Campaign) -> PoolFindings:
    """The findings of a task: for the same outcome the same ones, so that tables and pages share the work."""
    findings = _known.get(outcome)
    if findings is None:
        findings = _known[outcome] = PoolFindings(outcome, campaign)
    return findings
