"""Full and ideal recall bases: what there is to be found, with overlap and without."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import fsum

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.article_base import ArticleBase
from inexreport.judging.element_paths import ancestors
from inexreport.judging.element_tree import ElementTree, element_tree
from inexreport.judging.located_run import Element
from inexreport.judging.quantisation import is_relevant, quantise
from inexreport.model.assessment import UNKNOWN, ElementJudgements, TopicAssessment

Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class RecallBase:
    """The relevant elements of a topic under one quantisation.

    Attributes
    ----------
    articles : tuple of str
    elements : ElementJudgements or None
        All judged elements, of which the others are columns.
    worth : float64 array, shape (elements + 1,)
        Gain of each judged element, 0 for those that gain nothing; the last one stands for any other.
    ideals : int64 array, shape (ideal elements,)
        Rows of the ideal recall base, by article and path; none of them overlaps another.
    first_ideal, after_ideal : int64 array, shape (elements,)
        Which of `ideals` are on the relevant paths of each element: itself, the one above, or those below.
    """

    articles: tuple[str, ...]
    elements: ElementJudgements | None
    worth: NDArray[np.float64]
    ideals: Integers
    first_ideal: Integers
    after_ideal: Integers
    _by_article: dict[int, ArticleBase] = field(default_factory=dict)

    @cached_property
    def gain(self) -> Mapping[Element, float]:
        """The full recall base: every element with a gain above 0."""
        rows = np.flatnonzero(self.worth[:-1] > 0)
        return dict(zip(self._names(rows), self.worth[rows].tolist(), strict=True))

    @cached_property
    def ideal(self) -> frozenset[Element]:
        """The ideal recall base."""
        return frozenset(self._names(self.ideals))

    @cached_property
    def ideals_below(self) -> Mapping[Element, tuple[Element, ...]]:
        """The ideal elements below each element, judged or not, that has any."""
        below: dict[Element, list[Element]] = {}
        for article, path in self._names(self.ideals):
            for above in ancestors(path):
                below.setdefault((article, above), []).append((article, path))
        return {above: tuple(ideals) for above, ideals in below.items()}

    @cached_property
    def full_gains(self) -> NDArray[np.float64]:
        """Gains of the full recall base, descending."""
        return _descending(self.worth[self.worth > 0])

    @cached_property
    def ideal_gains(self) -> NDArray[np.float64]:
        """Gains of the ideal recall base, descending."""
        return _descending(self.worth[self.ideals])

    @cached_property
    def total_gain(self) -> float:
        """What the full recall base gains."""
        return fsum(self.worth[self.worth > 0].tolist())

    @cached_property
    def ideal_worth(self) -> NDArray[np.float64]:
        """Gain of the ideal elements on the relevant paths of each judged element; shape (elements,)."""
        gains = self.worth[self.ideals]
        found = np.zeros(len(self.first_ideal))
        ideals = self.after_ideal - self.first_ideal
        found[ideals == 1] = gains[self.first_ideal[ideals == 1]]
        listed = gains.tolist()
        for row in np.flatnonzero(ideals > 1).tolist():
            found[row] = fsum(listed[self.first_ideal[row] : self.after_ideal[row]])
        return found

    @cached_property
    def knows_all_sizes(self) -> bool:
        """Whether every element of the full recall base has a known size above 0."""
        return self.elements is None or bool((self.elements.size[self.worth[:-1] > 0] > 0).all())

    def ideals_of(self, element: Element) -> tuple[Element, ...]:
        """The ideal elements on the paths of an element, judged or not; see `first_ideal`."""
        article, path = element
        for above in (path, *ancestors(path)):
            if (article, above) in self.ideal:
                return ((article, above),)
        return self.ideals_below.get(element, ())

    def of_article(self, article: int) -> ArticleBase:
        """The recall base of one article with judged elements, as if it were alone."""
        if article not in self._by_article:
            self._by_article[article] = self._article_base(article)
        return self._by_article[article]

    def _article_base(self, article: int) -> ArticleBase:
        assert self.elements is not None
        first, after = np.searchsorted(self.elements.article, (article, article + 1))
        rows = np.arange(first, after)
        gaining = rows[self.worth[rows] > 0]
        sized = gaining[self.elements.size[gaining] != UNKNOWN]
        ideal = self.ideals[self.elements.article[self.ideals] == article]
        return ArticleBase(
            gain=dict(zip(self._paths(gaining), self.worth[gaining].tolist(), strict=True)),
            size=dict(zip(self._paths(sized), self.elements.size[sized].tolist(), strict=True)),
            ideal=tuple(self._paths(ideal)),
        )

    def _names(self, rows: NDArray[np.integer]) -> list[Element]:
        if self.elements is None:
            return []
        articles = (self.articles[number] for number in self.elements.article[rows].tolist())
        return list(zip(articles, self._paths(rows), strict=True))

    def _paths(self, rows: NDArray[np.integer]) -> Iterable[str]:
        assert self.elements is not None
        return [self.elements.paths[number] for number in self.elements.path[rows].tolist()]


@lru_cache(maxsize=4096)
def recall_base(assessment: TopicAssessment, quantisation: str, ideal_tie: str = "higher") -> RecallBase:
    """Build the full and the ideal recall base of a topic.

    The ideal base keeps on each relevant path, from the root to a relevant element without relevant
    descendants, the element with the highest gain; of two that then overlap, the one above.

    Parameters
    ----------
    assessment : TopicAssessment
        With judged elements.
    quantisation : str
    ideal_tie : {"higher", "deeper"}
        Which of two elements of a path with the same gain is kept: that nearer to the root (from 2005 on)
        or the deeper one (2004).

    References
    ----------
    Kazai, Lalmas and de Vries (2004), section 2.3; INEX 2006 Evaluation Measures, section 5.3.
    """
    elements = assessment.elements
    if elements is None:
        nothing = np.zeros(0, dtype=np.int64)
        return RecallBase(assessment.articles, None, np.zeros(1), nothing, nothing, nothing)
    worth = quantise(elements, quantisation)
    tree = element_tree(elements)
    ideals = _ideals(tree, worth[tree.row], is_relevant(elements)[tree.row], ideal_tie)
    first, after = tree.meeting(ideals)
    first_ideal, after_ideal = np.empty((2, len(elements)), dtype=np.int64)
    first_ideal[tree.row], after_ideal[tree.row] = first, after
    return RecallBase(
        assessment.articles, elements, np.append(worth, 0.0), tree.row[ideals], first_ideal, after_ideal
    )


def _ideals(tree: ElementTree, gain: NDArray[np.float64], relevant: NDArray[np.bool_], tie: str) -> Integers:
    """Places in the tree of the ideal elements; `gain` and `relevant` are in its order."""
    none = len(gain)
    gain = np.append(gain, 0.0)
    # The best element on the way from the root to each element.
    best = np.full(none, none)
    for here, above in tree.levels:
        held = best[above] if len(above) else np.full(len(here), none)
        better = gain[here] > gain[held]
        if tie == "deeper":
            better |= (gain[here] == gain[held]) & (gain[here] > 0)
        best[here] = np.where(better, here, held)
    found_before = np.concatenate(([0], np.cumsum(relevant)))
    is_leaf = relevant & (found_before[tree.after] == found_before[1:])
    chosen = np.unique(best[is_leaf])
    return tree.outermost(chosen[chosen < none])


def _descending(values: NDArray[np.float64]) -> NDArray[np.float64]:
    ordered: NDArray[np.float64] = np.sort(values)[::-1]
    return ordered
