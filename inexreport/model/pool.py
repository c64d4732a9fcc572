"""Pools: what was given to the assessors."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pool:
    """The elements of one topic that were given to its assessor.

    Attributes
    ----------
    topic : str
    elements : frozenset of (str, str)
        Article and normalised path.
    """

    topic: str
    elements: frozenset[tuple[str, str]]
