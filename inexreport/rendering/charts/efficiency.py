"""The charts of official scores by reported times and by imported costs."""

from __future__ import annotations

from functools import cache
from math import ceil, floor, log10

import altair as alt
from markupsafe import Markup

from inexreport.rendering.charts.specification import (
    HEIGHT,
    Rows,
    Specification,
    decimal,
    embed,
    fill,
    name_few,
    named_rows,
    point_names,
    score_domain,
    score_tooltips,
    specify,
    text_tooltips,
)
from inexreport.rendering.name_list import NameList
from inexreport.report.figure import PageData


def scores_by_time(chart: PageData, names: NameList) -> Markup:
    """A point per run, its shape by how many results it returns."""
    points = chart["points"]
    rows: Rows = [
        {
            "name": names.place(point["name"]),
            "milliseconds": decimal(point["milliseconds"], 4) or point["milliseconds"],
            "score": decimal(point["score"], 6),
            "returned": point["returned"],
            "depth": f"up to {point['depth']:,}",
        }
        for point in points
    ]
    name_few(rows, [point["name"] for point in points], [row["score"] for row in rows])
    specification = fill(
        _scores_by_time(),
        metric=chart["metric"].label,
        scores=score_domain(chart["metric"], max(row["score"] for row in rows)),
        times=_decades([row["milliseconds"] for row in rows]),
        depths=list(dict.fromkeys(row["depth"] for row in sorted(rows, key=lambda row: row["returned"]))),
    )
    return embed(specification, rows)


def scores_by_cost(chart: PageData, names: NameList) -> Markup:
    """A point per run; the axis of costs ends at a round number beyond theirs."""
    rows: Rows = [
        {
            "name": names.place(point["name"]),
            "cost": decimal(point["cost"], 6),
            "score": decimal(point["score"], 6),
        }
        for point in chart["points"]
    ]
    name_few(rows, [point["name"] for point in chart["points"]], [row["score"] for row in rows])
    costs = [row["cost"] for row in rows]
    specification = fill(
        _scores_by_cost(),
        metric=chart["metric"].label,
        cost=chart["axis"],
        scores=score_domain(chart["metric"], max(row["score"] for row in rows)),
        costs=(min(0.0, *costs), max(costs) or 1.0),
    )
    return embed(specification, rows)


@cache
def _scores_by_cost() -> Specification:
    everything = alt.Chart().encode(
        alt.X(
            "cost:Q",
            scale=alt.Scale(domain=["@costs*@"], nice=True),
            axis=alt.Axis(title="@cost@", grid=False),
        ),
        alt.Y("score:Q", scale=alt.Scale(domain=["@scores*@"]), axis=alt.Axis(title="@metric@")),
        alt.Href("link:N"),
        tooltip=[*text_tooltips(run="Run"), *score_tooltips(cost="@cost@", score="Score")],
    )
    points = everything.mark_point(style=["accent"], size=60, filled=True)
    return specify(alt.layer(points, *point_names(everything, "cost"), data=named_rows()), HEIGHT)


def _decades(times: list[float]) -> tuple[float, float]:
    """The powers of ten around positive numbers.

    Examples
    --------
    >>> _decades([25.3, 120.0]), _decades([10.0])
    ((10.0, 1000.0), (10.0, 100.0))
    """
    first, last = floor(log10(min(times))), ceil(log10(max(times)))
    return 10.0**first, 10.0 ** max(last, first + 1)


@cache
def _scores_by_time() -> Specification:
    everything = alt.Chart().encode(
        alt.X(
            "milliseconds:Q",
            scale=alt.Scale(type="log", domain=["@times*@"], nice=False),
            axis=alt.Axis(title="Reported milliseconds per topic", grid=False),
        ),
        alt.Y("score:Q", scale=alt.Scale(domain=["@scores*@"]), axis=alt.Axis(title="@metric@")),
        alt.Href("link:N"),
        tooltip=[
            *text_tooltips(run="Run", returned="Most results of a topic"),
            alt.Tooltip("milliseconds:Q", title="Milliseconds", format=",.2f"),
            *score_tooltips(score="Score"),
        ],
    )
    points = everything.mark_point(style=["accent"], size=60, filled=True).encode(
        alt.Shape(
            "depth:N",
            scale=alt.Scale(domain=["@depths*@"]),
            legend=alt.Legend(title="Results per topic", orient="top"),
        )
    )
    return specify(alt.layer(points, *point_names(everything, "milliseconds"), data=named_rows()), HEIGHT)
