"""Charts of judges who grade documents."""

from __future__ import annotations

from functools import cache
from typing import Any

import altair as alt
from markupsafe import Markup

from inexreport.rendering.charts.shapes import draw
from inexreport.rendering.charts.specification import (
    Rows,
    Specification,
    embed,
    fill,
    named_rows,
    specify,
    text_tooltips,
)
from inexreport.rendering.name_list import NameList
from inexreport.subjects.judges import Confusion

CELL_HEIGHT = 34
AXIS_HEIGHT = 50
ROOM_FOR_A_COUNT = 44


@draw.register
def grade_confusion(chart: Confusion, names: NameList) -> Markup:
    """A heat map: the deeper a cell, the larger its share of the official grade; counts where they fit."""
    # A row of the matrix is one row of data: a hundred grades make ten thousand cells.
    by_grade = chart.frame.groupby("grade_official", sort=False)["count"].agg(list).items()
    rows: Rows = [
        {"official": str(grade), "total": sum(counts), "count": counts} for grade, counts in by_grade
    ]
    labels = [row["official"] for row in rows]
    matrix = fill(
        _grade_confusion(),
        labels=labels,
        judge=f"Grade by {chart.judge}",
        count_size=f"width / {len(labels)} < {ROOM_FOR_A_COUNT} ? 0 : 12",
        height=CELL_HEIGHT * len(labels) + AXIS_HEIGHT,
    )
    return embed(matrix, rows)


@cache
def _grade_confusion() -> Specification:
    scale = alt.Scale(domain=["@labels*@"])
    cells = (
        alt.Chart()
        .transform_calculate(column="sequence(length(datum.count))")
        .transform_flatten(["count", "column"])
        .transform_calculate(
            grade="labels[datum.column]",
            share="datum.total ? datum.count / datum.total : 0",
            text="format(datum.count, ',')",
            percent="datum.total ? format(datum.count / datum.total, '.1%') : '\u2013'",
        )
        .encode(
            alt.X("grade:N", scale=scale, axis=_axis("@judge@", orient="top", labelAngle=0)),
            alt.Y("official:N", scale=scale, axis=_axis("Official grade")),
            tooltip=text_tooltips(
                official="Official grade", grade="@judge@", text="Documents", percent="Of the official grade"
            ),
        )
    )
    share = alt.Opacity("share:Q", scale=alt.Scale(domain=[0, 1], range=[0.05, 1]), legend=None)
    layers = alt.layer(
        cells.mark_rect(style=["span"]).encode(share),
        cells.mark_text(style=["tick"], fontSize=alt.expr("@count_size@")).encode(alt.Text("text:N")),
        data=named_rows(),
    ).add_params(alt.param(name="labels", value="@labels@"))
    return specify(layers, "@height@")


def _axis(title: str, **further: Any) -> alt.Axis:
    return alt.Axis(title=title, grid=False, ticks=False, domain=False, **further)
