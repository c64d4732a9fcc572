"""Fetch & Browse (2005): measures of the ranking of articles, and of the elements within each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import fsum, isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.article_clusters import Clusters, gain_clusters, highlighted_clusters
from inexreport.judging.element_gains import ElementGains
from inexreport.judging.highlighted_gains import HighlightedGains
from inexreport.metrics.cumulated_gain import (
    EFFORT_CURVE,
    QUANTISATION,
    RECALL_POINTS,
    average_effort_precision,
    effort_by_recall,
)
from inexreport.metrics.hixeval import ALPHA, average_precision, precision, recall
from inexreport.metrics.metric import Metric, Parameter
from inexreport.model.diagnosis import Aspect

ARTICLE_CUTOFF = 1500
"""Rank of precision and recall of the ranking of articles."""


def mean_over_clusters(clusters: Clusters[Any], value: Callable[[Any], float]) -> float:
    """Mean of a value over the ranked lists of a topic; a list without relevant text counts 0.

    Returns
    -------
    float
        NaN if the topic has no relevant text, 0 without lists.
    """
    if not clusters.defined:
        return float("nan")
    values = [value(gains) for gains in clusters.lists]
    lists = len(values) + clusters.others
    return fsum(0.0 if isnan(one) else one for one in values) / lists if lists else 0.0


def effort_over_clusters(clusters: Clusters[ElementGains]) -> NDArray[np.float64]:
    """Effort-precision at 100 points of gain-recall, mean over the ranked lists of a topic (ep/gr).

    Returns
    -------
    float64 array, shape (100,)
        In [0, 1]; a list without relevant text counts 0. NaN if the topic has no relevant text, 0 without
        lists.

    Examples
    --------
    Of two returned articles, one is an ideal list and one has nothing relevant:

    >>> ideal = ElementGains(np.array([1.0]), np.array([1.0]))
    >>> effort_over_clusters(Clusters((ideal,), 1, True))[[0, 99]]
    array([0.5, 0.5])
    """
    if not clusters.defined:
        return np.full(len(RECALL_POINTS), np.nan)
    rows = [effort_by_recall(gains) for gains in clusters.lists if len(gains.ideal)]
    if not rows:
        return np.zeros(len(RECALL_POINTS))
    sums = np.array([fsum(column) for column in np.transpose(rows).tolist()])
    return sums / (len(clusters.lists) + clusters.others)


def _over_lists(value: Callable[[Any], float]) -> Callable[[Clusters[Any], None], float]:
    """The mean of a value over the ranked lists, as a measure."""
    return lambda clusters, cutoff: mean_over_clusters(clusters, value)


_OF_LEVELS = {
    "article": "of the ranking of articles",
    "element": "within each article, averaged over them; an article without relevant text counts 0",
}
_CLUSTERS = Parameter(
    "clusters",
    "The articles averaged over: those returned; those relevant, of which one that is not returned counts 0; "
    "or the union of both.",
    values=("returned", "relevant", "union"),
    default="returned",
)
_ARTICLE_GAIN = Parameter(
    "article_gain",
    "best: an article gains what its best element does. article: what the whole article does, while best "
    "elements order the ideal ranking; values can exceed 1.",
    values=("best", "article"),
    default="best",
)


_LIMITS = {
    "article": "Only the order of the articles counts, not that of the results within them.",
    "element": "The order of the articles does not count: a relevant element in the last article weighs "
    "as much as one in the first. An article with one relevant element weighs as much as one with many.",
}


def _metric(
    level: str,
    name: str,
    topic_name: str,
    title: str,
    quant: tuple[Parameter, ...] = (),
    further: tuple[Parameter, ...] = (),
    **differences: Any,
) -> Metric:
    return Metric(
        name=f"FetchBrowse-{name}",
        topic_name=f"FetchBrowse-{topic_name}",
        title=f"Fetch & Browse: {title} {_OF_LEVELS[level].partition(',')[0]}",
        source="Pehcevski and Thom (2005) and INEX 2005 (averaging over clusters is reconstructed)",
        confirmed=False,
        parameters=(
            Parameter("level", f"What is measured {_OF_LEVELS[level]}.", values=(level,)),
            *quant,
            Parameter(
                "overlap",
                "on: what was seen before does not count again. off: every element counts, repeated ones are "
                "left out.",
                values=("on", "off"),
            ),
            *further,
            *((_CLUSTERS,) if level == "element" else ()),
        ),
        limits=_LIMITS[level],
        ties="Articles are ranked by their first result; elements of an article keep their order.",
        needs_elements=True,
        reads_places=False,
        unread={Aspect.PLACES, Aspect.OVERLAP} if level == "article" else {Aspect.ORDER},
        **differences,
    )


def _gain_metric(level: str) -> Metric:
    return _metric(
        level,
        "MAep",
        "AEP",
        "mean average effort-precision",
        quant=(QUANTISATION,),
        further=(_ARTICLE_GAIN,) if level == "article" else (),
        explanation=f"Average effort-precision {_OF_LEVELS[level]}.",
        formula=r"\mathrm{AEP} = \frac{1}{D} \sum_{i \,:\, xG[i] > 0} \frac{i_{ideal}(xCG[i])}{i}",
        vectors=gain_clusters,
        measure=_over_lists(average_effort_precision),
        curve=replace(EFFORT_CURVE, y=effort_over_clusters),
        settings=("ideal_tie",),
    )


def _highlighted_metric(
    level: str, name: str, topic_name: str, title: str, value: Callable[[HighlightedGains], float]
) -> Metric:
    return _metric(
        level,
        name,
        topic_name,
        title,
        explanation=f"HiXEval's {title} {_OF_LEVELS[level]}.",
        formula=r"P@r = \frac{1}{r} \sum_{i=1}^{r} \frac{\mathit{rval}_i}{\mathit{size}_i}, \quad "
        r"R@r = \frac{1}{T_{rel}} \sum_{i=1}^{r} \mathit{rval}_i",
        vectors=highlighted_clusters,
        measure=_over_lists(value),
        further=(ALPHA,) if level == "element" else (),
    )


def _at_last_rank(value: Callable[[HighlightedGains, int], float]) -> Callable[[HighlightedGains], float]:
    return lambda gains: value(gains, max(len(gains.value), 1))


def _at_cutoff(value: Callable[[HighlightedGains, int], float]) -> Callable[[HighlightedGains], float]:
    return lambda gains: value(gains, ARTICLE_CUTOFF)


METRICS = (
    _gain_metric("article"),
    _gain_metric("element"),
    _highlighted_metric("article", "Prec", "Prec", "precision at rank 1500", _at_cutoff(precision)),
    _highlighted_metric("article", "Rec", "Rec", "recall at rank 1500", _at_cutoff(recall)),
    _highlighted_metric("article", "MAP", "AP", "average precision", average_precision),
    _highlighted_metric("element", "Prec", "Prec", "precision at the last rank", _at_last_rank(precision)),
    _highlighted_metric("element", "Rec", "Rec", "recall at the last rank", _at_last_rank(recall)),
    _highlighted_metric("element", "MAP", "AP", "average precision", average_precision),
)
