"""Charts as SVG files for papers: those of the pages, in the site's light colours and at a fixed size.

The layout never depends on measured names, so that the fonts of a machine make no difference.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import vl_convert
from markupsafe import Markup, escape

from inexreport.rendering.charts import runs, shapes, topics
from inexreport.rendering.charts.specification import HEIGHT, ROW_HEIGHT
from inexreport.rendering.environment import template_folder
from inexreport.rendering.name_list import NameList
from inexreport.rendering.text import one_line
from inexreport.report.figure import Figure, PageData
from inexreport.report.task_figures import NAMED_RUNS
from inexreport.subjects.sections import Lines, TopicRanges

FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
"""All of them have the same widths."""

FONT_SIZE = 10
WIDTH, TOPICS_WIDTH = 480, 640
LABEL_ROOM = 300
LEGEND_ROW = 18
COLOURS = 10
TOPIC_NAMES = 130
"""Up to this number of topics, their names are large enough to read."""

_LINE_NAME = "lineNames[datum.value]"

_BOX = re.compile(r'<path class="(?:back|fore)ground"[^>]*/>')
"""Invisible boxes of groups, among them a legend's, which is as wide as its names are measured."""

Content = dict[str, Any]

Draw = Callable[[str], str]
"""Returns what `draw_chart` does, possibly from a cache."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Pixels on the left of the plot and below it, and its size."""

    left: int
    below: int
    width: int
    height: int = HEIGHT


def draw_chart(chart: str) -> str:
    """Return a Vega-Lite specification in JSON as SVG."""
    return _BOX.sub("", vl_convert.vegalite_to_svg(chart))


def run_dots(chart: PageData, draw: Draw = draw_chart) -> str:
    """Runs with their scores and intervals, best first."""
    names = NameList()
    content = _content(runs.run_dots(chart, names))
    if len(chart["rows"]) > NAMED_RUNS:
        return _svg(content, Frame(45, 35, WIDTH), chart["figure"], draw)
    labels = _name_lines(content, names, LABEL_ROOM)
    for row in content["datasets"]["rows"]:
        row["run"] = row["name"]
    for encoding in _encodings(content):
        encoding["y"]["axis"]["labelExpr"] = _LINE_NAME
    left = round(10 + max(map(text_width, labels)))
    return _svg(content, Frame(left, 35, WIDTH, ROW_HEIGHT * len(labels)), chart["figure"], draw)


def curves(chart: Lines, draw: Draw = draw_chart) -> str:
    """The lines that the page colours, with a legend below, before the others in grey."""
    names = NameList()
    content = _content(shapes.draw(chart, names))
    _name_lines(content, names, 1.5 * LABEL_ROOM)
    for encoding in _encodings(content):
        for channel in ("color", "strokeDash"):
            if channel in encoding:
                encoding[channel]["legend"] = {"labelExpr": _LINE_NAME}
    return _svg(content, Frame(45, 48 + LEGEND_ROW * chart.front, WIDTH), chart.figure, draw)


def difficulty(chart: TopicRanges, draw: Draw = draw_chart) -> str:
    """The topics of a task, hardest first."""
    content = _content(topics.topic_ranges(chart, NameList()))
    return _by_topic(content, chart.frame.topic.tolist(), chart.figure, draw)


def differences(chart: PageData, draw: Draw = draw_chart) -> str:
    """A run's differences from the median of each topic, best first."""
    content = _content(topics.differences(chart))
    return _by_topic(content, [row["topic"] for row in chart["rows"]], chart["figure"], draw)


def _by_topic(content: Content, names: list[str], figure: Figure, draw: Draw) -> str:
    """A chart of topics, with their names upright below it where there is room for them."""
    if len(names) > TOPIC_NAMES:
        for encoding in _encodings(content):
            encoding["x"]["axis"]["labels"] = False
        return _svg(content, Frame(50, 25, TOPICS_WIDTH), figure, draw)
    size = min(8.0, 0.95 * TOPICS_WIDTH / len(names))
    for encoding in _encodings(content):
        encoding["x"]["axis"] |= {"labelFontSize": size, "labelLimit": 0}
    below = 25.0 + max(map(text_width, names)) * size / FONT_SIZE
    return _svg(content, Frame(50, round(below), TOPICS_WIDTH), figure, draw)


def _content(embedded: Markup) -> Content:
    """The chart of a page without tooltips and links."""
    content: Content = json.loads(embedded)
    grids = content.pop("usermeta").get("grids")
    for row in content["datasets"]["rows"]:
        if grids:
            row["x"] = grids[row["x"]]
    for encoding in _encodings(content):
        encoding.pop("tooltip", None)
        encoding.pop("href", None)
    return content


def _encodings(content: Content) -> Iterator[Content]:
    for part in (content, *content["layer"]):
        if "encoding" in part:
            yield part["encoding"]


def _name_lines(content: Content, names: NameList, room: float) -> list[str]:
    """Add the labels that `_LINE_NAME` looks up by position, so that runs may have equal labels."""
    labels = [shortened(one_line(label), room) for label in names.labels]
    content.setdefault("params", []).append({"name": "lineNames", "value": labels})
    return labels


def _svg(content: Content, frame: Frame, figure: Figure, draw: Draw) -> str:
    """Draw a chart, with a title and a description for screen readers."""
    content |= {"width": frame.width, "height": frame.height, "autosize": {"type": "none"}}
    content["padding"] = {"left": frame.left, "right": 15, "top": 10, "bottom": frame.below}
    content["config"] = content.get("config", {}) | light_configuration()
    svg = draw(json.dumps(content))
    description = escape(one_line(f"{figure.basis}. {figure.summary}"))
    title = f"<title>{escape(one_line(figure.title))}</title><desc>{description}</desc>"
    begin = svg.index(">") + 1
    return f"{svg[:begin]}{title}{svg[begin:]}\n"


@cache
def light_configuration() -> dict[str, Any]:
    """The styles of the site's script, in the light colours of the style sheet."""
    colours = light_colours((template_folder() / "assets/site.css").read_text("utf-8"))
    ink, soft, line = colours["ink"], colours["soft"], colours["line"]
    series = [colours[f"series-{i}"] for i in range(1, COLOURS + 1)]
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
        "range": {"category": series},
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


def light_colours(style_sheet: str) -> dict[str, str]:
    """Return the colours of a style sheet in the light theme by name.

    Examples
    --------
    >>> light_colours(":root { --ink: light-dark(#1c1e21, #e7e6e2); }")
    {'ink': '#1c1e21'}
    """
    return dict(re.findall(r"--([\w-]+): light-dark\((#\w+),", style_sheet))


def text_width(text: str) -> float:
    """Return an upper estimate of the width of a text in pixels."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF" or letter in "mMwW@%":
        return 10.0
    return 7.5 if letter.isupper() else 5.8


def shortened(text: str, room: float) -> str:
    """Return a text that fits into the given pixels; the middle is cut: names differ most at their ends.

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
