"""A run's differences from the median by topic; there is one such picture for every run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inexreport.rendering.drawing.picture import Frame, marks, outline
from inexreport.rendering.drawing.scales import Bands, Linear, bands
from inexreport.rendering.paper_style import paper_colours

TICK_HEIGHT = 2


@dataclass(frozen=True, slots=True)
class Difference:
    """A topic with the run's difference from its median, and that of the best run."""

    topic: str
    difference: float
    best: float


def draw_differences(
    rows: Sequence[Difference], value_title: str, label_size: float | None, frame: Frame, head: str
) -> str:
    """Bars from the median up or down by topic, and a tick where the best run is.

    Parameters
    ----------
    rows : sequence of Difference
        In the order of the topics.
    value_title : str
        Of the upright axis.
    label_size : float or None
        Font size of the topics' names; None where there is no room for them.
    frame : Frame
    head : str
        Elements that tell what the picture shows.
    """
    values = [value for row in rows for value in (row.difference, row.best)]
    y = Linear((min(0.0, *values), max(0.0, *values)), frame.height, 0, nice=True)
    x = bands(len(rows), frame.width)
    colours = paper_colours()
    layers = (
        (_bars(x, y, rows, gain=True), f'fill="{colours["gain"]}"'),
        (_bars(x, y, rows, gain=False), f'fill="{colours["loss"]}"'),
        (level_ticks(x, [y.at(row.best) for row in rows]), f'fill="{colours["ink"]}" opacity="0.7"'),
    )
    drawn = [[outline(path, look) for path in paths] for paths, look in layers if paths]
    parts = (
        frame.grid_across(y.ticks()[0]),
        frame.topic_axis([row.topic for row in rows], x, label_size),
        frame.value_axis(y, value_title),
        *(marks(layer, "rect", paths) for layer, paths in enumerate(drawn)),
    )
    return frame.picture(head, parts)


def level_ticks(x: Bands, places: Sequence[float]) -> list[str]:
    """A level tick in each band."""
    half = TICK_HEIGHT / 2
    return [x.rectangle(place, y - half, TICK_HEIGHT) for place, y in enumerate(places)]


def _bars(x: Bands, y: Linear, rows: Sequence[Difference], *, gain: bool) -> list[str]:
    zero = y.at(0.0)
    ends = [(place, y.at(row.difference)) for place, row in enumerate(rows) if (row.difference >= 0) is gain]
    return [x.rectangle(place, min(zero, end), abs(zero - end)) for place, end in ends]
