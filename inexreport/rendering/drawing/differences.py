"""A run's differences from the median by topic; there is one such picture for every run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inexreport.rendering.drawing.numbers import number, numbers
from inexreport.rendering.drawing.picture import Frame, marks
from inexreport.rendering.drawing.scales import Bands, Linear, bands
from inexreport.rendering.paper_style import paper_colours

TICK_HEIGHT = 2


class Difference(NamedTuple):
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
    topics, differences, bests = zip(*rows, strict=True)
    y = Linear((min(0.0, *differences, *bests), max(0.0, *differences, *bests)), frame.height, 0, nice=True)
    x = bands(len(rows), frame.width)
    colours = paper_colours()
    layers = (
        _gains(x, y, differences, f'fill="{colours["gain"]}"'),
        _losses(x, y, differences, f'fill="{colours["loss"]}"'),
        level_ticks(x, y.all_at(bests), f'fill="{colours["ink"]}" opacity="0.7"'),
    )
    parts = (
        frame.grid_across(y.ticks()[0]),
        frame.topic_axis(topics, x, label_size),
        frame.value_axis(y, value_title),
        *(marks(layer, "rect", drawn) for layer, drawn in enumerate(filter(None, layers))),
    )
    return frame.picture(head, parts)


def level_ticks(x: Bands, places: Sequence[float], look: str) -> list[str]:
    """A level tick in each band."""
    tops = numbers(place - TICK_HEIGHT / 2 for place in places)
    return x.rectangles(range(len(places)), tops, [number(TICK_HEIGHT)] * len(places), look)


def _gains(x: Bands, y: Linear, differences: Sequence[float], look: str) -> list[str]:
    zero = y.at(0.0)
    places = [place for place, one in enumerate(differences) if one >= 0]
    tops = y.all_at(differences[place] for place in places)
    return x.rectangles(places, numbers(tops), numbers(zero - top for top in tops), look)


def _losses(x: Bands, y: Linear, differences: Sequence[float], look: str) -> list[str]:
    zero = y.at(0.0)
    places = [place for place, one in enumerate(differences) if one < 0]
    ends = y.all_at(differences[place] for place in places)
    return x.rectangles(places, [number(zero)] * len(places), numbers(end - zero for end in ends), look)
