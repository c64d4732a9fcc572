"""Charts of lines, one of which is highlighted at a time: curves, and ranks under two metrics."""

from __future__ import annotations

from functools import cache

import altair as alt

from inexreport.rendering.charts.specification import (
    HEIGHT,
    IS_CHOSEN,
    Specification,
    chosen_runs,
    faded,
    fill,
    named_rows,
    specify,
)

SOLID_LINES = 5
"""Number of lines whose colours everyone can tell apart; further lines have other colours and are dashed."""

RANK_HEIGHT = 14
"""Pixels between two ranks where there are few runs."""

HIGHEST = 520


def curve_specification(
    titles: tuple[str, str],
    x_domain: tuple[float, float],
    highest: float,
    front: tuple[int, ...],
    dashed: tuple[bool, ...],
) -> Specification:
    """Lines over x; `front` are the names of the coloured ones, `dashed` says which of these are dashed."""
    x_name, y_name = titles
    return fill(
        _curves(),
        x_name=x_name,
        y_name=y_name,
        x_domain=x_domain,
        highest=highest,
        front=front,
        dashes=_dashes(dashed),
    )


@cache
def _curves() -> Specification:
    # Without a highlighted line Vega could not derive the domains.
    everything = (
        alt.Chart()
        .transform_flatten(["x", "y"])
        .encode(
            alt.X(
                "x:Q", axis=alt.Axis(title="@x_name@"), scale=alt.Scale(domain=["@x_domain*@"], nice=False)
            ),
            alt.Y(
                "y:Q",
                axis=alt.Axis(title="@y_name@"),
                scale=alt.Scale(domain=[0, "@highest@"]),
            ),
            alt.Detail("name:N"),
        )
    )
    return specify(_pointable(everything), HEIGHT)


def rank_specification(
    labels: tuple[str, ...],
    chosen: tuple[int, int],
    runs: int,
    front: tuple[int, ...],
    dashed: tuple[bool, ...],
) -> Specification:
    """Lines between two of the ranks that each row has; parameters as in `curve_specification`."""
    left, right = chosen
    return fill(
        _ranks(),
        left=left,
        right=right,
        labels=labels,
        front=front,
        dashes=_dashes(dashed),
        ticks=_ticks(runs),
        last=max(2, runs),
        height=min(HIGHEST, max(160, RANK_HEIGHT * runs)),
    )


@cache
def _ranks() -> Specification:
    everything = (
        alt.Chart()
        .transform_calculate(x="[0, 1]", y="[datum.ranks[left], datum.ranks[right]]")
        .transform_flatten(["x", "y"])
        .transform_filter("isValid(datum.y)")
        .encode(
            alt.X(
                "x:Q",
                axis=alt.Axis(
                    title=None,
                    values=[0, 1],
                    grid=True,
                    labelExpr="labels[datum.value === 0 ? left : right]",
                    labelAlign=alt.expr("datum.value === 0 ? 'left' : 'right'"),
                    labelLimit=alt.expr("width / 2 - 8"),
                    orient="top",
                ),
                scale=alt.Scale(domain=[0, 1], nice=False),
            ),
            alt.Y(
                "y:Q",
                axis=alt.Axis(title="Rank", format="d", values=["@ticks*@"], grid=False),
                scale=alt.Scale(domain=[1, "@last@"], reverse=True, nice=False),
            ),
            alt.Detail("name:N"),
        )
    )
    pointable = _pointable(everything).add_params(
        alt.param(name="left", value="@left@"),
        alt.param(name="right", value="@right@"),
        alt.param(name="labels", value="@labels@"),
    )
    return specify(pointable, "@height@")


def _ticks(runs: int) -> list[int]:
    """The first rank and round numbers.

    Examples
    --------
    >>> _ticks(4), _ticks(33)
    ([1, 2, 3, 4], [1, 5, 10, 15, 20, 25, 30])
    """
    step = next(step for step in (1, 5, 10, 20, 50, 100, runs) if runs <= 12 * step)
    return sorted({1, *range(step, runs + 1, step)})


def _dashes(dashed: tuple[bool, ...]) -> list[list[int]]:
    return [[6, 3] if broken else [1, 0] for broken in dashed]


def _pointable(everything: alt.Chart) -> alt.LayerChart:
    """Coloured lines before grey ones; the line `hot` is highlighted, those in `off` are hidden."""
    line = alt.Chart()
    behind = line.transform_filter("!datum.front").mark_line(style=["quiet"]).encode(opacity=faded(1))
    coloured = (
        line.transform_filter("datum.front && indexof(off, datum.name) < 0")
        .mark_line(style=["series"])
        .encode(
            alt.Color("name:N", scale=alt.Scale(domain=["@front*@"]), legend=None),
            alt.StrokeDash("name:N", scale=alt.Scale(domain=["@front*@"], range=["@dashes*@"]), legend=None),
            opacity=alt.when(f"(hot === null || hot === datum.name) && ({IS_CHOSEN})")
            .then(alt.value(1))
            .otherwise(alt.value(0.3)),
        )
    )
    pointed = line.transform_filter("hot === datum.name").mark_line(style=["pointed"])
    own_colour = pointed.transform_filter("datum.front").encode(
        alt.Color("name:N", scale=alt.Scale(domain=["@front*@"]), legend=None)
    )
    other = pointed.transform_filter("!datum.front")
    layered = alt.LayerChart(
        layer=[behind, coloured, own_colour, other],
        data=named_rows(),
        encoding=everything.encoding,
        transform=everything.transform,
    )
    return layered.add_params(
        alt.param(name="hot", value=None), alt.param(name="off", value=[]), chosen_runs()
    )
