"""The pools of a task: what they are made of, and who fills them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from inexreport.model.campaign import Campaign
from inexreport.model.outcome import TaskOutcome
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import decimals
from inexreport.report.naming import participant_name
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.pool_kinds import GIVEN
from inexreport.statistics.pooled_results import PooledResults, PoolUnit

STUDIED_DEPTHS = (50, 100)
"""Depths of the system pool that are studied in addition to the campaign's own."""


@dataclass(frozen=True)
class Pools:
    """Facts about a task's pools that no table has.

    Attributes
    ----------
    groups, participants : str
        Of the evaluated runs, see `group_of`; "" stands for runs without participant.
    contributing : tuple of str
        The group of each run that contributed to the pools.
    topics, topics_with_relevant, given : int
        Number of assessed topics, of those with relevant items, and of those for which it is known what the
        judge was given.
    """

    unit: PoolUnit
    depth: int
    unranked_share: bool
    groups: tuple[str, ...]
    participants: frozenset[str]
    topics: int
    topics_with_relevant: int
    given: int
    contributing: tuple[str, ...]

    @property
    def items(self) -> str:
        """What pools consist of, in the plural."""
        return f"{self.unit}s"

    @property
    def own_depth(self) -> str:
        """Name of the campaign's own pools in the table ``pooling``: `GIVEN` if known, else the depth."""
        return GIVEN if self.given else str(self.depth)

    @property
    def noun(self) -> str:
        """What contributions are counted by: a run without a participant is a group by itself."""
        known = [group in self.participants for group in self.groups]
        return "participant" if all(known) else "group" if any(known) else "run"

    @property
    def contributors(self) -> str:
        """Whose contributions are counted."""
        if "" not in self.participants:
            return "each participant’s runs"
        known = any(self.participants)
        return "each participant’s runs, or each run without one" if known else "each run"


def studied_depths(outcome: TaskOutcome) -> list[int]:
    """Return the depths of the system pools that are studied."""
    return sorted({*STUDIED_DEPTHS, outcome.task.pool_depth})


def pooled_results(outcome: TaskOutcome, campaign: Campaign) -> PooledResults:
    """Return the first results of a task's runs, down to the greatest studied depth."""
    return PooledResults(outcome, campaign, max(studied_depths(outcome)))


shared_results = lru_cache(maxsize=1)(pooled_results)
"""The same for all tables of one task; they need much memory, so who has computed the tables clears them."""


@once_per_outcome
def pools_of_task(outcome: TaskOutcome, campaign: Campaign) -> Pools:
    """Return the facts about the pools of a task whose runs have their first results."""
    results = shared_results(outcome, campaign)
    contributing = np.flatnonzero(results.contributed).tolist()
    return Pools(
        unit=results.unit,
        depth=outcome.task.pool_depth,
        unranked_share=results.unranked_share,
        groups=results.groups,
        participants=frozenset(run.submission.participant for run in results.runs),
        topics=len(results.topics),
        topics_with_relevant=sum(len(topic.relevant) > 0 for topic in results.topics),
        given=sum(topic.given is not None for topic in results.topics),
        contributing=tuple(results.groups[row] for row in contributing),
    )


def share_found(recall: float) -> str:
    """Return the share of what is relevant that a pool contains; all of it need not be a finding.

    Examples
    --------
    >>> share_found(0.5), share_found(1.0)
    ('50.00%', '100.00% (by construction if this pool was judged)')
    """
    return "100.00% (by construction if this pool was judged)" if recall == 1 else decimals(100 * recall, "%")


def group_name(view: CampaignView, task: str, group: str) -> str:
    """Return the name of a group: its participant, or its run where the participant is not known."""
    if group.startswith("(") and (name := view.names.get((task, group[1:-1]))):
        return name.label
    return participant_name(view.outcome.campaign, group)
