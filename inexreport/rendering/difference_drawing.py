"""A run's differences from the median as SVG, drawn as the converter draws them but a hundred times faster.

There is one such picture for every run. Scales, ticks and numbers follow d3 and Vega to the last digit; only
the title below small names may stand a millionth of a pixel elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from markupsafe import escape

from inexreport.rendering.chart_embedding import HEIGHT
from inexreport.rendering.paper_style import FONT, FONT_SIZE, paper_style

WIDTH = 640
TOP, LEFT, RIGHT = 10, 50, 15

PADDING_INNER, PADDING_OUTER = 0.2, 0.1
TICKS_WISHED, NICE_TICKS = 7, 10
TICK_HEIGHT = 2

_STEPS = ((math.sqrt(50), 10), (math.sqrt(10), 5), (math.sqrt(2), 2))

_EM = 2048
_ADVANCES = dict.fromkeys("0123456789", 1139) | {".": 569, "−": 1196, ",": 569}
"""Widths of the letters of numbers in the font, which decide where titles stand."""

_OTHER_LETTER = 1140


@dataclass(frozen=True, slots=True)
class Difference:
    """A topic with the run's difference from its median, and that of the best run."""

    topic: str
    difference: float
    best: float


def draw_differences(
    rows: Sequence[Difference], value_title: str, label_size: float | None, below: int, head: str
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
    below : int
        Room under the picture for names and title.
    head : str
        Elements that tell what the picture shows.
    """
    values = [value for row in rows for value in (row.difference, row.best)]
    low, high = nice_domain(min(0.0, *values), max(0.0, *values), NICE_TICKS)
    y = _Upright(low, high)
    x = _bands(len(rows))
    ticks, texts = y.ticks()
    topics = [row.topic for row in rows] if label_size else []
    colour = _colours()
    marks = (
        (_bars(x, y, rows, gain=True), f'fill="{colour["gain"]}"'),
        (_bars(x, y, rows, gain=False), f'fill="{colour["loss"]}"'),
        (_best(x, y, rows), f'fill="{colour["tick"]}" opacity="0.7"'),
    )
    layers = [(paths, look) for paths, look in marks if paths]
    parts = (
        _opening(LEFT + WIDTH + RIGHT, TOP + HEIGHT + below, head),
        _axis("0.5,0.5", _lines("axis-grid", ticks, WIDTH)),
        _axis(f"0.5,{HEIGHT}.5", _topic_axis(topics, x, label_size or 0.0)),
        _axis("0.5,0.5", _value_axis(ticks, texts, value_title)),
        *(_marks(layer, paths, look) for layer, (paths, look) in enumerate(layers)),
        "</g></g></g></g></svg>",
    )
    return "".join(parts)


def _opening(width: int, height: int, head: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1"'
        f' class="marks" width="{width}" height="{height}" viewBox="0 0 {width} {height}">{head}'
        f'<rect width="{width}" height="{height}" fill="white"/>'
        f'<g fill="none" stroke-miterlimit="10" transform="translate({LEFT},{TOP})">'
        '<g class="mark-group role-frame root" role="graphics-object"'
        ' aria-roledescription="group mark container"><g transform="translate(0,0)"><g>'
    )


class _Upright:
    """A linear scale from the bottom to the top."""

    def __init__(self, low: float, high: float) -> None:
        self._low, self._high = low, high

    def at(self, value: float) -> float:
        """Pixels from the top."""
        room = self._high - self._low
        part = (value - self._low) / room if room else 0.5
        return HEIGHT * (1 - part) + 0 * part

    def ticks(self) -> tuple[list[float], list[str]]:
        """Places and texts of the axis."""
        if self._low == self._high:
            return [self.at(self._low)], [number_text(self._low, 0)]
        first, last, step = _ticks(self._low, self._high, TICKS_WISHED)
        values = [one / -step if step < 0 else one * step for one in range(first, last + 1)]
        digits = max(0, -_exponent(1 / -step if step < 0 else step))
        return [self.at(value) for value in values], [number_text(value, digits) for value in values]


class _Bands:
    """Equal bands from left to right, with room between them.

    Attributes
    ----------
    starts, middles : list of str
        Where each band begins, and where its name stands.
    right, left : str
        The way along a band, and back.
    """

    def __init__(self, count: int) -> None:
        step = WIDTH / (count - PADDING_INNER + PADDING_OUTER * 2)
        start = (WIDTH - step * (count - PADDING_INNER)) * 0.5
        width = step * (1 - PADDING_INNER)
        starts = [start + step * place for place in range(count)]
        self.starts = [number(one) for one in starts]
        self.middles = [number(one + width * 0.5 - 0.5) for one in starts]
        self.right, self.left = f"h{number(width)}", f"h{number(-width)}Z"

    def rectangle(self, place: int, y: float, height: float) -> str:
        """The outline of a rectangle in a band."""
        return f"M{self.starts[place]},{number(y)}{self.right}v{number(float(height))}{self.left}"


_bands = lru_cache(maxsize=64)(_Bands)  # as many as there are numbers of topics


def nice_domain(start: float, stop: float, count: int) -> tuple[float, float]:
    """Round numbers that hold a range.

    Examples
    --------
    >>> nice_domain(-0.73, 0.21, 10)
    (-0.8, 0.3)
    """
    before = 0.0
    while start < stop:
        step = _ticks(start, stop, count)[2]
        if step == before:
            break
        if step > 0:
            start, stop = math.floor(start / step) * step, math.ceil(stop / step) * step
        else:
            start, stop = math.ceil(start * step) / step, math.floor(stop * step) / step
        before = step
    return start, stop


def _ticks(start: float, stop: float, count: int) -> tuple[int, int, float]:
    """First and last tick as multiples, and the step; a negative one divides, which is exact."""
    wished = (stop - start) / count
    power = math.floor(math.log10(wished))
    error = wished / 10.0**power
    factor = next((factor for bound, factor in _STEPS if error >= bound), 1)
    if power < 0:
        step = -(10.0**-power / factor)
        first, last = _rounded(start * -step), _rounded(stop * -step)
        return first + (first / -step < start), last - (last / -step > stop), step
    step = 10.0**power * factor
    first, last = _rounded(start / step), _rounded(stop / step)
    return first + (first * step < start), last - (last * step > stop), step


def _rounded(value: float) -> int:
    return math.floor(value + 0.5)


def _exponent(value: float) -> int:
    return int(f"{value:e}".partition("e")[2])


def number_text(value: float, digits: int) -> str:
    """A number of an axis.

    Examples
    --------
    >>> number_text(-1234.5, 1), number_text(-0.0, 1)
    ('−1,234.5', '0.0')
    """
    text = f"{abs(value):,.{digits}f}"
    return f"−{text}" if value < 0 and any(digit in text for digit in "123456789") else text


def number(value: float) -> str:
    """The shortest number that is this one, as scripts write it.

    Examples
    --------
    >>> number(368.0), number(0.1), number(0.00001), number(-2.5e-7)
    ('368', '0.1', '0.00001', '-2.5e-7')
    """
    text = repr(value)
    if text.endswith(".0"):
        return text[:-2] if text != "-0.0" else "0"
    if "e" not in text:
        return text
    digits, _, exponent = text.partition("e")
    power = int(exponent)
    if power >= -6:
        sign = "-" if value < 0 else ""
        return f"{sign}0.{'0' * (-power - 1)}{digits.lstrip('-').replace('.', '')}"
    return f"{digits}e{power}"


def _text_width(text: str, size: float) -> float:
    return _advance(text) * size / _EM


@lru_cache(maxsize=4096)  # names of topics, which are the same for all runs of a task
def _advance(text: str) -> int:
    return sum(_ADVANCES.get(letter, _OTHER_LETTER) for letter in text)


def _axis(place: str, content: str) -> str:
    return (
        '<g class="mark-group role-axis" aria-hidden="true">'
        f'<g transform="translate({place})"><g>{content}</g></g></g>'
    )


def _part(role: str, kind: str, content: str) -> str:
    return f'<g class="mark-{kind} role-{role}" pointer-events="none">{content}</g>'


def _lines(role: str, places: Sequence[float], width: int) -> str:
    line = paper_style()["axis"]["gridColor"]
    return _part(
        role,
        "rule",
        "".join(
            f'<line transform="translate(0,{_rounded(y)})" x2="{width}" y2="0" stroke="{line}"'
            ' stroke-width="1" opacity="1"/>'
            for y in places
        ),
    )


def _domain(y: int, x2: int, y2: int) -> str:
    line = paper_style()["axis"]["domainColor"]
    return _part(
        "axis-domain",
        "rule",
        f'<line transform="translate(0,{_rounded(y)})" x2="{x2}" y2="{y2}" stroke="{line}" stroke-width="1"'
        ' opacity="1"/>',
    )


def _labels(placed: Iterator[tuple[str, str]], size: float) -> str:
    style = (
        f'font-family="{FONT}" font-size="{number(float(size))}px"'
        f' fill="{paper_style()["axis"]["labelColor"]}" opacity="1"'
    )
    return _part(
        "axis-label",
        "text",
        "".join(
            f'<text text-anchor="end" transform="{place}" {style}>{escape(text)}</text>'
            for place, text in placed
        ),
    )


def _title(place: str, text: str) -> str:
    return _part(
        "axis-title",
        "text",
        f'<text text-anchor="middle" transform="{place}" font-family="{FONT}" font-size="{FONT_SIZE}px"'
        f' font-weight="normal" fill="{paper_style()["axis"]["titleColor"]}" opacity="1">'
        f"{escape(text)}</text>",
    )


def _topic_axis(topics: Sequence[str], x: _Bands, size: float) -> str:
    down = _rounded(0.3 * size)
    placed = (
        (f"translate({middle},2) rotate(270) translate(0,{down})", topic)
        for middle, topic in zip(x.middles, topics, strict=True)
    )
    named = _labels(placed, size) if topics else ""
    below = 14 + max(_text_width(topic, size) for topic in topics) if topics else 12
    return (
        f"{named}{_domain(0, WIDTH, 0)}"
        f"{_title(f'translate({number(WIDTH / 2)},{number(float(below))})', 'Topics')}"
    )


def _value_axis(ticks: Sequence[float], texts: Sequence[str], title: str) -> str:
    beside = 11 + max(_text_width(text, FONT_SIZE) for text in texts)
    placed = ((f"translate(-7,{number(y + 3)})", text) for y, text in zip(ticks, texts, strict=True))
    place = f"translate({number(-beside)},{number(HEIGHT / 2)}) rotate(-90) translate(0,-2)"
    return (
        f"{_lines('axis-tick', ticks, -5)}{_labels(placed, FONT_SIZE)}{_domain(HEIGHT, 0, -HEIGHT)}"
        f"{_title(place, title)}"
    )


def _marks(layer: int, paths: list[str], look: str) -> str:
    drawn = "".join(f'<path d="{path}" {look}/>' for path in paths)
    return (
        f'<g class="mark-rect role-mark layer_{layer}_marks" role="graphics-symbol"'
        f' aria-roledescription="rect mark container">{drawn}</g>'
    )


def _bars(x: _Bands, y: _Upright, rows: Sequence[Difference], *, gain: bool) -> list[str]:
    zero = y.at(0.0)
    ends = [(place, y.at(row.difference)) for place, row in enumerate(rows) if (row.difference >= 0) is gain]
    return [x.rectangle(place, min(zero, end), abs(zero - end)) for place, end in ends]


def _best(x: _Bands, y: _Upright, rows: Sequence[Difference]) -> list[str]:
    half = TICK_HEIGHT / 2
    return [x.rectangle(place, y.at(row.best) - half, TICK_HEIGHT) for place, row in enumerate(rows)]


@cache
def _colours() -> dict[str, str]:
    styles = paper_style()["style"]
    return {name: styles[name]["color"] for name in ("gain", "loss", "tick")}
