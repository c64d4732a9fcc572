"""Charts of the agreement of judges."""

from __future__ import annotations

from functools import cache

import altair as alt
from markupsafe import Markup

from inexreport.rendering.addresses import Links
from inexreport.rendering.charts.specification import (
    embed,
    fill,
    named_rows,
    score_tooltips,
    specify,
    text_tooltips,
)
from inexreport.report.figure import PageData

GRADE_HEIGHT = 34
AXIS_HEIGHT = 24


def agreement(chart: PageData, links: Links) -> Markup:
    """A row of dots per grade, one for each topic, and a tick at their mean or at another value."""
    rows = [
        dot | {"ratio": round(dot["ratio"], 6), "mean": False, "link": links.topic(dot["topic"])}
        for dot in chart["dots"]
    ]
    rows += [
        {"grade": grade, "ratio": round(mean, 6), "mean": True} for grade, mean in chart["means"].items()
    ]
    height = GRADE_HEIGHT * len(chart["grades"]) + AXIS_HEIGHT
    chart_of_grades = fill(
        _agreement(),
        grades=chart["grades"],
        lowest=chart["lowest"],
        axis=chart["axis"],
        tick=chart["tick"],
        height=height,
    )
    return embed(chart_of_grades, rows)


@cache
def _agreement() -> str:
    everything = alt.Chart().encode(
        alt.Y(
            "grade:N",
            sort=["@grades*@"],
            scale=alt.Scale(domain=["@grades*@"]),
            axis=alt.Axis(title=None, grid=True),
        ),
        alt.X(
            "ratio:Q",
            scale=alt.Scale(domain=["@lowest@", 1]),
            axis=alt.Axis(title="@axis@"),
        ),
    )
    dots = (
        everything.transform_filter("!datum.mean")
        .mark_point(style=["accent"], size=60, filled=True)
        .encode(
            alt.Href("link:N"),
            tooltip=[*text_tooltips(topic="Topic", title="Title"), *score_tooltips(ratio="Agreement")],
        )
    )
    mean = (
        everything.transform_filter("datum.mean")
        .mark_tick(style=["tick"], thickness=3, size=GRADE_HEIGHT * 0.7)
        .encode(tooltip=[*text_tooltips(grade="@tick@"), *score_tooltips(ratio="Agreement")])
    )
    return specify(alt.layer(mean, dots, data=named_rows()), "@height@")
