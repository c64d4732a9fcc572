"""Charts of where runs stand: a strip of ticks per metric."""

from __future__ import annotations

from functools import cache

import altair as alt
from markupsafe import Markup

from inexreport.rendering.charts.specification import (
    ROW_HEIGHT,
    Rows,
    Specification,
    decimal,
    embed,
    fill,
    named_rows,
    score_tooltips,
    specify,
    text_tooltips,
)
from inexreport.report.figure import PageData

PLACING_HEIGHT = 30


def standing(chart: PageData) -> Markup:
    """Ticks for the other runs, a dot for the page's own; all metrics on one axis from 0."""
    rows = [
        {
            "metric": strip["metric"].label,
            "own": decimal(strip["own"], 4),
            "others": [decimal(score, 3) for score in strip["others"]],
        }
        for strip in chart["strips"]
    ]
    highest = max(1.0, *(max(strip["metric"].highest, strip["own"]) for strip in chart["strips"]))
    return embed(fill(_standing(), highest=highest, height=(ROW_HEIGHT + 4) * len(rows)), rows)


@cache
def _standing() -> Specification:
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


def placing(chart: PageData) -> Markup:
    """A dot for each of the participant's runs, a short tick for the median, a long one for the best."""
    rows: Rows = [
        {
            "strip": strip["label"],
            "runs": [name.title for name, _ in strip["runs"]],
            "scores": [round(score, 4) for _, score in strip["runs"]],
            "median": round(strip["median"], 4),
            "best": round(strip["best"], 4),
        }
        for strip in chart["strips"]
    ]
    lowest = min(0.0, *(strip["metric"].lowest for strip in chart["strips"]))
    highest = max(max(strip["metric"].highest, strip["best"]) for strip in chart["strips"])
    height = PLACING_HEIGHT * len(rows)
    return embed(fill(_placing(), axis=chart["axis"], domain=(lowest, highest), height=height), rows)


@cache
def _placing() -> Specification:
    everything = alt.Chart().encode(
        alt.Y("strip:N", sort=None, axis=alt.Axis(title=None, grid=True)),
        tooltip=score_tooltips(best="Best", median="Median"),
    )
    scale, titled = alt.Scale(domain=["@domain*@"]), alt.Axis(title="@axis@")
    best = everything.mark_tick(style=["tick"], thickness=2, size=22).encode(
        alt.X("best:Q", scale=scale, axis=titled)
    )
    median = everything.mark_tick(style=["tick"], thickness=2, size=11).encode(
        alt.X("median:Q", scale=scale, axis=titled)
    )
    own = (
        everything.transform_flatten(["runs", "scores"], ["run", "score"])
        .mark_point(style=["accent"], size=70, filled=True)
        .encode(
            alt.X("score:Q", scale=scale, axis=titled),
            tooltip=[*text_tooltips(run="Run"), *score_tooltips(score="Score", best="Best", median="Median")],
        )
    )
    return specify(alt.layer(best, median, own, data=named_rows()), "@height@")
