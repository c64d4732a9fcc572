"""One topic's ranking joined with its judgements: judged articles and elements, relevant and new text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inexreport.judging.intervals import newly_covered, numbers_of_ranges
from inexreport.judging.located_run import TopicRanking
from inexreport.model.arrow_arrays import filled_numbers, integer_array, string_array
from inexreport.model.assessment import UNKNOWN, ElementJudgements, TopicAssessment
from inexreport.model.derived import derived
from inexreport.model.run import ABSENT

UNJUDGED = -1
"""Index of an article or element that the assessment does not have."""


@dataclass(frozen=True, eq=False)
class JudgedRanking:
    """A ranking joined with the assessment of its topic.

    Attributes
    ----------
    article : int64 array, shape (results,)
        Index of the result's article among the assessed ones, or `UNJUDGED`.
    before : JudgedRanking, optional
        The same ranking joined with an assessment of which this one is a variant.
    """

    ranking: TopicRanking
    assessment: TopicAssessment
    article: NDArray[np.int64]
    before: JudgedRanking | None = None

    @cached_property
    def in_relevant_article(self) -> NDArray[np.bool_]:
        """Whether each result's article has highlighted text, shape (results,)."""
        # The index -1 of an unjudged article is the last place, which is False.
        found: NDArray[np.bool_] = self.assessment.is_relevant[self.article]
        return found

    @property
    def ranked_articles(self) -> NDArray[np.int64]:
        """Index of each distinct article in order, or `UNJUDGED`; shape (distinct articles,)."""
        return self.article[self.ranking.first_of_article]

    @property
    def relevant_articles(self) -> NDArray[np.bool_]:
        """Whether each distinct article in order has highlighted text, shape (distinct articles,)."""
        return self.in_relevant_article[self.ranking.first_of_article]

    @cached_property
    def relevant(self) -> NDArray[np.int64]:
        """Highlighted characters in each result; 0 if it is not located or its article not relevant."""
        row, _, shared = self.shared_text(np.flatnonzero((self.article != UNJUDGED) & self.ranking.located))
        # Sums of whole numbers are exact in floating point too.
        return np.bincount(row, shared, len(self.ranking)).astype(np.int64)

    @cached_property
    def new_text(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Characters of each result, in relevant articles only those that no earlier result returned.

        Returns
        -------
        retrieved, relevant : int64 array, shape (results,)
        """
        ranking, assessment = self.ranking, self.assessment
        retrieved, relevant = ranking.length.copy(), self.relevant.copy()
        overlapping = ranking.text_overlaps.marked(len(ranking))
        rows = np.flatnonzero(overlapping & self.in_relevant_article)
        if len(rows):
            retrieved[rows], relevant[rows] = newly_covered(
                self.article[rows],
                ranking.offset[rows],
                ranking.end[rows],
                assessment.passage_article,
                assessment.passage_offset,
                assessment.passage_length,
            )
        return retrieved, relevant

    @cached_property
    def element(self) -> NDArray[np.int64]:
        """Row of the judged element that each result is, or `UNJUDGED`; shape (results,)."""
        if self.before is not None:
            row = _row_among_fewer(self.assessment, self.before.assessment)
            if row is not None:
                return row[self.before.element]
        element = np.full(len(self.ranking), UNJUDGED)
        rows = np.flatnonzero((self.article != UNJUDGED) & (self.ranking.path != ABSENT))
        names = self.ranking.path_names
        paths = [names[path] for path in self.ranking.path[rows].tolist()]
        element[rows] = find_elements(self.assessment, self.article[rows], paths)
        return element

    @property
    def condensed(self) -> JudgedRanking:
        """The same without results in articles that were not judged."""
        judged = self.article != UNJUDGED
        return JudgedRanking(self.ranking.select(judged), self.assessment, self.article[judged])

    def first(self, results: int) -> JudgedRanking:
        """The same, ended after a number of results."""
        return JudgedRanking(self.ranking.select(slice(results)), self.assessment, self.article[:results])

    def under(self, assessment: TopicAssessment) -> JudgedRanking:
        """The same ranking joined with another assessment of the topic."""
        index = _index_among_fewer(assessment, self.assessment)
        if index is None:
            return judge(self.ranking, assessment)
        return JudgedRanking(self.ranking, assessment, index[self.article], before=self)

    def elements_of(self, wanted: NDArray[np.bool_]) -> dict[int, list[int]]:
        """Rows of all elements returned, judged or not, by article; of wanted articles only.

        `wanted` has shape (assessed articles + 1,); the last place is for unjudged articles.
        """
        rows: dict[int, list[int]] = defaultdict(list)
        found = np.flatnonzero(wanted[self.article] & (self.ranking.path != ABSENT))
        for row, article in zip(found.tolist(), self.article[found].tolist(), strict=True):
            rows[article].append(row)
        return rows

    def passages(self, judged: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Offsets and lengths of the highlighted passages of an assessed article."""
        start, end = np.searchsorted(self.assessment.passage_article, (judged, judged + 1))
        return self.assessment.passage_offset[start:end], self.assessment.passage_length[start:end]

    def shared_text(
        self, rows: NDArray[np.intp]
    ) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.int64]]:
        """Every pair of a result and a passage of its article, with the text they share.

        Parameters
        ----------
        rows : integer array
            Located results in judged articles.

        Returns
        -------
        row, passage, shared : integer arrays, shape (pairs,)
            The result, the passage and the number of characters.
        """
        ranking, assessment, article = self.ranking, self.assessment, self.article[rows]
        first, after = np.searchsorted(assessment.passage_article, (article, article + 1))
        position, passage = numbers_of_ranges(first, after)
        row = rows[position]
        start = assessment.passage_offset[passage]
        end = start + assessment.passage_length[passage]
        shared = np.minimum(end, ranking.end[row]) - np.maximum(start, ranking.offset[row])
        return row, passage, np.maximum(shared, 0)


def judge(ranking: TopicRanking, assessment: TopicAssessment) -> JudgedRanking:
    """Join a ranking with the assessment of its topic."""
    return JudgedRanking(ranking, assessment, judged_articles(ranking, assessment))


@derived
def judged_articles(ranking: TopicRanking, assessment: TopicAssessment) -> NDArray[np.int64]:
    """Index of each result's article among the assessed ones, or `UNJUDGED`; shape (results,)."""
    articles = ranking.articles.take(integer_array(ranking.article))
    found = pc.index_in(articles, value_set=_article_names(assessment))
    return filled_numbers(found, UNJUDGED).astype(np.int64)


@derived
def _index_among_fewer(fewer: TopicAssessment, assessment: TopicAssessment) -> NDArray[np.int64] | None:
    """Index of each assessed article among fewer ones, or `UNJUDGED`; None if further ones are among these.

    The last place is for unjudged articles, whose index is -1.
    """
    found = pc.index_in(_article_names(assessment), value_set=_article_names(fewer))
    index: NDArray[np.int64] = filled_numbers(found, UNJUDGED).astype(np.int64)
    if np.count_nonzero(index != UNJUDGED) < len(fewer.articles):
        return None
    return np.append(index, UNJUDGED)


@derived
def _row_among_fewer(fewer: TopicAssessment, assessment: TopicAssessment) -> NDArray[np.int64] | None:
    """Row of each judged element among fewer ones, or `UNJUDGED`; else as `_index_among_fewer`."""
    index, elements = _index_among_fewer(fewer, assessment), assessment.elements
    if index is None or elements is None or fewer.elements is None:
        return None
    paths = [elements.paths[path] for path in elements.path.tolist()]
    row = find_elements(fewer, index[elements.article], paths)
    if np.count_nonzero(row != UNJUDGED) < len(fewer.elements.article):
        return None
    return np.append(row, UNJUDGED)


@derived
def _article_names(assessment: TopicAssessment) -> pa.StringArray:
    return string_array(assessment.articles)


def find_elements(
    assessment: TopicAssessment, article: NDArray[np.int64], paths: Sequence[str]
) -> NDArray[np.int64]:
    """Row of each element in the judgements, or `UNJUDGED`; shape (elements,).

    The elements are given by the index of their article among the assessed ones and their paths.
    """
    if assessment.elements is None or not len(article):
        return np.full(len(article), UNJUDGED)
    judged, row, numbers = _element_index(assessment.elements)
    if not len(judged):
        return np.full(len(article), UNJUDGED)
    path = np.array([numbers.get(one, UNKNOWN) for one in paths], dtype=np.int64)
    pairs = np.where(path == UNKNOWN, UNKNOWN, article * len(numbers) + path)
    place = np.minimum(np.searchsorted(judged, pairs), len(judged) - 1)
    return np.where(judged[place] == pairs, row[place], UNJUDGED)


@derived
def _element_index(
    elements: ElementJudgements,
) -> tuple[NDArray[np.int64], NDArray[np.int64], dict[str, int]]:
    """Article and path of each judged element as one number, ascending, with its row; paths by name."""
    numbers = {path: number for number, path in enumerate(elements.paths)}
    pairs = elements.article * len(numbers) + elements.path
    row = np.argsort(pairs)
    return pairs[row], row, numbers
