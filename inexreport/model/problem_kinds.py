"""The catalogue of everything that can be wrong with an input file; docs/messages.md explains each code."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """An error excludes the run (or refuses the campaign); a warning is published and changes no number."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """What a problem code stands for.

    Attributes
    ----------
    severity : Severity
    meaning : str
        What is wrong, as the beginning of a sentence without a full stop.
    remedy : str
        What to do about it, as a full sentence.
    """

    severity: Severity
    meaning: str
    remedy: str


def _error(meaning: str, remedy: str) -> ProblemKind:
    return ProblemKind(Severity.ERROR, meaning, remedy)


def _warning(meaning: str, remedy: str) -> ProblemKind:
    return ProblemKind(Severity.WARNING, meaning, remedy)


PROBLEM_KINDS: dict[str, ProblemKind] = {
    # The campaign directory and campaign.toml
    "campaign-key-missing": _error(
        "A required setting is missing",
        "Add it to campaign.toml; `inexreport init` writes a file that has them all.",
    ),
    # Validity rules of the tasks (judging/validity.py)
    "overlap-not-allowed": _error(
        "A result shares text with an earlier one of the same article and topic, which this task forbids",
        "Keep only one of two results that overlap, or submit the run to a task that allows overlap.",
    ),
    "article-not-contiguous": _error(
        "The results of an article are interrupted by those of another one, which this task forbids",
        "List all results of an article one after another.",
    ),
    "several-entry-points": _error(
        "An article has more than one entry point, and this task allows one",
        "Keep the best entry point of each article and remove the others.",
    ),
}
