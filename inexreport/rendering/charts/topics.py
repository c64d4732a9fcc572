"""Charts of topics, each kind's specification built once."""

from __future__ import annotations

from functools import cache
from math import isnan

import altair as alt
from markupsafe import Markup

from inexreport.model.score_numbers import are_tied
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
from inexreport.report.naming import task_title

STRIP_HEIGHT = 32

TOPIC_WIDTH = 12
"""Pixels of a topic that its name upright below it needs."""

TOPIC_ROOM = 80
"""Longest name of a topic in pixels."""

DOT_SIZE = 110
"""Area of the dot of the topic with most judged articles."""


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


def difficulty(chart: PageData, names: NameList) -> Markup:
    """A line from the lowest to the best score of each topic, quartiles as a bar, the median as a tick."""
    rows = [
        {
            "name": names.place_topic(row["topic"], row["title"]),
            "topic": row["topic"],
            "place": place,
            "judged": row["judged_articles"],
            "relevant": row["relevant_articles"],
            "lowest": round(row["lowest"], 4),
            "lower": round(row["lower_quartile"], 4),
            "median": round(row["median"], 4),
            "upper": round(row["upper_quartile"], 4),
            "best": round(row["best"], 4),
        }
        for place, row in enumerate(chart["topics"])
    ]
    return embed(_with_scores(_difficulty(chart["only_relevant"], chart["items"]), chart), rows)


def _with_scores(specification: Specification, chart: PageData) -> Specification:
    """The specification with the name of the metric and a domain for the scores of all topics."""
    metric = chart["metric"]
    domain = score_domain(metric, max(row["best"] for row in chart["topics"]))
    return fill(
        specification,
        metric=metric.topic_identifier,
        domain=domain,
        topic_size=topic_size(len(chart["topics"])),
    )


@cache
def _difficulty(only_relevant: bool, items: str) -> Specification:
    judged = {} if only_relevant else {"judged": f"Judged {items}"}
    scale, axis = alt.Scale(domain=["@domain*@"]), alt.Axis(title="@metric@")
    everything = by_topic().encode(
        tooltip=[
            *text_tooltips(topic="Topic", run="Title", **judged, relevant=f"Relevant {items}"),
            *score_tooltips(best="Best", median="Median", lowest="Lowest"),
        ]
    )
    line = everything.mark_rule(style=["quiet"]).encode(
        alt.Y("lowest:Q", scale=scale, axis=axis), alt.Y2("best:Q")
    )
    box = everything.mark_bar(style=["span"]).encode(alt.Y("lower:Q"), alt.Y2("upper:Q"))
    tick = everything.mark_tick(style=["tick"], thickness=2).encode(alt.Y("median:Q"))
    dot = everything.mark_point(style=["accent"], filled=True, clip=False).encode(
        alt.Y("median:Q"),
        alt.Size("judged:Q", scale=alt.Scale(zero=True, range=[0, DOT_SIZE]), legend=None),
    )
    return specify(alt.layer(line, box, dot, tick, data=named_rows()), HEIGHT)


def topic_placing(chart: PageData, links: Links) -> Markup:
    """A line from the median to the best of each topic, a dot at the participant's best score."""
    rows: Rows = [
        {
            "topic": row["topic"],
            "title": row["title"],
            "place": place,
            "relevant": row["relevant_articles"],
            "median": round(row["median"], 6),
            "best": round(row["best"], 6),
            "own": None if isnan(row["own"]) else round(row["own"], 6),
            "link": links.topic(row["topic"]),
        }
        for place, row in enumerate(chart["topics"])
    ]
    return embed(_with_scores(_topic_placing(chart["items"]), chart), rows)


@cache
def _topic_placing(items: str) -> Specification:
    scale, axis = alt.Scale(domain=["@domain*@"]), alt.Axis(title="@metric@")
    everything = by_topic().encode(
        tooltip=[
            *text_tooltips(topic="Topic", title="Title", relevant=f"Relevant {items}"),
            *score_tooltips(best="Best", median="Median", own="Your best run"),
        ]
    )
    line = everything.mark_rule(style=["quiet"]).encode(
        alt.Y("median:Q", scale=scale, axis=axis), alt.Y2("best:Q")
    )
    tick = everything.mark_tick(style=["tick"], thickness=2).encode(alt.Y("median:Q"))
    own = (
        everything.transform_filter("isValid(datum.own)")
        .mark_point(style=["accent"], size=45, filled=True)
        .encode(alt.Y("own:Q"))
    )
    return specify(alt.layer(line, tick, own, data=named_rows()), HEIGHT)


def strip(chart: PageData, links: Links) -> Markup:
    """A row of dots per task, its best one larger, and a line at the median."""
    tasks = [(task_title(task["task"]), task) for task in chart["tasks"]]
    rows: Rows = [
        {
            "task": title,
            "run": one["name"].label,
            "score": decimal(one["score"], 6),
            "best": are_tied(one["score"], task["best"]),
            "link": links.page("run", one["name"].task, one["name"].run),
        }
        for title, task in tasks
        for one in task["scores"]
        if not isnan(one["score"])
    ]
    rows += [{"task": title, "median": decimal(task["median"], 6)} for title, task in tasks]
    metrics = [task["metric"] for _, task in tasks]
    domain = min(metric.lowest for metric in metrics), max(metric.highest for metric in metrics)
    height = STRIP_HEIGHT * len(tasks)
    return embed(fill(_strip(), tasks=[title for title, _ in tasks], domain=domain, height=height), rows)


@cache
def _strip() -> Specification:
    everything = alt.Chart().encode(
        alt.Y("task:N", sort=["@tasks*@"], axis=alt.Axis(title=None, grid=True)),
    )
    scale, axis = alt.Scale(domain=["@domain*@"]), alt.Axis(title="Score on this topic")
    runs = everything.encode(
        alt.X("score:Q", scale=scale, axis=axis),
        alt.Href("link:N"),
        tooltip=[*text_tooltips(run="Run", task="Task"), *score_tooltips(score="Score")],
    )
    others = runs.transform_filter("datum.best === false").mark_point(style=["quiet"], size=50, filled=True)
    best = runs.transform_filter("datum.best").mark_point(style=["accent"], size=110, filled=True)
    median = (
        everything.transform_filter("isValid(datum.median)")
        .mark_tick(style=["tick"], thickness=2, size=STRIP_HEIGHT * 0.7)
        .encode(alt.X("median:Q"), tooltip=[*text_tooltips(task="Task"), *score_tooltips(median="Median")])
    )
    return specify(alt.layer(others, median, best, data=named_rows()), "@height@")


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
