"""Pictures for papers as Vega's converter draws them from what the pages embed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, cast

import vl_convert
from markupsafe import Markup

from inexreport.rendering import line_charts, run_charts, topic_charts
from inexreport.rendering.addresses import Links
from inexreport.rendering.chart_embedding import embed
from inexreport.rendering.drawing.differences import Difference
from inexreport.rendering.drawing.picture import Frame
from inexreport.rendering.name_list import NameList
from inexreport.rendering.paper_charts import LABEL_ROOM, shortened
from inexreport.rendering.paper_style import FONT, FONT_SIZE, paper_colours
from inexreport.rendering.text import one_line
from inexreport.report.curves import CurveFigure
from inexreport.report.task import DotFigure
from inexreport.report.topics import DifficultyFigure

LINE_NAME = "lineNames[datum.value]"

_BOX = re.compile(r'<path class="(?:back|fore)ground"[^>]*/>')
"""Invisible boxes of groups, among them a legend's, which is as wide as its names are measured."""

Content = dict[str, Any]


class _NoPages:
    """Names of a picture link nowhere."""

    def run(self, task: str, run: str) -> str:
        return f"{task}/{run}"

    def has_topic(self, topic: str) -> bool:
        return False


def _names() -> NameList:
    return NameList(cast(Links, _NoPages()))


def run_dots(chart: DotFigure, frame: Frame) -> str:
    names = _names()
    content = _content(run_charts.run_dots(chart, names))
    if len(chart.dots) <= run_charts.NAMED_RUNS:
        _name_lines(content, names, LABEL_ROOM)
        for row in content["datasets"]["rows"]:
            row["run"] = row["name"]
        for encoding in _encodings(content):
            encoding["y"]["axis"]["labelExpr"] = LINE_NAME
    return _svg(content, frame)


def curves(chart: CurveFigure, frame: Frame) -> str:
    names = _names()
    content = _content(line_charts.curves(chart, names))
    _name_lines(content, names, 1.5 * LABEL_ROOM)
    for encoding in _encodings(content):
        for channel in ("color", "strokeDash"):
            if channel in encoding:
                encoding[channel]["legend"] = {"labelExpr": LINE_NAME}
    return _svg(content, frame)


def difficulty(chart: DifficultyFigure, size: float | None, frame: Frame) -> str:
    return _by_topic(_content(topic_charts.difficulty(chart, _names())), size, frame)


def differences(rows: list[Difference], title: str, size: float | None, frame: Frame) -> str:
    data = [
        {"topic": row.topic, "difference": row.difference, "best": row.best, "place": place}
        for place, row in enumerate(rows)
    ]
    gains, losses = ([row for row in rows if (row.difference >= 0) is gain] for gain in (True, False))
    specification = topic_charts.difference_specification(title, bool(gains), bool(losses))
    return _by_topic(_content(embed(specification, data)), size, frame)


def _by_topic(content: Content, size: float | None, frame: Frame) -> str:
    if size:
        for encoding in _encodings(content):
            encoding["x"]["axis"] |= {"labels": True, "labelAngle": -90, "labelFontSize": size}
    return _svg(content, frame)


def _content(embedded: Markup) -> Content:
    """The chart of a page without what only a reader at a screen can use."""
    content: Content = json.loads(embedded)
    grids = content.pop("usermeta").get("grids")
    for row in content["datasets"]["rows"]:
        if grids:
            row["x"] = grids[row["x"]]
    for encoding in _encodings(content):
        encoding.pop("tooltip", None)
        encoding.pop("href", None)
    return content


def _name_lines(content: Content, names: NameList, room: float) -> None:
    """Give the chart what `LINE_NAME` looks up; runs whose shortened labels are alike stay apart."""
    labels = [shortened(one_line(label), room) for label in names.labels]
    content.setdefault("params", []).append({"name": "lineNames", "value": labels})


def _encodings(content: Content) -> Iterator[Content]:
    for layer in content["layer"]:
        yield layer["encoding"]


def _svg(content: Content, frame: Frame) -> str:
    content |= {"width": frame.width, "autosize": {"type": "none"}}
    content["padding"] = {"left": frame.left, "right": 15, "top": 10, "bottom": frame.below}
    return _BOX.sub("", vl_convert.vegalite_to_svg(json.dumps(content), config=_configuration()))


def _configuration() -> dict[str, Any]:
    """It knows the same styles as the site's script."""
    colours = paper_colours()
    ink, soft, line = colours["ink"], colours["soft"], colours["line"]
    series = [colours[f"series-{i}"] for i in range(1, 6)]
    text = {"labelColor": soft, "titleColor": ink, "titleFontWeight": "normal", "labelLimit": 0}
    text |= {"labelFontSize": FONT_SIZE, "titleFontSize": FONT_SIZE, "labelFont": FONT, "titleFont": FONT}
    below = {"orient": "bottom", "direction": "vertical", "columns": 1, "title": None, "offset": 10}
    strokes = {"symbolType": "stroke", "symbolSize": 400, "symbolStrokeWidth": 2, "rowPadding": 2}
    return {
        "aria": False,
        "background": "white",
        "view": {"stroke": None},
        "axis": {**text, "gridColor": line, "domainColor": line, "tickColor": line},
        "legend": text | below | strokes,
        "range": {"category": series + series},
        "style": {
            "accent": {"color": colours["accent"], "opacity": 1},
            "span": {"color": colours["span"]},
            "gain": {"color": colours["gain"]},
            "loss": {"color": colours["loss"]},
            "quiet": {"color": colours["quiet"], "strokeWidth": 1, "opacity": 1},
            "series": {"strokeWidth": 1.5},
            "tick": {"color": ink},
            "interval": {"color": colours["accent"], "opacity": 0.45, "strokeWidth": 2},
            "bracket": {"color": soft, "thickness": 2, "opacity": 1},
        },
    }
