"""The diagnosis of a run: ranks of relevant material, near misses, and effects of the task's rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum, auto

import numpy as np
from numpy.typing import NDArray

RANK_BANDS = (0, 10, 50, 100, 500)
"""First rank, from 0, of each band in which results are counted."""

DEPTHS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 1500)
"""Cut-offs at which recall and overlap are reported."""

FIRST_RESULTS = 10
"""Number of results on the first screen."""


class Aspect(StrEnum):
    """What the value of a metric may depend on."""

    RELEVANCE = auto()
    ORDER = auto()
    """The order of results down to its depth."""
    GRADES = auto()
    """Differences between relevant results."""
    PLACES = auto()
    """Where results lie in their articles."""
    OVERLAP = auto()
    """Results that overlap an earlier one."""
    SIZE = auto()
    """How much else stands in results with relevant text."""
    UNJUDGED = auto()
    """Unjudged results, which take the rank of others."""
    LATER = auto()
    """Results after the first relevant one."""
    MISSED = auto()
    """Relevant material without a result; precision at a recall level that is reached does not."""
    END = auto()
    """Results at any rank."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a metric reads of a ranking.

    Attributes
    ----------
    depth : int or None
        Number of first results of a topic that its value depends on; None if on all.
    """

    aspects: frozenset[Aspect] = frozenset(Aspect)
    depth: int | None = None

    @property
    def first(self) -> int:
        """Number of first results that runs are compared by: `FIRST_RESULTS`, or fewer if it reads fewer."""
        return min(FIRST_RESULTS, self.depth or FIRST_RESULTS)


class Matching(StrEnum):
    """The relevant material that results of a task are compared with."""

    TEXT = "highlighted text"
    """Characters, wherever the results begin and end (2007-2010)."""
    ELEMENTS = "relevant elements"
    """Elements by their paths (2002-2006)."""
    ENTRY_POINTS = "best entry points"
    """Where reading should start, one in an article."""
    DOCUMENTS = "relevant documents"
    """Whole documents, by their names."""


class Relevance(IntEnum):
    """The judgement on a result."""

    RELEVANT = 0
    IN_RELEVANT_ARTICLE = 1
    """Not relevant, in an article with something relevant."""
    NOT_RELEVANT = 2
    """In an article without anything relevant."""
    UNJUDGED = 3


class GranularityMatch(IntEnum):
    """How a result in a relevant article matches the relevant text there."""

    FITTING = 0
    """Text: at least half of it is highlighted, and it covers at least half of the passages it meets.
    Elements: of those on its path it has the highest gain. Entry points: near the best one."""
    TOO_LARGE = 1
    """Text: less than half of it is highlighted. Elements: it contains one that fits."""
    TOO_SMALL = 2
    """Text: it covers less than half of the passages it meets. Elements: it lies in one that fits."""
    ELSEWHERE = 3
    """It meets nothing relevant."""
    BEFORE = 4
    """Entry points: too far before the best one."""
    AFTER = 5
    """Entry points: too far after the best one."""
    UNPLACED = 6
    """It is not known where it lies, or where what is relevant does."""


@dataclass(frozen=True)  # without slots, which take long where thousands go to other processes
class NearMiss:
    """A result that nearly fits, with the element or passage that would have fitted.

    Attributes
    ----------
    rank : int
        From 1.
    path, wanted_path : str
        Of the result and of the element that would have fitted; empty where there is none.
    offset, length, wanted_offset, wanted_length : int
        Places of the result and of the passage that would have fitted; `UNKNOWN` where there is none. A
        best entry point has the length 0.
    """

    fit: GranularityMatch
    topic: str
    rank: int
    article: str
    path: str
    offset: int
    length: int
    wanted_path: str
    wanted_offset: int
    wanted_length: int


@dataclass(frozen=True, slots=True)
class RuleEffects:
    """Effects of a task's rules on a submission.

    Attributes
    ----------
    not_asked : int
        Results for topics outside the task.
    beyond_cutoff : int
        Results beyond the rank at which a topic is cut.
    not_assessed : int
        Remaining results, for topics without assessments.
    repeated : int
        Results for assessed topics that repeat an earlier one of the topic; of entry points, those in an
        article that has one.
    left_out : int
        Results for assessed topics that a limit of characters takes away.
    characters_lost, relevant_lost : int
        Text that it takes from assessed topics, and the highlighted part of that.
    score_unlimited : float
        Official score without the limit; NaN where no limit took anything.
    """

    not_asked: int
    beyond_cutoff: int
    not_assessed: int
    repeated: int
    left_out: int
    characters_lost: int
    relevant_lost: int
    score_unlimited: float


@dataclass(frozen=True, eq=False)
class RelevantArticles:
    """The relevant articles of a task.

    Attributes
    ----------
    topics : tuple of str
        Assessed topics of the task, ordered.
    relevant_articles : tuple of tuple of str
        Of each topic, in the order of its assessment.
    only_relevant : bool
        Whether the assessments of these topics list nothing that is not relevant.
    """

    topics: tuple[str, ...] = ()
    relevant_articles: tuple[tuple[str, ...], ...] = ()
    only_relevant: bool = False


@dataclass(frozen=True, eq=False)
class Diagnosis:
    """An evaluated run compared with the judgements of its task, in small arrays.

    Results are those that count: after the cut-off and the limits of the task. Ranks are places among the
    results of a topic, from 1. Topics are those of `RelevantArticles`.

    Attributes
    ----------
    reading : Reading
        What the official metric reads.
    results, relevant_results : int64 array, shape (topics,)
    first_relevant : int64 array, shape (topics,)
        Rank of the first relevant result, 0 where there is none.
    relevant_first, unjudged_first : int64 array, shape (topics,)
        Relevant and unjudged results among the first `Reading.first`.
    grades_first : int64 array, shape (topics,)
        Sum of the grades of these; 0 for negative grades, unjudged results, and where nothing is graded.
    overlapping : int64 array, shape (topics,)
        Results that overlap an earlier one.
    found : float64 array, shape (topics,)
        Share of what is to be found, see `Matching`; NaN where there is nothing.
    fits : int64 array, shape (topics, fits)
        Results in relevant articles by `GranularityMatch`.
    article_ranks : int32 array, shape (relevant articles of all topics,)
        Rank of the first result from each relevant article, topic by topic; 0 where there is none.
    found_by_depth : float64 array, shape (depths,)
        Share of what is to be found down to each of `DEPTHS`, mean over topics that have any.
    overlapping_by_depth : float64 array, shape (depths,)
        Share of overlapping results among those down to each depth, all topics together; NaN without results.
    result_types : tuple of str
        The most frequent types of results for assessed topics, and what stands for the others.
    by_type : int64 array, shape (types, bands, worths)
        Results for assessed topics by type, band of `RANK_BANDS` and `Relevance`.
    near_misses : tuple of NearMiss
        Some of the highest-ranked, by kind.
    """

    matching: Matching
    reading: Reading
    results: NDArray[np.int64]
    relevant_results: NDArray[np.int64]
    first_relevant: NDArray[np.int64]
    relevant_first: NDArray[np.int64]
    unjudged_first: NDArray[np.int64]
    grades_first: NDArray[np.int64]
    overlapping: NDArray[np.int64]
    found: NDArray[np.float64]
    fits: NDArray[np.int64]
    article_ranks: NDArray[np.int32]
    found_by_depth: NDArray[np.float64]
    overlapping_by_depth: NDArray[np.float64]
    result_types: tuple[str, ...]
    by_type: NDArray[np.int64]
    near_misses: tuple[NearMiss, ...]
    rules: RuleEffects
