"""A campaign ready for its runs: everything read but them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from inexreport.evaluation.task_plan import TaskPlan
from inexreport.metrics.metric import BoundMetric
from inexreport.model.campaign import Campaign
from inexreport.model.element_table import ElementTable
from inexreport.model.problem import Problem


@dataclass(frozen=True, eq=False)
class PreparedCampaign:
    """A campaign that runs can be evaluated in.

    Attributes
    ----------
    campaign : Campaign
        With metric identifiers in their published form.
    plans : mapping of str to TaskPlan
        By task name.
    elements : ElementTable or None
    problems : tuple of Problem
        Of the campaign's own files: warnings, and errors if runs can only be checked in it.
    """

    campaign: Campaign
    plans: Mapping[str, TaskPlan]
    elements: ElementTable | None
    problems: tuple[Problem, ...]

    @property
    def has_errors(self) -> bool:
        """Whether the campaign is refused, so that no run may be scored in it."""
        return any(problem.is_error for problem in self.problems)

    @cached_property
    def digest(self) -> str:
        """A checksum of all that outcomes are made from but runs: not of the directory's name, for one."""
        from inexreport.cache.records import digest_of  # which scores do without

        campaign = self.campaign
        parts = (
            campaign.protocol,
            campaign.topics,
            campaign.assessments,
            campaign.collection,
            [(plan.task, plan.settings, plan.assessments) for plan in self.plans.values()],
            self.elements,
        )
        return digest_of(parts)

    @cached_property
    def digest_of_texts(self) -> str:
        """A checksum of all that texts about outcomes are made from but runs."""
        from inexreport.cache.records import digest_of

        campaign = self.campaign
        names = (campaign.slug, campaign.title, campaign.year, campaign.citation, campaign.licence)
        return digest_of((self.digest, *names, campaign.participants, campaign.judges, campaign.pools))

    @property
    def metrics(self) -> dict[str, BoundMetric]:
        """Every metric of the campaign by its identifier."""
        return {bound.identifier: bound for plan in self.plans.values() for bound in plan.metrics}
