"""Charts of topics, each kind's specification built once."""

from __future__ import annotations

from functools import cache
from math import isnan

import altair as alt
from markupsafe import Markup

from inexreport.rendering.addresses import Links
from inexreport.rendering.charts.specification import (
    HEIGHT,
    Rows,
    Specification,
    decimal,
    embed,
    fill,
    named_rows,
    score_domain,
    score_tooltips,
    specify,
    text_tooltips,
)
from inexreport.rendering.name_list import NameList
from inexreport.report.figure import PageData
from inexreport.subjects.sections import TopicRanges

TOPIC_WIDTH = 12
"""Pixels of a topic that its name upright below it needs."""

TOPIC_ROOM = 160
"""Longest name of a topic in pixels; one of a single task begins with its name."""

DOT_SIZE, OWN_SIZE = 110, 45
"""Areas of the dot of the topic with most judged articles, and of dots of one size."""


def differences(chart: PageData, links: Links | None = None) -> Markup:
    """Bars from the median up or down, and a tick where the best run is."""
    rows = [
        {
            "topic": row["topic"],
            "title": row["title"],
            "place": place,
            "difference": decimal(row["difference"], 6),
            "best": decimal(row["best"] - row["median"], 6),
            "score": decimal(row["score"], 6),
            "median": decimal(row["median"], 6),
            "highest": decimal(row["best"], 6),
            "link": links and links.topic(row["topic"]),
        }
        for place, row in enumerate(chart["rows"])
    ]
    above = any(row["difference"] >= 0 for row in chart["rows"])
    below = any(row["difference"] < 0 for row in chart["rows"])
    metric = chart["metric"].topic_identifier
    specification = fill(
        _differences(above, below),
        metric=metric,
        title=f"{metric} − median",
        topic_size=topic_size(len(rows)),
    )
    return embed(specification, rows)


@cache
def _differences(above: bool, below: bool) -> Specification:
    """Only layers with bars are drawn: Vega warns of a layer without any."""
    everything = by_topic().encode(
        tooltip=[
            *text_tooltips(topic="Topic", title="Title"),
            *score_tooltips(score="@metric@", median="Median", highest="Best run"),
            alt.Tooltip("difference:Q", title="Difference", format="+.4f"),
        ]
    )
    y = alt.Y("difference:Q", axis=alt.Axis(title="@title@"))
    gain = everything.transform_filter("datum.difference >= 0").mark_bar(style=["gain"]).encode(y)
    loss = everything.transform_filter("datum.difference < 0").mark_bar(style=["loss"]).encode(y)
    best = everything.mark_tick(style=["tick"], thickness=2).encode(alt.Y("best:Q"))
    bars = [layer for layer, wanted in ((gain, above), (loss, below)) if wanted]
    return specify(alt.layer(*bars, best, data=named_rows()), HEIGHT)


def topic_ranges(chart: TopicRanges, names: NameList) -> Markup:
    """A line and maybe a box between two scores of each topic, a tick at its median, and a dot."""
    shown = dict.fromkeys(
        (*chart.texts, *chart.scores, *chart.line, *chart.box, chart.dot, chart.size or chart.dot)
    )
    columns = [
        [None if isnan(value) else round(value, 4) for value in chart.frame[name].tolist()] for name in shown
    ]
    rows: Rows = [
        {
            "name": names.place_topic(topic, title),
            "topic": topic,
            "place": place,
            **dict(zip(shown, values, strict=True)),
        }
        for place, (topic, title, *values) in enumerate(
            zip(chart.frame.topic, chart.frame.title, *columns, strict=True)
        )
    ]
    specification = _ranges(
        chart.line, chart.box, chart.dot, chart.size, tuple(chart.texts.items()), tuple(chart.scores.items())
    )
    filled = fill(
        specification,
        metric=chart.metric.topic_identifier,
        domain=score_domain(chart.metric, chart.frame[chart.line[1]].max()),
        topic_size=topic_size(len(rows)),
    )
    return embed(filled, rows)


Titles = tuple[tuple[str, str], ...]


@cache
def _ranges(
    line: tuple[str, str], box: tuple[str, ...], dot: str, size: str, texts: Titles, scores: Titles
) -> Specification:
    everything = by_topic().encode(
        tooltip=[
            *text_tooltips(topic="Topic", run="Title", **dict(texts)),
            *score_tooltips(**dict(scores)),
        ]
    )
    y = alt.Y(f"{line[0]}:Q", scale=alt.Scale(domain=["@domain*@"]), axis=alt.Axis(title="@metric@"))
    layers = [everything.mark_rule(style=["quiet"]).encode(y, alt.Y2(f"{line[1]}:Q"))]
    if box:
        bar = everything.mark_bar(style=["span"])
        layers.append(bar.encode(alt.Y(f"{box[0]}:Q"), alt.Y2(f"{box[1]}:Q")))
    dots = everything.transform_filter(f"isValid(datum.{dot})").encode(alt.Y(f"{dot}:Q"))
    if size:
        scale = alt.Scale(zero=True, range=[0, DOT_SIZE])
        dots = dots.encode(alt.Size(f"{size}:Q", scale=scale, legend=None))
    layers += [
        dots.mark_point(style=["accent"], filled=True, clip=False, size=OWN_SIZE),
        everything.mark_tick(style=["tick"], thickness=2).encode(alt.Y("median:Q")),
    ]
    return specify(alt.layer(*layers, data=named_rows()), HEIGHT)


def topic_size(topics: int) -> str:
    """The size of the topics' names: nothing where bars are narrower than they are high."""
    return f"width / {topics} < {TOPIC_WIDTH} ? 0 : 10"


def by_topic() -> alt.Chart:
    """A chart with the topics side by side, in the order of the rows; `topic_size` fills in a placeholder."""
    return alt.Chart().encode(
        alt.X(
            "topic:N",
            sort=alt.EncodingSortField("place", op="min"),
            axis=alt.Axis(
                title="Topics",
                ticks=False,
                grid=False,
                labelAngle=-90,
                labelFontSize=alt.expr("@topic_size@"),
                labelLimit=TOPIC_ROOM,
            ),
            scale=alt.Scale(paddingInner=0.2),
        ),
        alt.Href("link:N"),
    )
