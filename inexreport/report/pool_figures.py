"""Pictures of pools: how they grow, who finds what is rare, and what other assessments would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, correlation, counted, counted_topics, decimals, known
from inexreport.report.naming import RunName, participant_name
from inexreport.statistics.assessment_variants import (
    BINARY,
    WITHOUT_OUT_OF_POOL,
    VariantComparison,
)
from inexreport.statistics.pool_findings import PoolFindings
from inexreport.statistics.pool_growth import PoolGrowth
from inexreport.statistics.rare_documents import DEPTH
from inexreport.statistics.standings import Standings
from inexreport.statistics.summary import UNRANKED

TOLD_APART = 9
"""Participants whose lines have a colour, beside that of all runs."""

VARIANT_TITLES = {
    WITHOUT_OUT_OF_POOL: "Without results outside the pool",
    BINARY: "Binary instead of graded",
}

Names = Mapping[tuple[str, str], RunName]


@dataclass(frozen=True, slots=True)
class GrowthLine:
    """Share of the relevant items found, by depth."""

    label: str
    depths: tuple[int, ...]
    recall: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class GrowthRow:
    """The pool of all runs at one depth, and what the last step brought; means over topics."""

    depth: int
    size: float
    relevant: float
    recall: float | None
    new: float
    new_relevant: float


@dataclass(frozen=True, slots=True)
class GrowthFigure:
    """All runs together first, then participants by what they find; `background` are the others."""

    figure: Figure
    lines: tuple[GrowthLine, ...]
    background: tuple[GrowthLine, ...]
    rows: tuple[GrowthRow, ...]


@dataclass(frozen=True, slots=True)
class RareRow:
    """A run's rare articles; `percent` is None where it has none."""

    rank: int | None
    name: RunName
    rare: int
    relevant: int
    percent: float | None
    share_of_all: float | None


@dataclass(frozen=True, slots=True)
class RareFigure:
    """Runs by official rank; an article is rare if at most `most` of them have it."""

    figure: Figure
    most: int
    rows: tuple[RareRow, ...]


@dataclass(frozen=True, slots=True)
class VariantPoint:
    """A run's score by the official assessments and by a variant."""

    name: RunName
    official: float
    changed: float


@dataclass(frozen=True, slots=True)
class VariantFigure:
    """A point per run, official score across, that by a variant up."""

    figure: Figure
    metric: str
    points: tuple[VariantPoint, ...]


def growth_figure(view: CampaignView, task: str, findings: PoolFindings, items: str) -> GrowthFigure | None:
    """How the share of relevant items grows with depth; None without any relevant item or run."""
    drawn = [one for one in findings.growth if known(float(one.recall[-1])) is not None]
    if not drawn:
        return None
    whole, groups = drawn[0], sorted(drawn[1:], key=lambda one: (-one.recall[-1], one.group))
    lines = [_line(view, task, one) for one in groups]
    rows = _growth_rows(whole)
    half = next(row for row in rows if (row.recall or 0) >= whole.recall[-1] / 2)
    last = rows[-1]
    return GrowthFigure(
        figure=Figure(
            title="How the pool grows with its depth",
            basis=f"Share of the relevant {items} in a pool of so many results of each run, mean over "
            f"{counted(findings.topics, 'assessed topic')} with any",
            source="pool_growth.csv",
            summary=f"All runs together find {decimals(100 * whole.recall[-1], '%')} of the relevant {items} "
            f"down to rank {last.depth}, half of that already at {half.depth}; the last step, from rank "
            f"{rows[-2].depth if len(rows) > 1 else 0}, brought {last.new:.1f} new {items} a topic, "
            f"{last.new_relevant:.1f} of them relevant."
            + (
                f" Alone, {lines[0].label} finds most: {decimals(100 * lines[0].recall[-1], '%')}."
                if lines
                else ""
            ),
        ),
        lines=(_line(view, task, whole), *lines[:TOLD_APART]),
        background=tuple(lines[TOLD_APART:]),
        rows=rows,
    )


def group_name(view: CampaignView, task: str, group: str) -> str:
    """What a group is called: its participant, or the run that nobody claims."""
    if group.startswith("(") and (name := view.names.get((task, group[1:-1]))):
        return name.label
    return participant_name(view.outcome.campaign, group)


def _line(view: CampaignView, task: str, growth: PoolGrowth) -> GrowthLine:
    label = group_name(view, task, growth.group) if growth.group else "All runs"
    return GrowthLine(label, growth.depths, tuple(growth.recall.tolist()))


def _growth_rows(growth: PoolGrowth) -> tuple[GrowthRow, ...]:
    rows: list[GrowthRow] = []
    for depth, size, relevant, recall in zip(
        growth.depths, growth.size.tolist(), growth.relevant.tolist(), growth.recall.tolist(), strict=True
    ):
        before = rows[-1] if rows else None
        rows.append(
            GrowthRow(
                depth,
                size,
                relevant,
                known(recall),
                new=size - (before.size if before else 0),
                new_relevant=relevant - (before.relevant if before else 0),
            )
        )
    return tuple(rows)


def rare_figure(standings: Standings, names: Names, findings: PoolFindings) -> RareFigure:
    """Relevant share of each run's rare articles, by official rank."""
    found = findings.rare
    place = {run: row for row, run in enumerate(found.runs)}
    percent, shares = found.percent, found.share_of_all_relevant
    ranks = standings.ranks[:, standings.official].tolist()
    rows = tuple(
        RareRow(
            rank=None if rank == UNRANKED else rank,
            name=names[standings.task.name, run.submission.name],
            rare=int(found.rare[row]),
            relevant=int(found.rare_relevant[row]),
            percent=known(float(percent[row])),
            share_of_all=known(float(shares[row])),
        )
        for run, rank in zip(standings.runs, ranks, strict=True)
        for row in (place[run.submission.name],)
    )
    return RareFigure(
        Figure(
            title="Who finds what hardly anybody else finds",
            basis=f"Relevant share, in percent, of the articles that {rare_in(found.most)}; runs by official "
            f"rank, {counted_topics([findings.topics])} together",
            source="rare_documents.csv",
            summary=_rare_summary(rows),
        ),
        found.most,
        rows,
    )


def rare_in(most: int) -> str:
    """What makes an article rare.

    Examples
    --------
    >>> rare_in(1), rare_in(2)
    ('only one run has among its first 100 results', 'at most 2 runs have among their first 100 results')
    """
    if most == 1:
        return f"only one run has among its first {DEPTH} results"
    return f"at most {most} runs have among their first {DEPTH} results"


def _rare_summary(rows: Sequence[RareRow]) -> str:
    shares = [(row.percent, row.name.label) for row in rows if row.percent is not None]
    if not shares:
        return "No run has a rare article."
    if len(shares) == 1:
        return f"Only {shares[0][1]} has rare articles: {decimals(shares[0][0], '%')} of them are relevant."
    highest, lowest = max(shares, key=lambda one: one[0]), min(shares, key=lambda one: one[0])
    return (
        f"Highest for {highest[1]} ({decimals(highest[0], '%')}), lowest for {lowest[1]} "
        f"({decimals(lowest[0], '%')}). The first in rank has {decimals(shares[0][0], '%')}, the last "
        f"{decimals(shares[-1][0], '%')}."
    )


def variant_figure(compared: VariantComparison, task: str, names: Names) -> VariantFigure:
    """Official score against that of a variant, a point per run."""
    points = tuple(
        VariantPoint(names[task, run], float(official), float(changed))
        for run, official, changed in zip(compared.runs, compared.official, compared.changed, strict=True)
    )
    rho, tau = known(compared.spearman), known(compared.kendall)
    if rho is None or tau is None:
        said = f"{len(points)} runs; no rank correlation is defined."
    else:
        said = f"{len(points)} runs; Spearman’s rho {correlation(rho)}, Kendall’s tau {correlation(tau)}."
    if points:
        far = max(points, key=lambda one: (abs(one.changed - one.official), one.name.run))
        said += (
            f" Farthest from the line is {far.name.label}: {decimals(far.official)} and "
            f"{decimals(far.changed)}."
        )
    return VariantFigure(
        Figure(
            title=VARIANT_TITLES[compared.variant],
            basis=f"{compared.metric} by the official assessments, across, and by the variant, up; on the "
            "line they are the same",
            source="variant_scores.csv",
            summary=said,
        ),
        compared.metric,
        points,
    )
