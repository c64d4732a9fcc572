"""Charts of correlations, each kind's specification built once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import isnan
from typing import Any

import altair as alt
import numpy as np
from markupsafe import Markup

from inexreport.rendering.charts.shapes import draw
from inexreport.rendering.charts.specification import (
    Rows,
    Specification,
    embed,
    fill,
    name_few,
    named_rows,
    specify,
    text_tooltips,
    with_names,
)
from inexreport.rendering.name_list import NameList
from inexreport.subjects.sections import Matrix, MetricScatter

CELL_HEIGHT = 24
ROOM_FOR_LABELS = 200
ROOM_FOR_A_NUMBER = 27
SCATTER_HEIGHT = 380


@draw.register
def matrix(chart: Matrix, _: NameList) -> Markup:
    """A heat map: deeper colours farther from the lowest value, or from 0 with another colour below it."""
    # A row of the matrix is one row of data: fifty metrics make 2,500 cells.
    cells = [_rounded(row, 4) for row in chart.frame.to_numpy().tolist()]
    specification = fill(
        _matrix(),
        name=chart.name,
        labels=chart.labels,
        places=chart.places,
        palest=_palest(cells),
        number_size=f"width / {len(cells)} < {ROOM_FOR_A_NUMBER} ? 0 : 11",
        height=CELL_HEIGHT * len(cells),
    )
    return embed(specification, [{"row": row, "value": values} for row, values in enumerate(cells)])


def _palest(cells: Sequence[Sequence[float | None]]) -> float:
    """The correlation in the palest colour: the lowest, or 0 where some are negative or none differs from 1.

    Examples
    --------
    >>> _palest([[1.0, 0.8], [0.8, 1.0]]), _palest([[1.0, -0.8], [-0.8, 1.0]]), _palest([[1.0, 1.0]])
    (0.8, 0.0, 0.0)
    """
    lowest = min((value for row in cells for value in row if value is not None), default=0.0)
    return lowest if 0 < lowest < 1 else 0.0


@cache
def _matrix() -> Specification:
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


@draw.register
def metric_scatter(chart: MetricScatter, names: NameList) -> Markup:
    """A point per run; which two metrics, the reader chooses."""
    runs, identifiers = chart.frame["name"].tolist(), [metric.identifier for metric in chart.metrics]
    scores = chart.frame[identifiers].to_numpy()
    rows: Rows = [
        {"name": names.place(run), "scores": _rounded(row, 6), "ranks": ranks}
        for run, row, ranks in zip(runs, scores.tolist(), chart.ranks, strict=True)
    ]
    name_few(rows, runs, np.nan_to_num(scores[:, chart.chosen[0]], nan=-np.inf).tolist())
    return embed(
        _metric_scatter(),
        rows,
        scatter={
            "columns": identifiers,
            "ranges": [[metric.lowest, metric.highest] for metric in chart.metrics],
            "chosen": chart.chosen,
            **{
                name: [_rounded(row, 2) for row in values.tolist()]
                for name, values in chart.correlations.items()
            },
        },
    )


def _rounded(numbers: Sequence[float], places: int) -> list[float | None]:
    """Rounded numbers, None for NaN."""
    return [None if isnan(number) else round(number, places) for number in numbers]


@cache
def _metric_scatter() -> Specification:
    """The site's script fills in x, y, ranks, titles and domains from what is chosen."""
    layers = alt.LayerChart(
        layer=[*with_names(alt.Chart(), "x", alt.Chart().mark_point(style=["accent"], size=60, filled=True))],
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
