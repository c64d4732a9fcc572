"""One topic's ranking side by side with its judgements."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.article_names import NOT_FOUND, assessed_topics
from inexreport.judging.intervals import newly_covered
from inexreport.judging.judged_elements import judged_elements
from inexreport.judging.located_run import TopicRanking
from inexreport.model.assessment import TopicAssessment
from inexreport.model.run import ABSENT

UNJUDGED = NOT_FOUND
"""Index of the assessment of an article that has none."""


@dataclass(frozen=True, eq=False)
class JudgedRanking:
    """A ranking joined with the assessment of its topic.

    Attributes
    ----------
    ranking : TopicRanking
    assessment : TopicAssessment
    judged : int64 array, shape (results,)
        Index of the result's article among the assessed ones, or `UNJUDGED`.
    worked_out : dict
        What others have worked out for this ranking, by their keys.
    """

    ranking: TopicRanking
    assessment: TopicAssessment
    judged: NDArray[np.int64]
    worked_out: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    @property
    def first_of_article(self) -> NDArray[np.int64]:
        """Row of each article's first result; see `TopicRanking.first_of_article`."""
        return self.ranking.first_of_article

    @property
    def article_position(self) -> NDArray[np.int64]:
        """The result's place in the article ranking; see `TopicRanking.article_position`."""
        return self.ranking.article_position

    @cached_property
    def in_relevant_article(self) -> NDArray[np.bool_]:
        """Whether each result's article has highlighted text, shape (results,)."""
        found: NDArray[np.bool_] = self.assessment.is_relevant[self.judged]
        return found

    @cached_property
    def relevant(self) -> NDArray[np.int64]:
        """Highlighted text in each result; 0 where it is not located or its article not relevant."""
        return _relevant_characters(self.ranking, self.assessment, self.judged)

    @cached_property
    def new_text(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Characters of each result, in relevant articles only those that no earlier result returned.

        Returns
        -------
        retrieved, relevant : int64 array, shape (results,)
        """
        return _new_text(self)

    @cached_property
    def element(self) -> NDArray[np.int64]:
        """Row of the judged element that each result is, or `UNJUDGED`; shape (results,)."""
        element = np.full(len(self.ranking), UNJUDGED)
        if self.assessment.elements is None:
            return element
        known = judged_elements(self.assessment)
        rows = np.flatnonzero(known.in_article[self.judged] & (self.ranking.path != ABSENT))
        names = self.ranking.path_names
        paths, path = np.unique(self.ranking.path[rows], return_inverse=True)
        element[rows] = known.find(self.judged[rows], [names[one] for one in paths.tolist()], path)
        return element

    def elements_of(self, articles: NDArray[np.integer]) -> dict[int, list[int]]:
        """Rows of the results that are elements, judged or not, of each of these assessed articles."""
        rows: dict[int, list[int]] = {article: [] for article in np.unique(articles).tolist()}
        if rows:
            is_wanted = np.zeros(len(self.assessment.articles) + 1, dtype=np.bool_)
            is_wanted[articles] = True
            wanted = np.flatnonzero(is_wanted[self.judged] & (self.ranking.path != ABSENT))
            for row, article in zip(wanted.tolist(), self.judged[wanted].tolist(), strict=True):
                rows[article].append(row)
        return rows

    @property
    def relevant_articles(self) -> NDArray[np.bool_]:
        """Whether each distinct article in order has highlighted text, shape (distinct articles,)."""
        found = self.in_relevant_article
        return found[self.first_of_article] if self.ranking.repeats_articles else found

    @property
    def ranked_articles(self) -> NDArray[np.int64]:
        """Index of the assessment of each distinct article in order, shape (distinct articles,)."""
        return self.judged[self.first_of_article]

    def passages(self, judged: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Offsets and lengths of the highlighted passages of an assessed article."""
        start, end = np.searchsorted(self.assessment.passage_article, (judged, judged + 1))
        return self.assessment.passage_offset[start:end], self.assessment.passage_length[start:end]


def judge(ranking: TopicRanking, assessment: TopicAssessment) -> JudgedRanking:
    """Join a ranking with the assessment of its topic.

    Parameters
    ----------
    ranking : TopicRanking
    assessment : TopicAssessment

    Returns
    -------
    JudgedRanking
    """
    return JudgedRanking(ranking, assessment, judged_articles(ranking, assessment))


def judge_all(
    rankings: Sequence[TopicRanking], assessments: Sequence[TopicAssessment]
) -> list[JudgedRanking]:
    """Join rankings, each with the assessment of its topic, as `judge` does; sooner for those of one run.

    Parameters
    ----------
    rankings : sequence of TopicRanking
    assessments : sequence of TopicAssessment
        Numbering their articles takes a while, which is done once for all runs that meet the same ones.
    """
    answered = [ranking for ranking in rankings if len(ranking)]
    if len({id(ranking.articles) for ranking in answered}) != 1:
        return [judge(ranking, one) for ranking, one in zip(rankings, assessments, strict=True)]
    counts = [len(ranking) for ranking in rankings]
    judged = assessed_topics(*assessments).find(
        answered[0].articles,
        np.repeat(np.arange(len(rankings)), counts),
        np.concatenate([ranking.article for ranking in rankings]),
    )
    by_topic = np.split(judged, np.cumsum(counts)[:-1])
    return [JudgedRanking(*joined) for joined in zip(rankings, assessments, by_topic, strict=True)]


def judged_articles(ranking: TopicRanking, assessment: TopicAssessment) -> NDArray[np.int64]:
    """Index of each result's article among the assessed ones, or `UNJUDGED`; shape (results,)."""
    topic = np.zeros(len(ranking), dtype=np.int64)
    return assessed_topics(assessment).find(ranking.articles, topic, ranking.article)


def shared_text(
    ranking: TopicRanking,
    assessment: TopicAssessment,
    judged: NDArray[np.int64],
    rows: NDArray[np.intp],
) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.int64]]:
    """Results beside every passage of their articles.

    Parameters
    ----------
    ranking : TopicRanking
    assessment : TopicAssessment
    judged : int64 array, shape (results,)
        As in `JudgedRanking`.
    rows : integer array
        Results whose place and whose article's assessment are known.

    Returns
    -------
    row, passage, shared : arrays, shape (pairs,)
        A result, a passage of its article, and how many characters they share.
    """
    first = np.searchsorted(assessment.passage_article, judged[rows])
    after = np.searchsorted(assessment.passage_article, judged[rows] + 1)
    repeats = after - first
    row = np.repeat(rows, repeats)
    steps = np.arange(len(row)) - np.repeat(np.cumsum(repeats) - repeats, repeats)
    passage = np.repeat(first, repeats) + steps
    start = assessment.passage_offset[passage]
    end = start + assessment.passage_length[passage]
    shared = np.minimum(end, ranking.end[row]) - np.maximum(start, ranking.offset[row])
    return row, passage, np.maximum(shared, 0)


def _relevant_characters(
    ranking: TopicRanking, assessment: TopicAssessment, judged: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Highlighted text within each result: every result against every passage of its article at once."""
    if not len(assessment.passage_article):
        return np.zeros(len(ranking), dtype=np.int64)
    candidates = np.flatnonzero((judged != UNJUDGED) & ranking.located)
    row, _, shared = shared_text(ranking, assessment, judged, candidates)
    # What is summed are whole numbers, which are exact as floating-point numbers too.
    return np.bincount(row, shared, len(ranking)).astype(np.int64)


def _new_text(judged: JudgedRanking) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    ranking, assessment = judged.ranking, judged.assessment
    retrieved, relevant = ranking.length.copy(), judged.relevant.copy()
    meeting = ranking.text_overlaps.marked(len(ranking))
    rows = np.flatnonzero(meeting & judged.in_relevant_article)
    if len(rows):
        retrieved[rows], relevant[rows] = newly_covered(
            judged.judged[rows],
            ranking.offset[rows],
            ranking.end[rows],
            assessment.passage_article,
            assessment.passage_offset,
            assessment.passage_length,
        )
    return retrieved, relevant
