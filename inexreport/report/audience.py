"""The readers of a site: the public, the organisers, or one participant before the release."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from inexreport.errors import UsageError


class Readers(StrEnum):
    """Who may read a site."""

    PUBLIC = "public"
    """Everybody, after the release."""
    ORGANISERS = "organisers"
    """The organisers, before the release: the same pages, and the runs behind the pseudonyms."""
    PARTICIPANT = "participant"
    """One participant, before the release: the participant's runs, and the median and the best of all."""


@dataclass(frozen=True, slots=True)
class Audience:
    """The readers of a site, and the participant's id if they are one participant."""

    readers: Readers = Readers.PUBLIC
    participant: str = ""

    def __str__(self) -> str:
        return f"{self.readers}:{self.participant}" if self.participant else str(self.readers)

    @property
    def folder(self) -> str:
        """The default folder of the archive, a different one for every audience."""
        if self.readers is Readers.PUBLIC:
            return "site"
        return "-".join(["site", str(self.readers), *re.findall(r"[A-Za-z0-9_]+", self.participant)])


PUBLIC = Audience()


def parse_audience(text: str) -> Audience:
    """Return the audience that the command line names.

    Raises
    ------
    UsageError
        If there is no audience of that name.

    Examples
    --------
    >>> str(parse_audience("organisers")), parse_audience("participant:12").participant
    ('organisers', '12')
    """
    name, colon, participant = text.partition(":")
    if (name == Readers.PARTICIPANT) == bool(participant) == bool(colon) and name in set(Readers):
        return Audience(Readers(name), participant)
    raise UsageError(f"There is no audience {text!r}. There are: public, organisers, participant:ID.")
