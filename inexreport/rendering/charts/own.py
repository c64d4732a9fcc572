"""Charts of a participant's site: own runs against the median and the best of all."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import altair as alt
from markupsafe import Markup

from inexreport.rendering.addresses import Links
from inexreport.rendering.charts.specification import (
    HEIGHT,
    Rows,
    embed,
    fill,
    named_rows,
    score_domain,
    score_tooltips,
    specify,
    text_tooltips,
)
from inexreport.rendering.charts.topics import by_topic

if TYPE_CHECKING:
    from inexreport.report.own.placing import StripsFigure
    from inexreport.report.own.topics import OwnTopicsFigure

STRIP_HEIGHT = 30


def own_strips(chart: StripsFigure) -> Markup:
    """A dot for each own run, a short tick for the median, a long one for the best."""
    rows: Rows = [
        {
            "strip": strip.label,
            "runs": [dot.name.title for dot in strip.own],
            "scores": [round(dot.score, 4) for dot in strip.own],
            "median": round(strip.median, 4),
            "best": round(strip.best, 4),
        }
        for strip in chart.strips
    ]
    domain, height = (chart.lowest, chart.highest), STRIP_HEIGHT * len(rows)
    return embed(fill(_own_strips(), axis=chart.axis, domain=domain, height=height), rows)


@cache
def _own_strips() -> str:
    everything = alt.Chart().encode(
        alt.Y("strip:N", sort=None, axis=alt.Axis(title=None, grid=True)),
        tooltip=score_tooltips(best="Best", median="Median"),
    )
    scale, titled = alt.Scale(domain=["@domain*@"]), alt.Axis(title="@axis@")
    best = everything.mark_tick(style=["tick"], thickness=2, size=22).encode(
        alt.X("best:Q", scale=scale, axis=titled)
    )
    median = everything.mark_tick(style=["tick"], thickness=2, size=11).encode(
        alt.X("median:Q", scale=scale, axis=titled)
    )
    own = (
        everything.transform_flatten(["runs", "scores"], ["run", "score"])
        .mark_point(style=["accent"], size=70, filled=True)
        .encode(
            alt.X("score:Q", scale=scale, axis=titled),
            tooltip=[*text_tooltips(run="Run"), *score_tooltips(score="Score", best="Best", median="Median")],
        )
    )
    return specify(alt.layer(best, median, own, data=named_rows()), "@height@")


def own_topics(chart: OwnTopicsFigure, links: Links) -> Markup:
    """A line from the median to the best of each topic, a tick at the median, a dot at the best own run."""
    rows: Rows = [
        {
            "topic": one.topic,
            "title": one.title,
            "place": place,
            "relevant": one.relevant_articles,
            "median": round(one.middle.median, 6),
            "best": round(one.middle.best, 6),
            "own": None if one.own is None else round(one.own, 6),
            "link": links.topic(one.topic) if links.has_topic(one.topic) else None,
        }
        for place, one in enumerate(chart.topics)
    ]
    domain = score_domain(chart.metric, max(one.middle.best for one in chart.topics))
    return embed(fill(_own_topics(), metric=chart.metric.topic_identifier, domain=domain), rows)


@cache
def _own_topics() -> str:
    scale, axis = alt.Scale(domain=["@domain*@"]), alt.Axis(title="@metric@")
    everything = by_topic().encode(
        tooltip=[
            *text_tooltips(topic="Topic", title="Title", relevant="Relevant articles"),
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
