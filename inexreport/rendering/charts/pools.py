"""Charts of pools, rare articles and variants of the assessments."""

from __future__ import annotations

from functools import cache
from math import isnan

import altair as alt
from markupsafe import Markup

from inexreport.rendering.charts.lines import SOLID_LINES, curve_specification
from inexreport.rendering.charts.specification import (
    Rows,
    embed,
    fill,
    name_few,
    named_rows,
    point_names,
    score_tooltips,
    specify,
    text_tooltips,
)
from inexreport.rendering.name_list import NameList
from inexreport.report.figure import PageData

BAR_HEIGHT = 16
SCATTER_HEIGHT = 340
PERCENTAGES = (5, 10, 20, 50, 100)
"""Ends of an axis of percentages."""


def pool_growth(chart: PageData, names: NameList) -> Markup:
    """Lines over depth: for all runs together and for the runs of each participant."""
    dashed = tuple(place >= SOLID_LINES for place in range(len(chart["lines"])))
    rows: Rows = [_growth_row(line, names) | {"front": False} for line in chart["background"]]
    rows += [
        _growth_row(line, names) | {"front": True, "dashed": broken}
        for line, broken in zip(chart["lines"], dashed, strict=True)
    ]
    depths = chart["depths"]
    specification = curve_specification(
        ("Results of each run that are pooled", "Share of what is relevant"),
        (float(depths[0]), float(depths[-1])),
        1.0,
        tuple(row["name"] for row in rows if row["front"]),
        dashed,
    )
    return embed(specification, rows, lines="curves", grids=[depths], byRank=True)


def _growth_row(line: PageData, names: NameList) -> PageData:
    return {
        "name": names.place(None, line["label"]),
        "x": 0,
        "y": [round(value, 4) for value in line["recall"]],
    }


def rare_documents(chart: PageData, names: NameList) -> Markup:
    """A horizontal bar per run, by official rank."""
    rows: Rows = [
        {
            "name": names.place(row["name"]),
            "title": row["name"].title,
            "place": place,
            "percent": round(row["percent"], 2),
            "rare": row["rare"],
            "relevant": row["relevant"],
        }
        for place, row in enumerate(chart["rows"])
        if not isnan(row["percent"])
    ]
    most = max((row["percent"] for row in rows), default=0.0)
    end = next(end for end in PERCENTAGES if most <= end)
    height = BAR_HEIGHT * max(1, len(rows))
    return embed(fill(_rare_documents(chart["items"]), height=height, end=end), rows)


@cache
def _rare_documents(items: str) -> str:
    chart = (
        alt.Chart(named_rows())
        .mark_bar(style=["accent"])
        .encode(
            alt.Y(
                "run:N",
                sort=alt.EncodingSortField("place", op="min"),
                axis=alt.Axis(title=None, grid=False),
            ),
            alt.X(
                "percent:Q", scale=alt.Scale(domain=[0, "@end@"]), axis=alt.Axis(title="Relevant, percent")
            ),
            alt.Href("link:N"),
            tooltip=[
                *text_tooltips(run="Run", rare=f"Rare {items}", relevant="Relevant"),
                alt.Tooltip("percent:Q", title="Percent", format=".1f"),
            ],
        )
    )
    return specify(chart, "@height@")


def score_scatter(chart: PageData, names: NameList) -> Markup:
    """A point per run, and the line on which both scores are equal."""
    rows: Rows = [
        {
            "name": names.place(point["name"]),
            "reference": round(point["reference"], 6),
            "changed": round(point["changed"], 6),
        }
        for point in chart["points"]
    ]
    name_few(rows, [point["name"] for point in chart["points"]], [row["reference"] for row in rows])
    highest = max((max(point["reference"], point["changed"]) for point in chart["points"]), default=0)
    end = next((end for end in (0.02, 0.05, 0.1, 0.2, 0.5) if highest <= end), max(1.0, highest))
    return embed(fill(_score_scatter(), end=end, across=chart["across"], up=chart["up"]), rows)


@cache
def _score_scatter() -> str:
    scale = alt.Scale(domain=[0, "@end@"], nice=False)
    line = (
        alt.Chart()
        .transform_aggregate(runs="count()")
        .mark_rule(style=["quiet"], strokeDash=[4, 4])
        .encode(
            alt.X(datum=0, scale=scale),
            alt.Y(datum=0, scale=scale),
            alt.X2(datum="@end@"),
            alt.Y2(datum="@end@"),
        )
    )
    everything = alt.Chart().encode(
        alt.X("reference:Q", scale=scale, axis=alt.Axis(title="@across@")),
        alt.Y("changed:Q", scale=scale, axis=alt.Axis(title="@up@")),
        alt.Href("link:N"),
        tooltip=[
            *text_tooltips(run="Run"),
            *score_tooltips(reference="@across@", changed="@up@"),
        ],
    )
    points = everything.mark_point(style=["accent"], size=60, filled=True)
    layers = alt.layer(line, points, *point_names(everything, "reference"), data=named_rows())
    return specify(layers, SCATTER_HEIGHT)
