"""A campaign ready for its runs: everything read but them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from inexreport.cache import digest
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
        By task name; they follow from the campaign.
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
    def for_evaluation(self) -> PreparedCampaign:
        """The same without what only readers see, so that no score can depend on it."""
        campaign = replace(
            self.campaign,
            slug="",
            title="",
            year=0,
            citation="",
            licence="",
            about="",
            participants={},
            inputs=(),
            judges=(),
        )
        return PreparedCampaign(campaign, self.plans, self.elements, problems=())

    @cached_property
    def digest(self) -> str:
        """A checksum of everything: whatever is made from this, and the code, alone can be cached by it."""
        return digest(self.campaign, self.elements, self.problems)

    @property
    def metrics(self) -> dict[str, BoundMetric]:
        """Every metric of the campaign by its identifier."""
        return {bound.identifier: bound for plan in self.plans.values() for bound in plan.metrics}
