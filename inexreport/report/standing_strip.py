"""Where runs stand among all runs of their task, metric by metric."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals
from inexreport.report.metric_choice import main_columns
from inexreport.report.naming import MetricColumn, RunName
from inexreport.statistics.summary import UNRANKED

METRICS_SHOWN = 8


@dataclass(frozen=True, slots=True)
class MetricStrip:
    """All runs' scores by a metric, the page's own run apart."""

    metric: MetricColumn
    own: float
    others: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class StandingFigure:
    """A strip for each of the task's main metrics."""

    figure: Figure
    strips: tuple[MetricStrip, ...]


@dataclass(frozen=True, slots=True)
class PlacedRun:
    """The score of one of the participant's runs."""

    name: RunName
    score: float


@dataclass(frozen=True, slots=True)
class PlacingStrip:
    """On a participant's site: scores of the own runs, with the median and the best of all runs."""

    metric: MetricColumn
    label: str
    runs: tuple[PlacedRun, ...]
    median: float
    best: float

    def __str__(self) -> str:
        runs = ", ".join(f"{one.name.title} {decimals(one.score)}" for one in self.runs)
        return f"{self.label}: {runs}, median {decimals(self.median)}, best {decimals(self.best)}"


@dataclass(frozen=True, slots=True)
class PlacingFigure:
    """Strips below one another on one axis."""

    figure: Figure
    axis: str
    strips: tuple[PlacingStrip, ...]

    @property
    def domain(self) -> tuple[float, float]:
        """From 0 or less to the highest value of all metrics."""
        lowest = min(strip.metric.lowest for strip in self.strips)
        highest = max(max(strip.metric.highest, strip.best) for strip in self.strips)
        return min(0.0, lowest), highest


def standing_figure(view: CampaignView, name: RunName, row: int) -> StandingFigure | None:
    """Strips of the run that stands in a row of the standings; None for a task's only run."""
    standings, columns = view.standings[name.task], view.columns[name.task]
    chosen = _shown_metrics(view, name.task, [row])
    if len(standings.runs) < 2 or not chosen:
        return None
    said = ", ".join(f"{columns[i].label} {standings.ranks[row, i]}" for i in chosen)
    return StandingFigure(
        figure=Figure(
            title="Where the run stands among all runs",
            basis=f"Means of {len(standings.runs)} evaluated runs: the dot is this run, ticks are the others",
            source="scores.csv",
            summary=f"Ranks of {len(standings.runs)} runs: {said}.",
        ),
        strips=tuple(
            MetricStrip(
                columns[i],
                float(standings.means[row, i]),
                tuple(others[~np.isnan(others)].tolist()),
            )
            for i in chosen
            for others in (np.delete(standings.means[:, i], row),)
        ),
    )


def placing_figure(view: CampaignView, task: str, rows: Sequence[int]) -> PlacingFigure | None:
    """Strips of a participant's runs, by their rows in the standings; None without any score."""
    about, standings, columns = view.all_runs[task], view.standings[task], view.columns[task]
    strips = []
    for i in _shown_metrics(view, task, rows):
        middle = about.medians.means[columns[i].identifier]
        runs = tuple(
            PlacedRun(view.names[task, standings.runs[row].submission.name], float(standings.means[row, i]))
            for row in rows
            if standings.ranks[row, i] != UNRANKED
        )
        strips.append(PlacingStrip(columns[i], columns[i].label, runs, middle.median, middle.best))
    if not strips:
        return None
    mine = "this run" if len(rows) == 1 else "your runs"
    return PlacingFigure(
        figure=Figure(
            title=f"Where {mine} stand{'s' if len(rows) == 1 else ''} among all runs",
            basis=f"Means of {about.evaluated} evaluated runs: dots are {mine}, the short tick is the median"
            " of all, the long one the best",
            source="medians.csv",
            summary="; ".join(map(str, strips)) + ".",
        ),
        axis="Mean over topics",
        strips=tuple(strips),
    )


def _shown_metrics(view: CampaignView, task: str, rows: Sequence[int]) -> list[int]:
    """Places of the main metrics by which one of the runs has a rank, the official one first."""
    standings, columns = view.standings[task], view.columns[task]
    main = main_columns(standings.task.metrics, standings.task.official, view.metrics, view.evaluated(task))
    ranked = [i for i in main if columns[i].ranked and (standings.ranks[rows, i] != UNRANKED).any()]
    return sorted(ranked, key=lambda i: i != standings.official)[:METRICS_SHOWN]
