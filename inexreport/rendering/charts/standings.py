"""The chart of where a run stands: a strip of ticks per metric."""

from __future__ import annotations

from functools import cache

import altair as alt
from markupsafe import Markup

from inexreport.rendering.charts.specification import (
    ROW_HEIGHT,
    decimal,
    embed,
    fill,
    named_rows,
    score_tooltips,
    specify,
)
from inexreport.report.standing_strip import StandingFigure


def standing(chart: StandingFigure) -> Markup:
    """Ticks for the other runs, a dot for the page's own; all metrics on one axis from 0."""
    rows = [
        {
            "metric": strip.metric.label,
            "own": decimal(strip.own, 4),
            "others": [decimal(score, 3) for score in strip.others],
        }
        for strip in chart.strips
    ]
    highest = max(1.0, *(max(strip.metric.highest, strip.own) for strip in chart.strips))
    return embed(fill(_standing(), highest=highest, height=(ROW_HEIGHT + 4) * len(rows)), rows)


@cache
def _standing() -> str:
    everything = alt.Chart().encode(
        alt.Y("metric:N", sort=None, axis=alt.Axis(title=None, grid=True)),
    )
    score = alt.X(
        "score:Q", scale=alt.Scale(domain=[0, "@highest@"]), axis=alt.Axis(title="Mean over topics")
    )
    others = (
        everything.transform_flatten(["others"], ["score"])
        .mark_tick(style=["quiet"], thickness=1.5)
        .encode(score)
    )
    own = (
        everything.transform_calculate(score="datum.own")
        .mark_point(style=["accent"], size=80, filled=True)
        .encode(score, tooltip=score_tooltips(own="This run"))
    )
    return specify(alt.LayerChart(layer=[others, own], data=named_rows()), "@height@")
