"""How do scores change along recall or rank? Curves of runs, with the best and the median of all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from inexreport.metrics.metric import BoundMetric
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome
from inexreport.report.applicability import judges_text
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals
from inexreport.report.naming import RunName
from inexreport.report.tables.columns import CURVE, RUN, TASK, X, Y
from inexreport.report.tables.table import MadeFrom, Rows, Shown, Table, integer, number
from inexreport.statistics.medians import median_curves
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.standings import Standings, task_standings
from inexreport.statistics.summary import Floats
from inexreport.subjects.sections import Choice, Lines, Section, View

HIGHLIGHTED = 10
"""Number of curves with distinguishable colours."""

BACKGROUND_POINTS = 6000
"""Points that all grey curves of a page may have together, so that pages of large tasks stay light."""

BACKGROUND_POINTS_OF_ONE = 25
"""More points than these show nothing in a grey curve."""

TABLE_STEPS = 20
"""Approximate number of rows of the table below a curve; curves.csv has every point."""

Line = dict[str, Any]
"""``label``, ``name``, ``x`` and ``y`` of a line in a frame of lines, see `Lines`."""


def _has_curves(outcome: CampaignOutcome) -> bool:
    """Whether a metric draws curves of runs."""
    return judges_text(outcome) or any(run.curves for task in outcome.tasks for run in task.runs)


def _curves(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        for run in task.runs:
            for curve in run.curves:
                known = ~np.isnan(curve.y)
                yield task.task.name, run.submission.name, curve.metric, curve.x[known], curve.y[known]


CURVES = Table(
    "curves",
    "One row per point of a run’s curves, means over topics.",
    TASK | RUN | CURVE | X | Y,
    _curves,
    made_from=MadeFrom.EACH_TASK,
    applies=_has_curves,
    participants=Shown("One row per point of an own run’s curves, means over topics."),
)


def _median_curves(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    return median_curves(task_standings(outcome))


MEDIAN_CURVES = Table.of_tasks(
    "median_curves",
    "One row per point of a task’s curves: what the ranked runs reach there.",
    {
        **TASK,
        **CURVE,
        **X,
        "runs": integer("Ranked runs with this curve."),
        "median": number("Median of the curves at this point."),
        "best": number("Highest of the curves at this point."),
    },
    _median_curves,
    applies=_has_curves,
    participants=Shown(
        "One row per point of a task’s curves: what all ranked runs reach there.",
        of_all_runs="task metric x runs median best",
    ),
)


def curve_names(runs: Sequence[RunOutcome], official: BoundMetric) -> tuple[str, ...]:
    """The kinds of curves that the runs have: that of the official metric, similar ones, then the others.

    Those that others are made of are left out.
    """
    names = dict.fromkeys(curve.metric for run in runs for curve in run.curves if not curve.is_part)
    own = official_curve(official)
    return tuple(sorted(names, key=lambda name: (name != own, _stem(name) != _stem(own))))


def official_curve(official: BoundMetric) -> str:
    """The name of the curve of the official metric, if it has one: ``ep/gr(quant=gen,overlap=off)``."""
    quantity = official.metric.curve.metric if official.metric.curve else official.metric.name
    return quantity + official.identifier.removeprefix(official.metric.name).partition("@")[0]


def _stem(curve_name: str) -> str:
    return curve_name.partition("(")[0]


def curves_section(view: CampaignView, curves: Mapping[str, Lines]) -> Section | None:
    """Return `task_curves` or `run_curves`, of which the reader chooses one; None without any."""
    choices: dict[str, tuple[Lines, View]] = {
        kind: (chart, points_table(kind, chart)) for kind, chart in curves.items()
    }
    tables = ["curves", "median_curves"][: 2 if view.participant else 1]
    return Section("curves", "Curves", parts=[Choice("Curve", choices), *tables]) if curves else None


def task_curves(view: CampaignView, task: str) -> dict[str, Lines]:
    """The task's curves by kind: those of the best runs in colour, the others in the background.

    On a participant's site these are the participant's runs, with the best and the median of all runs.
    """
    return standings_curves(view, view.standings[task], HIGHLIGHTED)


def standings_curves(view: CampaignView, standings: Standings, highlighted: int) -> dict[str, Lines]:
    """The curves of some standings, as in `task_curves`."""
    task = standings.task.name
    names = curve_names(standings.runs, view.metrics[standings.task.official])
    others = max(0, len(standings.runs) - highlighted) * len(names)
    points = min(BACKGROUND_POINTS_OF_ONE, BACKGROUND_POINTS // max(1, others))
    figures = {}
    for place, kind in enumerate(names, start=1):
        curves = [
            (view.names[task, run.submission.name], curve.x, curve.y)
            for run in standings.runs
            for curve in run.curves
            if curve.metric == kind
        ]
        lines = [_line(*one) for one in curves[:highlighted]]
        background = [_line(*one, points=points) for one in curves[highlighted:]]
        if view.participant:
            lines += _best_and_median_points(view, task, kind)
            figures[kind] = curve_chart(view, kind, place, "your runs against all", lines, background)
            continue
        shown = "the only run" if len(lines) == 1 else f"all {len(lines)} runs"
        if background:
            shown = f"top {len(lines)} of {len(curves)} runs"
        order, picture = f"; runs ordered by {standings.task.official}", (task, f"curve-{kind}")
        figures[kind] = curve_chart(view, kind, place, shown, lines, background, order, picture)
    return figures


def run_curves(view: CampaignView, task: str, run: RunOutcome) -> dict[str, Lines]:
    """The curves of a run by kind, with those of the task's best run and the median of all runs.

    On a participant's site the best curve is the highest at each point, of any run.
    """
    shown = f"against the best {'and the median of all runs' if view.participant else 'run and the median'}"
    name, standings = view.names[task, run.submission.name], view.standings[task]
    curves = {curve.metric: curve for curve in run.curves}
    figures = {}
    for place, kind in enumerate(curve_names([run], view.metrics[standings.task.official]), start=1):
        if view.participant:
            others = _best_and_median_points(view, task, kind)
        else:
            best_and_median = _best_and_median(view.of(task), view)
            references = best_and_median[1:] if run in standings.runs[:1] else best_and_median
            others = [lines[kind] for lines in references if kind in lines]
        own = _line(name, curves[kind].x, curves[kind].y)
        figures[kind] = curve_chart(view, kind, place, shown, [own, *others])
    return figures


@once_per_outcome
def _best_and_median(outcome: TaskOutcome, view: CampaignView) -> tuple[dict[str, Line], dict[str, Line]]:
    """The curves of the task's best run and the median curves, by kind: the same for all runs of a task."""
    standings = view.standings[outcome.task.name]
    best: dict[str, Line] = {}
    for run in standings.runs[:1]:
        name = view.names[outcome.task.name, run.submission.name]
        best = {one.metric: _line(name, one.x, one.y, f"Best run: {name.label}") for one in run.curves}
    median = {
        str(kind): _line(None, one.x, one["median"], f"Median of {one.runs.iloc[0]} runs")
        for kind, one in median_curves(standings).groupby("metric")
        if one.runs.iloc[0] > 1
    }
    return best, median


def _best_and_median_points(view: CampaignView, task: str, kind: str) -> list[Line]:
    """On a participant's site, the best and the median of all runs at each point of a kind of curve."""
    of_all = view.all_runs[task].curves.query("metric == @kind and runs > 1")
    ends = f"of {of_all.runs.max()} runs at each point"
    titles = {"best": f"Best {ends}", "median": f"Median {ends}"} if len(of_all) else {}
    return [_line(None, of_all.x, of_all[which], title) for which, title in titles.items()]


def _line(
    name: RunName | None,
    x: Floats | pd.Series[float],
    y: Floats | pd.Series[float],
    label: str = "",
    points: int | None = None,
) -> Line:
    """A curve as it is drawn, at all its points or, if `points` is given, at no more than that number."""
    x, y = np.asarray(x), np.asarray(y)
    known = np.flatnonzero(~np.isnan(y))
    if points is not None and len(known) > points:
        # Curves bend most where they begin.
        places = np.linspace(0, 1, max(2, points)) ** 1.5 * (len(known) - 1)
        known = known[np.unique(places.round().astype(np.int64))]
    return {
        "label": label or (name.label if name else ""),
        "name": name,
        "x": [round(value, 4) for value in x[known].tolist()],
        "y": [round(value, 4 if points is None else 3) for value in y[known].tolist()],
    }


def curve_chart(
    view: CampaignView,
    kind: str,
    place: int,
    shown: str,
    lines: Sequence[Line],
    background: Sequence[Line] = (),
    order: str = "",
    picture: tuple[str, str] | None = None,
) -> Lines:
    """Lines in one chart; `shown` and `order` say in words which lines they are and how they are ordered."""
    x_name, y_name = view.curve_axes.get(_stem(kind), ("x", kind))
    drawn = [line for line in lines if line["y"]]
    ends = starts_and_ends(drawn if len(drawn) <= 3 else [drawn[0], drawn[-1]])
    return Lines(
        f"curve-chart-{place}",
        Figure(
            title=f"{y_name} by {x_name[:1].lower()}{x_name[1:]}, {shown}",
            basis=f"{kind}, mean over topics{order}",
            source="curves.csv",
            summary=ends if drawn else "No run has a curve of this kind.",
        ),
        pd.DataFrame([*lines, *background], dtype=object),
        x=("x", x_name),
        y=("y", y_name),
        by="",
        front=len(lines),
        by_rank=x_name == "Rank",
        picture=picture,
    )


def starts_and_ends(lines: Iterable[Line]) -> str:
    """Return in words where each line starts and ends."""
    ends = [
        f"{line['label']} goes from {decimals(line['y'][0])} at {line['x'][0]:g}"
        f" to {decimals(line['y'][-1])} at {line['x'][-1]:g}"
        for line in lines
    ]
    return "; ".join(ends) + "."


def points_table(kind: str, chart: Lines) -> View:
    """Each x of the coloured lines of a chart of curves, or a selection, with the y of each line."""
    lines = chart.frame.iloc[: chart.front]
    by_line = [dict(zip(x, y, strict=True)) for x, y in zip(lines.x, lines.y, strict=True)]
    every = sorted(set().union(*by_line))
    shown = every[:: max(1, (len(every) - 1) // TABLE_STEPS)]
    scores = {str(i): [y.get(x, np.nan) for x in shown] for i, y in enumerate(by_line)}
    return View(
        f"Points of {kind}",
        pd.DataFrame({"x": [f"{x:g}" for x in shown]} | scores),
        {"x": (chart.x[1], "name")} | {str(i): (label, "score") for i, label in enumerate(lines.label)},
        folded=f"Table of {kind}",
        kind="scores",
    )
