"""What can be retrieved, and BM25 to rank it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from ..corpus.article import Article, Span

STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a about and are at but by did do does for from how in is it its no not of on or that the there "
        "their they this to was what when which who with",
    )
)


@dataclass(frozen=True)
class Unit:
    """A retrievable piece of text."""

    article: Article
    span: Span

    @property
    def text(self) -> str:
        return self.article.text[self.span.start : self.span.end]


@dataclass(frozen=True)
class Hit:
    """A unit with its score; `last_path` closes a range of elements."""

    unit: Unit
    score: float
    last_path: str = ""

    @property
    def article(self) -> str:
        return self.unit.article.number

    @property
    def span(self) -> Span:
        return self.unit.span


Ranking = list[Hit]


def words(text: str) -> list[str]:
    """Lower-case words of a text without stop words."""
    return [word for word in re.findall(r"[^\W\d_]+", text.lower()) if word not in STOP_WORDS]


@cache
def stem(word: str) -> str:
    """A word without its commonest endings."""
    for ending in ("ing", "es", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) > 3:
            return word[: -len(ending)]
    return word


def stems(text: str) -> list[str]:
    """Stems of the words of a text."""
    return [stem(word) for word in words(text)]


class Index:
    """Units with the counts of their terms, ranked by BM25."""

    def __init__(self, units: Iterable[Unit], terms: Callable[[str], list[str]] = stems) -> None:
        self._terms = terms
        self._counts = [(unit, Counter(terms(unit.text))) for unit in units]
        self._frequency = Counter(term for _, counts in self._counts for term in counts)
        self._mean_length = sum(counts.total() for _, counts in self._counts) / len(self._counts)

    def search(self, query: str, k1: float = 1.2, b: float = 0.75) -> Ranking:
        """All units with a term of the query, best first."""
        asked = sorted(set(self._terms(query)))
        hits = []
        for unit, counts in self._counts:
            length = 1 - b + b * counts.total() / self._mean_length
            score = sum(
                self._weight(term) * counts[term] * (k1 + 1) / (counts[term] + k1 * length)
                for term in asked
                if term in counts
            )
            if score > 0:
                hits.append(Hit(unit, round(score, 4)))
        return best_first(hits)

    def _weight(self, term: str) -> float:
        with_term = self._frequency[term]
        return math.log(1 + (len(self._counts) - with_term + 0.5) / (with_term + 0.5))


def best_first(hits: Iterable[Hit]) -> Ranking:
    """Hits by descending score; equal ones by article and place, so that the order is always the same."""
    return sorted(hits, key=lambda hit: (-hit.score, int(hit.article), hit.span.start, -hit.span.end))


def elements(articles: Sequence[Article], *tags: str) -> list[Unit]:
    """All elements with these names."""
    return [Unit(article, span) for article in articles for span in article.elements if span.tag in tags]


def windows(articles: Sequence[Article], size: int) -> list[Unit]:
    """Every run of `size` neighbouring sentences of an article's body."""
    found = []
    for article in articles:
        body = [sentence for sentence in article.sentences if sentence.facet]
        for first, last in zip(body, body[size - 1 :], strict=False):
            found.append(Unit(article, Span(first.start, last.end)))
    return found
