"""Where values stand in a picture."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from inexreport.rendering.drawing.numbers import number, number_text, rounded

PADDING_INNER, PADDING_OUTER = 0.2, 0.1
NICE_TICKS = 10
TICK_ROOM = 40
"""About so many pixels lie between two ticks."""

_STEPS = ((math.sqrt(50), 10), (math.sqrt(10), 5), (math.sqrt(2), 2))


class Linear:
    """A scale from one place to another.

    Parameters
    ----------
    domain : (float, float)
    start, end : float
        Pixels.
    nice : bool
        Whether the domain grows to round numbers.
    """

    def __init__(self, domain: tuple[float, float], start: float, end: float, *, nice: bool = False) -> None:
        self._low, self._high = nice_domain(*domain, NICE_TICKS) if nice else domain
        self.start, self.end = start, end

    def at(self, value: float) -> float:
        """Where a value stands."""
        room = self._high - self._low
        part = (value - self._low) / room if room else 0.5
        return self.start * (1 - part) + self.end * part

    def all_at(self, values: Iterable[float]) -> list[float]:
        """Where each of some values stands."""
        return list(map(self.at, values))

    def ticks(self, *, grouped: bool = True) -> tuple[list[float], list[str]]:
        """Places and texts of the axis; `grouped` sets thousands apart."""
        values, digits = self._tick_values()
        texts = [number_text(value, digits) for value in values]
        return [self.at(value) for value in values], texts if grouped else [
            text.replace(",", "") for text in texts
        ]

    def _tick_values(self) -> tuple[Sequence[float], int]:
        if self._low == self._high:
            return [self._low], 0
        first, last, step = _ticks(self._low, self._high, math.ceil(abs(self.end - self.start) / TICK_ROOM))
        values = [one / -step if step < 0 else one * step for one in range(first, last + 1)]
        return values, max(0, -_exponent(1 / -step if step < 0 else step))


class Bands:
    """Equal bands from left to right, with room between them.

    Attributes
    ----------
    starts : list of str
        Where each band begins.
    middles : list of float
    right, left : str
        The way along a band, and back.
    """

    def __init__(self, count: int, width: int) -> None:
        step = width / (count - PADDING_INNER + PADDING_OUTER * 2)
        start = (width - step * (count - PADDING_INNER)) * 0.5
        band = step * (1 - PADDING_INNER)
        starts = [start + step * place for place in range(count)]
        self.starts = [number(one) for one in starts]
        self.middles = [one + band * 0.5 for one in starts]
        self.right, self.left = f"h{number(band)}", f"h{number(-band)}Z"

    def rectangles(
        self, places: Iterable[int], y: Iterable[str], heights: Iterable[str], look: str
    ) -> list[str]:
        """Rectangles in the bands at these places; `y` and `heights` are numbers as they are written."""
        starts, right, end = self.starts, self.right, f'{self.left}" {look}/>'
        return [
            f'<path d="M{starts[place]},{top}{right}v{height}{end}'
            for place, top, height in zip(places, y, heights, strict=True)
        ]


bands = lru_cache(maxsize=64)(Bands)  # as many as there are numbers of topics


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
        first, last = rounded(start * -step), rounded(stop * -step)
        return first + (first / -step < start), last - (last / -step > stop), step
    step = 10.0**power * factor
    first, last = rounded(start / step), rounded(stop / step)
    return first + (first * step < start), last - (last * step > stop), step


def _exponent(value: float) -> int:
    return int(f"{value:e}".partition("e")[2])
