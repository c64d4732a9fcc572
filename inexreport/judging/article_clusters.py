"""Input of Fetch & Browse (2005): a ranking of articles, and the ranking of elements within each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_gains import ElementGains, normalised_gains
from inexreport.judging.highlighted_gains import (
    HighlightedGains,
    counts_again,
    highlighted_by_article,
    highlighted_text,
    judged_text,
    shares,
)
from inexreport.judging.judged_ranking import JudgedRanking, find_elements
from inexreport.judging.location import WHOLE_ARTICLE
from inexreport.judging.recall_base import ArticleBase, RecallBase, recall_base

Gains = TypeVar("Gains", ElementGains, HighlightedGains)


@dataclass(frozen=True, eq=False)
class Clusters(Generic[Gains]):
    """The ranked lists of a topic.

    Attributes
    ----------
    lists : tuple of gains
        At article level, the ranking of articles. At element level, one for each returned article that has
        relevant text.
    others : int
        Number of the other articles that count, with 0.
    defined : bool
        Whether the topic has relevant text.
    """

    lists: tuple[Gains, ...]
    others: int
    defined: bool


def gain_clusters(
    judged: JudgedRanking,
    level: str,
    quant: str,
    overlap: str,
    ideal_tie: str = "higher",
    article_gain: str = "best",
    clusters: str = "returned",
) -> Clusters[ElementGains]:
    """Gains of articles, or of elements within each returned article.

    Parameters
    ----------
    judged : JudgedRanking
    level : {"article", "element"}
        article: articles are ranked. element: each returned article is a ranking of its own with its own
        recall base.
    quant : str
    overlap : {"off", "on"}
        As in `element_gains`; has no effect at article level.
    ideal_tie : {"higher", "deeper"}
    article_gain : {"best", "article"}
        Gain of an article: of its best element, or of the article itself, which the best element then only
        ranks in the ideal ranking.
    clusters : {"returned", "relevant", "union"}
        Which articles count at element level; a relevant one that is not returned counts 0.
    """
    base = recall_base(judged.assessment, quant, ideal_tie)
    best = _best_gains(judged, base)
    defined = bool((best > 0).any())
    if level == "article":
        gain = best if article_gain == "best" else _root_gains(judged, base)
        ideal = gain[np.argsort(-best, kind="stable")]
        ranked = ElementGains(gain[judged.ranked_articles], ideal[ideal > 0])
        return Clusters((ranked,), 0, defined)
    browsed = _clusters(judged, best > 0)
    lists = tuple(_browsing_gains(judged, base.of_article(one), rows, overlap) for one, rows in browsed)
    return Clusters(lists, _others(judged, best > 0, len(lists), clusters), defined)


def highlighted_clusters(
    judged: JudgedRanking, level: str, overlap: str, alpha: float = 1.0, clusters: str = "returned"
) -> Clusters[HighlightedGains]:
    """Highlighted text of articles, or of elements within each returned article; see `gain_clusters`.

    `alpha` is that of `highlighted_gains`; at article level it has no effect: no article is ranked twice.
    """
    text = judged_text(judged.assessment)
    again = counts_again(overlap, alpha)
    total = np.append(highlighted_by_article(judged.assessment, "off" if again else "on"), 0)
    defined = bool(total.sum())
    if level == "article":
        roots = _roots(judged)
        value, size = text.highlighted[roots].astype(np.float64), text.size[roots]
        found = float(judged.assessment.total_relevant_characters)
        ranked = HighlightedGains(value, shares(value, size), found)
        return Clusters((ranked,), 0, defined)
    value = highlighted_text(judged, overlap, alpha)
    share = shares(value, text.size[judged.element])
    lists = []
    for article, rows in _clusters(judged, total > 0):
        if again:
            rows = rows[~judged.ranking.repeats_element[rows]]
        lists.append(HighlightedGains(value[rows], share[rows], float(total[article])))
    return Clusters(tuple(lists), _others(judged, total > 0, len(lists), clusters), defined)


def _others(judged: JudgedRanking, relevant: NDArray[np.bool_], browsed: int, clusters: str) -> int:
    """Number of articles that count besides the `browsed` ones, which are returned and relevant."""
    not_relevant = len(judged.ranked_articles) - browsed
    not_returned = int(np.count_nonzero(relevant)) - browsed
    others = {"returned": not_relevant, "relevant": not_returned, "union": not_relevant + not_returned}
    return others[clusters]


def _clusters(judged: JudgedRanking, wanted: NDArray[np.bool_]) -> list[tuple[int, NDArray[np.intp]]]:
    """Index and returned elements of each wanted article, in the order of the articles' first results."""
    articles = judged.ranked_articles[wanted[judged.ranked_articles]]
    elements = judged.elements_of(wanted)
    return [(article, np.array(elements[article], dtype=np.intp)) for article in articles.tolist()]


def _browsing_gains(
    judged: JudgedRanking, base: ArticleBase, rows: NDArray[np.intp], overlap: str
) -> ElementGains:
    """Gains within one article."""
    ranking = judged.ranking
    if overlap == "off":
        rows = rows[~ranking.repeats_element[rows]]
    paths = [ranking.path_names[path] for path in ranking.path[rows].tolist()]
    if overlap == "on":
        gains, ideal = normalised_gains(paths, base, alpha=1.0), base.ideal_gains
    else:
        gains, ideal = [base.gain.get(path, 0.0) for path in paths], base.full_gains
    return ElementGains(np.array(gains, dtype=np.float64), ideal)


def _best_gains(judged: JudgedRanking, base: RecallBase) -> NDArray[np.float64]:
    """Gain of the best element of each assessed article; 0 at the end, for any other article."""
    best = np.zeros(len(judged.assessment.articles) + 1)
    if base.elements is not None:
        np.maximum.at(best, base.elements.article, base.gain[:-1])
    return best


def _root_gains(judged: JudgedRanking, base: RecallBase) -> NDArray[np.float64]:
    """Gain of each assessed article's root, 0 if not judged; 0 at the end, for any other article."""
    articles = np.arange(len(judged.assessment.articles))
    roots = find_elements(judged.assessment, articles, [WHOLE_ARTICLE] * len(articles))
    return np.append(base.gain[roots], 0.0)


def _roots(judged: JudgedRanking) -> NDArray[np.int64]:
    """Row of each ranked article's root among the judged elements, or `UNJUDGED`."""
    articles = judged.ranked_articles
    return find_elements(judged.assessment, articles, [WHOLE_ARTICLE] * len(articles))
