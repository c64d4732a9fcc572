"""Charts as SVG files for papers: what the pages draw, in the site's light colours and at a fixed size.

The layout never depends on measured names, so that the fonts of a machine make no difference.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from markupsafe import escape

from inexreport.rendering import line_charts, run_charts, topic_charts
from inexreport.rendering.chart_embedding import ROW_HEIGHT
from inexreport.rendering.drawing.curves import LEGEND_ROW, Axes, Line, draw_curves
from inexreport.rendering.drawing.differences import Difference, draw_differences
from inexreport.rendering.drawing.difficulty import draw_difficulty
from inexreport.rendering.drawing.dots import draw_named_dots, draw_ranked_dots
from inexreport.rendering.drawing.picture import Frame
from inexreport.rendering.paper_style import FONT_SIZE
from inexreport.rendering.text import one_line
from inexreport.report.curves import CurveFigure, CurveLine
from inexreport.report.figure import Figure
from inexreport.report.run import DifferenceFigure
from inexreport.report.task import DotFigure
from inexreport.report.topics import DifficultyFigure

WIDTH, TOPICS_WIDTH = 480, 640
LABEL_ROOM = 300
TOPIC_NAMES = 130
"""With more topics than these, their names would be too small to read."""


def run_dots(chart: DotFigure) -> str:
    """Runs with their scores and intervals, best first."""
    title, domain = run_charts.score_axis(chart)
    head = _told(chart.figure)
    if len(chart.dots) > run_charts.NAMED_RUNS:
        return _file(draw_ranked_dots(chart.dots, title, domain, Frame(45, 35, WIDTH), head))
    labels = [shortened(one_line(dot.name.label), LABEL_ROOM) for dot in chart.dots]
    left = round(10 + max(map(text_width, labels)))
    frame = Frame(left, 35, WIDTH, ROW_HEIGHT * len(labels))
    return _file(draw_named_dots(chart.dots, labels, title, domain, frame, head))


def curves(chart: CurveFigure) -> str:
    """The lines that the page colours, with a legend below, before the others in grey."""
    dashed = line_charts.dashed(chart)
    lines = [_line(one, broken) for one, broken in zip(chart.lines, dashed, strict=True)]
    axes = Axes(chart.x_name, chart.y_name, *line_charts.domains(chart))
    frame = Frame(45, 48 + LEGEND_ROW * len(lines), WIDTH)
    background = [_line(one) for one in chart.background]
    return _file(draw_curves(lines, background, axes, frame, _told(chart.figure)))


def _line(line: CurveLine, dashed: bool = False) -> Line:
    return Line(shortened(one_line(line.label), 1.5 * LABEL_ROOM), line.x, line.y, dashed)


def difficulty(chart: DifficultyFigure) -> str:
    """The topics of a task, hardest first."""
    size, frame = _room_for_topics(tuple(one.topic for one in chart.topics))
    title, domain = chart.metric.topic_identifier, topic_charts.difficulty_domain(chart)
    return _file(draw_difficulty(chart.topics, title, domain, size, frame, _told(chart.figure)))


def differences(chart: DifferenceFigure) -> str:
    """A run's differences from the median of each topic, best first."""
    rows = [
        Difference(row.topic, round(row.difference or 0.0, 6), round(row.best - row.median, 6))
        for row in chart.rows
    ]
    size, frame = _room_for_topics(tuple(row.topic for row in rows))
    title = topic_charts.difference_title(chart.metric.topic_identifier)
    return _file(draw_differences(rows, title, size, frame, _told(chart.figure)))


def _room_for_topics(topics: tuple[str, ...]) -> tuple[float | None, Frame]:
    """Font size of topics' names, None where they have no room, and the room of the picture."""
    if len(topics) > TOPIC_NAMES:
        return None, Frame(50, 25, TOPICS_WIDTH)
    size = min(8.0, 0.95 * TOPICS_WIDTH / len(topics))
    below = 25.0 + max(text_width(topic) for topic in topics) * size / FONT_SIZE
    return size, Frame(50, round(below), TOPICS_WIDTH)


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


def _told(figure: Figure) -> str:
    said = escape(one_line(f"{figure.basis}. {figure.summary}"))
    return f"<title>{escape(one_line(figure.title))}</title><desc>{said}</desc>"


def _file(svg: str) -> str:
    return f"{svg}\n"
