"""Fetch & Browse (2005): articles are fetched in order, elements are browsed within each."""

from __future__ import annotations

from collections.abc import Callable
from math import fsum, isnan
from typing import Any

from inexreport.judging.article_clusters import Clusters, gain_clusters, highlighted_clusters
from inexreport.judging.element_gains import ElementGains
from inexreport.judging.highlighted_gains import HighlightedGains
from inexreport.judging.quantisation import GRADE_QUANTISATIONS
from inexreport.metrics.cumulated_gain import average_effort_precision
from inexreport.metrics.hixeval import average_precision, precision, recall
from inexreport.metrics.metric import Metric, Parameter

ARTICLE_CUTOFF = 1500
"""Rank at which precision and recall of the ranking of articles are taken."""


def mean_over_clusters(clusters: Clusters[Any], value: Callable[[Any], float]) -> float:
    """Mean of a value over the ranked lists of a topic; a list without anything to be found counts 0.

    Returns
    -------
    float
        NaN if the topic has nothing to be found, 0 without lists.
    """
    if not clusters.defined:
        return float("nan")
    values = [value(gains) for gains in clusters.lists]
    lists = len(values) + clusters.others
    return fsum(0.0 if isnan(one) else one for one in values) / lists if lists else 0.0


def _effort_precision(clusters: Clusters[ElementGains], cutoff: None) -> float:
    return mean_over_clusters(clusters, average_effort_precision)


def _average_precision(clusters: Clusters[HighlightedGains], cutoff: None) -> float:
    return mean_over_clusters(clusters, average_precision)


def _precision(clusters: Clusters[HighlightedGains], cutoff: None) -> float:
    return mean_over_clusters(clusters, lambda gains: precision(gains, _last_rank(gains)))


def _recall(clusters: Clusters[HighlightedGains], cutoff: None) -> float:
    return mean_over_clusters(clusters, lambda gains: recall(gains, _last_rank(gains)))


def _article_precision(clusters: Clusters[HighlightedGains], cutoff: None) -> float:
    return mean_over_clusters(clusters, lambda gains: precision(gains, ARTICLE_CUTOFF))


def _article_recall(clusters: Clusters[HighlightedGains], cutoff: None) -> float:
    return mean_over_clusters(clusters, lambda gains: recall(gains, ARTICLE_CUTOFF))


def _last_rank(gains: HighlightedGains) -> int:
    return max(len(gains.value), 1)


_SOURCE = "Pehcevski and Thom (2005) and INEX 2005 (averaging over clusters is reconstructed)"
_TIES = "Articles are ranked by their first result; elements of an article keep their order."
_OVERLAP = Parameter(
    "overlap",
    "on: what was seen before does not count again. off: every element counts, repeated ones are left out.",
    values=("on", "off"),
)
_EXPLANATIONS = {
    "article": "of the ranking of articles",
    "element": "within each returned article, averaged over them; an article without relevant text counts 0",
}


def _level(level: str) -> Parameter:
    return Parameter("level", f"What is measured {_EXPLANATIONS[level]}.", values=(level,))


def _gain_metric(level: str) -> Metric:
    return Metric(
        name="FetchBrowse-MAep",
        topic_name="FetchBrowse-AEP",
        title=f"Fetch & Browse: mean average effort-precision {_EXPLANATIONS[level].partition(',')[0]}",
        explanation=f"Average effort-precision {_EXPLANATIONS[level]}. An article gains what its best "
        "element does.",
        formula=r"\mathrm{AEP} = \frac{1}{D} \sum_{i \,:\, xG[i] > 0} \frac{i_{ideal}(xCG[i])}{i}",
        source=_SOURCE,
        vectors=gain_clusters,
        measure=_effort_precision,
        confirmed=False,
        vector_parameters=("level", "quant", "overlap", "ideal_tie"),
        settings=("ideal_tie",),
        parameters=(
            _level(level),
            Parameter(
                "quant",
                "The quantisation: how judgements become gains.",
                values=(*GRADE_QUANTISATIONS, "strict5", "gen5", "genLifted"),
            ),
            _OVERLAP,
        ),
        ties=_TIES,
        needs_elements=True,
        reads_places=False,
    )


def _highlighted_metric(
    level: str, name: str, topic_name: str, title: str, measure: Callable[[Any, Any], float]
) -> Metric:
    return Metric(
        name=f"FetchBrowse-{name}",
        topic_name=f"FetchBrowse-{topic_name}",
        title=f"Fetch & Browse: {title} {_EXPLANATIONS[level].partition(',')[0]}",
        explanation=f"HiXEval's {title} {_EXPLANATIONS[level]}.",
        formula=r"P@r = \frac{1}{r} \sum_{i=1}^{r} \frac{\mathit{rval}_i}{\mathit{size}_i}, \quad "
        r"R@r = \frac{1}{T_{rel}} \sum_{i=1}^{r} \mathit{rval}_i",
        source=_SOURCE,
        vectors=highlighted_clusters,
        measure=measure,
        confirmed=False,
        vector_parameters=("level", "overlap"),
        parameters=(_level(level), _OVERLAP),
        ties=_TIES,
        needs_elements=True,
        reads_places=False,
    )


METRICS = (
    _gain_metric("article"),
    _gain_metric("element"),
    _highlighted_metric("article", "Prec", "Prec", "precision at rank 1500", _article_precision),
    _highlighted_metric("article", "Rec", "Rec", "recall at rank 1500", _article_recall),
    _highlighted_metric("article", "MAP", "AP", "average precision", _average_precision),
    _highlighted_metric("element", "Prec", "Prec", "precision at the last rank", _precision),
    _highlighted_metric("element", "Rec", "Rec", "recall at the last rank", _recall),
    _highlighted_metric("element", "MAP", "AP", "average precision", _average_precision),
)
