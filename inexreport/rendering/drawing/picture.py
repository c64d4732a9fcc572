"""The frame of a picture, its axes and its marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import pairwise
from math import sqrt

from inexreport.rendering.chart_embedding import HEIGHT
from inexreport.rendering.drawing.numbers import number, rounded, short_number
from inexreport.rendering.drawing.scales import Bands, Linear
from inexreport.rendering.paper_style import FONT, FONT_SIZE, paper_colours

TOP, RIGHT = 10, 15

_EM = 2048
_ADVANCES = dict.fromkeys("0123456789", 1139) | {".": 569, "−": 1196, ",": 569}
"""Widths of the letters of numbers in the font, which decide where titles stand."""

_OTHER_LETTER = 1140

_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""How much of a text stands before its place."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The room of a picture in pixels: of what is drawn, and beside and below it.

    Attributes
    ----------
    left, below, width, height : int
    """

    left: int
    below: int
    width: int
    height: int = HEIGHT

    def picture(self, head: str, parts: Iterable[str]) -> str:
        """All of the picture; `head` are elements that tell what it shows."""
        width, height = self.left + self.width + RIGHT, TOP + self.height + self.below
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1"'
            f' class="marks" width="{width}" height="{height}" viewBox="0 0 {width} {height}">{head}'
            f'<rect width="{width}" height="{height}" fill="white"/>'
            f'<g fill="none" stroke-miterlimit="10" transform="translate({self.left},{TOP})">'
            '<g class="mark-group role-frame root" role="graphics-object"'
            ' aria-roledescription="group mark container"><g transform="translate(0,0)"><g>'
            f"{''.join(parts)}</g></g></g></g></svg>"
        )

    @property
    def _below(self) -> str:
        return f"0.5,{self.height}.5"

    def grid_across(self, y: Sequence[float]) -> str:
        """Level lines."""
        return _axis("0.5,0.5", _rules("axis-grid", ((0, one, self.width, 0) for one in y)))

    def grid_upright(self, x: Sequence[float], *, from_top: bool = True) -> str:
        """Upright lines; `from_top` is the way in which they are drawn."""
        start, way = (-self.height, self.height) if from_top else (0, -self.height)
        return _axis(self._below, _rules("axis-grid", ((one, start, 0, way) for one in x)))

    def value_axis(self, y: Linear, title: str) -> str:
        """The upright axis of a score."""
        ticks, texts = y.ticks()
        beside = 11 + max(text_width(text, FONT_SIZE) for text in texts)
        place = f"translate({number(-beside)},{number(self.height / 2)}) rotate(-90) translate(0,-2)"
        labels = ((f"translate(-7,{number(one + 3)})", text) for one, text in zip(ticks, texts, strict=True))
        content = (
            _rules("axis-tick", ((0, one, -5, 0) for one in ticks)),
            _labels(labels, FONT_SIZE),
            _rules("axis-domain", [(0, self.height, 0, -self.height)]),
            _title(place, title),
        )
        return _axis("0.5,0.5", "".join(content))

    def across_axis(self, x: Linear, title: str, *, grouped: bool = True) -> str:
        """The level axis of numbers."""
        ticks, texts = x.ticks(grouped=grouped)
        anchors = [self._anchor(one) for one in ticks]
        shown = _shown_labels(ticks, texts, anchors)
        labels = (
            label(anchor, f"translate({number(one)},15)", text, opacity=int(place in shown))
            for place, (one, text, anchor) in enumerate(zip(ticks, texts, anchors, strict=True))
        )
        content = (
            _rules("axis-tick", ((one, 0, 0, 5) for one in ticks)),
            _part("axis-label", "text", "".join(labels)),
            _rules("axis-domain", [(0, 0, self.width, 0)]),
            _title(f"translate({number(self.width / 2)},29)", title),
        )
        return _axis(self._below, "".join(content))

    def _anchor(self, x: float) -> str:
        """Labels at the ends stay inside."""
        before, behind = abs(x), abs(self.width - x)
        if before < behind and before <= 1:
            return "start"
        return "end" if behind <= 1 else "middle"

    def name_axis(self, y: Sequence[float], names: Sequence[str]) -> str:
        """The upright axis of names."""
        placed = ((f"translate(-7,{number(one + 2.5)})", name) for one, name in zip(y, names, strict=True))
        content = (
            _rules("axis-tick", ((0, one, -5, 0) for one in y)),
            _labels(placed, FONT_SIZE),
            _rules("axis-domain", [(0, 0, 0, self.height)]),
        )
        return _axis("0.5,0.5", "".join(content))

    def topic_axis(self, topics: Sequence[str], x: Bands, size: float | None) -> str:
        """The level axis of topics, with their names if there is a font size for them."""
        named, below = "", 12.0
        if size is not None and topics:
            down = rounded(0.3 * size)
            named = _labels(zip(_upright(x, down), topics, strict=True), size)
            below = 14 + max(text_width(topic, size) for topic in topics)
        domain = _rules("axis-domain", [(0, 0, self.width, 0)])
        title = _title(f"translate({number(self.width / 2)},{number(below)})", "Topics")
        return _axis(self._below, f"{named}{domain}{title}")


def _shown_labels(places: Sequence[float], texts: Sequence[str], anchors: Sequence[str]) -> Sequence[int]:
    """Which labels are seen: as long as some meet, every second one goes; then the last stays in any case."""
    widths = [text_width(text, FONT_SIZE) for text in texts]
    starts = [
        place - width * _BEFORE[anchor] for place, width, anchor in zip(places, widths, anchors, strict=True)
    ]
    shown = list(range(len(places)))
    while len(shown) > 2 and any(starts[after] < starts[one] + widths[one] for one, after in pairwise(shown)):
        shown = shown[::2]
    last = len(places) - 1
    return shown if len(shown) > 2 or shown[-1:] == [last] else [*shown[:1], last]


@lru_cache(maxsize=64)  # the topics of a task are those of each of its runs
def _upright(x: Bands, down: int) -> Sequence[str]:
    """Where upright names of all bands stand."""
    return [f"translate({number(one - 0.5)},2) rotate(270) translate(0,{down})" for one in x.middles]


def marks(layer: int, kind: str, drawn: Iterable[str]) -> str:
    """The marks of a layer: rules, symbols or rects."""
    content = "".join(drawn)
    opened = (
        f'<g class="mark-{kind} role-mark layer_{layer}_marks" role="graphics-symbol"'
        f' aria-roledescription="{kind} mark container"'
    )
    return f"{opened}>{content}</g>" if content else f"{opened}/>"


def rule(x: float, y: float, across: float, down: float, look: str) -> str:
    """A line from a place on."""
    way = f'x2="{number(across)}" y2="{number(down)}"'
    return f'<line transform="translate({number(x)},{number(y)})" {way} {look}/>'


def outline(path: str, look: str) -> str:
    """A rectangle, or another outline."""
    return f'<path d="{path}" {look}/>'


def circle(x: float, y: float, area: float, look: str) -> str:
    """A dot of an area, that of the square around it."""
    r = short_number(sqrt(area) / 2)
    path = f"M{r},0A{r},{r},0,1,1,-{r},0A{r},{r},0,1,1,{r},0" if area else "M0,0"
    return f'<path transform="translate({number(x)},{number(y)})" d="{path}" {look}/>'


def text_width(text: str, size: float) -> float:
    """How wide a number is."""
    return _advance(text) * size / _EM


@lru_cache(maxsize=4096)  # names of topics, which are the same for all runs of a task
def _advance(text: str) -> int:
    return sum(_ADVANCES.get(letter, _OTHER_LETTER) for letter in text)


def label(anchor: str, place: str, text: str, opacity: int = 1) -> str:
    """A text of an axis or a legend."""
    look = _look_of_label(FONT_SIZE, opacity)
    return f'<text text-anchor="{anchor}" transform="{place}" {look}>{escape(text, quote=False)}</text>'


def _labels(placed: Iterable[tuple[str, str]], size: float) -> str:
    look = _look_of_label(size)
    drawn = [
        f'<text text-anchor="end" transform="{place}" {look}>{escape(text, quote=False)}</text>'
        for place, text in placed
    ]
    return _part("axis-label", "text", "".join(drawn))


def _look_of_label(size: float, opacity: int = 1) -> str:
    colour = paper_colours()["soft"]
    return f'font-family="{FONT}" font-size="{number(size)}px" fill="{colour}" opacity="{opacity}"'


def _axis(place: str, content: str) -> str:
    return (
        '<g class="mark-group role-axis" aria-hidden="true">'
        f'<g transform="translate({place})"><g>{content}</g></g></g>'
    )


def _part(role: str, kind: str, content: str) -> str:
    return f'<g class="mark-{kind} role-{role}" pointer-events="none">{content}</g>'


def _rules(role: str, lines: Iterable[tuple[float, float, int, int]]) -> str:
    """Lines of an axis, at whole pixels: where each begins, and its way across and down."""
    look = f'stroke="{paper_colours()["line"]}" stroke-width="1" opacity="1"'
    drawn = (rule(rounded(x), rounded(y), across, down, look) for x, y, across, down in lines)
    return _part(role, "rule", "".join(drawn))


def _title(place: str, text: str) -> str:
    return _part(
        "axis-title",
        "text",
        f'<text text-anchor="middle" transform="{place}" font-family="{FONT}" font-size="{FONT_SIZE}px"'
        f' font-weight="normal" fill="{paper_colours()["ink"]}" opacity="1">'
        f"{escape(text, quote=False)}</text>",
    )
