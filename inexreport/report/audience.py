"""For whom a site is built: everybody, the organisers, or one participant before the release."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from inexreport.errors import UsageError


class Readers(StrEnum):
    """Who may read a site."""

    PUBLIC = "public"
    """Everybody: the released results."""
    ORGANISERS = "organisers"
    """Those who hold all submissions: the same before the release, and whom each pseudonym stands for."""
    PARTICIPANT = "participant"
    """One participant: the own runs, and of all others no more than the median and the best."""


@dataclass(frozen=True, slots=True)
class Audience:
    """For whom a site is built.

    Attributes
    ----------
    readers : Readers
    participant : str
        The participant's id; empty for other readers.
    """

    readers: Readers = Readers.PUBLIC
    participant: str = ""

    def __str__(self) -> str:
        return f"{self.readers}:{self.participant}" if self.participant else str(self.readers)

    @property
    def folder(self) -> str:
        """The archive's folder where nobody names one: another one for every audience."""
        if self.readers is Readers.PUBLIC:
            return "site"
        return "-".join(["site", str(self.readers), *re.findall(r"[A-Za-z0-9_]+", self.participant)])


PUBLIC = Audience()


def parse_audience(text: str) -> Audience:
    """Read an audience as the command line has it.

    Raises
    ------
    UsageError
        If no audience is called so.

    Examples
    --------
    >>> str(parse_audience("organisers")), parse_audience("participant:12").participant
    ('organisers', '12')
    """
    name, colon, participant = text.partition(":")
    if (name == Readers.PARTICIPANT) == bool(participant) == bool(colon) and name in set(Readers):
        return Audience(Readers(name), participant)
    raise UsageError(f"There is no audience {text!r}. There are: public, organisers, participant:ID.")
