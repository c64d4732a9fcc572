"""What the pages of a topic and of a run say about pools."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import known
from inexreport.report.pool_figures import rare_in
from inexreport.statistics.pool_findings import PoolFindings, pool_findings
from inexreport.statistics.pool_quality import GIVEN, SYSTEM, PoolQuality


@dataclass(frozen=True, slots=True)
class TopicPool:
    """The system pool of a topic in one task: as it was given, else at the depth of the campaign's pools."""

    task: str
    items: str
    depth: str
    size: int
    precision: float | None
    recall: float | None
    unassessed: int


@dataclass(frozen=True, slots=True)
class RunPart:
    """What a run brought into the pools of its task, and its rare articles; all topics together.

    Attributes
    ----------
    unique, unique_relevant : int
        What no run of another participant brought in.
    rare, rare_relevant : int
        Articles that few runs have among their first results.
    rare_in : str
        How few.
    """

    items: str
    depth: int
    pooled: int
    relevant: int
    unique: int
    unique_relevant: int
    rare: int
    rare_relevant: int
    rare_percent: float | None
    rare_in: str


def topic_pools(view: CampaignView, topic: str) -> tuple[TopicPool, ...]:
    """The pools of a topic, task by task; none where it was not assessed."""
    return tuple(
        TopicPool(
            task=task,
            items=f"{findings.unit}s",
            depth=one.depth,
            size=int(one.size),
            precision=known(one.precision),
            recall=known(one.recall),
            unassessed=int(one.unassessed),
        )
        for task, findings in _findings(view)
        for one in _own_pools(findings, topic)[-1:]
    )


def _own_pools(findings: PoolFindings, topic: str) -> list[PoolQuality]:
    """The system pool of a topic at the depth of the campaign's pools, and as it was given if known."""
    shown = (str(findings.depth), GIVEN)
    return [
        one for one in findings.qualities if (one.topic, one.kind) == (topic, SYSTEM) and one.depth in shown
    ]


def run_part(view: CampaignView, task: str, run: str) -> RunPart | None:
    """What a run contributed; None where it was not evaluated or nothing is assessed."""
    findings = next(found for name, found in _findings(view) if name == task)
    rare = findings.rare
    if run not in rare.runs or not findings.topics:
        return None
    row = rare.runs.index(run)
    brought = next(one for one in findings.contributions.rows if one.run == run)
    return RunPart(
        items=f"{findings.unit}s",
        depth=findings.depth,
        pooled=brought.pooled,
        relevant=brought.relevant,
        unique=brought.unique,
        unique_relevant=brought.unique_relevant,
        rare=int(rare.rare[row]),
        rare_relevant=int(rare.rare_relevant[row]),
        rare_percent=known(float(rare.percent[row])),
        rare_in=rare_in(rare.most),
    )


def _findings(view: CampaignView) -> list[tuple[str, PoolFindings]]:
    return [(task.task.name, pool_findings(task, view.outcome.campaign)) for task in view.outcome.tasks]
