"""What a check of a campaign finds: a verdict in words with its number."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """What a check found; the values are read by the page."""

    GOOD = "In order"
    CARE = "With care"
    ACT = "Needs attention"
    UNKNOWN = "Cannot be judged"


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict of a check on a task, or on the campaign if `task` is empty.

    `page` is the kind of the page behind the number, and `fragment` its part; a `page` of a task is that of
    the task.
    """

    task: str
    verdict: Verdict
    text: str
    page: str
    fragment: str = ""


def graded(value: float, good: float, care: float) -> Verdict:
    """Return the verdict on a number of which more is better.

    Examples
    --------
    >>> [str(graded(value, 0.9, 0.8)) for value in (0.9, 0.85, 0.79)]
    ['In order', 'With care', 'Needs attention']
    """
    return Verdict.GOOD if value >= good else Verdict.CARE if value >= care else Verdict.ACT
