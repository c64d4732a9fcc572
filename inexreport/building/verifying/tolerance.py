"""By how much recomputed numbers may differ from published ones."""

from __future__ import annotations

import math
import re

TOLERANCE = 1e-9
"""As a part of the larger number. Other processors and libraries may add in another order."""

NEAR_ZERO = 1e-12
"""Numbers that differ by no more are the same, so that the remainder of a difference may be zero."""

_DECIMAL = re.compile(r"(?<![0-9])-?[0-9]++(?:\.[0-9]++(?:e[-+]?[0-9]++)?|e[-+][0-9]++)")
"""Numbers that were computed have a point or an exponent; whole numbers are counts, ranks and names."""

_NUMBER = re.compile(
    r"[A-Za-z0-9+/=]{40,}"  # a checksum, or numbers in base 64
    rf"|{_DECIMAL.pattern}"
    r"|(?<![\w-])[0-9][0-9,]*(?!\w)"  # a whole number that is no part of a name
)


def same_value(published: str, recomputed: str) -> bool:
    """Whether two values say the same; whole numbers and names are never only close.

    Examples
    --------
    >>> same_value("0.5", "0.50000001"), same_value("0.5", "0.5000000001"), same_value("12", "13")
    (False, True, False)
    """
    if published == recomputed:
        return True
    if not _DECIMAL.fullmatch(recomputed):
        return False
    try:
        one, other = float(published), float(recomputed)
    except ValueError:
        return False
    return math.isfinite(other) and math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=NEAR_ZERO)


def same_text(published: bytes, recomputed: bytes) -> bool:
    """Whether two contents are the same but for decimal numbers, and these have the same values.

    Examples
    --------
    >>> same_text(b"a,0.5", b"a,0.5000000001"), same_text(b"a,0.5", b"b,0.5")
    (True, False)
    """
    one, other = _as_text(published), _as_text(recomputed)
    numbers, expected = _DECIMAL.findall(one), _DECIMAL.findall(other)
    return (
        len(numbers) == len(expected)
        and _DECIMAL.sub("0", one) == _DECIMAL.sub("0", other)
        and all(map(same_value, numbers, expected))
    )


def same_words(published: bytes, recomputed: bytes) -> bool:
    """Whether two contents are the same but for numbers, which may be rounded otherwise, and checksums.

    Examples
    --------
    >>> same_words(b"<td>run1<td>0.12", b"<td>run1<td>0.13"), same_words(b"<td>run1", b"<td>run2")
    (True, False)
    """
    return _NUMBER.sub("0", _as_text(published)) == _NUMBER.sub("0", _as_text(recomputed))


def _as_text(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape")
