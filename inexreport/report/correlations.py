"""The page of a task's metric correlations: which metrics rank the runs alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from inexreport.model.score_numbers import comparable
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, correlation, known
from inexreport.report.naming import MetricColumn, RunName
from inexreport.statistics.rank_correlation import MetricCorrelations
from inexreport.statistics.standings import Standings
from inexreport.statistics.summary import UNRANKED, Floats

FEWEST_RUNS = 3
"""Two runs are ranked either alike or the other way round, which says nothing of the metrics."""

NAMES = {"spearman": "Spearman’s ρ", "kendall": "Kendall’s τ-b", "tau_ap": "AP correlation τ-AP"}


@dataclass(frozen=True, slots=True)
class CorrelationMatrix:
    """The correlations by one coefficient, metrics that rank alike side by side.

    Attributes
    ----------
    name : str
        Of the coefficient.
    values : tuple of tuple of (float or None)
        A row for each metric; None where undefined.
    """

    name: str
    figure: Figure
    columns: tuple[MetricColumn, ...]
    values: tuple[tuple[float | None, ...], ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScatterRun:
    """A run with its score and rank by each compared metric; None where it has none."""

    name: RunName
    scores: tuple[float | None, ...]
    ranks: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class ScatterFigure:
    """Runs by their scores under two metrics, which the reader chooses.

    Attributes
    ----------
    columns : tuple of MetricColumn
        In the task's order; `CorrelationMatrix.places` are places here.
    across, up : int
        Which two are shown first.
    spearman, kendall : tuple of tuple of (float or None)
    """

    figure: Figure
    columns: tuple[MetricColumn, ...]
    across: int
    up: int
    runs: tuple[ScatterRun, ...]
    spearman: tuple[tuple[float | None, ...], ...]
    kendall: tuple[tuple[float | None, ...], ...]


@dataclass(frozen=True, slots=True)
class CorrelationsPage:
    """What the page shows; without matrices if there are too few runs or metrics."""

    task: str
    runs: int
    metrics: int
    fewest_runs: int
    matrices: tuple[CorrelationMatrix, ...]
    scatter: ScatterFigure | None


def correlations_page(view: CampaignView, task: str) -> CorrelationsPage:
    """Gather the correlations of a task's metrics."""
    found = view.findings(task).correlations
    runs = len(view.standings[task].runs)
    columns = tuple(view.columns[task][i] for i in found.columns)
    enough = runs >= FEWEST_RUNS and len(columns) > 1
    return CorrelationsPage(
        task=task,
        runs=runs,
        metrics=len(columns),
        fewest_runs=FEWEST_RUNS,
        matrices=tuple(_matrices(found, columns, runs)) if enough else (),
        scatter=_scatter(view, task, found, columns) if enough else None,
    )


def _matrices(
    found: MetricCorrelations, columns: tuple[MetricColumn, ...], runs: int
) -> Iterator[CorrelationMatrix]:
    for coefficient, name in NAMES.items():
        values = found.coefficients[coefficient][np.ix_(found.order, found.order)]
        ordered = tuple(columns[i] for i in found.order)
        yield CorrelationMatrix(
            name=name,
            figure=Figure(
                title=f"Do the metrics agree? {name}",
                basis=(
                    f"{name} of the rankings of {runs} evaluated runs by every two metrics, from −1 to 1,"
                    " by unrounded means; metrics that rank alike stand side by side"
                ),
                source="correlations.csv",
                summary=_extremes(values, ordered),
            ),
            columns=ordered,
            values=_cells(values),
            places=found.order,
        )


def _cells(values: Floats) -> tuple[tuple[float | None, ...], ...]:
    return tuple(tuple(known(value) for value in row) for row in values)


def _extremes(values: Floats, columns: tuple[MetricColumn, ...]) -> str:
    first, second = np.triu_indices(len(values), k=1)
    pairs = values[first, second]
    if np.isnan(pairs).all():
        return "No two metrics have a correlation: each gives all runs one score."

    def said(pair: int) -> str:
        labels = columns[first[pair]].label, columns[second[pair]].label
        return f"{labels[0]} and {labels[1]} ({correlation(float(pairs[pair]))})"

    highest, lowest = int(np.nanargmax(comparable(pairs))), int(np.nanargmin(comparable(pairs)))
    if highest == lowest:
        return f"{said(highest)}."
    middle = correlation(float(np.nanmedian(pairs)))
    return f"Most alike rank {said(highest)}, least {said(lowest)}; half of all pairs reach {middle}."


def _scatter(
    view: CampaignView, task: str, found: MetricCorrelations, columns: tuple[MetricColumn, ...]
) -> ScatterFigure:
    standings = view.standings[task]
    official = columns.index(view.official_column(task)) if view.official_column(task) in columns else 0
    tau = found.coefficients["kendall"]
    others = [i for i in range(len(columns)) if i != official]
    least = min(others, key=lambda i: (np.nan_to_num(tau[official, i], nan=2.0), i))
    rho = found.coefficients["spearman"]
    return ScatterFigure(
        figure=Figure(
            title="Two metrics side by side",
            basis=(
                f"A point for each of {len(standings.runs)} evaluated runs: its means by"
                f" {columns[official].identifier} (across) and {columns[least].identifier} (up), at first;"
                " further metrics can be chosen"
            ),
            source="scores.csv",
            summary=_agreement(columns[least], columns[official], rho[official, least], tau[official, least]),
        ),
        columns=columns,
        across=official,
        up=least,
        runs=_scatter_runs(view, standings, found.columns),
        spearman=_cells(rho),
        kendall=_cells(tau),
    )


def _agreement(least: MetricColumn, official: MetricColumn, rho: float, tau: float) -> str:
    if np.isnan(rho):
        return f"{official.identifier} has no correlation with any other metric."
    return (
        f"Of all metrics, {least.identifier} ranks the runs least like {official.identifier}:"
        f" Spearman’s ρ is {correlation(rho)}, Kendall’s τ-b {correlation(tau)}."
    )


def _scatter_runs(
    view: CampaignView, standings: Standings, places: tuple[int, ...]
) -> tuple[ScatterRun, ...]:
    return tuple(
        ScatterRun(
            view.names[standings.task.name, run.submission.name],
            tuple(known(standings.means[row, i]) for i in places),
            tuple(int(rank) if (rank := standings.ranks[row, i]) != UNRANKED else None for i in places),
        )
        for row, run in enumerate(standings.runs)
    )
