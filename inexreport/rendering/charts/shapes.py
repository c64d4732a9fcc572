"""Charts of the sections of pages: a few shapes over the columns of a frame."""

from __future__ import annotations

from functools import cache, singledispatch
from math import ceil, floor, isnan, log10
from typing import Any

import altair as alt
import pandas as pd
from markupsafe import Markup

from inexreport.rendering.charts.bands import bands
from inexreport.rendering.charts.lines import SOLID_LINES, curve_specification, rank_specification
from inexreport.rendering.charts.specification import (
    HEIGHT,
    Rows,
    Specification,
    decimal,
    embed,
    fill,
    name_few,
    named_rows,
    score_domain,
    score_tooltips,
    specify,
    text_tooltips,
    with_names,
)
from inexreport.rendering.charts.strips import strips
from inexreport.rendering.charts.topics import topic_ranges
from inexreport.rendering.name_list import NameList
from inexreport.report.naming import RunName
from inexreport.subjects.sections import (
    Bands,
    Bars,
    Chart,
    Costs,
    Lines,
    Ranks,
    Scatter,
    Strips,
    TopicRanges,
    frame_rows,
)

BAR_HEIGHT = 16
SCATTER_HEIGHT = 340
PERCENTAGES = (5, 10, 20, 50, 100)
"""Ends of an axis of bars; that of larger numbers ends at the largest."""


@singledispatch
def draw(chart: Chart, names: NameList) -> Markup:
    """Return a chart as a page embeds it."""
    raise TypeError(f"no shape {type(chart).__name__}")


@draw.register
def lines_over(chart: Lines, names: NameList) -> Markup:
    """Lines over x, of which the first are coloured and the others thin and grey."""
    x_name, y_name = chart.x[0], chart.y[0]
    lines = frame_rows(chart.frame)
    if chart.by:
        by: dict[object, dict[str, Any]] = {}
        for point in lines:
            line = by.setdefault(point[chart.by], point | {x_name: [], y_name: []})
            line[x_name].append(point[x_name])
            line[y_name].append(point[y_name])
        lines = [*by.values()]
    front = lines[: chart.front]
    dashed = tuple(
        place >= SOLID_LINES or ("name" in line and not line["name"]) for place, line in enumerate(front)
    )
    grids: dict[tuple[float, ...], int] = {}  # lines with the same x share one list of them
    rows: Rows = []
    for place, line in enumerate(lines):
        run, label = line.get("name"), line["label"]
        row = {
            "name": names.place(run, label),
            "x": grids.setdefault(tuple(line[x_name]), len(grids)),
            "y": [round(value, 4) for value in line[y_name]],
            "front": place < chart.front,
        }
        row |= {"dashed": dashed[place]} if row["front"] else {}
        if row["front"] and run:  # its name where there is little room
            row["end"] = label.replace(run.label, run.title)
        rows.append(row)
    rows.sort(key=lambda row: row["front"])  # those in front are drawn last
    ends = [x for grid in grids for x in grid] or [0.0, 1.0]
    specification = curve_specification(
        (chart.x[1], chart.y[1]),
        (float(min(ends)), float(max(ends))),
        max([1.0, *(y for row in rows for y in row["y"])]),
        tuple(row["name"] for row in rows if row["front"]),
        dashed,
    )
    return embed(specification, rows, lines="curves", grids=list(grids), byRank=chart.by_rank)


@draw.register
def ranks(chart: Ranks, names: NameList) -> Markup:
    """A line per row from its rank in one column to that in another; none without rows."""
    if not len(chart.frame):
        return Markup()
    rows: Rows = [
        {
            "name": names.place(None, name) if isinstance(name, str) else names.place(name),
            "front": place < chart.front,
            "dashed": place >= SOLID_LINES,
            "ranks": [None if isnan(rank) else int(rank) for rank in of_row],
        }
        for place, (name, *of_row) in enumerate(chart.frame.itertuples(name=None))
    ]
    columns = tuple(chart.frame.columns)
    front, dashed = (tuple(row[key] for row in rows if row["front"]) for key in ("name", "dashed"))
    specification = rank_specification(
        tuple(chart.labels) or columns, chart.chosen, chart.last or len(rows), front, dashed
    )
    return embed(specification, rows, lines="ranks", columns=columns, chosen=chart.chosen)


@draw.register
def bars(chart: Bars, names: NameList) -> Markup:
    """A horizontal bar per run, or other name, in the order of the frame."""
    if len(chart.frame) == 1 and isinstance(chart.frame["name"].iloc[0], str):
        return Markup()
    rows: Rows = [
        {
            **_named(row["name"], names),
            "place": place,
            chart.x[0]: round(row[chart.x[0]], 2),
            **{tip: row[tip] for tip in chart.tips},
        }
        for place, row in enumerate(frame_rows(chart.frame))
    ]
    most = max((row[chart.x[0]] for row in rows), default=0.0)
    end = next((end for end in PERCENTAGES if most <= end), most)
    height = BAR_HEIGHT * max(1, len(rows))
    counts = pd.api.types.is_integer_dtype(chart.frame[chart.x[0]])
    specification = _bars(chart.x, chart.of, tuple(chart.tips.items()), ",d" if counts else ".1f")
    return embed(fill(specification, height=height, end=end), rows)


def _named(name: RunName | str, names: NameList) -> dict[str, int | str]:
    """The name's place in the page's list, and the title of a run, which phones show alone."""
    if isinstance(name, str):
        return {"name": names.place(None, name)}
    return {"name": names.place(name), "title": name.title}


@cache
def _bars(x: tuple[str, str], of: str, tips: tuple[tuple[str, str], ...], number: str) -> Specification:
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
                f"{x[0]}:Q", scale=alt.Scale(domain=[0, "@end@"]), axis=alt.Axis(title=x[1], tickMinStep=1)
            ),
            alt.Href("link:N"),
            tooltip=[
                *text_tooltips(run=of, **dict(tips)),
                alt.Tooltip(f"{x[0]}:Q", title=x[0].capitalize(), format=number),
            ],
        )
    )
    return specify(chart, "@height@")


@draw.register
def bands_of_ranks(chart: Bands, names: NameList) -> Markup:
    """Bars from 0 to 100 percent, see `inexreport.rendering.charts.bands.bands`."""
    return bands(chart)


draw.register(Strips, strips)
draw.register(TopicRanges, topic_ranges)


@draw.register
def scatter(chart: Scatter, names: NameList) -> Markup:
    """A point per run, and the line on which both scores are equal."""
    points = chart.frame
    rows: Rows = [
        {"name": names.place(name), "reference": round(reference, 6), "changed": round(changed, 6)}
        for name, reference, changed in zip(
            points["name"], points[chart.x[0]].tolist(), points[chart.y[0]].tolist(), strict=True
        )
    ]
    name_few(rows, points["name"].tolist(), [row["reference"] for row in rows])
    highest = points[[chart.x[0], chart.y[0]]].max().max() if rows else 0
    end = next((end for end in (0.02, 0.05, 0.1, 0.2, 0.5) if highest <= end), max(1.0, highest))
    return embed(fill(_scatter(), end=end, across=chart.x[1], up=chart.y[1]), rows)


@cache
def _scatter() -> Specification:
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
    layers = alt.layer(line, *with_names(everything, "reference", points), data=named_rows())
    return specify(layers, SCATTER_HEIGHT)


@draw.register
def scores_by_cost(chart: Costs, names: NameList) -> Markup:
    """A point per run; times lie between powers of ten, the axis of other costs ends at a round number."""
    points = chart.frame
    places = 4 if chart.by_time else 6
    costs = [decimal(cost, places) or cost for cost in points[chart.x[0]].tolist()]
    rows: Rows = [
        {"name": names.place(name), "cost": cost, "score": decimal(score, 6)}
        for name, cost, score in zip(points["name"], costs, points.score.tolist(), strict=True)
    ]
    name_few(rows, points["name"].tolist(), [row["score"] for row in rows])
    domain = min(0.0, *costs), max(costs) or 1.0
    depths: list[str] = []
    if chart.by_time:
        domain = _decades(costs)
        depths = points.sort_values("returned")["depth"].drop_duplicates().tolist()
        for row, returned, depth in zip(rows, points.returned.tolist(), points.depth, strict=True):
            row |= {"returned": returned, "depth": depth}
    specification = fill(
        _scores_by_cost(chart.by_time),
        metric=chart.metric.label,
        cost=chart.x[1],
        scores=score_domain(chart.metric, max(row["score"] for row in rows)),
        costs=domain,
        depths=depths,
    )
    return embed(specification, rows)


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
def _scores_by_cost(by_time: bool) -> Specification:
    scale = {"type": "log", "nice": False} if by_time else {"nice": True}
    tips = [*text_tooltips(run="Run"), *score_tooltips(cost="@cost@", score="Score")]
    if by_time:
        time = alt.Tooltip("cost:Q", title="Milliseconds", format=",.2f")
        tips = [*text_tooltips(run="Run", returned="Most results of a topic"), time, tips[-1]]
    everything = alt.Chart().encode(
        alt.X(
            "cost:Q",
            scale=alt.Scale(domain=["@costs*@"], **scale),
            axis=alt.Axis(title="@cost@", grid=False),
        ),
        alt.Y("score:Q", scale=alt.Scale(domain=["@scores*@"]), axis=alt.Axis(title="@metric@")),
        alt.Href("link:N"),
        tooltip=tips,
    )
    points = everything.mark_point(style=["accent"], size=60, filled=True)
    if by_time:
        legend = alt.Legend(title="Results per topic", orient="top")
        points = points.encode(alt.Shape("depth:N", scale=alt.Scale(domain=["@depths*@"]), legend=legend))
    return specify(alt.layer(*with_names(everything, "cost", points), data=named_rows()), HEIGHT)
