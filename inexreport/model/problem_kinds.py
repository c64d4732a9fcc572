"""The catalogue of everything that can be wrong with an input file: the tables of docs/messages.md."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from inexreport.version import CATALOGUE

_ROW = re.compile(r"^\| `([a-z-]+)` \| (error|warning) \| (.+?)\. \| (.+) \|$", re.MULTILINE)
_CHANGES_SCORED = re.compile(r"\*\*affect the scores\*\*:(.+?)\n\n", re.DOTALL)
_TAG = re.compile(r"`(<[a-z_-]+>)`")
"""An element of XML, which Markdown would take for one of its own."""


class Severity(StrEnum):
    """An error excludes the run (or refuses the campaign); a warning is published."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """What a problem code stands for.

    Attributes
    ----------
    meaning : str
        What is wrong, as the beginning of a sentence without a full stop.
    remedy : str
        What to do about it, as a full sentence.
    changes_scored : bool
        Whether the warning concerns what was scored: other results or another order than the file lists, or
        names that do not match the assessments.
    """

    severity: Severity
    meaning: str
    remedy: str
    changes_scored: bool = False


def _catalogue(text: str) -> dict[str, ProblemKind]:
    """Return all kinds of problems by their codes, in the order of the page."""
    named = _CHANGES_SCORED.search(text)
    changing = set(re.findall("`([a-z-]+)`", named[1] if named else ""))
    return {
        code: ProblemKind(Severity(severity), meaning, remedy, changes_scored=code in changing)
        for code, severity, meaning, remedy in _ROW.findall(_TAG.sub(r"\1", text))
    }


PROBLEM_KINDS = _catalogue(CATALOGUE.read_text("utf-8"))
