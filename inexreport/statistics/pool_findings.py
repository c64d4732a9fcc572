"""What statistics finds out about the pools of a task, each part worked out when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from inexreport.model.campaign import Campaign
from inexreport.model.outcome import TaskOutcome
from inexreport.statistics.assessment_variants import VariantComparison, compare_variants
from inexreport.statistics.leave_out import LeaveOut, leave_out
from inexreport.statistics.once_per_task import Findings, OncePerTask
from inexreport.statistics.pool_contributions import Contributions, pool_contributions
from inexreport.statistics.pool_growth import PoolGrowth, pool_growth
from inexreport.statistics.pool_quality import GIVEN, PoolQuality, pool_qualities
from inexreport.statistics.pooled_results import PooledResults, PoolUnit
from inexreport.statistics.rare_documents import RareDocuments, rare_documents

STUDIED_DEPTHS = (50, 100)
"""Depths of the system pool that are studied beside the campaign's own."""


_OF_RESCORINGS = ("variants", "left_out")


class PoolFindings(Findings):
    """The pools of a task, what went into them, and what would be without parts of them."""

    def __init__(self, outcome: TaskOutcome, campaign: Campaign) -> None:
        self._outcome = outcome
        self._campaign = campaign
        self.depth = outcome.task.pool_depth

    @classmethod
    def known(cls, depth: int, found: Mapping[str, Any]) -> PoolFindings:
        """Findings of which all parts are known, which need neither results nor an outcome any more."""
        findings = cls.__new__(cls)
        findings.depth = depth
        findings.keep(found)
        return findings

    def of_rescored(self, outcome: TaskOutcome) -> PoolFindings:
        """The same of the same runs once they have been scored under other assessments too."""
        found = PoolFindings(outcome, self._campaign)
        found.keep({"_results": self.results, **self.but_for_rescorings()})
        return found

    def but_for_rescorings(self) -> dict[str, Any]:
        """All parts, found out now, that do not depend on what runs score under other assessments."""
        return {name: getattr(self, name) for name in self.parts() if name not in _OF_RESCORINGS}

    @property
    def results(self) -> PooledResults:
        """What all is made from; not to be had of an outcome without the first results of its runs."""
        return self._results

    @cached_property
    def _results(self) -> PooledResults:
        return PooledResults(self._outcome, self._campaign, max(self.depths))

    @property
    def depths(self) -> list[int]:
        """Those at which pools are studied."""
        return sorted({*STUDIED_DEPTHS, self.depth})

    @cached_property
    def unit(self) -> PoolUnit:
        return self.results.unit

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """The group of each evaluated run."""
        return self.results.groups

    @cached_property
    def participants(self) -> frozenset[str]:
        """Of the evaluated runs; an empty one stands for runs that nobody claims."""
        return frozenset(run.submission.participant for run in self.results.runs)

    @cached_property
    def topics(self) -> int:
        """How many topics were assessed."""
        return len(self.results.topics)

    @cached_property
    def given(self) -> int:
        """For how many of them the campaign tells what the judge was given."""
        return sum(topic.given is not None for topic in self.results.topics)

    @property
    def own_depth(self) -> str:
        """Of the campaign's own pools as `PoolQuality.depth` has it: as they were given, if that is known."""
        return GIVEN if self.given else str(self.depth)

    @cached_property
    def qualities(self) -> tuple[PoolQuality, ...]:
        return pool_qualities(self.results, self.depths)

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


_known = OncePerTask(PoolFindings)


def pool_findings(outcome: TaskOutcome, campaign: Campaign) -> PoolFindings:
    """The findings of a task: for the same outcome the same ones, so that tables and pages share the work."""
    return _known.of(outcome, campaign)


def without_results(outcome: TaskOutcome, found: Mapping[str, Any]) -> TaskOutcome:
    """A task without the first results of its runs, which are many, but with all that its pools tell.

    Parameters
    ----------
    outcome : TaskOutcome
    found : mapping of str to object
        All parts of `PoolFindings`.
    """
    light = replace(outcome, runs=tuple(replace(run, top_results=None) for run in outcome.runs))
    keep_pool_findings(light, PoolFindings.known(outcome.task.pool_depth, found))
    return light


def keep_pool_findings(outcome: TaskOutcome, findings: PoolFindings) -> None:
    """Let findings be those of an outcome."""
    _known.keep(outcome, findings)
