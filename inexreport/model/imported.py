"""Scores that were computed elsewhere: ratings by people, cost, energy, latency."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Annotated, Literal

from pydantic import AfterValidator

from inexreport.model.settings import AnyText, Name, Settings, Title


class ImportedSettings(Settings):
    """A table ``[imported.NAME]``."""

    title: Title
    unit: Name = ""
    better: Literal["higher", "lower"]
    source: Annotated[AnyText, AfterValidator(lambda text: " ".join(text.split()))] = ""
    """Who computed the scores, and how."""


class ImportedMeasure(ImportedSettings):
    """A measure whose scores the campaign brings along."""

    name: str
    """Its identifier among the metrics of a task."""

    @property
    def lower_is_better(self) -> bool:
        """Whether runs with lower scores rank higher, as by cost."""
        return self.better == "lower"


@dataclass(frozen=True, slots=True)
class ImportedRun:
    """The imported scores of a run.

    Attributes
    ----------
    line : int
        Of its first score in the file.
    mean : float
        Over the topics of `by_topic`, or the score that the file gives for all.
    by_topic : mapping of str to float
        Topics ordered; empty if the file has a score for all topics alone.
    """

    line: int
    mean: float
    by_topic: Mapping[str, float]


@dataclass(frozen=True, eq=False)
class ImportedScores:
    """The scores of the runs of a task by an imported measure.

    Attributes
    ----------
    file : str
        Path relative to the campaign directory.
    runs : mapping of str to ImportedRun
        By the name of the run, ordered by lines.
    """

    measure: ImportedMeasure
    task: str
    file: str
    runs: Mapping[str, ImportedRun]

    @property
    def lowest(self) -> float:
        """The lowest score of a run or topic; infinity without any."""
        return min((min([run.mean, *run.by_topic.values()]) for run in self.runs.values()), default=inf)

    @property
    def highest(self) -> float:
        """The highest score of a run or topic; minus infinity without any."""
        return max((max([run.mean, *run.by_topic.values()]) for run in self.runs.values()), default=-inf)
