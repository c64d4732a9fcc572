"""A strip of dots for each group of runs, with a tick at the mean if it tells anything."""

from __future__ import annotations

from functools import cache
from typing import Any

import altair as alt
from markupsafe import Markup

from inexreport.rendering.charts.specification import (
    Rows,
    Specification,
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
    """Dots lead to the pages of runs, or of topics if the axis has a domain; else the axis includes 0.

    Empty for a single strip of runs: it compares nothing.
    """
    domain = chart.get("domain")
    if len(chart["strips"]) < 2 and not domain:
        return Markup()
    rows: Rows = [
        {
            "strip": dot["strip"],
            **_named(dot, names),
            "value": round(dot["value"], 6),
            "mean": False,
        }
        for dot in chart["dots"]
    ]
    rows += [
        {"strip": strip, "value": round(mean, 6), "mean": True} for strip, mean in chart["means"].items()
    ]
    height = STRIP_HEIGHT * len(chart["strips"]) + AXIS_HEIGHT
    gaps = {"strips": chart["strips"], "axis": chart["axis"], "tick": chart.get("tick", "Mean of")}
    filled = fill(_strips(bool(chart["means"]), bool(domain)), domain=domain, height=height, **gaps)
    return embed(filled, rows)


def _named(dot: PageData, names: NameList) -> dict[str, Any]:
    if "topic" in dot:
        return {"topic": dot["topic"], "name": names.place_topic(dot["topic"], dot["title"])}
    return {"name": names.place(dot["name"])}


@cache
def _strips(has_means: bool, of_topics: bool) -> Specification:
    scale = alt.Scale(domain=["@domain*@"]) if of_topics else alt.Scale(zero=True)
    everything = alt.Chart().encode(
        alt.Y(
            "strip:N",
            sort=["@strips*@"],
            scale=alt.Scale(domain=["@strips*@"]),
            axis=alt.Axis(title=None, grid=True),
        ),
        alt.X("value:Q", axis=alt.Axis(title="@axis@"), scale=scale),
    )
    named = {"topic": "Topic", "run": "Title"} if of_topics else {"run": "Run", "strip": "Group"}
    dots = (
        everything.transform_filter("!datum.mean")
        .mark_point(style=["accent"], size=60, filled=True)
        .encode(
            alt.Href("link:N"),
            tooltip=[*text_tooltips(**named), *score_tooltips(value="@axis@")],
        )
    )
    means = (
        everything.transform_filter("datum.mean")
        .mark_tick(style=["tick"], thickness=3, size=STRIP_HEIGHT * 0.7)
        .encode(tooltip=[*text_tooltips(strip="@tick@"), *score_tooltips(value="@axis@")])
    )
    layers = [means, dots] if has_means else [dots]  # Vega warns of an axis without any data
    return specify(alt.layer(*layers, data=named_rows()), "@height@")
