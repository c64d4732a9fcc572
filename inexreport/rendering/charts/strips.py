"""A strip of dots for each group of runs, with a tick at the mean if it tells anything."""

from __future__ import annotations

from functools import cache

import altair as alt
from markupsafe import Markup

from inexreport.rendering.charts.specification import (
    Rows,
    embed,
    fill,
    named_rows,
    score_tooltips,
    specify,
    text_tooltips,
)
from inexreport.rendering.name_list import NameList
from inexreport.report.figure import PageData

STRIP_HEIGHT = 34
AXIS_HEIGHT = 24


def strips(chart: PageData, names: NameList) -> Markup:
    """Dots lead to the pages of runs; the axis includes 0. Empty for a single strip: it compares nothing."""
    if len(chart["strips"]) < 2:
        return Markup()
    rows: Rows = [
        {
            "strip": dot["strip"],
            "name": names.place(dot["name"]),
            "value": round(dot["value"], 6),
            "mean": False,
        }
        for dot in chart["dots"]
    ]
    rows += [
        {"strip": strip, "value": round(mean, 6), "mean": True} for strip, mean in chart["means"].items()
    ]
    height = STRIP_HEIGHT * len(chart["strips"]) + AXIS_HEIGHT
    return embed(
        fill(_strips(bool(chart["means"])), strips=chart["strips"], axis=chart["axis"], height=height), rows
    )


@cache
def _strips(has_means: bool) -> str:
    everything = alt.Chart().encode(
        alt.Y(
            "strip:N",
            sort=["@strips*@"],
            scale=alt.Scale(domain=["@strips*@"]),
            axis=alt.Axis(title=None, grid=True),
        ),
        alt.X("value:Q", axis=alt.Axis(title="@axis@"), scale=alt.Scale(zero=True)),
    )
    dots = (
        everything.transform_filter("!datum.mean")
        .mark_point(style=["accent"], size=60, filled=True)
        .encode(
            alt.Href("link:N"),
            tooltip=[*text_tooltips(run="Run", strip="Group"), *score_tooltips(value="@axis@")],
        )
    )
    means = (
        everything.transform_filter("datum.mean")
        .mark_tick(style=["tick"], thickness=3, size=STRIP_HEIGHT * 0.7)
        .encode(tooltip=[*text_tooltips(strip="Mean of"), *score_tooltips(value="@axis@")])
    )
    layers = [means, dots] if has_means else [dots]  # Vega warns of an axis without any data
    return specify(alt.layer(*layers, data=named_rows()), "@height@")
