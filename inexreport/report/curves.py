"""Curves of several runs in one chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from inexreport.metrics.metric import BoundMetric
from inexreport.model.outcome import Curve, RunOutcome, TaskOutcome
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals
from inexreport.report.naming import RunName
from inexreport.statistics.medians import median_curves
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.standings import Standings

HIGHLIGHTED = 10
"""Number of curves with distinguishable colours."""

BACKGROUND_POINTS = 6000
"""Points that all grey curves of a page may have together, so that pages of large tasks stay light."""

BACKGROUND_POINTS_OF_ONE = 25
"""More points than these show nothing in a grey curve."""

TABLE_STEPS = 20
"""Approximate number of rows of the table below a curve; curves.csv has every point."""


@dataclass(frozen=True, slots=True)
class CurveLine:
    """One curve; `name` is None for a curve that is not a run's, such as the median."""

    label: str
    name: RunName | None
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class CurveFigure:
    """A chart of curves of one kind: coloured lines, best first, and grey ones in the background.

    `name` is the name of the curve in curves.csv; `x_name` and `y_name` are the titles of the axes.
    """

    figure: Figure
    name: str
    x_name: str
    y_name: str
    lines: tuple[CurveLine, ...]
    background: tuple[CurveLine, ...] = ()

    @property
    def by_rank(self) -> bool:
        """Whether x counts ranks, so that a logarithmic axis shows the first ranks better."""
        return self.x_name == "Rank"

    @property
    def table(self) -> tuple[tuple[float, tuple[float | None, ...]], ...]:
        """Each x of the table with the y of every line, None where a line has no such point."""
        points = sorted({x for line in self.lines for x in line.x})
        by_line = [dict(zip(line.x, line.y, strict=True)) for line in self.lines]
        step = max(1, (len(points) - 1) // TABLE_STEPS)
        return tuple((x, tuple(line.get(x) for line in by_line)) for x in points[::step])


def curve_names(runs: Sequence[RunOutcome], official: BoundMetric) -> tuple[str, ...]:
    """The kinds of curves that the runs have: that of the official metric, similar ones, then the others."""
    names = list(dict.fromkeys(curve.metric for run in runs for curve in run.curves))
    own = official_curve(official)
    return tuple(sorted(names, key=lambda name: (name != own, _stem(name) != _stem(own))))


def official_curve(official: BoundMetric) -> str:
    """The name of the curve of the official metric, if it has one: ``ep/gr(quant=gen,overlap=off)``."""
    quantity = official.metric.curve.metric if official.metric.curve else official.metric.name
    return quantity + official.identifier.removeprefix(official.metric.name).partition("@")[0]


def _stem(curve_name: str) -> str:
    return curve_name.partition("(")[0]


def task_curves(view: CampaignView, task: str) -> tuple[CurveFigure, ...]:
    """The task's curves: those of the best runs in colour, the others in the background.

    On a participant's site these are the participant's runs, with the best and the median of all runs.
    """
    return standings_curves(view, view.standings[task], HIGHLIGHTED)


def standings_curves(view: CampaignView, standings: Standings, highlighted: int) -> tuple[CurveFigure, ...]:
    """The curves of some standings, as in `task_curves`."""
    task = standings.task.name
    names = curve_names(standings.runs, view.metrics[standings.task.official])
    others = max(0, len(standings.runs) - highlighted) * len(names)
    points = min(BACKGROUND_POINTS_OF_ONE, BACKGROUND_POINTS // max(1, others))
    figures = []
    for name in names:
        curves = [
            (view.names[task, run.submission.name], curve)
            for run in standings.runs
            for curve in run.curves
            if curve.metric == name
        ]
        lines = [curve_line(*one) for one in curves[:highlighted]]
        background = [curve_line(*one, points) for one in curves[highlighted:]]
        shown = f"top {len(lines)} of {len(curves)} runs" if background else _all_runs(len(lines))
        order = f"; runs ordered by {standings.task.official}"
        if view.participant:
            shown, order = "your runs against all", ""
            lines += _best_and_median_points(view, task, name)
        figures.append(curve_figure(view, name, shown, order, lines, background))
    return tuple(figures)


def _all_runs(runs: int) -> str:
    return "the only run" if runs == 1 else f"all {runs} runs"


def run_curves(view: CampaignView, task: str, run: RunOutcome) -> tuple[CurveFigure, ...]:
    """The curves of a run, with those of the task's best run and the median of all runs.

    On a participant's site the best curve is the highest at each point, of any run.
    """
    shown = f"against the best {'and the median of all runs' if view.participant else 'run and the median'}"
    name = view.names[task, run.submission.name]
    curves = {curve.metric: curve for curve in run.curves}
    figures = []
    for kind in curve_names([run], view.metrics[view.standings[task].task.official]):
        if view.participant:
            others = _best_and_median_points(view, task, kind)
        else:
            best, median = _best_and_median(view.of(task), view)
            references = [median] if run in view.standings[task].runs[:1] else [best, median]
            others = [lines[kind] for lines in references if kind in lines]
        figures.append(curve_figure(view, kind, shown, "", [curve_line(name, curves[kind]), *others], []))
    return tuple(figures)


@once_per_outcome
def _best_and_median(
    outcome: TaskOutcome, view: CampaignView
) -> tuple[dict[str, CurveLine], dict[str, CurveLine]]:
    """The curves of the task's best run and the median curves, by kind: the same for all runs of a task."""
    standings = view.standings[outcome.task.name]
    best = {}
    for run in standings.runs[:1]:
        name = view.names[outcome.task.name, run.submission.name]
        best = {one.metric: curve_line(name, one, label=f"Best run: {name.label}") for one in run.curves}
    median = {
        kind: curve_line(None, one.median, label=f"Median of {one.runs} runs")
        for kind, one in median_curves(standings).items()
        if one.runs > 1
    }
    return best, median


def _best_and_median_points(view: CampaignView, task: str, kind: str) -> list[CurveLine]:
    """On a participant's site, the best and the median of all runs at each point of a kind of curve."""
    of_all = view.all_runs[task].curves.get(kind)
    if of_all is None or of_all.runs < 2:
        return []
    return [
        curve_line(None, curve, label=f"{what} of {of_all.runs} runs at each point")
        for what, curve in (("Best", of_all.best), ("Median", of_all.median))
    ]


def curve_figure(
    view: CampaignView, name: str, shown: str, order: str, lines: list[CurveLine], background: list[CurveLine]
) -> CurveFigure:
    """Lines in one chart; `shown` and `order` say in words which lines they are and how they are ordered."""
    x_name, y_name = view.curve_axes.get(_stem(name), ("x", name))
    return CurveFigure(
        figure=Figure(
            title=f"{y_name} by {x_name[:1].lower()}{x_name[1:]}, {shown}",
            basis=f"{name}, mean over topics{order}",
            source="curves.csv",
            summary=_summary(lines),
        ),
        name=name,
        x_name=x_name,
        y_name=y_name,
        lines=tuple(lines),
        background=tuple(background),
    )


def curve_line(name: RunName | None, curve: Curve, points: int | None = None, label: str = "") -> CurveLine:
    """A curve as it is drawn, at all its points or, if `points` is given, at no more than that number."""
    known = np.flatnonzero(~np.isnan(curve.y))
    if points is not None and len(known) > points:
        # Curves bend most where they begin.
        places = np.linspace(0, 1, max(2, points)) ** 1.5 * (len(known) - 1)
        known = known[np.unique(places.round().astype(np.int64))]
    shown = label or (name.label if name else "")
    x = tuple(round(value, 4) for value in curve.x[known].tolist())
    y = tuple(round(value, 4 if points is None else 3) for value in curve.y[known].tolist())
    return CurveLine(shown, name, x, y)


def _summary(lines: Sequence[CurveLine]) -> str:
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
