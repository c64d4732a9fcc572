"""Pools, the elements that were given to the assessors, and assessments, their judgements of relevance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from inexreport.model.answer import JudgedAnswer

OFFICIAL = "official"
"""Name of the assessments that runs are officially scored by."""

WITHOUT_OUT_OF_POOL = "without_out_of_pool"
BINARY = "binary"
"""Names of the variants of graded assessments, see `inexreport.statistics.assessment_variants`."""

UNKNOWN = -1
"""Length or entry point that the assessments do not give."""

TOO_SMALL = -1
"""Exhaustivity of an element judged too small to be exhaustive by itself (``?`` in the files of 2005)."""

DEFAULT_DEPTH = 100
"""Default of the number of results of each run that went into the pool of a topic."""

METASEARCH_DEPTH = 500
"""How many results of each ranking the Borda count looks at (Woodley and Geva 2005, section 2.3)."""


class Judged(StrEnum):
    """What the assessors of a campaign judged."""

    ELEMENTS = "elements"
    """Elements of XML documents (2002-2007)."""
    PASSAGES = "passages"
    """They highlighted relevant text (2008-2010)."""
    DOCUMENTS = "documents"
    """Whole documents, by grade. Such a document counts as a text of length 1, relevant or not."""
    ANSWERS = "answers"
    """Generated answers: which nuggets each has, and whether the documents that it cites support it."""


OF_DOCUMENTS = frozenset({Judged.DOCUMENTS})
OF_ANSWERS = frozenset({Judged.ANSWERS})
OF_TEXT = frozenset(Judged) - OF_DOCUMENTS - OF_ANSWERS
"""What campaigns judge that have tables or pages of their own for it."""


class Scale(StrEnum):
    """How the elements of a year were judged."""

    RELEVANCE_COVERAGE = "relevance and coverage"
    """2002: relevance 0-3, coverage none, too large, too small, exact."""
    GRADES = "exhaustivity and specificity"
    """2003, 2004: both 0-3."""
    HIGHLIGHTED_GRADES = "exhaustivity and highlighted text"
    """2005: exhaustivity too small, 1, 2; specificity is the highlighted share of the text."""
    HIGHLIGHTED = "highlighted text"
    """2006, 2007: the highlighted share alone."""


class Coverage(IntEnum):
    """How much of an element of 2002 is about the topic."""

    NONE = 0
    TOO_LARGE = 1
    TOO_SMALL = 2
    EXACT = 3


@dataclass(frozen=True, eq=False)
class ElementJudgements:
    """The judged elements of one topic, article by article (2002-2007).

    Attributes
    ----------
    paths : tuple of str
        The distinct normalised paths that `path` indexes.
    article : int64 array, shape (elements,)
        Index into the topic's articles, ascending.
    path : int64 array, shape (elements,)
    exhaustivity : int8 array, shape (elements,)
        0-3, or `TOO_SMALL`; relevance in 2002.
    specificity : float64 array, shape (elements,)
        Grade 0-3 in 2003 and 2004; highlighted share in [0, 1] from 2005 on (0 for an element without
        text); NaN in 2002.
    coverage : int8 array, shape (elements,)
        Values of `Coverage` in 2002, else `UNKNOWN`.
    size, highlighted : int64 array, shape (elements,)
        Text and highlighted text, or `UNKNOWN` where the year's files do not give them.
    """

    scale: Scale
    paths: tuple[str, ...]
    article: NDArray[np.int64]
    path: NDArray[np.int64]
    exhaustivity: NDArray[np.int8]
    specificity: NDArray[np.float64]
    coverage: NDArray[np.int8]
    size: NDArray[np.int64]
    highlighted: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.article)

    def select(self, rows: NDArray[np.bool_]) -> ElementJudgements:
        """The judgements of these elements only, in their order."""
        return replace(
            self,
            article=self.article[rows],
            path=self.path[rows],
            exhaustivity=self.exhaustivity[rows],
            specificity=self.specificity[rows],
            coverage=self.coverage[rows],
            size=self.size[rows],
            highlighted=self.highlighted[rows],
        )


@dataclass(frozen=True, eq=False)
class TopicAssessment:
    """The judged articles of one topic, in file order, with their highlighted passages.

    Attributes
    ----------
    articles : tuple of str
        Judged articles; relevant or not.
    relevant_characters : int64 array, shape (articles,)
        Highlighted text of each article in the campaign's unit; 0 means judged, not relevant. In XML: the
        highlighted text of its root element where the file gives it, else the sum of its passages, else the
        most that an element has. Where the year gives no sizes, 1 for an article with something relevant.
    article_length : int64 array, shape (articles,)
        Text length of each article, or `UNKNOWN`.
    entry_point : int64 array, shape (articles,)
        Offset of the best entry point, or `UNKNOWN`.
    passage_article : int64 array, shape (passages,)
        Index into `articles`, ascending.
    passage_offset, passage_length : int64 array, shape (passages,)
        Highlighted passages ``[offset, offset + length)``, ascending within an article. Where the file
        gives paths, both are `UNKNOWN` until they are looked up in the documents.
    passage_start, passage_end : tuple of str
        Paths or XPointers of each passage (2005-2007), spelled as `entry_point_path`; empty where the file
        gives offsets.
    entry_point_path : tuple of str
        Path or XPointer of each article's best entry point (2006, 2007), an empty string where it has
        none; empty where the topic has none or the file gives offsets. Counted as white space text nodes
        were: ``text()[2].5`` among all, ``text()[normalize-space()][2].5`` among those that are not blank.
    elements : ElementJudgements or None
        None where only passages were judged.
    flagged_pool : frozenset of (str, str), or None
        Article and path of the elements that carry the flag of the pool, judged or not (2004); None where
        the files have no flags.
    grades : int64 array, shape (articles,), or None
        Where documents were judged: the grade of each; negative ones are judged, but have no gain.
    subtopics : tuple of (str, str, int)
        Document, subtopic and grade of each judgement where several subtopics were judged; then `grades` has
        the highest grade of each document.
    answers : mapping of str to JudgedAnswer
        Where answers were judged, by the run that gave them; then `articles` are these runs.
    """

    topic: str
    articles: tuple[str, ...]
    relevant_characters: NDArray[np.int64]
    article_length: NDArray[np.int64]
    entry_point: NDArray[np.int64]
    passage_article: NDArray[np.int64]
    passage_offset: NDArray[np.int64]
    passage_length: NDArray[np.int64]
    passage_start: tuple[str, ...] = ()
    passage_end: tuple[str, ...] = ()
    entry_point_path: tuple[str, ...] = ()
    elements: ElementJudgements | None = None
    flagged_pool: frozenset[tuple[str, str]] | None = None
    grades: NDArray[np.int64] | None = None
    subtopics: tuple[tuple[str, str, int], ...] = ()
    answers: Mapping[str, JudgedAnswer] = field(default_factory=dict)

    @property
    def total_relevant_characters(self) -> int:
        """All highlighted text of the topic; the denominator of character recall."""
        return int(self.relevant_characters.sum())

    @cached_property
    def is_relevant(self) -> NDArray[np.bool_]:
        """Whether each article has highlighted text, shape (articles + 1,): the last stands for others."""
        return np.append(self.relevant_characters > 0, False)

    @cached_property
    def relevant_articles(self) -> int:
        """Number of articles with highlighted text."""
        return int(np.count_nonzero(self.is_relevant))


def graded_documents(
    topic: str,
    documents: tuple[str, ...],
    grades: NDArray[np.int64],
    relevance_level: int | NDArray[np.int64] = 1,
    subtopics: tuple[tuple[str, str, int], ...] = (),
) -> TopicAssessment:
    """The assessment of a topic whose documents were judged by grade.

    Parameters
    ----------
    topic : str
    documents : tuple of str
    grades : int64 array, shape (documents,)
    relevance_level : int, or int64 array of shape (documents,)
        The lowest grade that is relevant.
    subtopics : tuple of (str, str, int)
        As in `TopicAssessment`.

    Examples
    --------
    >>> judged = graded_documents("7", ("a", "b", "c"), np.array([2, 0, 1]))
    >>> judged.relevant_characters.tolist(), judged.passage_article.tolist()
    ([1, 0, 1], [0, 2])
    """
    is_relevant = grades >= relevance_level
    relevant = np.flatnonzero(is_relevant)
    return TopicAssessment(
        topic=topic,
        articles=documents,
        relevant_characters=is_relevant.astype(np.int64),
        article_length=np.ones(len(documents), dtype=np.int64),
        entry_point=np.full(len(documents), UNKNOWN, dtype=np.int64),
        passage_article=relevant,
        passage_offset=np.zeros(len(relevant), dtype=np.int64),
        passage_length=np.ones(len(relevant), dtype=np.int64),
        grades=grades,
        subtopics=subtopics,
    )


def judged_answers(topic: str, answers: Mapping[str, JudgedAnswer]) -> TopicAssessment:
    """The assessment of a topic of which answers were judged, by the run that gave each."""
    of_runs = graded_documents(topic, tuple(answers), np.ones(len(answers), dtype=np.int64))
    return replace(of_runs, grades=None, answers=answers)


def nothing_judged(topic: str) -> TopicAssessment:
    """The assessment of a topic of which no article was judged.

    Examples
    --------
    >>> nothing_judged("7").articles, nothing_judged("7").total_relevant_characters
    ((), 0)
    """
    none = np.zeros(0, dtype=np.int64)
    return TopicAssessment(topic, (), none, none, none, none, none, none)


@dataclass(frozen=True, eq=False)
class Assessments:
    """One judge's assessments of the campaign's topics.

    Attributes
    ----------
    judge : str
        Name of the folder: ``"official"`` for those the scores are computed from.
    topics : mapping of str to TopicAssessment
        In the order of the files; topics without a line here are not assessed.
    taken_out : mapping of str to set of str
        By topic: articles of which runs know judgements, and which are taken out of their rankings, too.
    """

    judge: str
    topics: Mapping[str, TopicAssessment]
    taken_out: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pool:
    """The elements of one topic that were given to its assessor.

    Attributes
    ----------
    elements : frozenset of (str, str)
        Article and normalised path.
    """

    topic: str
    elements: frozenset[tuple[str, str]]
