"""Untrusted text as pages show it: not too long, without invisible characters."""

from __future__ import annotations

import re

LONGEST_NAME = 500
"""Letters of what names something: a run, a participant, a topic, an article."""

LONGEST_TEXT = 10_000
"""Letters of what describes something."""

UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but tab and newline
    "\u2028\u2029\u202a-\u202e\u2066-\u206f"  # ends of lines, and what turns the direction of other text
    "\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2065\ufe00-\ufe0f"  # letters without width
    "\u115f\u1160\u3164\uffa0"  # letters that look like a blank
    "\ud800-\udfff\ufdd0-\ufdef\ufeff\ufffe\uffff\U000e0000-\U000e01ef]"  # marks, hidden letters
)
"""Invisible characters, and those that change how others are shown."""


def shown(text: str, longest: int = LONGEST_NAME) -> str:
    r"""Return a text with its invisible characters replaced, cut off where it is too long.

    Characters that join letters, as some languages need them, stay, as do letters of right-to-left scripts.

    Examples
    --------
    >>> shown("Köln\x1b[31m"), shown("abc\u202edef", 5)
    ('Köln�[31m', 'abc�…')
    """
    plain = text if text.isascii() and text.isprintable() else UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text)
    return plain if len(plain) <= longest else plain[: longest - 1] + "…"
