"""A ranking of elements as Fetch & Browse reads it: articles in order, elements within each (2005)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from inexreport.judging.element_gains import ElementGains, normalised_gains
from inexreport.judging.highlighted_gains import HighlightedGains, gains_of
from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.judging.located_run import Element, first_occurrences
from inexreport.judging.recall_base import RecallBase, recall_base, recall_bases_of_articles

ROOT = "/article[1]"

Gains = TypeVar("Gains", ElementGains, HighlightedGains)


@dataclass(frozen=True, eq=False)
class Clusters(Generic[Gains]):
    """What the measures read, list by list.

    Attributes
    ----------
    lists : tuple of gains
        One for each returned article; at article level a single one, the ranking of articles.
    defined : bool
        Whether the topic has anything to be found.
    """

    lists: tuple[Gains, ...]
    defined: bool


def gain_clusters(
    judged: JudgedRanking, level: str, quant: str, overlap: str, ideal_tie: str = "higher"
) -> Clusters[ElementGains]:
    """Gains of articles, or of elements within each returned article.

    Parameters
    ----------
    judged : JudgedRanking
    level : {"article", "element"}
        article: an article gains what its best element does. element: each returned article is a ranking
        of its own against its own recall base.
    quant : str
    overlap : {"off", "on"}
        As in `element_gains`; without meaning at article level.
    ideal_tie : {"higher", "deeper"}
    """
    base = recall_base(judged.assessment, quant, ideal_tie)
    if level == "article":
        return Clusters((_article_gains(judged, base),), bool(base.gain))
    bases = recall_bases_of_articles(judged.assessment, quant, ideal_tie)
    lists = tuple(
        _browsing_gains(results, bases.get(article), overlap) for article, results in _clusters(judged)
    )
    return Clusters(lists, bool(base.gain))


def highlighted_clusters(judged: JudgedRanking, level: str, overlap: str) -> Clusters[HighlightedGains]:
    """Highlighted text of articles, or of elements within each returned article; see `gain_clusters`."""
    defined = bool(gains_of([], judged.assessment, overlap).total)
    if level == "article":
        articles: list[Element | None] = [(article, ROOT) for article, _ in _clusters(judged)]
        return Clusters((gains_of(articles, judged.assessment, "on"),), defined)
    return Clusters(
        tuple(
            gains_of(results, judged.assessment, overlap, article) for article, results in _clusters(judged)
        ),
        defined,
    )


def _browsing_gains(results: list[Element], base: RecallBase | None, overlap: str) -> ElementGains:
    """Gains within one article; there is nothing to be found in one without a recall base."""
    if base is None:
        return ElementGains(np.zeros(len(results)), np.zeros(0))
    if overlap == "on":
        return ElementGains(np.array(normalised_gains(results, base, 1.0)), base.ideal_gains)
    kept = [results[row] for row in first_occurrences(results).tolist()]
    return ElementGains(np.array([base.gain.get(element, 0.0) for element in kept]), base.full_gains)


def _clusters(judged: JudgedRanking) -> list[tuple[str, list[Element]]]:
    """The elements returned of each article, articles in the order of their first result."""
    clusters: dict[str, list[Element]] = {}
    names = (judged.ranking.article_names[i] for i in judged.ranking.article.tolist())
    for article, element in zip(names, judged.ranking.elements, strict=True):
        found = clusters.setdefault(article, [])
        if element is not None:
            found.append(element)
    return list(clusters.items())


def _article_gains(judged: JudgedRanking, base: RecallBase) -> ElementGains:
    best: dict[str, float] = {}
    for (article, _), gain in base.gain.items():
        best[article] = max(gain, best.get(article, 0.0))
    gains = [best.get(article, 0.0) for article, _ in _clusters(judged)]
    return ElementGains(np.array(gains), np.array(sorted(best.values(), reverse=True)))
