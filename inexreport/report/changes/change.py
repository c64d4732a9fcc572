"""A change between two editions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What changed."""

    CAMPAIGN = "campaign"
    """A campaign of an archive; `name` is its folder."""
    TASK = "task"
    """A task; `old` and `new` are its official metrics."""
    OFFICIAL_METRIC = "official_metric"
    """The metric that ranks a task's runs."""
    METRIC = "metric"
    """A further metric of a task."""
    RUN = "run"
    """A run, its name (`renamed`), or a column of runs.csv."""
    TOPIC = "topic"
    """A topic, or a column of topics.csv."""
    RANK = "rank"
    """The rank of a run by the official metric."""
    SCORE = "score"
    """The score of a run, for a topic or, with the topic `all`, the mean."""
    INPUT = "input"
    """A file that the results are made from, by checksum."""
    SETTING = "setting"
    """A setting, or the version of the program or a library."""
    FILE = "file"
    """A published file, by checksum."""


class How(StrEnum):
    """In which way it changed."""

    ADDED = "added"
    REMOVED = "removed"
    RENAMED = "renamed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Change:
    """A change; what does not apply is empty.

    Attributes
    ----------
    kind : Kind
    how : How
    task, run, metric, topic : str
        What it is about. A run that was renamed has its new name.
    name : str
        The column, setting or file.
    old, new : str
        Values with all their digits; empty for a missing one.
    """

    kind: Kind
    how: How
    task: str = ""
    run: str = ""
    metric: str = ""
    topic: str = ""
    name: str = ""
    old: str = ""
    new: str = ""

    @property
    def difference(self) -> float | None:
        """New minus old score, or rank; None where one of them is missing or there is no number."""
        if self.kind not in (Kind.SCORE, Kind.RANK) or not (self.old and self.new):
            return None
        return float(self.new) - float(self.old)
