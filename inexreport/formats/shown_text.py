"""Pieces of files as problems quote them, and texts of a file made fit for pages."""

from __future__ import annotations

from collections.abc import Iterable

from inexreport.model.problem import ProblemLog
from inexreport.model.shown_text import LONGEST_NAME, LONGEST_TEXT, UNSEEN, shown

LONGEST_QUOTATION = 60
MOST_EXAMPLES = 5
FIT_NAME = f"up to {LONGEST_NAME} visible letters"
"""What is expected of names."""


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
                expected=f"{FIT_NAME}, in texts {LONGEST_TEXT:,}",
                lines=sorted(self._changed.values()),
                count=len(self._changed),
            )
