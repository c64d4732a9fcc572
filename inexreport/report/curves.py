"""Curves of several runs in one picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.metrics.metric import CurveDefinition
from inexreport.model.outcome import Curve, RunOutcome
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals
from inexreport.report.naming import RunName

BACKGROUND_POINTS = 6000
"""Points that all grey curves of a page may have together, so that pages of large tasks stay light."""

CURVES_SHOWN = 4
"""Kinds of curves that a page draws; all are in curves.csv."""

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
    x_name, y_name : str
        Axis titles.
    lines : tuple of CurveLine
        Best first.
    background : tuple of CurveLine
    """

    figure: Figure
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


def curve_names(runs: Sequence[RunOutcome], official: CurveDefinition | None) -> tuple[str, ...]:
    """The kinds of curves that the runs have, those of the official metric first."""
    names = list(dict.fromkeys(curve.metric for run in runs for curve in run.curves))
    stem = official.metric if official else ""
    return tuple(sorted(names, key=lambda name: not (stem and _stem(name) == _stem(stem))))


def _stem(curve_name: str) -> str:
    return curve_name.partition("(")[0]


def curve_of(run: RunOutcome, name: str) -> Curve | None:
    """The run's curve of that kind."""
    return next((curve for curve in run.curves if curve.metric == name), None)


def axis_names(name: str, axes: Mapping[str, CurveDefinition]) -> tuple[str, str]:
    """Titles of the x and y axis of a kind of curve."""
    for defined, definition in axes.items():
        if name == defined or _stem(name) == _stem(defined):
            return definition.x_name, definition.y_name
    return "x", name


def task_curves(view: CampaignView, task: str, highlighted: int = 10) -> tuple[CurveFigure, ...]:
    """The task's curves: the best runs to be told apart, the others in the background."""
    standings = view.standings[task]
    official = view.metrics[standings.task.official].metric.curve
    shown = curve_names(standings.runs, official)[:CURVES_SHOWN]
    others = max(0, len(standings.runs) - highlighted) * len(shown)
    figures = []
    for name in shown:
        x_name, y_name = axis_names(name, view.curve_axes)
        curves = [(run, curve) for run in standings.runs if (curve := curve_of(run, name))]
        lines = [_line(view.names[task, run.submission.name], curve) for run, curve in curves[:highlighted]]
        background = [
            _line(view.names[task, run.submission.name], curve, BACKGROUND_POINTS // max(1, others))
            for run, curve in curves[highlighted:]
        ]
        figures.append(
            CurveFigure(
                figure=Figure(
                    title=f"{y_name} by {_lower(x_name)}, top {len(lines)} of {len(curves)} runs",
                    basis=f"{name}, mean over topics; runs ordered by {standings.task.official}",
                    source="curves.csv",
                    summary=_where_curves_start_and_end(lines),
                ),
                x_name=x_name,
                y_name=y_name,
                lines=tuple(lines),
                background=tuple(background),
            )
        )
    return tuple(figures)


def run_curves(view: CampaignView, task: str, run: RunOutcome) -> tuple[CurveFigure, ...]:
    """A run's curves against those of the task's best run and the median of all runs."""
    standings = view.standings[task]
    official = view.metrics[standings.task.official].metric.curve
    figures = []
    for name in curve_names([run], official)[:CURVES_SHOWN]:
        x_name, y_name = axis_names(name, view.curve_axes)
        own = curve_of(run, name)
        assert own is not None
        lines = [_line(view.names[task, run.submission.name], own)]
        best = standings.runs[0]
        if best is not run and (curve := curve_of(best, name)):
            best_name = view.names[task, best.submission.name]
            lines.append(_line(best_name, curve, label=f"Best run: {best_name.label}"))
        all_curves = [curve for other in standings.runs if (curve := curve_of(other, name))]
        if len(all_curves) > 1 and all(np.array_equal(curve.x, own.x) for curve in all_curves):
            middle = Curve(name, own.x, np.median([curve.y for curve in all_curves], axis=0))
            lines.append(_line(None, middle, label=f"Median of {len(all_curves)} runs"))
        figures.append(
            CurveFigure(
                figure=Figure(
                    title=f"{y_name} by {_lower(x_name)}, against the best run and the median",
                    basis=f"{name}, mean over topics",
                    source="curves.csv",
                    summary=_where_curves_start_and_end(lines),
                ),
                x_name=x_name,
                y_name=y_name,
                lines=tuple(lines),
            )
        )
    return tuple(figures)


def _line(name: RunName | None, curve: Curve, points: int | None = None, label: str = "") -> CurveLine:
    step = max(1, -(-len(curve.x) // max(2, points))) if points is not None else 1
    kept = np.flatnonzero(~np.isnan(curve.y))[::step]
    shown = label or (name.label if name else "")
    return CurveLine(shown, name, _short(curve.x[kept]), _short(curve.y[kept]))


def _short(values: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(round(float(value), 4) for value in values)


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def _where_curves_start_and_end(lines: Sequence[CurveLine]) -> str:
    drawn = [line for line in lines if line.y]
    if not drawn:
        return "No run has a curve of this kind."
    said = [
        f"{line.label} goes from {decimals(line.y[0])} at {line.x[0]:g}"
        f" to {decimals(line.y[-1])} at {line.x[-1]:g}"
        for line in (drawn if len(drawn) <= 3 else [drawn[0], drawn[-1]])
    ]
    return "; ".join(said) + "."
