"""Charts of the sections of pages: a few shapes over the columns of a frame."""

from __future__ import annotations

from functools import cache, singledispatch
from math import isnan

import altair as alt
import pandas as pd
from markupsafe import Markup

from inexreport.rendering.charts.bands import bands
from inexreport.rendering.charts.lines import SOLID_LINES, curve_specification, rank_specification
from inexreport.rendering.charts.specification import (
    Rows,
    Specification,
    embed,
    fill,
    name_few,
    named_rows,
    point_names,
    score_tooltips,
    specify,
    text_tooltips,
)
from inexreport.rendering.charts.strips import strips
from inexreport.rendering.charts.topics import topic_ranges
from inexreport.rendering.name_list import NameList
from inexreport.report.naming import RunName
from inexreport.subjects.sections import Bands, Bars, Chart, Lines, Ranks, Scatter, Strips, TopicRanges

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
    lines = [line for _, line in chart.frame.groupby(chart.by, sort=False)]
    runs = [line["name"].iloc[0] if "name" in line else None for line in lines]
    dashed = tuple(
        place >= SOLID_LINES or ("name" in chart.frame and run is None)
        for place, run in enumerate(runs[: chart.front])
    )
    grids: dict[tuple[float, ...], int] = {}  # lines with the same x share one list of them
    rows: Rows = []
    for place, line in enumerate(lines):
        x = tuple(line[chart.x[0]].tolist())
        front = {"front": True, "dashed": dashed[place]} if place < chart.front else {"front": False}
        rows.append(
            {
                "name": names.place(runs[place], line.label.iloc[0]),
                "x": grids.setdefault(x, len(grids)),
                "y": [round(value, 4) for value in line[chart.y[0]].tolist()],
                **front,
                **({"end": line.label.iloc[0]} if runs[place] else {}),
            }
        )
    rows.sort(key=lambda row: row["front"])  # those in front are drawn last
    ends = chart.frame[chart.x[0]]
    specification = curve_specification(
        (chart.x[1], chart.y[1]),
        (float(ends.min()), float(ends.max())),
        max(1.0, chart.frame[chart.y[0]].max()),
        tuple(row["name"] for row in rows if row["front"]),
        dashed,
    )
    return embed(specification, rows, lines="curves", grids=list(grids), byRank=chart.by_rank)


@draw.register
def ranks(chart: Ranks, names: NameList) -> Markup:
    """A line per row, all coloured, from its rank in one column to that in another."""
    rows: Rows = [
        {
            "name": names.place(None, name),
            "front": True,
            "dashed": place >= SOLID_LINES,
            "ranks": [None if isnan(rank) else int(rank) for rank in of_row],
        }
        for place, (name, *of_row) in enumerate(chart.frame.itertuples(name=None))
    ]
    columns = tuple(chart.frame.columns)
    front, dashed = (tuple(row[key] for row in rows) for key in ("name", "dashed"))
    specification = rank_specification(columns, chart.chosen, len(rows), front, dashed)
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
        for place, row in enumerate(chart.frame.to_dict("records"))
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
    layers = alt.layer(line, points, *point_names(everything, "reference"), data=named_rows())
    return specify(layers, SCATTER_HEIGHT)
