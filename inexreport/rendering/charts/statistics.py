"""Charts of correlations and of swaps, each kind's specification built once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import inf, isnan
from typing import Any

import altair as alt
from markupsafe import Markup

from inexreport.rendering.charts.specification import (
    HEIGHT,
    Rows,
    embed,
    fill,
    name_few,
    named_rows,
    point_names,
    specify,
    text_tooltips,
)
from inexreport.rendering.name_list import NameList
from inexreport.report.figure import PageData

CELL_HEIGHT = 24
ROOM_FOR_LABELS = 200
ROOM_FOR_A_NUMBER = 27
SCATTER_HEIGHT = 380


def correlation_matrix(chart: PageData) -> Markup:
    """A heat map: deeper colours farther from the lowest value, or from 0 with another colour below it."""
    # A row of the matrix is one row of data: fifty metrics make 2,500 cells.
    rows: Rows = [{"row": row, "value": _rounded(cells, 4)} for row, cells in enumerate(chart["cells"])]
    labels = [column.label for column in chart["columns"]]
    matrix = fill(
        _correlation_matrix(),
        name=chart["name"],
        labels=labels,
        places=chart["places"],
        palest=_palest(chart["cells"]),
        number_size=f"width / {len(labels)} < {ROOM_FOR_A_NUMBER} ? 0 : 11",
        height=CELL_HEIGHT * len(labels),
    )
    return embed(matrix, rows)


def _palest(cells: Sequence[Sequence[float]]) -> float:
    """The correlation in the palest colour: the lowest, or 0 where some are negative or none differs from 1.

    Examples
    --------
    >>> _palest([[1.0, 0.8], [0.8, 1.0]]), _palest([[1.0, -0.8], [-0.8, 1.0]]), _palest([[1.0, 1.0]])
    (0.8, 0.0, 0.0)
    """
    lowest = min((value for row in cells for value in _rounded(row, 4) if value is not None), default=0.0)
    return lowest if 0 < lowest < 1 else 0.0


@cache
def _correlation_matrix() -> str:
    cells = (
        alt.Chart()
        .transform_calculate(column="sequence(length(datum.value))")
        .transform_flatten(["value", "column"])
        .transform_filter("isValid(datum.value)")
        .transform_calculate(
            across="labels[datum.column]",
            down="labels[datum.row]",
            text="abs(datum.value) < 0.005 ? '0.00' : replace(format(datum.value, '.2f'), '-', '\u2212')",
            strength="abs(datum.value)",
            link="'#pair-' + places[datum.column] + '-' + places[datum.row]",
        )
        .encode(
            alt.X(
                "across:N",
                scale=alt.Scale(domain=["@labels*@"]),
                axis=_bare_axis(orient="top", labelAngle=-90, labelLimit=ROOM_FOR_LABELS),
            ),
            alt.Y("down:N", scale=alt.Scale(domain=["@labels*@"]), axis=_bare_axis()),
            alt.Href("link:N"),
            tooltip=text_tooltips(down="Metric", across="and", text="@name@"),
        )
    )
    scale = alt.Scale(domain=["@palest@", 1], range=[0.05, 1])
    strength = alt.Opacity("strength:Q", scale=scale, legend=None)
    weak = alt.Opacity("strength:Q", scale=alt.Scale(domain=[0, 1], range=[0.05, 0.5]), legend=None)
    alike = cells.transform_filter("datum.value >= 0")
    turned = cells.transform_filter("datum.value < 0")
    layers = alt.layer(
        alike.mark_rect(style=["span"]).encode(strength),
        turned.mark_rect(style=["loss"]).encode(weak),
        cells.mark_text(style=["tick"], fontSize=alt.expr("@number_size@")).encode(alt.Text("text:N")),
        data=named_rows(),
    ).resolve_scale(opacity="independent")
    layers = layers.add_params(
        alt.param(name="labels", value="@labels@"), alt.param(name="places", value="@places@")
    )
    return specify(layers, "@height@")


def _bare_axis(**further: Any) -> alt.Axis:
    return alt.Axis(title=None, grid=False, ticks=False, domain=False, **further)


def metric_scatter(chart: PageData, names: NameList) -> Markup:
    """A point per run; which two metrics, the reader chooses."""
    rows: Rows = [
        {
            "name": names.place(run["name"]),
            "scores": _rounded(run["scores"], 6),
            "ranks": run["ranks"],
        }
        for run in chart["runs"]
    ]
    official = [run["scores"][chart["across"]] for run in chart["runs"]]
    name_few(rows, [run["name"] for run in chart["runs"]], [-inf if isnan(one) else one for one in official])
    return embed(
        _metric_scatter(),
        rows,
        scatter={
            "columns": [column.identifier for column in chart["columns"]],
            "ranges": [[column.lowest, column.highest] for column in chart["columns"]],
            "chosen": [chart["across"], chart["up"]],
            "spearman": [_rounded(row, 2) for row in chart["spearman"]],
            "kendall": [_rounded(row, 2) for row in chart["kendall"]],
        },
    )


def _rounded(numbers: Sequence[float], places: int) -> list[float | None]:
    """Rounded numbers, None for NaN."""
    return [None if isnan(number) else round(number, places) for number in numbers]


@cache
def _metric_scatter() -> str:
    """The site's script fills in x, y, ranks, titles and domains from what is chosen."""
    layers = alt.LayerChart(
        layer=[
            alt.Chart().mark_point(style=["accent"], size=60, filled=True),
            *point_names(alt.Chart(), "x"),
        ],
        data=named_rows(),
        encoding=alt.Chart()
        .encode(
            alt.X("x:Q", axis=alt.Axis(title=""), scale=alt.Scale(domain=[0, 1])),
            alt.Y("y:Q", axis=alt.Axis(title=""), scale=alt.Scale(domain=[0, 1])),
            alt.Href("link:N"),
            tooltip=[*text_tooltips(run="Run", across="x axis", up="y axis")],
        )
        .encoding,
    )
    return specify(layers, SCATTER_HEIGHT)


def swaps(chart: PageData) -> Markup:
    """Two lines over the number of topics."""
    rows: Rows = [
        {"topics": row["topics"], "percent": round(row[kind], 3), "kind": kind}
        for kind in ("contradictions", "ties")
        for row in chart["rows"]
    ]
    return embed(_swaps(), rows)


@cache
def _swaps() -> str:
    line = (
        alt.Chart(named_rows())
        .mark_line(style=["series"], point=True)
        .encode(
            alt.X(
                "topics:Q",
                axis=alt.Axis(title="Topics in a set", format="d", tickMinStep=1),
                scale=alt.Scale(nice=False, zero=False),
            ),
            alt.Y("percent:Q", axis=alt.Axis(title="Percent of comparisons"), scale=alt.Scale(zero=True)),
            alt.Color("kind:N", legend=alt.Legend(title=None, orient="top")),
            alt.StrokeDash("kind:N"),
            tooltip=[
                *text_tooltips(kind="Share of", topics="Topics"),
                alt.Tooltip("percent:Q", title="Percent", format=".1f"),
            ],
        )
    )
    return specify(line, HEIGHT)
