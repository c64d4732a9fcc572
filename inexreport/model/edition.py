"""An edition of a campaign's results, and what was published in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Row = Sequence[str]


class Cells(NamedTuple):
    """A table as text: numbers with all their digits, a missing value as an empty text."""

    columns: Sequence[str]
    rows: Sequence[Row]


class TaskMetrics(NamedTuple):
    """The official metric of a task, and all its metrics in their order."""

    official: str
    metrics: Sequence[str]


@dataclass(frozen=True, slots=True)
class PublishedResults:
    """What editions are compared by.

    Attributes
    ----------
    audience, title : str
    settings : mapping of str to str
        Value of each setting, as JSON, by its place in campaign.json, such as ``parameters.Focused.cutoff``.
    inputs : mapping of str to str
        SHA-256 of each input file by its path in the campaign directory.
    tasks : mapping of str to TaskMetrics
    runs, scores, topics : Cells
        The published tables of these names.
    """

    audience: str
    title: str
    settings: Mapping[str, str]
    inputs: Mapping[str, str]
    tasks: Mapping[str, TaskMetrics]
    runs: Cells
    scores: Cells
    topics: Cells


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
