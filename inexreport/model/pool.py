"""Pools: what was given to the assessors."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_DEPTH = 100
"""How many results of each run went into the pool of a topic, where a campaign does not say otherwise."""

METASEARCH_DEPTH = 500
"""How many results of each ranking the Borda count looks at (Woodley and Geva 2005, section 2.3)."""


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
