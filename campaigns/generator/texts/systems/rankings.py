"""What systems make of a ranking before they return it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...topic import Topic
from ..corpus.article import PARAGRAPHS
from .bm25 import Hit, Ranking, Unit, best_first

Rankings = Mapping[Topic, Ranking]
"""What a run holds."""

Search = Callable[[Topic], Ranking]
"""What a system finds for a topic."""


def without_overlap(ranking: Ranking) -> Ranking:
    """A ranking without the hits that share text with a better one."""
    kept: Ranking = []
    for hit in ranking:
        if not any(
            hit.article == other.article
            and hit.span.start < other.span.end
            and other.span.start < hit.span.end
            for other in kept
        ):
            kept.append(hit)
    return kept


def by_article(ranking: Ranking, share_of_best: float) -> Ranking:
    """Hits gathered by article; of each only those that score this share of its best, in reading order."""
    gathered: dict[str, Ranking] = {}
    for hit in ranking:
        gathered.setdefault(hit.article, []).append(hit)
    return [
        hit
        for hits in gathered.values()
        for hit in sorted(hits, key=lambda hit: hit.span.start)
        if hit.score >= share_of_best * hits[0].score
    ]


def one_per_article(ranking: Ranking) -> Ranking:
    """The best hit of each article."""
    best: dict[str, Hit] = {}
    for hit in ranking:
        best.setdefault(hit.article, hit)
    return list(best.values())


def joined_neighbours(ranking: Ranking) -> Ranking:
    """Paragraphs of a section that follow each other, as one range with the score of the better one."""
    ranges: Ranking = []
    taken: set[tuple[str, str]] = set()
    paragraphs = {(hit.article, hit.span.path): hit for hit in ranking}
    for hit in ranking:
        if (hit.article, hit.span.path) in taken:
            continue
        last = hit
        while (following := paragraphs.get((last.article, _next_sibling(last.span.path)))) and (
            following.article,
            following.span.path,
        ) not in taken:
            last = following
            taken.add((last.article, last.span.path))
        taken.add((hit.article, hit.span.path))
        ranges.append(Hit(hit.unit, hit.score, last.span.path))
    return ranges


def _next_sibling(path: str) -> str:
    head, _, number = path.rpartition("[")
    return f"{head}[{int(number[:-1]) + 1}]"


def with_ancestors(ranking: Ranking, share: float) -> Ranking:
    """Each element and those around it; at each level up, this share of the score is left."""
    best: dict[tuple[str, str], Hit] = {}
    for hit in ranking:
        article, span, score = hit.unit.article, hit.span, hit.score
        while span is not None:
            known = best.get((article.number, span.path))
            if known is None or known.score < score:
                best[article.number, span.path] = Hit(Unit(article, span), round(score, 4))
            span, score = article.parent(span), score * share
    return best_first(best.values())


def parents(ranking: Ranking) -> Ranking:
    """The element around each hit, once: near misses that are too large."""
    found: dict[tuple[str, str], Hit] = {}
    for hit in ranking:
        parent = hit.unit.article.parent(hit.span)
        if parent is not None:
            found.setdefault((hit.article, parent.path), Hit(Unit(hit.unit.article, parent), hit.score))
    return list(found.values())


def first_paragraphs(ranking: Ranking) -> Ranking:
    """The first paragraph of each section: near misses that are too small."""
    found = []
    for hit in ranking:
        inside = [child for child in hit.unit.article.children(hit.span) if child.tag in PARAGRAPHS]
        if inside:
            found.append(Hit(Unit(hit.unit.article, inside[0]), hit.score))
    return found
