"""What a ranking returns of each article: the input of the measures of retrieval in context."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_text import element_text
from inexreport.judging.judged_ranking import UNJUDGED, JudgedRanking, judge
from inexreport.judging.limits import cut_article_text
from inexreport.judging.reading import read_article
from inexreport.model.assessment import UNKNOWN


@dataclass(frozen=True, eq=False)
class ArticleRelevance:
    """Which of the ranked articles are relevant.

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
    """Characters by article.

    Attributes
    ----------
    retrieved, relevant : int64 array, shape (articles,)
        Text counted of the article, and the highlighted part of it.
    highlighted : int64 array, shape (articles,)
        All highlighted text of the article.
    """

    retrieved: NDArray[np.int64]
    relevant: NDArray[np.int64]
    highlighted: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class EntryPointDistances(ArticleRelevance):
    """How far the returned entry point of each article is from the best one.

    Attributes
    ----------
    distance : float64 array, shape (articles,)
        In characters; infinite where either is not known or the article is not relevant.
    """

    distance: NDArray[np.float64]


def article_relevance(judged: JudgedRanking) -> ArticleRelevance:
    """Relevance of the distinct articles of a ranking."""
    return ArticleRelevance(judged.relevant_articles, judged.assessment.relevant_articles)


def article_text(judged: JudgedRanking, limit: int = 0, judged_units: str = "passages") -> ArticleText:
    """Text returned of each article; what several results return counts once.

    Parameters
    ----------
    judged : JudgedRanking
    limit : int
        If not 0, each article is read for so many characters of its results only.
    judged_units : {"passages", "elements"}
        Whether highlighted text is counted in the passages, or as the judgements give it for elements (2006).
    """
    if judged_units == "elements":
        return _text(judged, *(_by_article(judged, column) for column in element_text(judged)))
    if limit:
        judged = judge(cut_article_text(judged.ranking, limit), judged.assessment)
    return _text(judged, *(_by_article(judged, column) for column in judged.new_text))


def text_read(judged: JudgedRanking, irrelevant: int) -> ArticleText:
    """Text that a reader sees of each article until so many irrelevant characters are read.

    ReturnedResults passages are read first, in the order of the article, then the rest from its start.
    """
    ranking = judged.ranking
    articles = len(judged.first_of_article)
    read, relevant = np.zeros((2, articles), dtype=np.int64)
    is_relevant = judged.in_relevant_article[judged.first_of_article]
    for position in np.flatnonzero(is_relevant).tolist():
        article = int(judged.ranked_articles[position])
        rows = np.flatnonzero((judged.article_position == position) & ranking.located)
        relevant[position], unwanted = read_article(
            ranking.offset[rows],
            ranking.end[rows],
            int(judged.assessment.article_length[article]),
            *judged.passages(article),
            irrelevant,
        )
        read[position] = relevant[position] + unwanted
    return _text(judged, read, relevant)


def entry_point_distances(judged: JudgedRanking) -> EntryPointDistances:
    """Distance of each article's first result from its best entry point."""
    first = judged.first_of_article
    relevance = article_relevance(judged)
    best = np.full(len(first), UNKNOWN, dtype=np.int64)
    best[relevance.is_relevant] = judged.assessment.entry_point[judged.ranked_articles[relevance.is_relevant]]
    comparable = (best != UNKNOWN) & judged.ranking.located[first]
    distance = np.where(comparable, np.abs(best - judged.ranking.offset[first]).astype(np.float64), np.inf)
    return EntryPointDistances(relevance.is_relevant, relevance.total, distance)


def _text(judged: JudgedRanking, retrieved: NDArray[np.int64], relevant: NDArray[np.int64]) -> ArticleText:
    relevance = article_relevance(judged)
    highlighted = np.where(
        judged.ranked_articles == UNJUDGED,
        0,
        judged.assessment.relevant_characters[judged.ranked_articles]
        if len(judged.assessment.articles)
        else 0,
    )
    return ArticleText(relevance.is_relevant, relevance.total, retrieved, relevant, highlighted)


def _by_article(judged: JudgedRanking, characters: NDArray[np.int64]) -> NDArray[np.int64]:
    # What is summed are whole numbers, which are exact as floating-point numbers too.
    return np.bincount(judged.article_position, characters).astype(np.int64)
