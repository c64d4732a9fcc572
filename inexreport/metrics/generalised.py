"""Retrieval in context (2006-2010): articles ranked, each with a score between 0 and 1."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import fsum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.article_gains import (
    ArticleRelevance,
    ArticleText,
    EntryPointDistances,
    article_relevance,
    article_text,
    entry_point_distances,
    text_read,
)
from inexreport.metrics.metric import CurveDefinition, Cutoff, Metric, Parameter
from inexreport.model.diagnosis import Aspect

RECALL_POINTS = 11
"""Generalised recall 0.0, 0.1, ..., 1.0."""


@dataclass(frozen=True, eq=False)
class GeneralisedRanking:
    """Scores and relevance of a topic's articles in order.

    Attributes
    ----------
    score : float64 array, shape (articles,)
        In [0, 1].
    is_relevant : bool array, shape (articles,)
    total : int
        Relevant articles of the topic.
    short_ranking : {"last value", "zero"}
        If fewer articles are returned than the cut-off: gP keeps its value at the last one, or missing
        articles score 0.
    """

    score: NDArray[np.float64]
    is_relevant: NDArray[np.bool_]
    total: int
    short_ranking: str = "last value"


def f_score(text: ArticleText, beta: float, short_ranking: str = "last value") -> GeneralisedRanking:
    """Score each article by precision and recall of its returned text.

    Examples
    --------
    60 of 80 returned characters are highlighted, 100 in the whole article; a second one is not relevant:

    >>> text = ArticleText(
    ...     np.array([True, False]), 3, np.array([80, 30]), np.array([60, 0]), np.array([100, 0])
    ... )
    >>> f_score(text, beta=1).score.round(4)
    array([0.6667, 0.    ])
    """
    score = np.zeros(len(text.retrieved))
    hit = text.relevant > 0
    precision = text.relevant[hit] / text.retrieved[hit]
    recall = text.relevant[hit] / text.highlighted[hit]
    weight = beta * beta
    score[hit] = (1 + weight) * precision * recall / (weight * precision + recall)
    return GeneralisedRanking(score, text.is_relevant, text.total, short_ranking)


def text_precision(text: ArticleText, short_ranking: str = "last value") -> GeneralisedRanking:
    """Score each article by the relevant share of the text read.

    Examples
    --------
    >>> text = ArticleText(np.array([True]), 1, np.array([200]), np.array([100]), np.array([100]))
    >>> text_precision(text).score
    array([0.5])
    """
    score = np.zeros(len(text.retrieved))
    hit = text.relevant > 0
    score[hit] = text.relevant[hit] / text.retrieved[hit]
    return GeneralisedRanking(score, text.is_relevant, text.total, short_ranking)


def entry_point_score(
    entry_points: EntryPointDistances, n: float, short_ranking: str = "last value"
) -> GeneralisedRanking:
    """Score each article by the distance of its entry point: 1 at the best one, 0 from n characters on.

    Examples
    --------
    >>> points = EntryPointDistances(np.array([True] * 4), 4, np.array([0.0, 100.0, 499.0, 750.0]))
    >>> entry_point_score(points, n=500).score
    array([1.   , 0.8  , 0.002, 0.   ])
    """
    near = entry_points.distance <= n
    score = np.zeros(len(near))
    score[near] = (n - entry_points.distance[near]) / n
    return GeneralisedRanking(score, entry_points.is_relevant, entry_points.total, short_ranking)


def generalised_precision(ranking: GeneralisedRanking, cutoff: int) -> float:
    """Mean score of the first `cutoff` articles (gP), in [0, 1].

    Examples
    --------
    >>> ranking = GeneralisedRanking(np.array([0.5, 0.0]), np.array([True, False]), 1)
    >>> generalised_precision(ranking, 1), generalised_precision(ranking, 10)
    (0.5, 0.25)
    """
    if not ranking.total:
        return float("nan")
    articles = len(ranking.score)
    if not articles:
        return 0.0
    rank = min(cutoff, articles) if ranking.short_ranking == "last value" else cutoff
    return fsum(ranking.score[:rank].tolist()) / rank


def generalised_recall(articles: ArticleRelevance, cutoff: int) -> float:
    """Share of the relevant articles among the first `cutoff` (gR), in [0, 1].

    Examples
    --------
    >>> generalised_recall(ArticleRelevance(np.array([True, False]), 4), 2)
    0.25
    """
    if not articles.total:
        return float("nan")
    return int(np.count_nonzero(articles.is_relevant[:cutoff])) / articles.total


def average_generalised_precision(ranking: GeneralisedRanking, cutoff: None = None) -> float:
    """Mean of gP at the rank of each relevant article, 0 if it is not retrieved (AgP), in [0, 1].

    References
    ----------
    INEX 2006 Evaluation Measures (Lalmas et al.), section 6.2.

    Examples
    --------
    >>> ranking = GeneralisedRanking(np.array([2 / 3, 0, 0]), np.array([True, False, True]), 3)
    >>> round(average_generalised_precision(ranking), 4)
    0.2963
    """
    if not ranking.total:
        return float("nan")
    precision = np.cumsum(ranking.score) / np.arange(1, len(ranking.score) + 1)
    return fsum(precision[ranking.is_relevant].tolist()) / ranking.total


def interpolated_generalised_precision(ranking: GeneralisedRanking) -> NDArray[np.float64]:
    """Highest gP at or beyond each of 11 levels of generalised recall.

    Returns
    -------
    float64 array, shape (11,)
        In [0, 1]; 0 if the level is not reached; NaN if the topic has no relevant article.

    Examples
    --------
    >>> ranking = GeneralisedRanking(np.array([1.0, 0.5]), np.array([True, True]), 4)
    >>> interpolated_generalised_precision(ranking)[[0, 2, 3, 5, 6]]
    array([1.  , 1.  , 0.75, 0.75, 0.  ])
    """
    if not ranking.total:
        return np.full(RECALL_POINTS, np.nan)
    precision = np.cumsum(ranking.score) / np.arange(1, len(ranking.score) + 1)
    recall = np.cumsum(ranking.is_relevant) / ranking.total
    highest = np.zeros(RECALL_POINTS)
    np.maximum.at(highest, np.floor(10 * recall).astype(np.int64), precision)
    return np.maximum.accumulate(highest[::-1])[::-1]


_CURVE = CurveDefinition(
    metric="gP",
    x_name="Generalised recall (share of relevant articles)",
    y_name="Interpolated generalised precision",
    x=np.arange(RECALL_POINTS) / 10,
    y=interpolated_generalised_precision,
)
_SHORT = (
    "A topic without results scores 0, or is left out where means are over answered topics only. Where fewer "
    "articles are returned than the cut-off asks for, gP keeps the value at the last one from 2007 on; in "
    "2006 it is divided by the cut-off."
)
_SOURCE_2006 = "INEX 2006 Evaluation Measures (Lalmas et al.), section 6"
_SOURCE = "Official evaluator inex_eval 3.1 (Koolen)"


def _metrics_of(
    score: str,
    title: str,
    explanation: str,
    limits: str,
    formula: str,
    parameter: Parameter,
    settings: tuple[str, ...] = (),
    **common: Any,
) -> tuple[Metric, Metric]:
    """The metrics published under a way to score articles: MAgP and gP."""
    metric = partial(
        Metric,
        missing_topics=_SHORT,
        settings=("short_ranking", *settings),
        parameters=(
            Parameter("score", f"Articles are scored by the {title}.", values=(score,)),
            parameter,
        ),
        **common,
    )
    return (
        metric(
            name="MAgP",
            topic_name="AgP",
            title=f"Mean average generalised precision, by the {title}",
            explanation=f"{explanation} Generalised precision is averaged over the ranks of the relevant "
            "articles.",
            limits=f"{limits} All relevant articles have the same weight, however much of them is relevant.",
            formula=r"\mathrm{AgP} = \frac{1}{N_{rel}} \sum_{r} \mathit{rel}(a_r) \cdot \mathrm{gP}[r], "
            r"\quad " + formula,
            measure=average_generalised_precision,
        ),
        metric(
            name="gP",
            title=f"Generalised precision, by the {title}",
            explanation=f"{explanation} Generalised precision is the mean of the first k articles.",
            limits=f"{limits} The order of the first k articles does not count, and a topic with fewer "
            "than k relevant articles cannot reach 1 if k articles are returned.",
            formula=r"\mathrm{gP}[k] = \frac{1}{k} \sum_{i=1}^{k} S(a_i), \quad " + formula,
            measure=generalised_precision,
            cutoff=Cutoff("rank"),
            curve=_CURVE,
        ),
    )


METRICS = (
    *_metrics_of(
        "F",
        title="F-score of the returned text",
        explanation="An article scores by precision and recall of the text returned from it.",
        limits="Where in an article the returned text stands does not count, nor does the order of its "
        "passages; beta decides how much missing text matters.",
        formula=r"F_\beta(a) = \frac{(1 + \beta^2) P(a) R(a)}{\beta^2 P(a) + R(a)}",
        parameter=Parameter(
            "beta",
            "Weight of recall against precision: 1 until 2007, 0.25 from 2008 on (the year of the "
            "change is reconstructed).",
        ),
        settings=("judged_units",),
        source=f"{_SOURCE_2006}; {_SOURCE}",
        vectors=article_text,
        shared=f_score,
    ),
    *_metrics_of(
        "BEP",
        title="distance from the best entry point",
        explanation="An article scores by how near the returned entry point is to the best one.",
        limits="Only the first place to read counts, not the text returned or how much of the article "
        "is relevant. An entry point counts by its distance alone, whatever lies between.",
        formula=r"S(a) = \frac{n - d(a)}{n} \text{ if } d(a) \le n, \text{ else } 0",
        parameter=Parameter(
            "n",
            "Distance in characters from which an entry point is worth nothing: 1000 in 2007, 500 from "
            "2008 on (the year of the change is reconstructed).",
        ),
        source=_SOURCE,
        vectors=entry_point_distances,
        shared=entry_point_score,
    ),
    *_metrics_of(
        "T2I",
        title="text read until patience ends",
        explanation="A reader takes the returned passages of an article first, then the rest from its start, "
        "and stops after a given number of irrelevant characters; the article scores the relevant share of "
        "what was read.",
        limits="The score is that of one assumed reader, who stops after a fixed number of irrelevant "
        "characters. Relevant text that this reader does not reach does not count.",
        formula=r"S(a) = \frac{\mathit{relevant\ read}}{\mathit{relevant\ read} + \mathit{irrelevant\ read}}",
        parameter=Parameter("irrelevant", "Irrelevant characters after which the reader stops."),
        source=_SOURCE,
        vectors=text_read,
        shared=text_precision,
    ),
    *_metrics_of(
        "char_prec",
        title="precision of a limited text",
        explanation="An article scores the relevant share of the text returned from it, cut at a limit.",
        limits="The share of the article’s relevant text that is found does not count: a short "
        "relevant passage alone reaches 1.",
        formula=r"S(a) = \frac{\mathit{relevant}(a)}{\mathit{retrieved}(a)}",
        parameter=Parameter("limit", "Characters of each article that are looked at."),
        source="INEX 2010 task specification; denominator reconstructed",
        vectors=article_text,
        shared=text_precision,
        confirmed=False,
    ),
    Metric(
        name="gR",
        title="Generalised recall",
        explanation="The share of the topic's relevant articles that are among the first k.",
        limits="Neither the order of the first k articles nor how much of their relevant text is "
        "returned counts. A topic with more than k relevant articles cannot reach 1.",
        formula=r"\mathrm{gR}[k] = \frac{1}{N_{rel}} \sum_{i=1}^{k} \mathit{rel}(a_i)",
        source=f"{_SOURCE_2006}; {_SOURCE}",
        vectors=article_relevance,
        reads_places=False,
        measure=generalised_recall,
        cutoff=Cutoff("rank"),
        unread={Aspect.PLACES, Aspect.OVERLAP, Aspect.ORDER},
    ),
)
