"""Text of strangers as pages can show it: nothing that cannot be seen, and not without end."""

from __future__ import annotations

from inexreport.formats.quoting import UNSEEN, examples
from inexreport.model.problem import ProblemLog

LONGEST_NAME = 500
"""Letters of what names something: a run, a participant, a topic, an article."""

LONGEST_TEXT = 10_000
"""Letters of what describes something."""


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
    """Makes the texts of one file fit for pages, and remembers which were not."""

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
