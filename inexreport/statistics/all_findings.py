"""All that statistics has found out about a campaign and its tasks, to travel with them."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.model.campaign import Campaign
from inexreport.model.outcome import CampaignOutcome, TaskOutcome
from inexreport.statistics.findings import TaskFindings, keep_task_findings, task_findings
from inexreport.statistics.pool_findings import PoolFindings, keep_pool_findings, pool_findings
from inexreport.statistics.reliability import Reliability, keep_reliability, reliability


@dataclass(frozen=True, eq=False)
class TaskWithFindings:
    """A task and all that is found out about it."""

    outcome: TaskOutcome
    of_scores: TaskFindings
    of_pools: PoolFindings


def with_findings(outcome: TaskOutcome, campaign: Campaign) -> TaskWithFindings:
    """A task of a campaign with what is found out about it."""
    return TaskWithFindings(outcome, task_findings(outcome), pool_findings(outcome, campaign))


@dataclass(frozen=True, eq=False)
class AllFindings:
    """What is found out about a campaign.

    Attributes
    ----------
    reliability : Reliability or None
    tasks : tuple of TaskFindings
        In the order of the outcome's tasks.
    pools : tuple of PoolFindings
        In the same order.
    """

    reliability: Reliability | None
    tasks: tuple[TaskFindings, ...]
    pools: tuple[PoolFindings, ...]

    def keep_for(self, outcome: CampaignOutcome) -> None:
        """Let them be those of an outcome of which they were found out in another process."""
        keep_reliability(outcome.campaign, self.reliability)
        for task, of_scores, of_pools in zip(outcome.tasks, self.tasks, self.pools, strict=True):
            keep_task_findings(task, of_scores)
            keep_pool_findings(task, of_pools)


def all_findings(outcome: CampaignOutcome) -> AllFindings:
    """All that is found out about a campaign and its tasks."""
    campaign = outcome.campaign
    return AllFindings(
        reliability(campaign),
        tuple(task_findings(task) for task in outcome.tasks),
        tuple(pool_findings(task, campaign) for task in outcome.tasks),
    )
