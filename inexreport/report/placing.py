"""Where a participant's runs lie against the median and the best of all runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals
from inexreport.report.main_columns import main_columns
from inexreport.report.naming import MetricColumn, RunName
from inexreport.report.standing_strip import METRICS_SHOWN
from inexreport.statistics.summary import UNRANKED


@dataclass(frozen=True, slots=True)
class PlacedRun:
    """The score of one of the participant's runs."""

    name: RunName
    score: float


@dataclass(frozen=True, slots=True)
class PlacingStrip:
    """Scores of the participant's runs, with the median and the best of all runs."""

    label: str
    runs: tuple[PlacedRun, ...]
    median: float
    best: float


@dataclass(frozen=True, slots=True)
class PlacingFigure:
    """Strips below one another, all from `lowest` to `highest`."""

    figure: Figure
    axis: str
    lowest: float
    highest: float
    strips: tuple[PlacingStrip, ...]


def placing_strips(
    figure: Figure, axis: str, strips: Sequence[PlacingStrip], metrics: Sequence[MetricColumn]
) -> PlacingFigure | None:
    """Strips on one axis, which holds the ranges of all metrics; None without any."""
    if not strips:
        return None
    reached = [dot.score for strip in strips for dot in strip.runs] + [strip.best for strip in strips]
    return PlacingFigure(
        figure=figure,
        axis=axis,
        lowest=min(0.0, *(metric.lowest for metric in metrics)),
        highest=max(*(metric.highest for metric in metrics), *reached),
        strips=tuple(strips),
    )


def placing_figure(view: CampaignView, task: str, rows: Sequence[int]) -> PlacingFigure | None:
    """The task's main metrics, the official one first.

    Parameters
    ----------
    view : CampaignView
        Of a participant.
    task : str
    rows : sequence of int
        Which of the participant's runs to show, by their rows in the standings.
    """
    about, standings, columns = view.all_runs[task], view.standings[task], view.columns[task]
    main = main_columns(standings.task.metrics, standings.task.official, view.metrics, about.evaluated)
    strips: list[PlacingStrip] = []
    shown: list[MetricColumn] = []
    for i in sorted(main, key=lambda i: i != standings.official):
        ranked = [row for row in rows if standings.ranks[row, i] != UNRANKED]
        if not columns[i].ranked or not ranked or len(strips) == METRICS_SHOWN:
            continue
        middle = about.medians.means[columns[i].identifier]
        dots = tuple(
            PlacedRun(view.names[task, standings.runs[row].submission.name], float(standings.means[row, i]))
            for row in ranked
        )
        strips.append(PlacingStrip(columns[i].label, dots, middle.median, middle.best))
        shown.append(columns[i])
    said = "; ".join(
        f"{strip.label}: {_own_scores(strip)}, median {decimals(strip.median)}, best {decimals(strip.best)}"
        for strip in strips
    )
    mine = "this run" if len(rows) == 1 else "your runs"
    return placing_strips(
        Figure(
            title=f"Where {mine} stand{'s' if len(rows) == 1 else ''} among all runs",
            basis=f"Means of {about.evaluated} evaluated runs: dots are {mine}, the short tick is the median"
            " of all, the long one the best",
            source="medians.csv",
            summary=f"{said}.",
        ),
        "Mean over topics",
        strips,
        shown,
    )


def _own_scores(strip: PlacingStrip) -> str:
    return ", ".join(f"{dot.name.title} {decimals(dot.score)}" for dot in strip.runs)
