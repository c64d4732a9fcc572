"""Highlighted text that a ranking of elements returns: the input of HiXEval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_paths import ancestors
from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.judging.located_run import Element, first_occurrences
from inexreport.model.assessment import UNKNOWN, TopicAssessment


@dataclass(frozen=True, eq=False)
class HighlightedGains:
    """New highlighted text by rank.

    Attributes
    ----------
    value : float64 array, shape (results,)
        Highlighted characters of each result that count.
    share : float64 array, shape (results,)
        The same, divided by the size of the element; 0 where there is nothing.
    total : float
        Highlighted characters that can be found.
    """

    value: NDArray[np.float64]
    share: NDArray[np.float64]
    total: float


def highlighted_gains(judged: JudgedRanking, overlap: str) -> HighlightedGains:
    """Highlighted text of each result.

    Parameters
    ----------
    judged : JudgedRanking
    overlap : {"off", "on"}
        off: every element counts in full, repeated ones are left out, and what can be found is the sum over
        all relevant elements. on: text seen before does not count, and what can be found is all
        highlighted text.

    References
    ----------
    Pehcevski and Thom, HiXEval (2005), section 3.
    """
    return gains_of(judged.ranking.elements, judged.assessment, overlap)


def gains_of(
    results: Sequence[Element | None], assessment: TopicAssessment, overlap: str, article: str | None = None
) -> HighlightedGains:
    """As `highlighted_gains`, of any list of elements; of one article, if that is named."""
    sizes = judged_sizes(assessment)
    if overlap == "off":
        kept = [results[row] for row in first_occurrences(results).tolist()]
        values = [float(sizes[element][1]) if element in sizes else 0.0 for element in kept]
        total = _sum_over_elements(assessment)[article]
    else:
        kept = list(results)
        values = _new_text(results, sizes)
        total = _highlighted_text(assessment)[article]
    shares = [
        value / sizes[element][0] if value and element and sizes[element][0] else 0.0
        for element, value in zip(kept, values, strict=True)
    ]
    return HighlightedGains(np.array(values), np.array(shares), float(total))


@lru_cache(maxsize=4096)
def judged_sizes(assessment: TopicAssessment) -> dict[Element, tuple[int, int]]:
    """Text and highlighted text of every judged element of which both are known."""
    elements = assessment.elements
    if elements is None:
        return {}
    return {
        (assessment.articles[article], elements.paths[path]): (size, highlighted)
        for article, path, size, highlighted in zip(
            elements.article.tolist(),
            elements.path.tolist(),
            elements.size.tolist(),
            elements.highlighted.tolist(),
            strict=True,
        )
        if size != UNKNOWN and highlighted != UNKNOWN
    }


@lru_cache(maxsize=4096)
def _sum_over_elements(assessment: TopicAssessment) -> Counter[str | None]:
    """Highlighted text of all elements added up, by article; None stands for all articles."""
    totals: Counter[str | None] = Counter()
    for (article, _), (_, found) in judged_sizes(assessment).items():
        totals[article] += found
        totals[None] += found
    return totals


@lru_cache(maxsize=4096)
def _highlighted_text(assessment: TopicAssessment) -> Counter[str | None]:
    """Highlighted text by article; None stands for all articles."""
    totals: Counter[str | None] = Counter()
    for article, found in zip(assessment.articles, assessment.relevant_characters.tolist(), strict=True):
        totals[article] = found
        totals[None] += found
    return totals


def _new_text(results: Sequence[Element | None], sizes: Mapping[Element, tuple[int, int]]) -> list[float]:
    """Highlighted text of each result less that of the outermost descendants returned before."""
    returned: dict[str, set[str]] = {}
    above_returned: set[Element] = set()
    values = []
    for element in results:
        value = 0.0
        if element is not None:
            article, path = element
            here = returned.setdefault(article, set())
            if path not in here and here.isdisjoint(ancestors(path)):
                below = _taken_below(path, here) if element in above_returned else ()
                if element in sizes:
                    before = sum(sizes[article, inner][1] for inner in below if (article, inner) in sizes)
                    value = float(sizes[element][1] - before)
                here.add(path)
                above_returned.update((article, above) for above in ancestors(path))
        values.append(value)
    return values


def _taken_below(path: str, returned: set[str]) -> list[str]:
    """The outermost returned descendants of a path, which from now on stands for all of them."""
    below = [inner for inner in returned if inner.startswith(f"{path}/")]
    returned.difference_update(below)
    among = set(below)
    return [inner for inner in below if among.isdisjoint(ancestors(inner))]
