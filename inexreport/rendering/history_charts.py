"""Small charts of tasks over the years, one for a task, all alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import altair as alt
from markupsafe import Markup

from inexreport.rendering.chart_embedding import ROWS, Rows, embed, score_tooltips, specify, text_tooltips
from inexreport.report.history import TaskHistory

SMALL_HEIGHT = 130


def history(chart: TaskHistory, campaign_link: Callable[[str], str]) -> Markup:
    """Best run and median of each campaign; lines join what one metric measured."""
    rows: Rows = [
        {
            "year": one.year,
            "campaign": one.campaign,
            "metric": one.official,
            "what": what,
            "score": round(score, 6),
            "link": campaign_link(one.folder),
        }
        for one in chart.points
        for what, score in (("Best", one.best), ("Median", one.median))
        if score is not None
    ]
    years = tuple(sorted({one.year for one in chart.points}))
    return embed(_history(years, max(1.0, *(one.best for one in chart.points))), rows)


@cache
def _history(years: tuple[int, ...], highest: float) -> str:
    everything = alt.Chart().encode(
        alt.X(
            "year:Q",
            axis=alt.Axis(title=None, format="d", values=list(years), grid=False),
            scale=alt.Scale(domain=[years[0] - 0.5, years[-1] + 0.5], nice=False),
        ),
        alt.Y("score:Q", axis=alt.Axis(title=None, tickCount=3), scale=alt.Scale(domain=[0, highest])),
        alt.Detail("metric:N"),
        alt.Href("link:N"),
        tooltip=[
            *text_tooltips(campaign="Campaign", metric="Metric"),
            alt.Tooltip("what:N", title="Run"),
            *score_tooltips(score="Score"),
        ],
    )
    layers = []
    for what, style in (("Median", "quiet"), ("Best", "accent")):
        one = everything.transform_filter(f"datum.what === '{what}'")
        layers += [one.mark_line(style=[style]), one.mark_point(style=[style], size=45, filled=True)]
    return specify(alt.LayerChart(layer=layers, data=ROWS), SMALL_HEIGHT)
