"""Numbers as the formats write them: ASCII digits, nothing that only Python would read as a number."""

from __future__ import annotations

import math
import re

LARGEST_NUMBER = 10**12
"""No offset or length is larger: sums over all results of a run stay exact in 64 bits."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,30}")
_SEPARATED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3}){1,9}")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def whole_number(text: str) -> int | None:
    """Return the whole number that `text` spells, or None.

    Examples
    --------
    >>> whole_number("-5"), whole_number("1_000"), whole_number("1.0"), whole_number("9" * 15)
    (-5, None, None, None)
    """
    if not _WHOLE.fullmatch(text):
        return None
    number = int(text)
    return number if abs(number) <= LARGEST_NUMBER else None


def whole_number_with_separators(text: str) -> int | None:
    """Return the whole number that `text` spells, with or without a comma before every three digits, or None.

    Examples
    --------
    >>> whole_number_with_separators("13,556"), whole_number_with_separators("13,5")
    (13556, None)
    """
    return whole_number(text.replace(",", "") if _SEPARATED.fullmatch(text) else text)


def decimal_number(text: str) -> float | None:
    """Return the finite number that `text` spells, or None.

    Examples
    --------
    >>> decimal_number("1.5e-3"), decimal_number("nan"), decimal_number("0x1p3"), decimal_number("1e400")
    (0.0015, None, None, None)
    """
    if not _DECIMAL.fullmatch(text):
        return None
    number = float(text)
    return number if math.isfinite(number) else None
