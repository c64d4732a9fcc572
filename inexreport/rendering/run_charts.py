"""Charts of runs, each kind's specification built once."""

from __future__ import annotations

from functools import cache

import altair as alt
from markupsafe import Markup

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
from inexreport.rendering.name_list import NameList
from inexreport.report.returned import BarFigure
from inexreport.report.task import DotFigure

NAMED_RUNS = 40
"""Up to so many runs each have a line of their own with their name."""


def run_dots(chart: DotFigure, names: NameList) -> Markup:
    """Runs sorted by their score: with names where there is room for them, else by rank."""
    rows = [
        {
            "name": names.place(dot.name),
            "place": place,
            "rank": dot.rank,
            "score": round(dot.score, 6),
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
