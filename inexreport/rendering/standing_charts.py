"""The chart of where a run stands: a strip of ticks per metric."""

from __future__ import annotations

import altair as alt
from markupsafe import Markup

from inexreport.rendering.chart_embedding import ROW_HEIGHT, embed_written, fill, json_number, json_text
from inexreport.rendering.chart_kinds import built_once, named_rows, score_tooltips, specify
from inexreport.report.standing_strip import StandingFigure

_STRIP = '{{"metric":{},"own":{},"others":[{}]}}'.format


def standing(chart: StandingFigure) -> Markup:
    """Ticks for the other runs, a dot for the page's own; all metrics on one axis from 0."""
    rows = [
        _STRIP(
            json_text(strip.metric.label),
            json_number(strip.own, 4),
            ",".join([json_number(score, 3) for score in strip.others]),
        )
        for strip in chart.strips
    ]
    highest = max(1.0, *(max(strip.metric.highest, strip.own) for strip in chart.strips))
    return embed_written(fill(_standing(), highest=highest, height=(ROW_HEIGHT + 4) * len(rows)), rows)


@built_once()
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
