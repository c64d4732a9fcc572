"""Article retrieval (2007-2010): measures of the ranking of distinct articles."""

from __future__ import annotations

from functools import partial
from math import fsum

import numpy as np

from inexreport.judging.article_gains import ArticleRelevance, article_relevance
from inexreport.metrics.metric import Cutoff, Metric
from inexreport.model.diagnosis import Aspect
from inexreport.model.score_numbers import harmonic_mean


def average_precision(articles: ArticleRelevance, cutoff: None = None) -> float:
    """Mean of the precision at the rank of each relevant article, 0 if it is not retrieved; in [0, 1].

    Examples
    --------
    Relevant articles at ranks 1 and 3, a third one not retrieved:

    >>> average_precision(ArticleRelevance(np.array([True, False, True]), 3))
    0.5555555555555555
    """
    if not articles.total:
        return float("nan")
    ranks = np.flatnonzero(articles.is_relevant) + 1
    precision = np.arange(1, len(ranks) + 1) / ranks
    return fsum(precision.tolist()) / articles.total


def precision_at_rank(articles: ArticleRelevance, cutoff: int) -> float:
    """Share of relevant articles among the first `cutoff`; missing ranks count as not relevant; in [0, 1].

    Examples
    --------
    >>> precision_at_rank(ArticleRelevance(np.array([True, False, True]), 3), 5)
    0.4
    """
    if not articles.total:
        return float("nan")
    return int(np.count_nonzero(articles.is_relevant[:cutoff])) / cutoff


def r_precision(articles: ArticleRelevance, cutoff: None = None) -> float:
    """Precision at the number of relevant articles, in [0, 1].

    Examples
    --------
    >>> r_precision(ArticleRelevance(np.array([True, False, True]), 2))
    0.5
    """
    return precision_at_rank(articles, articles.total)


def article_precision(articles: ArticleRelevance, cutoff: None = None) -> float:
    """Share of the retrieved articles that are relevant, in [0, 1]; 0 if nothing was retrieved.

    Examples
    --------
    >>> article_precision(ArticleRelevance(np.array([True, False]), 4))
    0.5
    """
    if not articles.total:
        return float("nan")
    retrieved = len(articles.is_relevant)
    return int(np.count_nonzero(articles.is_relevant)) / retrieved if retrieved else 0.0


def article_recall(articles: ArticleRelevance, cutoff: None = None) -> float:
    """Share of the relevant articles that are retrieved, in [0, 1].

    Examples
    --------
    >>> article_recall(ArticleRelevance(np.array([True, False]), 4))
    0.25
    """
    if not articles.total:
        return float("nan")
    return int(np.count_nonzero(articles.is_relevant)) / articles.total


def article_f1(articles: ArticleRelevance, cutoff: None = None) -> float:
    """Harmonic mean of article precision and recall, in [0, 1]; 0 if both are 0.

    Examples
    --------
    >>> article_f1(ArticleRelevance(np.array([True, False]), 2))
    0.5
    """
    return harmonic_mean(article_precision(articles), article_recall(articles))


_UNREAD = frozenset({Aspect.PLACES, Aspect.OVERLAP})
_of_articles = partial(Metric, vectors=article_relevance, reads_places=False, unread=_UNREAD)
_trec = partial(
    _of_articles, source="trec_eval (map, P, Rprec) on runs reduced to articles: INEX 2008 overview"
)
_official = partial(
    _of_articles,
    source="Official evaluator inex_eval 3.1 (Koolen)",
    unread=_UNREAD | {Aspect.ORDER},
)

METRICS = (
    _trec(
        name="article-MAP",
        topic_name="article-AP",
        title="Mean average precision of articles",
        explanation="Classical average precision of the articles in the order in which the run first "
        "returns them; an article is relevant if any of its text is.",
        limits="An article with one highlighted word counts as much as one that is highlighted "
        "throughout. Articles outside the pool count as not relevant, which can understate runs "
        "that did not contribute to it: Buckley and Voorhees (2004).",
        formula=r"\mathrm{AP} = \frac{1}{N_{rel}} \sum_{r} \mathit{rel}(r) \cdot P@r",
        measure=average_precision,
    ),
    _trec(
        name="article-P",
        title="Precision of the first articles",
        explanation="The share of relevant articles among the first k that the run returns.",
        limits="The order of the first k articles does not count, and a topic with fewer than k "
        "relevant articles cannot reach 1. An article with one highlighted word counts as much "
        "as one that is highlighted throughout.",
        formula=r"P@k = \frac{1}{k} \sum_{i=1}^{k} \mathit{rel}(i)",
        measure=precision_at_rank,
        cutoff=Cutoff("rank"),
        unread=_UNREAD | {Aspect.ORDER},
    ),
    _trec(
        name="article-Rprec",
        title="R-precision of articles",
        explanation="Precision at as many articles as are relevant for the topic.",
        limits="One rank decides: neither the order above it nor anything below it counts. An article "
        "with one highlighted word counts as much as one that is highlighted throughout.",
        formula=r"P@N_{rel}",
        measure=r_precision,
        unread=_UNREAD | {Aspect.ORDER, Aspect.END},
    ),
    _official(
        name="art_prec",
        title="Article precision",
        explanation="The share of all returned articles that are relevant.",
        limits="The order does not count, and a run that returns a single relevant article reaches 1. "
        "An article with one highlighted word counts as much as one that is highlighted "
        "throughout.",
        formula=r"P = \frac{\mathit{relevant\ articles\ returned}}{\mathit{articles\ returned}}",
        measure=article_precision,
    ),
    _official(
        name="art_rec",
        title="Article recall",
        explanation="The share of all relevant articles that are returned.",
        limits="The order and the number of articles do not count: a run that returns every article "
        "reaches 1. An article with one highlighted word counts as much as one that is "
        "highlighted throughout.",
        formula=r"R = \frac{\mathit{relevant\ articles\ returned}}{N_{rel}}",
        measure=article_recall,
    ),
    _official(
        name="art_f1",
        title="Article F1",
        explanation="The harmonic mean of article precision and recall.",
        limits="The order does not count, and the best number of articles to return differs from topic "
        "to topic. An article with one highlighted word counts as much as one that is "
        "highlighted throughout.",
        formula=r"F_1 = \frac{2 P R}{P + R}",
        measure=article_f1,
    ),
)
