"""Runs with their scores and intervals, best first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from inexreport.rendering.chart_embedding import ROW_HEIGHT
from inexreport.rendering.drawing.numbers import number
from inexreport.rendering.drawing.picture import Frame, circle, marks, outline, rule
from inexreport.rendering.drawing.scales import Linear
from inexreport.rendering.paper_style import paper_colours
from inexreport.rendering.run_charts import BRACKET_STEP
from inexreport.report.task import Dot

NAMED_SIZE, RANKED_SIZE = 60, 36
"""Areas of dots."""

BRACKET_WIDTH = 2

Placed = Sequence[tuple[float, Dot]]
"""Runs and where they stand."""


def draw_named_dots(
    dots: Sequence[Dot],
    names: Sequence[str],
    title: str,
    domain: tuple[float, float],
    frame: Frame,
    head: str,
) -> str:
    """A row for each run with its name.

    Parameters
    ----------
    dots : sequence of Dot
    names : sequence of str
        Of the runs.
    title : str
        Of the scores.
    domain : (float, float)
        Of the scores.
    frame : Frame
        As high as the rows are together.
    head : str
        Elements that tell what the picture shows.
    """
    x = Linear(domain, 0, frame.width, nice=True)
    rows = [ROW_HEIGHT * (place + 0.5) for place in range(len(dots))]
    placed = list(zip(rows, dots, strict=True))

    def bracket(row: float, inset: int) -> str:
        corner = f"M{number(frame.width - inset - BRACKET_WIDTH / 2)},{number(row - ROW_HEIGHT / 2)}"
        return f"{corner}h{BRACKET_WIDTH}v{ROW_HEIGHT}h{-BRACKET_WIDTH}Z"

    look = _interval()
    intervals = (rule(low, row, high - low, 0, look) for row, low, high in _intervals(placed, x))
    parts = (
        frame.grid_upright(x.ticks()[0], from_top=False),
        frame.grid_across(rows),
        frame.across_axis(x, title),
        frame.name_axis(rows, names),
        marks(0, "rule", intervals),
        marks(1, "symbol", (circle(score, row, NAMED_SIZE, _dot()) for row, score in _scores(placed, x))),
        *_brackets(placed, bracket),
    )
    return frame.picture(head, parts)


def draw_ranked_dots(
    dots: Sequence[Dot], title: str, domain: tuple[float, float], frame: Frame, head: str
) -> str:
    """Runs side by side without names; parameters as in `draw_named_dots`."""
    slots = len(dots) + 1
    x, y = Linear((0, slots), 0, frame.width), Linear(domain, frame.height, 0, nice=True)
    placed = [(x.at(place), dot) for place, dot in enumerate(dots, start=1)]
    width = frame.width / slots

    def bracket(middle: float, inset: int) -> str:
        corner = f"M{number(middle - width / 2)},{number(inset - BRACKET_WIDTH / 2)}"
        return f"{corner}h{number(width)}v{BRACKET_WIDTH}h{number(-width)}Z"

    look = _interval()
    intervals = (rule(middle, low, 0, high - low, look) for middle, low, high in _intervals(placed, y))
    parts = (
        frame.grid_upright(x.ticks()[0]),
        frame.grid_across(y.ticks()[0]),
        frame.across_axis(x, "Runs, best first", grouped=False),
        frame.value_axis(y, title),
        marks(0, "rule", intervals),
        marks(1, "symbol", (circle(*one, RANKED_SIZE, _dot()) for one in _scores(placed, y))),
        *_brackets(placed, bracket),
    )
    return frame.picture(head, parts)


def _scores(placed: Placed, scale: Linear) -> Iterator[tuple[float, float]]:
    """Place of each run, and of its score."""
    return ((place, _at(scale, dot.score)) for place, dot in placed)


def _intervals(placed: Placed, scale: Linear) -> Iterator[tuple[float, float, float]]:
    """Place of each run whose interval is known, and of the ends of that."""
    for place, dot in placed:
        if dot.low is not None and dot.high is not None:
            yield place, _at(scale, dot.low), _at(scale, dot.high)


def _at(scale: Linear, score: float) -> float:
    return scale.at(round(score, 6))  # as the page's chart has it


def _brackets(placed: Placed, bracket: Callable[[float, int], str]) -> Iterator[str]:
    """The marks of odd groups, then those of even ones."""
    look = f'fill="{paper_colours()["soft"]}" opacity="1"'
    for layer, odd in ((2, 1), (3, 0)):
        places = [place for place, dot in placed if dot.group and dot.group % 2 == odd]
        yield marks(layer, "rect", (outline(bracket(place, BRACKET_STEP * odd), look) for place in places))


def _interval() -> str:
    return f'stroke="{paper_colours()["accent"]}" stroke-width="2" opacity="0.45"'


def _dot() -> str:
    return f'fill="{paper_colours()["accent"]}" stroke-width="2" opacity="1"'
