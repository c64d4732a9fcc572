"""Charts of a participant's runs against the median and the best of all runs."""

from __future__ import annotations

import altair as alt
from markupsafe import Markup

from inexreport.rendering.addresses import Links
from inexreport.rendering.chart_embedding import HEIGHT, Rows, embed, fill, score_domain
from inexreport.rendering.chart_kinds import built_once, named_rows, score_tooltips, specify, text_tooltips
from inexreport.rendering.topic_charts import by_topic
from inexreport.report.placing import PlacingFigure
from inexreport.report.topics import TopicPlacingFigure

STRIP_HEIGHT = 30


def placing(chart: PlacingFigure) -> Markup:
    """A dot for each of the participant's runs, a short tick for the median, a long one for the best."""
    rows: Rows = [
        {
            "strip": strip.label,
            "runs": [dot.name.title for dot in strip.runs],
            "scores": [round(dot.score, 4) for dot in strip.runs],
            "median": round(strip.median, 4),
            "best": round(strip.best, 4),
        }
        for strip in chart.strips
    ]
    domain, height = (chart.lowest, chart.highest), STRIP_HEIGHT * len(rows)
    return embed(fill(_placing(), axis=chart.axis, domain=domain, height=height), rows)


@built_once()
def _placing() -> str:
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


def topic_placing(chart: TopicPlacingFigure, links: Links) -> Markup:
    """A line from the median to the best of each topic, a dot at the participant's best score."""
    rows: Rows = [
        {
            "topic": one.topic,
            "title": one.title,
            "place": place,
            "relevant": one.relevant_articles,
            "median": round(one.median, 6),
            "best": round(one.best, 6),
            "own": None if one.own is None else round(one.own, 6),
            "link": links.topic(one.topic) if links.has_topic(one.topic) else None,
        }
        for place, one in enumerate(chart.topics)
    ]
    domain = score_domain(chart.metric, max(one.best for one in chart.topics))
    return embed(fill(_topic_placing(), metric=chart.metric.topic_identifier, domain=domain), rows)


@built_once()
def _topic_placing() -> str:
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
