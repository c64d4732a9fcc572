"""The page of a task's pools: how good they were, who filled them, what would be without parts of them."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import known
from inexreport.report.naming import MetricColumn, RunName
from inexreport.report.pool_figures import (
    VARIANT_TITLES,
    GrowthFigure,
    RareFigure,
    VariantFigure,
    group_name,
    growth_figure,
    rare_figure,
    variant_figure,
)
from inexreport.report.relevant_only import task_note
from inexreport.statistics.assessment_variants import VariantComparison
from inexreport.statistics.leave_out import LeaveOut
from inexreport.statistics.pool_findings import PoolFindings, pool_findings
from inexreport.statistics.pool_quality import ALL_TOPICS, KINDS, PoolQuality

MANY_TOPICS = 40
"""With more topics the table topic by topic shows the pools of the campaign's own depth only."""


@dataclass(frozen=True, slots=True)
class PoolCells:
    """One pool; a value is None where it is undefined."""

    kind: str
    size: float
    precision: float | None
    recall: float | None
    unassessed: float


@dataclass(frozen=True, slots=True)
class PoolRow:
    """The three pools of one topic, or their means, at one depth; in the order of `KINDS`."""

    topic: str
    depth: str
    pools: tuple[PoolCells, ...]


@dataclass(frozen=True, slots=True)
class ContributionRow:
    """What a participant, or a run that nobody claims, brought into the pools."""

    participant: str
    label: str
    runs: int
    pooled: int
    relevant: int
    unique: int
    unique_relevant: int


@dataclass(frozen=True, slots=True)
class LeaveOutRow:
    """A run with and without what its own participant alone brought in."""

    name: RunName
    rank: int | None
    rank_without: int | None
    score: float | None
    score_without: float | None

    @property
    def difference(self) -> float | None:
        if self.score is None or self.score_without is None:
            return None
        return self.score_without - self.score


@dataclass(frozen=True, slots=True)
class VariantRow:
    """Rank correlation of a variant with the official ranking under each quantisation."""

    title: str
    coefficient: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class VariantSection:
    """All variants of the task's assessments."""

    quantisations: tuple[str, ...]
    runs: int
    rows: tuple[VariantRow, ...]
    figures: tuple[VariantFigure, ...]


@dataclass(frozen=True, slots=True)
class PoolingPage:
    """What the page of a task's pools shows.

    Attributes
    ----------
    items : str
        What pools consist of, ``elements`` or ``articles``.
    given_by : str
        ``file`` or ``flags``, where the campaign tells what the judges were given, else empty.
    given : int
        For how many topics it does.
    assessments_note : str
        What is to be known of the assessments; may be empty.
    means, by_topic : tuple of PoolRow
    variants : VariantSection or None
        None where the official metric knows no grades.
    """

    task: str
    official: MetricColumn
    runs: int
    topics: int
    items: str
    depth: int
    given_by: str
    given: int
    assessments_note: str
    means: tuple[PoolRow, ...]
    by_topic: tuple[PoolRow, ...]
    growth: GrowthFigure | None
    contributions: tuple[ContributionRow, ...]
    left_out: tuple[LeaveOutRow, ...]
    rare: RareFigure
    variants: VariantSection | None


def pooling_page(view: CampaignView, task: str) -> PoolingPage:
    """Gather what the page shows."""
    campaign = view.outcome.campaign
    outcome = next(one for one in view.outcome.tasks if one.task.name == task)
    findings = pool_findings(outcome, campaign)
    items = f"{findings.unit}s"
    return PoolingPage(
        task=task,
        official=view.official_column(task),
        runs=len(findings.groups),
        topics=findings.topics,
        items=items,
        depth=findings.depth,
        given_by=("file" if campaign.pools else "flags") if findings.given else "",
        given=findings.given,
        assessments_note=task_note(outcome, campaign),
        means=_pool_rows([one for one in findings.qualities if one.topic == ALL_TOPICS]),
        by_topic=_pool_rows(_shown_topics(findings)),
        growth=growth_figure(view, task, findings, items),
        contributions=_contributions(view, task, findings),
        left_out=_left_out(view, task, findings.left_out),
        rare=rare_figure(view.standings[task], view.names, findings),
        variants=_variants(view, task, findings.variants),
    )


def _shown_topics(findings: PoolFindings) -> list[PoolQuality]:
    few = findings.topics <= MANY_TOPICS
    return [
        one
        for one in findings.qualities
        if one.topic != ALL_TOPICS and (few or one.depth == findings.own_depth)
    ]


def _pool_rows(qualities: list[PoolQuality]) -> tuple[PoolRow, ...]:
    by_row: dict[tuple[str, str], dict[str, PoolCells]] = {}
    for one in qualities:
        cells = PoolCells(one.kind, one.size, known(one.precision), known(one.recall), one.unassessed)
        by_row.setdefault((one.topic, one.depth), {})[one.kind] = cells
    return tuple(
        PoolRow(topic, depth, tuple(cells[kind] for kind in KINDS))
        # A stable sort: what was given comes after all depths.
        for (topic, depth), cells in sorted(by_row.items(), key=lambda row: row[0][0])
    )


def _contributions(view: CampaignView, task: str, findings: PoolFindings) -> tuple[ContributionRow, ...]:
    found = findings.contributions
    rows = [
        ContributionRow(
            participant=one.group if one.group in findings.participants else "",
            label=group_name(view, task, one.group),
            runs=findings.groups.count(one.group),
            pooled=one.pooled,
            relevant=one.relevant,
            unique=one.unique,
            unique_relevant=one.unique_relevant,
        )
        for one in found.rows
        if not one.run
    ]
    return tuple(sorted(rows, key=lambda row: (-row.unique_relevant, -row.relevant, row.label)))


def _left_out(view: CampaignView, task: str, found: LeaveOut) -> tuple[LeaveOutRow, ...]:
    return tuple(
        LeaveOutRow(
            name=view.names[task, run],
            rank=int(found.rank[row]) or None,
            rank_without=int(found.rank_without[row]) or None,
            score=known(found.score[row]),
            score_without=known(found.score_without[row]),
        )
        for row, run in enumerate(found.runs)
    )


def _variants(
    view: CampaignView, task: str, compared: tuple[VariantComparison, ...]
) -> VariantSection | None:
    if not compared:
        return None
    official = view.standings[task].task.official
    by_variant: dict[str, list[VariantComparison]] = {}
    for one in compared:
        by_variant.setdefault(one.variant, []).append(one)
    return VariantSection(
        quantisations=tuple(dict.fromkeys(one.quant for one in compared)),
        runs=max(len(one.runs) for one in compared),
        rows=tuple(
            VariantRow(VARIANT_TITLES[variant], name, tuple(known(getattr(one, name)) for one in of_variant))
            for variant, of_variant in by_variant.items()
            for name in ("spearman", "kendall")
        ),
        figures=tuple(variant_figure(one, task, view.names) for one in compared if one.metric == official),
    )
