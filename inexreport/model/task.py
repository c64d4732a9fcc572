"""A task: which results count, by which rules, under which metrics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fnmatch import fnmatchcase

from inexreport.model.assessment import DEFAULT_DEPTH, METASEARCH_DEPTH, OFFICIAL
from inexreport.model.topic import Topic


class Treatment(StrEnum):
    """How a run is treated that violates a rule of its task."""

    ALLOWED = "allowed"
    WARNING = "warning"
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


@dataclass(frozen=True, slots=True)
class TaskRules:
    """The rules of a task.

    Attributes
    ----------
    overlap : Treatment
        Of two results of an article that share text.
    scattered_articles : Treatment
        Of an article whose results are interrupted by another article's.
    several_entry_points : Treatment
        Of a second result from the same article.
    outside_pool : Treatment
        Of a result that is not in the campaign's pool of its topic: unless allowed, the task is to rank the
        pools.
    characters_per_topic, characters_per_article : int or None
        Results are cut when they have returned so much text of the topic, or of the article.
    strict_target : bool
        Only elements that the topic's castitle asks for are relevant.
    repeated_documents : Treatment
        Of a document that a run returns again for a topic, where documents are judged: error or first.
    """

    overlap: Treatment = Treatment.ALLOWED
    scattered_articles: Treatment = Treatment.ALLOWED
    several_entry_points: Treatment = Treatment.ALLOWED
    outside_pool: Treatment = Treatment.ALLOWED
    characters_per_topic: int | None = None
    characters_per_article: int | None = None
    strict_target: bool = False
    repeated_documents: Treatment = Treatment.ERROR

    @property
    def limits_text(self) -> bool:
        """Whether results are cut by how much text they return."""
        return self.characters_per_topic is not None or self.characters_per_article is not None


@dataclass(frozen=True, slots=True)
class Task:
    """One retrieval task of a campaign.

    Attributes
    ----------
    name : str
        The task folder's name.
    question : str
        The task of the systems, in a sentence or two.
    cutoff : int
        Results per topic that are looked at; the rest is ignored.
    official : str
        Identifier of the metric that ranks the runs; one of `metrics`.
    metrics : tuple of str
        Metric identifiers, in the order of publication.
    topics : TopicSelection
    query_types : tuple of str
        Patterns of the query types whose topics belong to the task, ``*`` standing for anything; empty for
        all. A topic without a query type belongs to every task.
    rules : TaskRules
    settings : mapping of str to str
        Conventions of the year that metrics and pools follow without naming them,
        e.g. ``{"short_ranking": "last value"}``.
    pool_depth : int
        Results of each run that went into the pool of a topic.
    pool_depth_stated : bool
        Whether campaign.toml or the protocol states it; else it is a default.
    metasearch_depths : tuple of int
        Numbers of results of each run that metasearch pools are compared for, in addition to
        `METASEARCH_DEPTH`.
    depths : tuple of int
        Numbers of results at which the runs are scored by the official metric too, ascending.
    significance : Significance
    assessments : str
        The folder of assessments/ that its scores are computed from.
    relevance_level : int
        The lowest grade of a document that is relevant.
    """

    name: str
    question: str
    cutoff: int
    official: str
    metrics: tuple[str, ...]
    topics: TopicSelection = TopicSelection.ASSESSED
    query_types: tuple[str, ...] = ()
    rules: TaskRules = field(default_factory=TaskRules)
    settings: Mapping[str, str] = field(default_factory=dict)
    pool_depth: int = DEFAULT_DEPTH
    metasearch_depths: tuple[int, ...] = (250,)
    depths: tuple[int, ...] = ()
    pool_depth_stated: bool = False
    significance: Significance = Significance.T
    assessments: str = OFFICIAL
    relevance_level: int = 1

    @property
    def results_for_pools(self) -> int:
        """How many first results of a run its pools are made from."""
        return max(self.pool_depth, METASEARCH_DEPTH, *self.metasearch_depths)

    def asks(self, topic: Topic) -> bool:
        """Whether a topic belongs to the task."""
        if not self.query_types or not topic.query_type:
            return True
        return any(fnmatchcase(topic.query_type, pattern) for pattern in self.query_types)


def official_folders(tasks: Iterable[Task]) -> tuple[str, ...]:
    """Names of the folders with the official assessments of tasks."""
    return tuple(dict.fromkeys(task.assessments for task in tasks)) or (OFFICIAL,)
