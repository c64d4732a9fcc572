"""Charts of runs that the reader chooses: the site's script fills in rows, titles and domains."""

from __future__ import annotations

from functools import cache

import altair as alt
from markupsafe import Markup

from inexreport.rendering.charts.lines import SOLID_LINES, curve_specification
from inexreport.rendering.charts.specification import (
    HEIGHT,
    Specification,
    embed,
    named_rows,
    score_tooltips,
    specify,
    text_tooltips,
    with_names,
)
from inexreport.subjects.sections import Lines

SCATTER_HEIGHT = 420

MOST_RUNS = 8
"""Runs that are compared side by side, as in ``several-runs.js``."""

CHOSEN = "length(chosen) === 0 || indexof(chosen, datum.topic) >= 0"
"""Whether a topic stands out: all do unless some were selected."""

FAINT = 0.25

MEAN_TOOLTIPS = (("mean", "Mean difference"), ("low", "From"), ("high", "To"))


def topic_differences() -> Markup:
    """A bar for each topic, up where A is better, and the mean of all with its interval."""
    return embed(_topic_differences(), [], comparison={"chart": "differences"})


@cache
def _topic_differences() -> Specification:
    scale = alt.Scale(domain=[-1, 1], nice=True)
    y = alt.Y("difference:Q", axis=alt.Axis(title=""), scale=scale, stack=None)
    bars = _of_topics().encode(
        alt.X(
            "place:O",
            axis=alt.Axis(title="Topics", labels=False, ticks=False, grid=False),
            scale=alt.Scale(paddingInner=0.2),
        ),
        y,
    )
    gain = bars.transform_filter("datum.difference > 0").mark_bar(style=["gain"])
    loss = bars.transform_filter("datum.difference < 0").mark_bar(style=["loss"])
    equal = bars.transform_filter("datum.difference === 0").mark_tick(style=["tick"])
    of_mean = alt.Chart(alt.NamedData("mean")).encode(
        tooltip=[alt.Tooltip(f"{field}:Q", title=title, format="+.4f") for field, title in MEAN_TOOLTIPS]
    )
    ends = [
        of_mean.mark_rule(style=["tick"], strokeDash=[1, 3]).encode(alt.Y(f"{end}:Q", scale=scale))
        for end in ("low", "high")
    ]
    interval = of_mean.mark_rect(style=["span"], opacity=0.35).encode(
        alt.Y("low:Q", scale=scale), alt.Y2("high:Q")
    )
    mean = of_mean.mark_rule(style=["tick"], strokeDash=[5, 3]).encode(alt.Y("mean:Q", scale=scale))
    return specify(_selectable(interval, gain, loss, equal, *ends, mean), HEIGHT)


def topic_scatter() -> Markup:
    """A point for each topic, A across, B up, and the diagonal on which both are equal."""
    return embed(_topic_scatter(), [], comparison={"chart": "scatter"})


@cache
def _topic_scatter() -> Specification:
    scale = alt.Scale(domain=[0, 1], nice=False)
    x, y = (
        alt.X("x:Q", axis=alt.Axis(title=""), scale=scale),
        alt.Y("y:Q", axis=alt.Axis(title=""), scale=scale),
    )
    diagonal = alt.Chart(alt.NamedData("diagonal")).mark_line(style=["quiet"]).encode(x, y)
    points = _of_topics().encode(x, y)
    brush = alt.selection_interval(name="brush", encodings=["x", "y"])
    gain, loss, equal = (
        points.transform_filter(f"datum.difference {sign} 0").mark_point(style=[style], size=60, filled=True)
        for sign, style in ((">", "gain"), ("<", "loss"), ("===", "tick"))
    )
    brushed = gain.properties(name="brushed").add_params(brush)
    named = with_names(points, "x", brushed, loss, equal, name="label")
    return specify(_selectable(diagonal, *named), SCATTER_HEIGHT)


def _of_topics() -> alt.Chart:
    return alt.Chart().encode(
        alt.Href("link:N"),
        tooltip=[
            *text_tooltips(topic="Topic", title="Title"),
            *score_tooltips(a="A", b="B"),
            alt.Tooltip("difference:Q", title="A − B", format="+.4f"),
        ],
        opacity=alt.when(CHOSEN).then(alt.value(1)).otherwise(alt.value(FAINT)),
    )


def _selectable(*layers: alt.Chart) -> alt.LayerChart:
    layered = alt.LayerChart(layer=list(layers), data=named_rows())
    return layered.add_params(alt.param(name="chosen", value=[]))


def curves_of_chosen(curve: Lines, place: int) -> Markup:
    """The lines of the chosen runs; `place` is that of the kind of curve in the page's list."""
    front = tuple(range(MOST_RUNS))
    dashed = tuple(line >= SOLID_LINES for line in front)
    specification = curve_specification((curve.x[1], curve.y[1]), (0, 1), 1, front, dashed)
    return embed(
        specification,
        [],
        lines="curves",
        byRank=curve.by_rank,
        comparison={"chart": "curves", "place": place},
    )
