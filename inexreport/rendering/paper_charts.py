"""Charts as SVG files for papers: what the pages draw, in the site's light colours and at a fixed size.

The layout never depends on measured names, so that the fonts of a machine make no difference.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import vl_convert
from markupsafe import Markup, escape

from inexreport.rendering import line_charts, run_charts, topic_charts
from inexreport.rendering.difference_drawing import WIDTH, Difference, draw_differences
from inexreport.rendering.name_list import NameList
from inexreport.rendering.paper_style import FONT_SIZE, paper_style
from inexreport.rendering.text import one_line
from inexreport.report.curves import CurveFigure
from inexreport.report.figure import Figure
from inexreport.report.run import DifferenceFigure
from inexreport.report.task import DotFigure
from inexreport.report.topics import DifficultyFigure

LABEL_ROOM = 300
LEGEND_ROW = 18
TOPIC_NAMES = 130
"""With more topics than these, their names would be too small to read."""

LINE_NAME = "lineNames[datum.value]"

_BOX = re.compile(r'<path class="(?:back|fore)ground"[^>]*/>')
"""Invisible boxes of groups, among them a legend's, which is as wide as its names are measured."""

Content = dict[str, Any]


def run_dots(chart: DotFigure, names: NameList) -> str:
    """Runs with their scores and intervals, best first."""
    content = _content(run_charts.run_dots(chart, names))
    if len(chart.dots) > run_charts.NAMED_RUNS:
        return _svg(content, chart.figure, left=45, bottom=35)
    labels = _name_lines(content, names, LABEL_ROOM)
    for row in content["datasets"]["rows"]:
        row["run"] = row["name"]
    for encoding in _encodings(content):
        encoding["y"]["axis"]["labelExpr"] = LINE_NAME
    return _svg(content, chart.figure, left=10 + max(map(text_width, labels)), bottom=35)


def curves(chart: CurveFigure, names: NameList) -> str:
    """The lines that the page colours, with a legend below, before the others in grey."""
    content = _content(line_charts.curves(chart, names))
    _name_lines(content, names, 1.5 * LABEL_ROOM)
    for encoding in _encodings(content):
        for channel in ("color", "strokeDash"):
            if channel in encoding:
                encoding[channel]["legend"] = {"labelExpr": LINE_NAME}
    return _svg(content, chart.figure, left=45, bottom=48 + LEGEND_ROW * len(chart.lines))


def difficulty(chart: DifficultyFigure, names: NameList) -> str:
    """The topics of a task, hardest first."""
    return _by_topic(_content(topic_charts.difficulty(chart, names)), chart.figure)


def differences(chart: DifferenceFigure) -> str:
    """A run's differences from the median of each topic, best first."""
    rows = [
        Difference(row.topic, round(row.difference or 0.0, 6), round(row.best - row.median, 6))
        for row in chart.rows
    ]
    size, bottom = _room_for_topics([row.topic for row in rows])
    title = topic_charts.difference_title(chart.metric.topic_identifier)
    return f"{draw_differences(rows, title, size, round(bottom), _told(chart.figure))}\n"


def _by_topic(content: Content, figure: Figure) -> str:
    size, bottom = _room_for_topics([row["topic"] for row in content["datasets"]["rows"]])
    if size:
        for encoding in _encodings(content):
            encoding["x"]["axis"] |= {"labels": True, "labelAngle": -90, "labelFontSize": size}
    return _svg(content, figure, left=50, bottom=bottom, width=WIDTH)


def _room_for_topics(topics: list[str]) -> tuple[float | None, float]:
    """Font size of topics' names, None where they have no room, and the room below the picture."""
    bottom = 25.0
    if len(topics) > TOPIC_NAMES:
        return None, bottom
    size = min(8.0, 0.95 * WIDTH / len(topics))
    return size, bottom + max(text_width(topic) for topic in topics) * size / FONT_SIZE


@lru_cache(maxsize=4096)  # the topics of a task are those of each of its runs
def text_width(text: str) -> float:
    """About how wide a text is, in pixels: rather too much than too little."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF" or letter in "mMwW@%":
        return 10.0
    return 7.5 if letter.isupper() else 5.8


def shortened(text: str, room: float) -> str:
    """A text without so much of its middle as there is no room for: names differ most at their ends.

    Examples
    --------
    >>> shortened("University of Anywhere (run_01)", 120)
    'Universit… (run_01)'
    """
    if text_width(text) <= room:
        return text
    head, tail = text[: len(text) // 2], text[len(text) // 2 :]
    while text_width(head) + text_width(tail) + 10.0 > room:
        head, tail = (head[:-1], tail) if len(head) > len(tail) else (head, tail[1:])
    return f"{head}…{tail}"


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


def _name_lines(content: Content, names: NameList, room: float) -> list[str]:
    """Give the chart what `LINE_NAME` looks up; runs whose shortened labels are alike stay apart."""
    labels = [shortened(one_line(label), room) for label in names.labels]
    content.setdefault("params", []).append({"name": "lineNames", "value": labels})
    return labels


def _encodings(content: Content) -> Iterator[Content]:
    for layer in content["layer"]:
        yield layer["encoding"]


def _svg(content: Content, figure: Figure, *, left: float, bottom: float, width: int = 480) -> str:
    content["width"] = width
    content["autosize"] = {"type": "none"}
    content["padding"] = {"left": round(left), "right": 15, "top": 10, "bottom": round(bottom)}
    svg = _drawn(json.dumps(content, sort_keys=True))
    start = svg.index(">") + 1
    return f"{svg[:start]}{_told(figure)}{svg[start:]}\n"


def _told(figure: Figure) -> str:
    said = escape(one_line(f"{figure.basis}. {figure.summary}"))
    return f"<title>{escape(one_line(figure.title))}</title><desc>{said}</desc>"


@lru_cache(maxsize=512)  # when a preview builds again, most charts are as they were
def _drawn(specification: str) -> str:
    svg = vl_convert.vegalite_to_svg(specification, config=paper_style())
    return _BOX.sub("", svg)
