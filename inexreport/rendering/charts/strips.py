"""A strip of dots for each group of runs, with a tick at the mean if it tells anything."""

from __future__ import annotations

from collections.abc import Mapping
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
from inexreport.subjects.sections import Strips, frame_rows

STRIP_HEIGHT = 34
AXIS_HEIGHT = 24


def strips(chart: Strips, names: NameList) -> Markup:
    """Dots lead to the pages of runs or topics. Without a domain the axis includes 0.

    Empty for a single strip of runs: it compares nothing.
    """
    groups = [*(chart.strips or chart.means)]
    if len(groups) < 2 and not chart.domain:
        return Markup()
    has_best = "best" in chart.frame
    rows: Rows = [
        {
            "strip": dot["strip"],
            **_named(dot, names),
            "value": round(dot["value"], 6),
            "mean": False,
            **({"best": dot["best"]} if has_best else {}),
        }
        for dot in frame_rows(chart.frame)
    ]
    rows += [{"strip": strip, "value": round(mean, 6), "mean": True} for strip, mean in chart.means.items()]
    specification = _strips(bool(chart.means), bool(chart.domain), "topic" in chart.frame, has_best)
    filled = fill(
        specification,
        strips=groups,
        axis=chart.axis,
        tick=chart.tick,
        of=chart.of,
        domain=chart.domain,
        height=STRIP_HEIGHT * len(groups) + AXIS_HEIGHT,
    )
    return embed(filled, rows)


def _named(dot: Mapping[str, Any], names: NameList) -> dict[str, Any]:
    if "topic" in dot:
        return {"topic": dot["topic"], "name": names.place_topic(dot["topic"], dot["title"])}
    return {"name": names.place(dot["name"])}


@cache
def _strips(has_means: bool, has_domain: bool, of_topics: bool, has_best: bool) -> Specification:
    scale = alt.Scale(domain=["@domain*@"]) if has_domain else alt.Scale(zero=True)
    everything = alt.Chart().encode(
        alt.Y(
            "strip:N",
            sort=["@strips*@"],
            scale=alt.Scale(domain=["@strips*@"]),
            axis=alt.Axis(title=None, grid=True),
        ),
        alt.X("value:Q", axis=alt.Axis(title="@axis@"), scale=scale),
    )
    named = {"topic": "Topic", "run": "Title"} if of_topics else {"run": "Run", "strip": "@of@"}
    tips = [*text_tooltips(**named), *score_tooltips(value="@axis@")]
    all_dots = everything.encode(alt.Href("link:N"), tooltip=tips)
    kinds = [("!datum.mean", "accent", 60)]
    if has_best:
        kinds = [("datum.best === false", "quiet", 50), ("datum.best", "accent", 110)]
    layers = [
        all_dots.transform_filter(which).mark_point(style=[style], size=size, filled=True)
        for which, style, size in kinds
    ]
    means = (
        everything.transform_filter("datum.mean")
        .mark_tick(style=["tick"], thickness=3, size=STRIP_HEIGHT * 0.7)
        .encode(tooltip=[*text_tooltips(strip="@tick@"), *score_tooltips(value="@axis@")])
    )
    if has_means:  # Vega warns of an axis without any data
        layers.insert(len(layers) - 1, means)
    return specify(alt.layer(*layers, data=named_rows()), "@height@")
