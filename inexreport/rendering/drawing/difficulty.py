"""The topics of a task from the hardest to the easiest."""

from __future__ import annotations

from collections.abc import Sequence

from inexreport.rendering.drawing.differences import level_ticks
from inexreport.rendering.drawing.numbers import numbers
from inexreport.rendering.drawing.picture import Frame, circle, marks, rule
from inexreport.rendering.drawing.scales import Linear, bands
from inexreport.rendering.paper_style import paper_colours
from inexreport.report.topics import TopicDifficulty

DOT_SIZE = 110
"""Area of the dot of the topic with most judged articles."""


def draw_difficulty(
    topics: Sequence[TopicDifficulty],
    value_title: str,
    domain: tuple[float, float],
    label_size: float | None,
    frame: Frame,
    head: str,
) -> str:
    """Lines from the lowest to the best score, quartiles as bars, dots and ticks at the medians.

    Parameters
    ----------
    topics : sequence of TopicDifficulty
    value_title, label_size, frame, head
        As in `draw_differences`.
    domain : (float, float)
        Of the scores.
    """
    x, y = bands(len(topics), frame.width), Linear(domain, frame.height, 0, nice=True)
    lowest, lower, median, upper, best = (
        [y.at(round(getattr(one, name), 4)) for one in topics]
        for name in ("lowest", "lower_quartile", "median", "upper_quartile", "best")
    )
    area = Linear((0, max(one.judged_articles for one in topics)), 0, DOT_SIZE)
    areas = [area.at(one.judged_articles) for one in topics]
    colours = paper_colours()
    line = f'stroke="{colours["quiet"]}" stroke-width="1" opacity="1"'
    bar = f'fill="{colours["span"]}"'
    dot = f'fill="{colours["accent"]}" stroke-width="2" opacity="1"'
    tick = f'fill="{colours["ink"]}" opacity="0.7"'
    lines = (
        rule(middle, start, 0, end - start, line)
        for middle, start, end in zip(x.middles, lowest, best, strict=True)
    )
    boxes = x.rectangles(
        range(len(topics)),
        numbers(map(min, lower, upper)),
        numbers(abs(start - end) for start, end in zip(lower, upper, strict=True)),
        bar,
    )
    dots = (circle(*one, dot) for one in zip(x.middles, median, areas, strict=True))
    parts = (
        frame.grid_across(y.ticks()[0]),
        frame.topic_axis([one.topic for one in topics], x, label_size),
        frame.value_axis(y, value_title),
        marks(0, "rule", lines),
        marks(1, "rect", boxes),
        marks(2, "symbol", dots),
        marks(3, "rect", level_ticks(x, median, tick)),
    )
    return frame.picture(head, parts)
