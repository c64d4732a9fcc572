"""Charts of runs, each kind's specification built once."""

from __future__ import annotations

from functools import cache
from typing import Any

import altair as alt
from markupsafe import Markup

from inexreport.rendering.addresses import Links
from inexreport.rendering.chart_embedding import (
    HEIGHT,
    ROW_HEIGHT,
    ROWS,
    embed,
    score_domain,
    score_tooltips,
    specify,
    text_tooltips,
)
from inexreport.report.curves import CurveFigure, CurveLine
from inexreport.report.returned import BarFigure
from inexreport.report.task import DotFigure

NAMED_RUNS = 40
"""Up to so many runs each have a line of their own with their name."""

SOLID_LINES = 5
"""So many colours can be told apart by everyone; further lines repeat them dashed."""


def run_dots(chart: DotFigure, links: Links) -> Markup:
    """Runs sorted by their score: with names where there is room for them, else by rank."""
    rows = [
        {
            "run": dot.name.label,
            "place": place,
            "rank": dot.rank,
            "score": round(dot.score, 6),
            "link": links.run(dot.name.task, dot.name.run),
        }
        for place, dot in enumerate(chart.dots, start=1)
    ]
    domain = score_domain(chart.metric, max(dot.score for dot in chart.dots))
    title = f"{chart.metric.label} %" if chart.metric.unit == "%" else chart.metric.label
    if len(rows) > NAMED_RUNS:
        return embed(_ranked_dots(title, domain), rows)
    return embed(_named_dots(title, domain, ROW_HEIGHT * len(rows)), rows)


@cache
def _named_dots(title: str, domain: tuple[float, float], height: int) -> str:
    chart = (
        alt.Chart(ROWS)
        .mark_point(style=["accent"], size=60, filled=True)
        .encode(
            alt.Y(
                "run:N",
                sort=alt.EncodingSortField("place", op="min"),
                axis=alt.Axis(title=None, grid=True),
            ),
            alt.X("score:Q", scale=alt.Scale(domain=list(domain)), axis=alt.Axis(title=title)),
            alt.Href("link:N"),
            tooltip=[*text_tooltips(run="Run", rank="Rank"), *score_tooltips(score=title)],
        )
    )
    return specify(chart, height)


@cache
def _ranked_dots(title: str, domain: tuple[float, float]) -> str:
    chart = (
        alt.Chart(ROWS)
        .mark_point(style=["accent"], size=36, filled=True)
        .encode(
            alt.X(
                "place:Q", axis=alt.Axis(title="Runs, best first", format="d"), scale=alt.Scale(nice=False)
            ),
            alt.Y("score:Q", scale=alt.Scale(domain=list(domain)), axis=alt.Axis(title=title)),
            alt.Href("link:N"),
            tooltip=[*text_tooltips(run="Run", rank="Rank"), *score_tooltips(score=title)],
        )
    )
    return specify(chart, HEIGHT)


def curves(chart: CurveFigure, links: Links) -> Markup:
    """Lines told apart by colour and dashes; the others thin and grey behind them."""
    rows = [_curve_row(line, links, front=False) for line in chart.background]
    rows += [_curve_row(line, links, front=True) for line in chart.lines]
    labels = tuple(line.label for line in chart.lines)
    dashed = tuple(i >= SOLID_LINES or line.name is None for i, line in enumerate(chart.lines))
    in_range = all(0 <= y <= 1 for line in chart.lines for y in line.y)
    return embed(_curves(chart.x_name, chart.y_name, in_range, labels, dashed, bool(chart.background)), rows)


def _curve_row(line: CurveLine, links: Links, *, front: bool) -> dict[str, Any]:
    row: dict[str, Any] = {"run": line.label, "front": front, "x": line.x, "y": line.y}
    if line.name is not None:
        row["link"] = links.run(line.name.task, line.name.run)
    return row


@cache
def _curves(
    x_name: str,
    y_name: str,
    in_range: bool,
    labels: tuple[str, ...],
    dashed: tuple[bool, ...],
    has_others: bool,
) -> str:
    y_scale = alt.Scale(domain=[0, 1]) if in_range else alt.Scale()
    everything = (
        alt.Chart()
        .transform_flatten(["x", "y"])
        .encode(
            alt.X("x:Q", axis=alt.Axis(title=x_name), scale=alt.Scale(nice=False, zero=False)),
            alt.Y("y:Q", axis=alt.Axis(title=y_name), scale=y_scale),
            alt.Href("link:N"),
            tooltip=text_tooltips(run="Run"),
        )
    )
    behind = (
        everything.transform_filter("!datum.front").mark_line(style=["quiet"]).encode(alt.Detail("run:N"))
    )
    dashes = [[6, 3] if broken else [1, 0] for broken in dashed]
    front = (
        everything.transform_filter("datum.front")
        .mark_line(style=["series"])
        .encode(
            alt.Color("run:N", scale=alt.Scale(domain=list(labels)), legend=alt.Legend(title=None)),
            alt.StrokeDash("run:N", scale=alt.Scale(domain=list(labels), range=dashes)),
        )
    )
    return specify(alt.layer(*([behind] if has_others else []), front, data=ROWS), HEIGHT)


def bars(chart: BarFigure) -> Markup:
    """Horizontal bars in the given order."""
    rows = [{"label": bar.label, "value": round(bar.value, 4)} for bar in chart.bars]
    height = ROW_HEIGHT * len(rows)
    return embed(_bars(chart.label_title, chart.value_title, chart.highest, chart.percent, height), rows)


@cache
def _bars(label_title: str, value_title: str, highest: float | None, percent: bool, height: int) -> str:
    chart = (
        alt.Chart(ROWS)
        .mark_bar(style=["accent"])
        .encode(
            alt.Y("label:N", sort=None, axis=alt.Axis(title=None, grid=False)),
            alt.X(
                "value:Q",
                scale=alt.Scale(domain=[0, highest]) if highest is not None else alt.Scale(zero=True),
                axis=alt.Axis(title=value_title, tickMinStep=1),
            ),
            tooltip=[
                *text_tooltips(label=label_title),
                alt.Tooltip("value:Q", title=value_title, format=".1f" if percent else ",d"),
            ],
        )
    )
    return specify(chart, height)
