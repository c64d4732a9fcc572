"""The page of metric reliability: whether metrics order simulated runs as users would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from inexreport.model.outcome import Curve
from inexreport.report.campaign_view import CampaignView
from inexreport.report.curves import CurveFigure, CurveLine, axis_names
from inexreport.report.figure import Figure, decimals, known
from inexreport.report.naming import MetricColumn, metric_columns
from inexreport.statistics.reliability import (
    EXPECTED_ORDER,
    Reliability,
    SimulatedScore,
    beats_all,
    campaign_reliability,
    order_violations,
)
from inexreport.statistics.simulated_runs import SIMULATED_RUNS

EXPECTED = "expected order"
"""What stands for a metric on the side of the expected order."""


@dataclass(frozen=True, slots=True)
class SimulatedRun:
    """A simulated run: what it returns, its place in the expected order and its overlap in percent."""

    name: str
    meaning: str
    expected: int
    overlap: float | None


@dataclass(frozen=True, slots=True)
class SimulatedCell:
    """Score and rank of a simulated run."""

    score: float
    rank: int


@dataclass(frozen=True, slots=True)
class ReliabilityRow:
    """A metric with its scores of the six runs.

    Attributes
    ----------
    cells : tuple of SimulatedCell or None
        In the order of publication.
    ideal_first : bool
        Whether no run scores higher than the ideal one.
    in_order : int
        How many of the `pairs` of runs it orders as their overlap lets expect.
    """

    metric: MetricColumn
    quantisation: str
    topics: int
    cells: tuple[SimulatedCell | None, ...]
    ideal_first: bool
    in_order: int
    pairs: int


@dataclass(frozen=True, slots=True)
class BumpFigure:
    """Ranks of the six runs: by the expected order, then by each metric; None where there is no score."""

    figure: Figure
    columns: tuple[str, ...]
    chosen: int
    runs: tuple[tuple[str, tuple[int | None, ...]], ...]


@dataclass(frozen=True, slots=True)
class ReliabilityPage:
    """What the page of metric reliability shows; without rows where no elements are judged."""

    task: str
    runs: tuple[SimulatedRun, ...]
    rows: tuple[ReliabilityRow, ...]
    bump: BumpFigure | None
    curves: tuple[CurveFigure, ...]

    @property
    def expected_runs(self) -> tuple[SimulatedRun, ...]:
        return tuple(sorted(self.runs, key=lambda run: run.expected))


def reliability_page(view: CampaignView) -> ReliabilityPage:
    """Gather the six simulated runs under every metric about judged elements."""
    found = campaign_reliability(view.outcome)
    if found is None or not found.scores:
        return ReliabilityPage("", (), (), None, ())
    rows = _rows(view, found)
    chosen = _chosen(view, found.task, rows)
    return ReliabilityPage(
        task=found.task,
        runs=_runs(found, rows[chosen].metric.identifier),
        rows=rows,
        bump=_bump(rows, chosen),
        curves=tuple(_curves(view, name, runs) for name, runs in found.curves.items()),
    )


def _rows(view: CampaignView, found: Reliability) -> tuple[ReliabilityRow, ...]:
    by_metric: dict[str, dict[str, SimulatedScore]] = {}
    for score in found.scores:
        by_metric.setdefault(score.metric, {})[score.run] = score
    columns = metric_columns(tuple(by_metric), view.metrics)
    return tuple(_row(column, by_metric[column.identifier]) for column in columns)


def _row(column: MetricColumn, scores: Mapping[str, SimulatedScore]) -> ReliabilityRow:
    values = {run: score.score for run, score in scores.items()}
    pairs = len(list(combinations(values, 2)))
    first = next(iter(scores.values()))
    return ReliabilityRow(
        metric=column,
        quantisation=first.quantisation,
        topics=first.topics,
        cells=tuple(
            SimulatedCell(scores[run].score, scores[run].rank) if run in scores else None
            for run in SIMULATED_RUNS
        ),
        ideal_first="irb" in values and beats_all(values),
        in_order=pairs - len(order_violations(values)),
        pairs=pairs,
    )


def _chosen(view: CampaignView, task: str, rows: Sequence[ReliabilityRow]) -> int:
    """The task's official metric, if it is about elements, else the first one."""
    official = view.outcome.campaign.tasks[task].official
    return next((i for i, row in enumerate(rows) if row.metric.identifier == official), 0)


def _runs(found: Reliability, metric: str) -> tuple[SimulatedRun, ...]:
    overlap = {score.run: score.overlap for score in found.scores if score.metric == metric}
    return tuple(
        SimulatedRun(
            run, meaning, EXPECTED_ORDER.index(run) + 1, known(overlap[run]) if run in overlap else None
        )
        for run, meaning in SIMULATED_RUNS.items()
    )


def _bump(rows: Sequence[ReliabilityRow], chosen: int) -> BumpFigure:
    row = rows[chosen]
    first = [run for run, cell in zip(SIMULATED_RUNS, row.cells, strict=True) if cell and cell.rank == 1]
    ideal = row.cells[list(SIMULATED_RUNS).index("irb")]
    said = f"By {row.metric.identifier} first is {' and '.join(first)}"
    if ideal is not None:
        said += f"; the ideal run irb has rank {ideal.rank} with {decimals(ideal.score)}"
    said += f". {row.in_order} of {row.pairs} pairs of runs are ordered as expected by their overlap"
    reliable = sum(one.ideal_first for one in rows)
    said += f"; no run beats the ideal one by {reliable} of {len(rows)} metrics."
    return BumpFigure(
        figure=Figure(
            title="From the expected order to a metric’s",
            basis=(
                f"Ranks of the six simulated runs, 1 is best, mean over {row.topics} topics;"
                " equal scores share a rank"
            ),
            source="reliability.csv",
            summary=said,
        ),
        columns=(EXPECTED, *(one.metric.identifier for one in rows)),
        chosen=chosen + 1,
        runs=tuple(
            (
                run,
                (
                    EXPECTED_ORDER.index(run) + 1,
                    *(cell.rank if (cell := one.cells[place]) else None for one in rows),
                ),
            )
            for place, run in enumerate(SIMULATED_RUNS)
        ),
    )


def _curves(view: CampaignView, name: str, runs: Mapping[str, Curve]) -> CurveFigure:
    x_name, y_name = axis_names(name, view.curve_axes)
    lines = tuple(
        CurveLine(
            run,
            None,
            tuple(round(float(x), 4) for x in runs[run].x),
            tuple(round(float(y), 4) for y in runs[run].y),
        )
        for run in SIMULATED_RUNS
        if run in runs
    )
    ends = "; ".join(
        f"{line.label} goes from {decimals(line.y[0])} at {line.x[0]:g}"
        f" to {decimals(line.y[-1])} at {line.x[-1]:g}"
        for line in lines
    )
    return CurveFigure(
        figure=Figure(
            title=f"{y_name} by {x_name[:1].lower()}{x_name[1:]}, the six simulated runs",
            basis=f"{name}, mean over topics",
            source="reliability_curves.csv",
            summary=f"{ends}.",
        ),
        name=name,
        by_rank=x_name == "Rank",
        x_name=x_name,
        y_name=y_name,
        lines=lines,
    )
