"""Charts of runs, each kind's specification built once."""

from __future__ import annotations

from functools import cache
from typing import Literal

import altair as alt
from markupsafe import Markup

from inexreport.rendering.charts.specification import (
    HEIGHT,
    IS_CHOSEN,
    ROW_HEIGHT,
    Specification,
    chosen_runs,
    embed,
    faded,
    fill,
    name_few,
    named_rows,
    score_domain,
    score_tooltips,
    specify,
    text_tooltips,
)
from inexreport.rendering.name_list import NameList
from inexreport.report.figure import PageData
from inexreport.report.task_figures import NAMED_RUNS

INTERVAL_OPACITY = 0.45

_ALIGNED: tuple[Literal["left", "center", "right"], ...] = ("left", "center", "right")
"""Alignment of names with their dots, in each third of a chart."""

FEW_RUNS = 5
"""Largest number of chosen runs that are named among many."""

_IS_FEW = f"chosenRuns !== null && length(chosenRuns) <= {FEW_RUNS}"

_IS_NAMED = f"isValid(datum.title) || (({_IS_FEW}) && ({IS_CHOSEN}))"

LINE = 13
"""Height of a name in pixels."""

BRACKET_STEP = 4
"""Distance in pixels of the brackets of groups of runs from the plot, and of neighbouring ones."""


def run_dots(chart: PageData, names: NameList) -> Markup:
    """Runs sorted by their score: with names where there is room for them, else by rank."""
    rows = [
        {
            "name": names.place(row["name"]),
            "place": place,
            "rank": row["rank"],
            "score": round(row["score"], 6),
            "low": None if row["low"] is None else round(row["low"], 6),
            "high": None if row["high"] is None else round(row["high"], 6),
            "group": row["group"],
        }
        for place, row in enumerate(chart["rows"], start=1)
    ]
    metric = chart["metric"]
    title = f"{metric.label} %" if metric.unit == "%" else metric.label
    domain = score_domain(metric, max(max(row["score"], row["high"] or 0) for row in chart["rows"]))
    if len(rows) > NAMED_RUNS:
        name_few(rows, [row["name"] for row in chart["rows"]], [row["score"] for row in rows])
        pixel = (domain[1] - domain[0]) / HEIGHT
        slots = len(rows) + 1
        ranked = fill(
            _ranked_dots(),
            title=title,
            domain=domain,
            slots=slots,
            name_height=f"{_IS_FEW} ? {domain[1]} - {LINE * pixel} * (datum.line - 0.5)"
            f" : datum.top + {16 * pixel}",
            tick_size=f"width / {slots}",
            left=f"3 * datum.place < {slots}",
            center=f"3 * datum.place >= {slots} && 3 * datum.place <= {2 * slots}",
            right=f"3 * datum.place > {2 * slots}",
        )
        return embed(ranked, rows, runs=True)
    named = [{**row, "title": one["name"].title} for row, one in zip(rows, chart["rows"], strict=True)]
    return embed(
        fill(_named_dots(), title=title, domain=domain, height=ROW_HEIGHT * len(rows)), named, runs=True
    )


@cache
def _named_dots() -> Specification:
    everything = _run_marks().encode(
        alt.Y("run:N", sort=alt.EncodingSortField("place", op="min"), axis=alt.Axis(title=None, grid=True))
    )
    score = alt.X("score:Q", scale=alt.Scale(domain=["@domain*@"]), axis=alt.Axis(title="@title@"))
    layers = alt.layer(
        everything.mark_rule(style=["interval"]).encode(
            alt.X("low:Q"), alt.X2("high:Q"), opacity=faded(INTERVAL_OPACITY)
        ),
        everything.mark_point(style=["accent"], size=60, filled=True).encode(score, opacity=faded(1)),
        *(
            everything.transform_filter(f"datum.group && datum.group % 2 === {odd}")
            .mark_tick(
                style=["bracket"], orient="vertical", size=ROW_HEIGHT, xOffset=BRACKET_STEP * (1 + odd)
            )
            .encode(x=alt.value("width"))
            for odd in (1, 0)
        ),
        data=named_rows(),
    )
    return specify(layers.add_params(chosen_runs()), "@height@")


@cache
def _ranked_dots() -> Specification:
    everything = _run_marks().encode(
        alt.X(
            "place:Q",
            axis=alt.Axis(title="Runs, best first", format="d"),
            scale=alt.Scale(domain=[0, "@slots@"], nice=False),
        )
    )
    score = alt.Y("score:Q", scale=alt.Scale(domain=["@domain*@"]), axis=alt.Axis(title="@title@"))
    # The names of a few chosen runs are one below the other, each with a line to its run.
    named = (
        everything.transform_filter(_IS_NAMED)
        .transform_window(line="row_number()", sort=[alt.SortField("place")])
        .transform_calculate(
            label=f"{_IS_FEW} ? datum.run : datum.title", top="isValid(datum.high) ? datum.high : datum.score"
        )
        .transform_calculate(at="@name_height@")
    )
    layers = alt.layer(
        everything.mark_rule(style=["interval"]).encode(
            alt.Y("low:Q"), alt.Y2("high:Q"), opacity=faded(INTERVAL_OPACITY)
        ),
        everything.mark_point(style=["accent"], size=36, filled=True).encode(score, opacity=faded(1)),
        named.transform_filter(_IS_FEW)
        .mark_rule(style=["quiet"])
        .encode(alt.Y("top:Q"), alt.Y2("at:Q"), opacity=faded(1)),
        *(
            named.transform_filter(f"@{third}@")
            .mark_text(style=["tick"], align=third, dx={"left": 3, "center": 0, "right": -3}[third])
            .encode(alt.Y("at:Q"), text="label:N", opacity=faded(1))
            for third in _ALIGNED
        ),
        *(
            everything.transform_filter(f"datum.group && datum.group % 2 === {odd}")
            .mark_tick(
                style=["bracket"],
                orient="horizontal",
                size=alt.expr("@tick_size@"),
                yOffset=-BRACKET_STEP * (1 + odd),
            )
            .encode(y=alt.value(0))
            for odd in (1, 0)
        ),
        data=named_rows(),
    )
    return specify(layers.add_params(chosen_runs()), HEIGHT)


def _run_marks() -> alt.Chart:
    return alt.Chart().encode(
        alt.Href("link:N"),
        tooltip=[
            *text_tooltips(run="Run", rank="Rank", group="Group"),
            *score_tooltips(score="@title@", low="From", high="To"),
        ],
    )
