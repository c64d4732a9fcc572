"""A ranking of elements as Fetch & Browse reads it: articles in order, elements within each (2005)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.article_base import ArticleBase
from inexreport.judging.element_gains import ElementGains, normalised_gains
from inexreport.judging.highlighted_gains import HighlightedGains, highlighted_text, judged_text, shares
from inexreport.judging.judged_elements import judged_elements
from inexreport.judging.judged_ranking import UNJUDGED, JudgedRanking
from inexreport.judging.location import WHOLE_ARTICLE
from inexreport.judging.recall_base import RecallBase, recall_base

Gains = TypeVar("Gains", ElementGains, HighlightedGains)


@dataclass(frozen=True, eq=False)
class Clusters(Generic[Gains]):
    """What the measures read, list by list.

    Attributes
    ----------
    lists : tuple of gains
        One for each returned article in which anything is to be found; at article level a single one, the
        ranking of articles.
    others : int
        Number of the other returned articles.
    defined : bool
        Whether the topic has anything to be found.
    """

    lists: tuple[Gains, ...]
    others: int
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
    best = _best_gains(judged, base)
    defined = bool((best > 0).any())
    if level == "article":
        ranked = ElementGains(best[judged.ranked_articles], np.sort(best[best > 0])[::-1])
        return Clusters((ranked,), 0, defined)
    clusters = _clusters(judged, best > 0)
    lists = tuple(_browsing_gains(judged, base.of_article(one), rows, overlap) for one, rows in clusters)
    return Clusters(lists, len(judged.ranked_articles) - len(lists), defined)


def highlighted_clusters(judged: JudgedRanking, level: str, overlap: str) -> Clusters[HighlightedGains]:
    """Highlighted text of articles, or of elements within each returned article; see `gain_clusters`."""
    text = judged_text(judged.assessment)
    total = np.append(text.by_article(overlap), 0)
    defined = bool(total.sum())
    if level == "article":
        roots = _roots(judged)
        value, size = text.highlighted[roots], text.size[roots]
        found = float(text.by_article("on").sum())
        ranked = HighlightedGains(value.astype(np.float64), shares(value, size), found)
        return Clusters((ranked,), 0, defined)
    value = highlighted_text(judged, overlap)
    share = shares(value, text.size[judged.element])
    lists = []
    for article, rows in _clusters(judged, total > 0):
        kept = rows if overlap == "on" else _without_repeated(judged, rows)
        lists.append(HighlightedGains(value[kept].astype(np.float64), share[kept], float(total[article])))
    return Clusters(tuple(lists), len(judged.ranked_articles) - len(lists), defined)


def _clusters(judged: JudgedRanking, wanted: NDArray[np.bool_]) -> list[tuple[int, NDArray[np.intp]]]:
    """The elements returned of each of some articles, articles in the order of their first result.

    Parameters
    ----------
    judged : JudgedRanking
    wanted : bool array, shape (articles + 1,)
        Which assessed articles; the last one stands for those that were not judged.
    """
    articles = judged.ranked_articles[wanted[judged.ranked_articles]]
    elements = judged.elements_of(articles)
    return [(article, np.array(elements[article], dtype=np.intp)) for article in articles.tolist()]


def _browsing_gains(
    judged: JudgedRanking, base: ArticleBase, rows: NDArray[np.intp], overlap: str
) -> ElementGains:
    """Gains within one article."""
    names = judged.ranking.path_names
    if overlap == "on":
        paths = [names[path] for path in judged.ranking.path[rows].tolist()]
        return ElementGains(np.array(normalised_gains(paths, base, 1.0), dtype=np.float64), base.ideal_gains)
    kept = _without_repeated(judged, rows)
    gains = [base.gain.get(names[path], 0.0) for path in judged.ranking.path[kept].tolist()]
    return ElementGains(np.array(gains, dtype=np.float64), base.full_gains)


def _without_repeated(judged: JudgedRanking, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    kept: NDArray[np.intp] = rows[~judged.ranking.repeats_element[rows]]
    return kept


def _best_gains(judged: JudgedRanking, base: RecallBase) -> NDArray[np.float64]:
    """What the best element of each assessed article gains; 0 at the end, for any other article."""
    best = np.zeros(len(judged.assessment.articles) + 1)
    if base.elements is not None:
        np.maximum.at(best, base.elements.article, base.worth[:-1])
    return best


def _roots(judged: JudgedRanking) -> NDArray[np.int64]:
    """The judged element that the root of each ranked article is, or `UNJUDGED`."""
    articles = judged.ranked_articles
    roots = np.full(len(articles), UNJUDGED)
    if judged.assessment.elements is not None:
        known = judged_elements(judged.assessment)
        rows = np.flatnonzero(known.in_article[articles])
        roots[rows] = known.find(articles[rows], [WHOLE_ARTICLE], np.zeros_like(rows))
    return roots
