"""Untrusted text as pages and problems show it: not too long, without invisible characters."""

from __future__ import annotations

import re
from collections.abc import Iterable

from inexreport.model.problem import ProblemLog

LONGEST_NAME = 500
"""Letters of what names something: a run, a participant, a topic, an article."""

LONGEST_TEXT = 10_000
"""Letters of what describes something."""

LONGEST_QUOTATION = 60
MOST_EXAMPLES = 5

UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but tab and newline
    "\u2028\u2029\u202a-\u202e\u2066-\u206f"  # ends of lines, and what turns the direction of other text
    "\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2065\ufe00-\ufe0f"  # letters without width
    "\u115f\u1160\u3164\uffa0"  # letters that look like a blank
    "\ud800-\udfff\ufdd0-\ufdef\ufeff\ufffe\uffff\U000e0000-\U000e01ef]"  # marks, hidden letters
)
"""Invisible characters, and those that change how others are shown."""


def quoted(text: object) -> str:
    r"""Return a piece of a file as problems show it.

    Parameters
    ----------
    text : object
        Bytes are decoded leniently; anything else is shown by its `str`.

    Returns
    -------
    str
        One line without control characters, at most about sixty characters, in quotation marks.

    Examples
    --------
    >>> quoted("a\nb")
    '“a b”'
    """
    plain = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
    line = " ".join(plain[: 4 * LONGEST_QUOTATION].split())
    line = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}"
        for letter in UNSEEN.sub("\N{REPLACEMENT CHARACTER}", line)
    )
    if len(line) > LONGEST_QUOTATION:
        line = line[: LONGEST_QUOTATION - 1] + "…"
    return f"“{line}”"


def examples(names: Iterable[object], total: int | None = None) -> str:
    """Return the first few of many names as problems list them.

    Parameters
    ----------
    names : iterable of object
        Duplicates are shown once.
    total : int, optional
        How many there are if `names` holds only some of them.

    Examples
    --------
    >>> examples(["a", "b", "a"])
    '“a”, “b”'
    >>> examples("abcdefg")
    '“a”, “b”, “c”, “d”, “e” and 2 more'
    """
    distinct = list(dict.fromkeys(names))
    more = (total if total is not None else len(distinct)) - len(distinct[:MOST_EXAMPLES])
    listed = ", ".join(quoted(name) for name in distinct[:MOST_EXAMPLES])
    return f"{listed} and {more:,} more" if more > 0 else listed


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


class ShownTexts:
    """Makes the texts of one file fit for pages, and records which were changed."""

    def __init__(self) -> None:
        self._changed: dict[str, int] = {}

    def shown(self, what: str, text: str, line: int, longest: int = LONGEST_NAME) -> str:
        """Return a text as `shown` makes it; `what` it is and its line will be in the problem."""
        result = shown(text, longest)
        if result != text:
            self._changed.setdefault(what, line)
        return result

    def report(self, log: ProblemLog) -> None:
        """Record what was changed."""
        if self._changed:
            log.add(
                "text-not-as-written",
                found=examples(self._changed),
                expected=f"up to {LONGEST_NAME} visible letters, in texts {LONGEST_TEXT:,}",
                lines=sorted(self._changed.values()),
                count=len(self._changed),
            )
