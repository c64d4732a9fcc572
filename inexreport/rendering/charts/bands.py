"""Charts of what a run returned by bands of ranks."""

from __future__ import annotations

from functools import cache

import altair as alt
from markupsafe import Markup

from inexreport.rendering.charts.specification import (
    ROW_HEIGHT,
    Rows,
    Specification,
    decimal,
    embed,
    fill,
    named_rows,
    specify,
    text_tooltips,
)
from inexreport.subjects.sections import Bands, frame_rows


def bands(chart: Bands) -> Markup:
    """A bar from 0 to 100 percent for each band of ranks; the last of its parts may be grey.

    Parts of a scale have the colours of relevance, of which those for what is not relevant are neutral.
    """
    ends: dict[str, float] = {}
    rows: Rows = []
    for row in frame_rows(chart.frame):
        start = ends.get(row["band"], 0.0)
        ends[row["band"]] = end = start + row["percent"]
        numbers = {"percent": row["percent"], "start": start, "end": end}
        if row["results"] > 0:
            grey = {"grey": row["part"] == chart.grey}
            rows.append(row | grey | {name: decimal(value, 2) for name, value in numbers.items()})
    parts, names = [*dict.fromkeys(chart.frame.part)], [*ends]
    height = (ROW_HEIGHT + 10) * len(names)
    if chart.scale:
        return embed(fill(_bands(True), coloured=chart.scale, shown=parts, names=names, height=height), rows)
    coloured = [part for part in parts if part != chart.grey]
    return embed(fill(_bands(False), coloured=coloured, names=names, height=height), rows)


@cache
def _bands(relevance: bool) -> Specification:
    everything = alt.Chart().encode(
        alt.Y("band:N", sort=["@names*@"], axis=alt.Axis(title="Ranks", grid=False)),
        alt.X(
            "start:Q",
            scale=alt.Scale(domain=[0, 100], nice=False),
            axis=alt.Axis(title="Percentage of the results"),
        ),
        alt.X2("end:Q"),
        tooltip=[
            *text_tooltips(band="Ranks", part="Part"),
            alt.Tooltip("results:Q", title="Results", format=",d"),
            alt.Tooltip("percent:Q", title="Percent", format=".1f"),
        ],
    )
    # Below the picture, so that a long legend does not narrow it; two columns on a narrow page.
    legend = alt.Legend(title=None, orient="bottom", columns=alt.expr("width < 420 ? 2 : 5"), labelLimit=150)
    scale = alt.Scale(domain=["@coloured*@"])
    if relevance:
        legend["values"], scale["range"] = ["@shown*@"], "ordinal"
    colour = alt.Color("part:N", scale=scale, legend=legend)
    in_colour = everything.transform_filter("!datum.grey").mark_bar().encode(colour)
    if relevance:
        return specify(in_colour.properties(data=named_rows()), "@height@")
    rest = everything.transform_filter("datum.grey").mark_bar(style=["quiet"])
    return specify(alt.layer(in_colour, rest, data=named_rows()), "@height@")
