"""Relevance, text and entry points of the articles of a ranking: input of the measures by article."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.highlighted_gains import element_text
from inexreport.judging.judged_ranking import JudgedRanking, judge
from inexreport.judging.limits import cut_article_text
from inexreport.judging.reading import read_article
from inexreport.model.assessment import UNKNOWN, TopicAssessment
from inexreport.model.derived import derived


@dataclass(frozen=True, eq=False)
class ArticleRelevance:
    """Relevance of the ranked articles.

    Attributes
    ----------
    is_relevant : bool array, shape (articles,)
        In the order of each article's first result.
    total : int
        Relevant articles of the topic.
    """

    is_relevant: NDArray[np.bool_]
    total: int


@dataclass(frozen=True, eq=False)
class ArticleText(ArticleRelevance):
    """Characters of the ranked articles.

    Attributes
    ----------
    retrieved, relevant : int64 array, shape (articles,)
        Returned text of the article, and the highlighted part of it.
    highlighted : int64 array, shape (articles,)
        All highlighted text of the article.
    """

    retrieved: NDArray[np.int64]
    relevant: NDArray[np.int64]
    highlighted: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class EntryPointDistances(ArticleRelevance):
    """Distance of each article's first result from its best entry point.

    Attributes
    ----------
    distance : float64 array, shape (articles,)
        In characters; infinite if either place is unknown or the article is not relevant.
    """

    distance: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class EntryPointRanking:
    """Distances of results from best entry points (2006).

    Attributes
    ----------
    distance : float64 array, shape (results,)
        As in `EntryPointDistances`; infinite for further results of an article.
    total : int
        Articles with a best entry point.
    """

    distance: NDArray[np.float64]
    total: int


def article_relevance(judged: JudgedRanking) -> ArticleRelevance:
    """Relevance of the distinct articles of a ranking."""
    return ArticleRelevance(judged.relevant_articles, judged.assessment.relevant_articles)


def article_text(judged: JudgedRanking, limit: int = 0, judged_units: str = "passages") -> ArticleText:
    """Text returned of each article; text of several results counts once.

    Parameters
    ----------
    judged : JudgedRanking
    limit : int
        If not 0, only the first `limit` characters of each article's results count.
    judged_units : {"passages", "elements"}
        Whether highlighted text is counted in the passages, or as the judgements of elements give it (2006).
    """
    if judged_units == "elements":
        return _article_text(judged, *element_text(judged))
    if limit:
        judged = judge(cut_article_text(judged.ranking, limit), judged.assessment)
    return _article_text(judged, *judged.new_text)


def text_read(judged: JudgedRanking, irrelevant: int) -> ArticleText:
    """Text that a reader sees of each article who stops after `irrelevant` characters.

    Returned passages are read first, in the order of the article, then the rest from its start.
    """
    ranking = judged.ranking
    read, relevant = np.zeros((2, len(ranking.first_of_article)), dtype=np.int64)
    for position in np.flatnonzero(judged.relevant_articles).tolist():
        article = int(judged.ranked_articles[position])
        rows = np.flatnonzero((ranking.article_position == position) & ranking.located)
        relevant[position], unwanted = read_article(
            ranking.offset[rows],
            ranking.end[rows],
            int(judged.assessment.article_length[article]),
            *judged.passages(article),
            irrelevant,
        )
        read[position] = relevant[position] + unwanted
    return _of_articles(judged, read, relevant)


def entry_point_distances(judged: JudgedRanking) -> EntryPointDistances:
    """Distance of each article's first result from its best entry point."""
    first = judged.ranking.first_of_article
    # The index -1 of an unjudged article is the last place.
    best = np.append(judged.assessment.entry_point, UNKNOWN)[judged.ranked_articles]
    known = judged.relevant_articles & (best != UNKNOWN) & judged.ranking.located[first]
    distance = np.where(known, np.abs(best - judged.ranking.offset[first]).astype(np.float64), np.inf)
    return EntryPointDistances(judged.relevant_articles, judged.assessment.relevant_articles, distance)


def entry_point_ranking(judged: JudgedRanking) -> EntryPointRanking:
    """Distance of each result from the best entry point of its article."""
    distance = np.full(len(judged.ranking), np.inf)
    distance[judged.ranking.first_of_article] = entry_point_distances(judged).distance
    return EntryPointRanking(distance, _entry_points(judged.assessment))


@derived
def _entry_points(assessment: TopicAssessment) -> int:
    """Number of articles with a best entry point, located in the text or not."""
    if assessment.entry_point_path:
        return sum(map(bool, assessment.entry_point_path))
    return int(np.count_nonzero(assessment.entry_point != UNKNOWN))


def _article_text(
    judged: JudgedRanking, retrieved: NDArray[np.int64], relevant: NDArray[np.int64]
) -> ArticleText:
    """Text of articles from that of results."""
    position = judged.ranking.article_position
    # Sums of whole numbers are exact in floating point too.
    by_article = (np.bincount(position, text).astype(np.int64) for text in (retrieved, relevant))
    return _of_articles(judged, *by_article)


def _of_articles(
    judged: JudgedRanking, retrieved: NDArray[np.int64], relevant: NDArray[np.int64]
) -> ArticleText:
    # The index -1 of an unjudged article is the last place.
    highlighted = np.append(judged.assessment.relevant_characters, 0)[judged.ranked_articles]
    return ArticleText(
        judged.relevant_articles, judged.assessment.relevant_articles, retrieved, relevant, highlighted
    )
