"""Curves of several runs in one picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from inexreport.metrics.metric import BoundMetric
from inexreport.model.outcome import Curve, RunOutcome, TaskOutcome
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals
from inexreport.report.naming import RunName
from inexreport.statistics.medians import median_curves
from inexreport.statistics.memo import once_per_outcome

HIGHLIGHTED = 10
"""So many curves can be told apart."""

BACKGROUND_POINTS = 6000
"""Points that all grey curves of a page may have together, so that pages of large tasks stay light."""

BACKGROUND_POINTS_OF_ONE = 25
"""More points than these show nothing in a grey curve."""

TABLE_STEPS = 20
"""About so many steps has the table below a curve; curves.csv has every point."""


@dataclass(frozen=True, slots=True)
class CurveLine:
    """One curve; `name` is None for the median over runs."""

    label: str
    name: RunName | None
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class CurveFigure:
    """Lines to be told apart, and lines that only show where the others are.

    Attributes
    ----------
    name : str
        Of the curve, as curves.csv has it.
    by_rank : bool
        Whether x counts ranks, so that early ones deserve more room.
    x_name, y_name : str
        Axis titles.
    lines : tuple of CurveLine
        Best first.
    background : tuple of CurveLine
    """

    figure: Figure
    name: str
    by_rank: bool
    x_name: str
    y_name: str
    lines: tuple[CurveLine, ...]
    background: tuple[CurveLine, ...] = ()

    @property
    def table(self) -> tuple[tuple[float, tuple[float | None, ...]], ...]:
        """Each x of the table with the y of every line, None where a line has no such point."""
        points = sorted({x for line in self.lines for x in line.x})
        by_line = [dict(zip(line.x, line.y, strict=True)) for line in self.lines]
        step = max(1, (len(points) - 1) // TABLE_STEPS)
        return tuple((x, tuple(line.get(x) for line in by_line)) for x in points[::step])


def curve_names(runs: Sequence[RunOutcome], official: BoundMetric) -> tuple[str, ...]:
    """The kinds of curves that the runs have: that of the official metric, its like, then the others."""
    names = list(dict.fromkeys(curve.metric for run in runs for curve in run.curves))
    own = official_curve(official)
    return tuple(sorted(names, key=lambda name: (name != own, _stem(name) != _stem(own))))


def official_curve(official: BoundMetric) -> str:
    """What the curve of the official metric is called, if it has one: ``ep/gr(quant=gen,overlap=off)``."""
    quantity = official.metric.curve.metric if official.metric.curve else official.metric.name
    return quantity + official.identifier.partition("@")[0].removeprefix(official.metric.name)


def _stem(curve_name: str) -> str:
    return curve_name.partition("(")[0]


def curve_of(run: RunOutcome, name: str) -> Curve | None:
    """The run's curve of that kind."""
    return next((curve for curve in run.curves if curve.metric == name), None)


def axis_names(name: str, axes: Mapping[str, tuple[str, str]]) -> tuple[str, str]:
    """Titles of the x and y axis of a kind of curve."""
    return axes.get(_stem(name), ("x", name))


def task_curves(view: CampaignView, task: str, highlighted: int = HIGHLIGHTED) -> tuple[CurveFigure, ...]:
    """The task's curves: the best runs to be told apart, the others in the background.

    In the view of a participant these are the own runs, with the best and the median of all.
    """
    standings = view.standings[task]
    names = curve_names(standings.runs, view.metrics[standings.task.official])
    others = max(0, len(standings.runs) - highlighted) * len(names)
    points = min(BACKGROUND_POINTS_OF_ONE, BACKGROUND_POINTS // max(1, others))
    figures = []
    for name in names:
        curves = [(run, curve) for run in standings.runs if (curve := curve_of(run, name))]
        lines = [
            curve_line(view.names[task, run.submission.name], curve) for run, curve in curves[:highlighted]
        ]
        background = [
            curve_line(view.names[task, run.submission.name], curve, points)
            for run, curve in curves[highlighted:]
        ]
        shown = f"top {len(lines)} of {len(curves)} runs" if background else f"all {len(lines)} runs"
        order = f"; runs ordered by {standings.task.official}"
        if view.participant:
            shown, order = "your runs against all", ""
            lines += _best_and_median(view, task, name)
        figures.append(curve_figure(view, name, shown, order, lines, background))
    return tuple(figures)


def run_curves(view: CampaignView, task: str, run: RunOutcome) -> tuple[CurveFigure, ...]:
    """A run's curves against those of the task's best run and the median of all runs.

    In the view of a participant the best is the highest at each point, of whichever run.
    """
    shown = f"against the best {'and the median of all runs' if view.participant else 'run and the median'}"
    figures = []
    for name in curve_names([run], view.metrics[view.standings[task].task.official]):
        own = curve_of(run, name)
        assert own is not None
        others = _best_and_median(view, task, name) if view.participant else _others(view, task, run, name)
        lines = [curve_line(view.names[task, run.submission.name], own), *others]
        figures.append(curve_figure(view, name, shown, "", lines, []))
    return tuple(figures)


def _others(view: CampaignView, task: str, run: RunOutcome, name: str) -> list[CurveLine]:
    """The curves of the task's best run, unless this is it, and of the median."""
    beside = _reference_curves(view.of(task), view)
    best = beside.best if view.standings[task].runs[0] is not run else {}
    return [of_kind[name] for of_kind in (best, beside.median) if name in of_kind]


def _best_and_median(view: CampaignView, task: str, name: str) -> list[CurveLine]:
    """The best and the median of all runs at each point of a kind of curve."""
    summed = view.all_runs[task].curves.get(name)
    if summed is None or summed.runs < 2:
        return []
    return [
        curve_line(None, curve, label=f"{what} of {summed.runs} runs at each point")
        for what, curve in (("Best", summed.best), ("Median", summed.median))
    ]


class _ReferenceCurves:
    """The lines beside that of a run, by kind of curve: the same on the pages of all runs of a task."""

    def __init__(self, outcome: TaskOutcome, view: CampaignView) -> None:
        standings = view.standings[outcome.task.name]
        run = standings.runs[0]
        name = view.names[outcome.task.name, run.submission.name]
        self.best = {one.metric: curve_line(name, one, label=f"Best run: {name.label}") for one in run.curves}
        self.median = {
            kind: curve_line(None, one.median, label=f"Median of {one.runs} runs")
            for kind, one in median_curves(standings).items()
            if one.runs > 1
        }


@once_per_outcome
def _reference_curves(outcome: TaskOutcome, view: CampaignView) -> _ReferenceCurves:
    return _ReferenceCurves(outcome, view)


def curve_figure(
    view: CampaignView, name: str, shown: str, order: str, lines: list[CurveLine], background: list[CurveLine]
) -> CurveFigure:
    """Lines in one picture; `shown` and `order` say which and how they are ordered."""
    x_name, y_name = axis_names(name, view.curve_axes)
    return CurveFigure(
        figure=Figure(
            title=f"{y_name} by {_lower(x_name)}, {shown}",
            basis=f"{name}, mean over topics{order}",
            source="curves.csv",
            summary=_where_curves_start_and_end(lines),
        ),
        name=name,
        by_rank=x_name == "Rank",
        x_name=x_name,
        y_name=y_name,
        lines=tuple(lines),
        background=tuple(background),
    )


def curve_line(name: RunName | None, curve: Curve, points: int | None = None, label: str = "") -> CurveLine:
    """A curve to be drawn, at its own points or, if `points` is given, at no more than so many."""
    kept = np.flatnonzero(~np.isnan(curve.y))
    if points is not None and len(kept) > points:
        # Curves bend most where they begin.
        places = np.linspace(0, 1, max(2, points)) ** 1.5 * (len(kept) - 1)
        kept = kept[np.unique(places.round().astype(np.int64))]
    shown = label or (name.label if name else "")
    x = tuple(round(value, 4) for value in curve.x[kept].tolist())
    y = tuple(round(value, 4 if points is None else 3) for value in curve.y[kept].tolist())
    return CurveLine(shown, name, x, y)


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def _where_curves_start_and_end(lines: Sequence[CurveLine]) -> str:
    drawn = [line for line in lines if line.y]
    if not drawn:
        return "No run has a curve of this kind."
    return starts_and_ends(drawn if len(drawn) <= 3 else [drawn[0], drawn[-1]])


def starts_and_ends(lines: Sequence[CurveLine]) -> str:
    """Return in words where each line starts and ends."""
    ends = [
        f"{line.label} goes from {decimals(line.y[0])} at {line.x[0]:g}"
        f" to {decimals(line.y[-1])} at {line.x[-1]:g}"
        for line in lines
    ]
    return "; ".join(ends) + "."
