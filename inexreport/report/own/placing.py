"""Where own runs lie against the median and the best of all runs, metric by metric."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inexreport.report.figure import Figure, decimals
from inexreport.report.main_columns import main_columns
from inexreport.report.naming import MetricColumn, RunName
from inexreport.report.own.excerpt import CampaignExcerpt
from inexreport.statistics.summary import UNRANKED

METRICS_SHOWN = 8


@dataclass(frozen=True, slots=True)
class OwnDot:
    """An own run's score."""

    name: RunName
    score: float


@dataclass(frozen=True, slots=True)
class Strip:
    """Own runs' scores, with the median and the best of all runs."""

    label: str
    own: tuple[OwnDot, ...]
    median: float
    best: float


@dataclass(frozen=True, slots=True)
class StripsFigure:
    """Strips below one another, all from `lowest` to `highest`."""

    figure: Figure
    axis: str
    lowest: float
    highest: float
    strips: tuple[Strip, ...]


def strips_figure(
    figure: Figure, axis: str, strips: Sequence[Strip], metrics: Sequence[MetricColumn]
) -> StripsFigure | None:
    """Strips on one axis, which holds the ranges of all metrics; None without any."""
    if not strips:
        return None
    reached = [dot.score for strip in strips for dot in strip.own] + [strip.best for strip in strips]
    return StripsFigure(
        figure=figure,
        axis=axis,
        lowest=min(0.0, *(metric.lowest for metric in metrics)),
        highest=max(*(metric.highest for metric in metrics), *reached),
        strips=tuple(strips),
    )


def placing_figure(excerpt: CampaignExcerpt, task: str, rows: Sequence[int]) -> StripsFigure | None:
    """The task's main metrics, the official one first.

    Parameters
    ----------
    excerpt : CampaignExcerpt
    task : str
    rows : sequence of int
        Which of the own runs to show, by their rows in the standings.
    """
    view, about = excerpt.view, excerpt.tasks[task]
    standings, columns = about.standings, view.columns[task]
    main = main_columns(standings.task.metrics, standings.task.official, view.metrics, about.evaluated)
    strips: list[Strip] = []
    shown: list[MetricColumn] = []
    for i in sorted(main, key=lambda i: i != standings.official):
        ranked = [row for row in rows if standings.ranks[row, i] != UNRANKED]
        middle = about.medians.means.get(columns[i].identifier)
        if not columns[i].ranked or not ranked or middle is None or len(strips) == METRICS_SHOWN:
            continue
        dots = tuple(
            OwnDot(view.names[task, standings.runs[row].submission.name], float(standings.means[row, i]))
            for row in ranked
        )
        strips.append(Strip(columns[i].label, dots, middle.median, middle.best))
        shown.append(columns[i])
    said = "; ".join(
        f"{strip.label}: {_own_scores(strip)}, median {decimals(strip.median)}, best {decimals(strip.best)}"
        for strip in strips
    )
    mine = "this run" if len(rows) == 1 else "your runs"
    return strips_figure(
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


def _own_scores(strip: Strip) -> str:
    return ", ".join(f"{dot.name.title} {decimals(dot.score)}" for dot in strip.own)
