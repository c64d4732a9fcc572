"""A topic as systems and assessors know it, whether it is written or drawn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Topic:
    """A topic; `relevant` are the facets of sentences that answer a written one."""

    id: str
    candidate_number: str
    title: str
    castitle: str
    description: str
    narrative: str
    phrase_title: str = ""
    relevant: tuple[str, ...] = ()
    assessed: bool = True
