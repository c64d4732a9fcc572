"""Charts of tasks and systems over the years."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import altair as alt
from markupsafe import Markup

from inexreport.rendering.charts.shapes import draw
from inexreport.rendering.charts.specification import (
    Rows,
    Specification,
    embed,
    fill,
    named_rows,
    score_tooltips,
    specify,
    text_tooltips,
)
from inexreport.rendering.name_list import NameList
from inexreport.report.naming import task_title
from inexreport.subjects.sections import Standing, Years, frame_rows

SMALL_HEIGHT = 130
STANDING_HEIGHT = 200


@draw.register
def over_years(chart: Years, names: NameList) -> Markup:
    """Two points for each campaign, in lines, and maybe an interval at the upper one."""
    points = frame_rows(chart.frame)
    rows: Rows = [
        {
            "year": point["year"],
            "campaign": point["title"],
            "metric": point["metric"],
            "stretch": point["stretch"],
            "what": label,
            "value": round(point[measure], 6),
            "link": names.link.campaign_page(point["campaign"], "index.html"),
        }
        for measure, label in chart.measures.items()
        for point in points
        if point[measure] is not None
    ]
    ends = [row["value"] for row in rows]
    for row, point in zip(rows, points, strict=False):  # the upper points come first, one of each campaign
        if point.get("low") is not None:
            row["low"], row["high"] = (round(point[end], 6) for end in ("low", "high"))
            ends.append(point["high"])
    highest = max(ends) if chart.whole else _above(max(ends))
    years = _years({point["year"] for point in points})
    return embed(fill(_lines(chart.whole, *chart.measures.values()), highest=highest, **years), rows)


def _years(years: Iterable[int]) -> dict[str, Sequence[float]]:
    """Ticks and domain of an axis of years."""
    ordered = sorted(years)
    return {"years": ordered, "span": [ordered[0] - 0.5, ordered[-1] + 0.5]}


def _above(score: float) -> float:
    """The end of an axis from 0: round, and not far above the highest score.

    Examples
    --------
    >>> _above(0.31), _above(0.08), _above(1.0), _above(3.2)
    (0.5, 0.1, 1.0, 3.2)
    """
    return next((end for end in (0.1, 0.2, 0.5, 1.0) if score <= end), score)


def _year_axis() -> alt.X:
    return alt.X(
        "year:Q",
        axis=alt.Axis(title=None, format="d", values=["@years*@"], grid=False),
        scale=alt.Scale(domain=["@span*@"], nice=False),
    )


@cache
def _lines(whole: bool, upper: str, lower: str) -> Specification:
    scale = alt.Scale(domain=[0, "@highest@"], nice=False)
    everything = alt.Chart().encode(
        _year_axis(),
        alt.Y(
            "value:Q",
            axis=alt.Axis(title=None, tickCount=3, format="d" if whole else alt.Undefined),
            scale=scale,
        ),
    )
    of_points = {
        "href": alt.Href("link:N"),
        "tooltip": [
            *text_tooltips(campaign="Campaign", what="Number" if whole else "Run"),
            *([] if whole else text_tooltips(metric="Metric")),
            alt.Tooltip("value:Q", title="Value" if whole else "Score", format="d" if whole else ".4f"),
        ],
    }
    layers = []
    if not whole:
        interval = alt.Chart().transform_filter("isValid(datum.low)").mark_rule(style=["accent"])
        layers.append(interval.encode(_year_axis(), alt.Y("low:Q", scale=scale), alt.Y2("high:Q")))
    for what, style in ((lower, "quiet"), (upper, "accent")):
        one = everything.transform_filter(f"datum.what === '{what}'")
        layers.append(one.mark_line(style=[style]).encode(alt.Detail("stretch:N")))
        layers.append(one.mark_point(style=[style], size=45, filled=True).encode(**of_points))
    return specify(alt.LayerChart(layer=layers, data=named_rows()), SMALL_HEIGHT)


@draw.register
def standing(chart: Standing, names: NameList) -> Markup:
    """A dot for each ranked run of a system, and a line through the best of each year."""
    placed = chart.frame.dropna(subset="not_better")
    highest: dict[Any, float] = placed.groupby("year")["not_better"].max().to_dict()
    rows: Rows = [
        {
            "year": run["year"],
            "campaign": run["title"],
            "task": task_title(run["task"]),
            "run": run["run_title"],
            "rank": f"{run['rank']} of {run['ranked_runs']}",
            "share": round(run["not_better"], 2),
            "best": run["not_better"] == highest[run["year"]],
            "score": run["score"],
            "link": names.link.campaign_page(run["campaign"], run["run_page"]),
        }
        for run in frame_rows(placed)
    ]
    return embed(fill(_standing(), **_years(highest)), rows)


@cache
def _standing() -> Specification:
    share = alt.Y(
        "share:Q",
        axis=alt.Axis(title="Not better, %", tickCount=5),
        scale=alt.Scale(domain=[0, 100], nice=False),
    )
    best = alt.Chart().mark_line(style=["accent"]).encode(_year_axis(), share.aggregate("max"))
    dots = alt.Chart().encode(
        _year_axis(),
        share,
        alt.Href("link:N"),
        tooltip=[
            *text_tooltips(campaign="Campaign", task="Task", run="Run", rank="Rank"),
            *score_tooltips(score="Score"),
        ],
    )
    layers = [best]
    for condition, style in (("!datum.best", "quiet"), ("datum.best", "accent")):
        chosen = dots.transform_filter(condition)
        layers.append(chosen.mark_point(style=[style], size=45, filled=True))
    return specify(alt.LayerChart(layer=layers, data=named_rows()), STANDING_HEIGHT)
