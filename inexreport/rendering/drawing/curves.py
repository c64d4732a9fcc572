"""Lines told apart by colour and dashes, before others in grey, with a legend below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inexreport.rendering.drawing.numbers import short_number
from inexreport.rendering.drawing.picture import Frame, label, outline
from inexreport.rendering.drawing.scales import Linear
from inexreport.rendering.paper_style import paper_colours

SERIES = 5
"""Colours of lines; further lines have them again."""

LEGEND_ROW = 18
LEGEND_TOP = 41
"""From the end of the picture to the legend."""

_GROUP = 'role="graphics-object" aria-roledescription="group mark container"'
_KEY = "M-10,0L10,0"


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, with its name and whether it is dashed."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Axes:
    """Titles and domains of both axes."""

    x_title: str
    y_title: str
    x_domain: tuple[float, float]
    y_domain: tuple[float, float]


def draw_curves(
    lines: Sequence[Line], background: Sequence[Line], axes: Axes, frame: Frame, head: str
) -> str:
    """Draw `lines` before `background`; `head` are elements that tell what the picture shows."""
    x = Linear(axes.x_domain, 0, frame.width)
    y = Linear(axes.y_domain, frame.height, 0, nice=True)
    colours = paper_colours()
    looks = [
        f'stroke="{colours[f"series-{1 + place % SERIES}"]}" stroke-width="1.5"'
        f' stroke-dasharray="{"6,3" if line.dashed else "1,0"}" opacity="1"'
        for place, line in enumerate(lines)
    ]
    coloured = list(zip(lines, looks, strict=True))
    grey = f'stroke="{colours["quiet"]}" stroke-width="1" opacity="1"'
    parts = (
        frame.grid_upright(x.ticks()[0]),
        frame.grid_across(y.ticks()[0]),
        frame.across_axis(x, axes.x_title),
        frame.value_axis(y, axes.y_title),
        _layer(0, (outline(_path(line, x, y), grey) for line in background if line.x)),
        _layer(1, (outline(_path(line, x, y), look) for line, look in coloured if line.x)),
        # What a reader points at at a screen.
        _layer(2, ()),
        _layer(3, ()),
        _legend(frame, ((line.name, look) for line, look in coloured)),
    )
    return frame.picture(head, parts)


def _path(line: Line, x: Linear, y: Linear) -> str:
    points = [
        f"{short_number(x.at(across))},{short_number(y.at(up))}"
        for across, up in zip(line.x, line.y, strict=True)
    ]
    return f"M{'L'.join(points)}" if len(points) > 1 else f"M{points[0]}Z"


def _layer(layer: int, paths: Iterable[str]) -> str:
    opened = f'<g class="mark-group role-scope layer_{layer}_pathgroup" {_GROUP}'
    drawn = "".join(
        f'<g transform="translate(0,0)"><g><g class="mark-line role-mark layer_{layer}_marks"'
        f' role="graphics-symbol" aria-roledescription="line mark container">{path}</g></g></g>'
        for path in paths
    )
    return f"{opened}>{drawn}</g>" if drawn else f"{opened}/>"


def _legend(frame: Frame, entries: Iterable[tuple[str, str]]) -> str:
    drawn = "".join(
        f'<g transform="translate(0,{LEGEND_ROW * place})"><g>'
        '<g class="mark-symbol role-legend-symbol" pointer-events="none">'
        f'<path transform="translate(11,11)" d="{_KEY}" {look}/></g>'
        '<g class="mark-text role-legend-label" pointer-events="none">'
        f"{label('start', 'translate(26,14)', name)}</g></g></g>"
        for place, (name, look) in enumerate(entries)
    )
    return (
        '<g class="mark-group role-legend" aria-hidden="true">'
        f'<g transform="translate(0,{frame.height + LEGEND_TOP})"><g>'
        '<g class="mark-group role-legend-entry"><g transform="translate(0,0)"><g>'
        f'<g class="mark-group role-scope" {_GROUP}>{drawn}</g></g></g></g></g></g></g>'
    )
