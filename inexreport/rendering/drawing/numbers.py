"""Numbers as scripts write them."""

from __future__ import annotations

import math
from collections.abc import Iterable


def rounded(value: float) -> int:
    """The nearest whole number, halves upwards."""
    return math.floor(value + 0.5)


def number(value: float) -> str:
    """The shortest number that is this one.

    Examples
    --------
    >>> number(368.0), number(0.1), number(0.00001), number(-2.5e-7)
    ('368', '0.1', '0.00001', '-2.5e-7')
    """
    text = repr(float(value))
    return _otherwise_written(text) if text[-2:] == ".0" or "e" in text else text


def numbers(values: Iterable[float]) -> list[str]:
    """Each as `number` writes it."""
    return [
        _otherwise_written(text) if text[-2:] == ".0" or "e" in text else text for text in map(repr, values)
    ]


def _otherwise_written(text: str) -> str:
    """A whole number, or one with an exponent, which scripts do not write as Python does."""
    if "e" not in text:
        return text[:-2] if text != "-0.0" else "0"
    digits, _, exponent = text.partition("e")
    power = int(exponent)
    if power >= -6:
        sign = "-" if digits.startswith("-") else ""
        return f"{sign}0.{'0' * (-power - 1)}{digits.lstrip('-').replace('.', '')}"
    return f"{digits}e{power}"


def short_number(value: float) -> str:
    """With three decimals at most, as the points of paths have.

    Examples
    --------
    >>> short_number(12.34567), short_number(280.0)
    ('12.346', '280')
    """
    return number(rounded(value * 1000) / 1000)


def number_text(value: float, digits: int) -> str:
    """A number of an axis.

    Examples
    --------
    >>> number_text(-1234.5, 1), number_text(-0.0, 1)
    ('−1,234.5', '0.0')
    """
    text = f"{abs(value):,.{digits}f}"
    return f"−{text}" if value < 0 and any(digit in text for digit in "123456789") else text
