"""An edition of a campaign's results, and what was published in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa


@dataclass(frozen=True, slots=True)
class PublishedResults:
    """What editions are compared by.

    Attributes
    ----------
    settings : mapping of str to str
        Value of each setting, as JSON, by its place in campaign.json, such as ``parameters.Focused.cutoff``.
    inputs : mapping of str to str
        SHA-256 of each input file by its path in the campaign directory.
    tables : mapping of str to Table
        The published tables ``runs``, ``scores`` and ``topics`` as texts, with all digits of numbers; the
        ``official`` metric of each task in ``tasks``, and all of them, in order, in ``metrics``.
    """

    audience: str
    title: str
    settings: Mapping[str, str]
    inputs: Mapping[str, str]
    tables: Mapping[str, pa.Table]


@dataclass(frozen=True, slots=True)
class Edition:
    """A publication of a campaign's results.

    Attributes
    ----------
    date : str
        As in ``2026-11-20``; the editions of a campaign have different dates, in ascending order.
    reason : str
        Why it replaced the edition before; empty for the first.
    results : PublishedResults or None
        What was published; None for the last edition, which is the present one.
    """

    date: str
    reason: str = ""
    results: PublishedResults | None = None
