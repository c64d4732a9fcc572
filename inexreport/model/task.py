"""A task: which results count, by which rules, under which metrics."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Annotated, Any

from pydantic import Field, field_validator

from inexreport.model.assessment import DEFAULT_DEPTH, METASEARCH_DEPTH, OFFICIAL
from inexreport.model.settings import LAX, AnyText, Grade, Rank, Settings, Text, Title
from inexreport.model.topic import Topic


class Treatment(StrEnum):
    """How a run is treated that violates a rule of its task."""

    ALLOWED = "allowed"
    WARNING = "warning"
    ERROR = "error"


class Repeated(StrEnum):
    """How a run is treated that returns a document again for a topic."""

    ERROR = "error"
    FIRST = "first"
    """Only the first result counts, with a warning."""


class TopicSelection(StrEnum):
    """Topics over which scores are averaged."""

    ASSESSED = "assessed"
    """All assessed topics; one that the run does not answer counts 0."""
    RETURNED = "returned"
    """Only assessed topics for which the run returned results (the old tools' default)."""


class Significance(StrEnum):
    """Which test of pairs of runs divides a ranking into groups."""

    T = "t"
    """Paired t-test with one tail and Holm's correction."""
    TUKEY = "tukey"
    """Randomised Tukey HSD test of all pairs at once."""


CONVENTIONS = {
    "overlap_of": ("text", "paths"),
    "ideal_tie": ("higher", "deeper"),
    "short_ranking": ("last value", "zero"),
    "judged_units": ("passages", "elements"),
    "relevant_totals": ("all assessed topics", "counted topics"),
    "borda": ("unranked 0", "unranked share"),
}
"""Conventions of metrics and pools with their values; one more, `collection_elements`, is a whole number."""

_MOST_DIGITS = 15
_REQUIRED = ("cutoff", "official", "metrics")
"""Settings without which there is no task."""

_Treatment = Annotated[Treatment, LAX]
_Characters = Annotated[int, Field(ge=1, le=10**9)]
_Ranks = Annotated[tuple[Rank, ...], LAX]


class TaskRules(Settings):
    """The rules of a task: the table ``[tasks.X.rules]``."""

    overlap: _Treatment = Field(
        default=Treatment.ALLOWED, description='of results: "allowed", "warning" or "error"'
    )
    scattered_articles: _Treatment = Field(
        default=Treatment.ALLOWED, description="results of an article apart"
    )
    several_entry_points: _Treatment = Field(default=Treatment.ALLOWED, description="in one article")
    outside_pool: _Treatment = Field(default=Treatment.ALLOWED, description="results that are not in pools/")
    """Unless allowed, the task is to rank the pools."""
    characters_per_topic: _Characters | None = Field(
        default=None, examples=[1_000_000], description="where reading stops; without it nowhere"
    )
    characters_per_article: _Characters | None = Field(
        default=None, examples=[1_000_000], description="where reading stops; without it nowhere"
    )
    strict_target: bool = Field(default=False, description="only what the query asks for counts")
    repeated_documents: Annotated[Repeated, LAX] = Field(
        default=Repeated.ERROR, description='in a topic: "error", or "first": the best one counts'
    )
    runs_per_participant: Rank | None = Field(
        default=None, examples=[3], description="ranked ones at most; more are reported, and evaluated"
    )

    @property
    def limits_text(self) -> bool:
        """Whether results are cut by how much text they return."""
        return self.characters_per_topic is not None or self.characters_per_article is not None


class CorrelationTable(Settings):
    """The table ``[tasks.X.correlations]``: patterns of metrics' identifiers, with ``*`` for anything."""

    rows: Annotated[tuple[Text, ...], LAX, Field(min_length=1)]
    columns: Annotated[tuple[Text, ...], LAX, Field(min_length=1)]


class TaskSettings(Settings):
    """The table ``[tasks.X]``; settings that are None or missing are the protocol's."""

    question: AnyText = ""
    cutoff: Rank | None = Field(default=None, description="results of a topic that count")
    pool_depth: Rank | None = Field(default=None, description="results of a run that went into the pools")
    metasearch_depths: _Ranks | None = Field(
        default=None, description="results that the Borda count of further metasearch pools looks at"
    )
    depths: _Ranks | None = Field(default=None, description="results at which scores are compared")
    official: Text | None = Field(default=None, description="ranks the runs; `inexreport metrics` lists all")
    metrics: Annotated[tuple[Text, ...], LAX, Field(min_length=1)] | None = None
    topics: Annotated[TopicSelection, LAX] | None = Field(
        default=None, description='"assessed" or "returned", as above'
    )
    significance: Annotated[Significance, LAX] | None = Field(
        default=None, description='"t" or "tukey", as above'
    )
    assessments: Title | None = Field(
        default=None, description="folder of assessments/ with its grades of documents"
    )
    relevance_level: Grade | None = Field(default=None, description="lowest grade that is relevant, as above")
    query_types: Annotated[tuple[Text, ...], LAX] | None = Field(
        default=None, description="of its topics; [] for all"
    )
    rules: TaskRules = TaskRules()
    correlations: CorrelationTable | None = None
    """None: that of the official metric with all."""
    settings: dict[str, str] = Field(default_factory=dict)
    """Conventions of the year that metrics and pools follow without naming them."""

    @field_validator("depths", "metasearch_depths")
    @classmethod
    def _ascending(cls, depths: tuple[int, ...] | None) -> tuple[int, ...] | None:
        if depths and list(depths) != sorted(set(depths)):
            raise ValueError("different numbers of results, ascending")
        return depths

    @field_validator("settings")
    @classmethod
    def _known_conventions(cls, settings: dict[str, str]) -> dict[str, str]:
        for name, value in settings.items():
            if name == "collection_elements":
                if not (value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS):
                    raise ValueError(f"{name} as a whole number in quotation marks")
            elif name not in CONVENTIONS:
                raise ValueError("one of " + ", ".join((*CONVENTIONS, "collection_elements")))
            elif value not in CONVENTIONS[name]:
                raise ValueError(f"{name} as one of " + ", ".join(CONVENTIONS[name]))
        return settings


class Task(TaskSettings):
    """One retrieval task of a campaign, by its complete settings."""

    name: str
    """That of its folder."""
    cutoff: int
    official: str
    metrics: tuple[str, ...]
    """Identifiers in the order of publication; `official` is one of them."""
    topics: TopicSelection = TopicSelection.ASSESSED
    query_types: tuple[str, ...] = ()
    """Patterns of the query types whose topics belong to the task, ``*`` standing for anything; empty for
    all. A topic without a query type belongs to every task."""
    pool_depth: int = DEFAULT_DEPTH
    metasearch_depths: tuple[int, ...] = (250,)
    """In addition to `METASEARCH_DEPTH`."""
    depths: tuple[int, ...] = ()
    pool_depth_stated: bool = False
    """Whether campaign.toml or the protocol states it; else it is a default."""
    significance: Significance = Significance.T
    assessments: str = OFFICIAL
    relevance_level: int = 1

    @property
    def results_for_pools(self) -> int:
        """How many first results of a run its pools are made from."""
        return max(self.pool_depth, METASEARCH_DEPTH, *self.metasearch_depths)

    def asks(self, topic: Topic) -> bool:
        """Whether a topic belongs to the task."""
        if not topic.belongs_to(self.name):
            return False
        if not self.query_types or not topic.query_type:
            return True
        return any(fnmatchcase(topic.query_type, pattern) for pattern in self.query_types)


def missing_settings(*layers: TaskSettings) -> list[str]:
    """Return the required settings that no layer has."""
    return [name for name in _REQUIRED if all(getattr(layer, name) is None for layer in layers)]


def make_task(name: str, *layers: TaskSettings) -> Task:
    """Return a task; of each setting, rule and convention the last layer that has it counts.

    Parameters
    ----------
    name : str
    layers : TaskSettings
        With all required settings.
    """
    settings: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    conventions: dict[str, str] = {}
    for layer in layers:
        given = layer.given
        given.pop("collection", None)  # of campaign.toml
        rules |= given.pop("rules", {})
        conventions |= given.pop("settings", {})
        settings |= given
    settings |= {"rules": TaskRules(**rules), "settings": conventions}
    return Task(name=name, pool_depth_stated="pool_depth" in settings, **settings)


def official_folders(tasks: Iterable[Task]) -> tuple[str, ...]:
    """Names of the folders with the official assessments of tasks."""
    return tuple(dict.fromkeys(task.assessments for task in tasks)) or (OFFICIAL,)
