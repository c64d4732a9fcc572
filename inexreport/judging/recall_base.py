"""Full and ideal recall bases: the relevant elements of a topic, with overlap and without."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import fsum

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_tree import ElementTree, ancestors, element_tree
from inexreport.judging.quantisation import is_relevant, quantise
from inexreport.model.assessment import UNKNOWN, ElementJudgements, TopicAssessment
from inexreport.model.derived import derived

Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ArticleBase:
    """The recall base of one article, by paths.

    Attributes
    ----------
    gain : mapping of str to float
        The full recall base: every element with a gain above 0.
    size : mapping of str to int
        Characters of the elements of known size.
    ideal : tuple of str
        The ideal recall base, ordered; no element overlaps another.
    """

    gain: Mapping[str, float]
    size: Mapping[str, int]
    ideal: tuple[str, ...]

    @cached_property
    def children(self) -> Mapping[str, tuple[str, ...]]:
        """Child elements in the full recall base, of elements that have any."""
        return _grouped((path, ancestors(path)[:1]) for path in self.gain)

    @cached_property
    def _ideals_below(self) -> Mapping[str, tuple[str, ...]]:
        return _grouped((path, ancestors(path)) for path in self.ideal)

    def ideals_of(self, path: str) -> tuple[str, ...]:
        """The ideal elements that an element, judged or not, is, lies in or holds."""
        above = next((one for one in (path, *ancestors(path)) if one in self.ideal), None)
        return self._ideals_below.get(path, ()) if above is None else (above,)

    @cached_property
    def full_gains(self) -> NDArray[np.float64]:
        """Gains of the full recall base, descending."""
        return _descending(np.array(list(self.gain.values()), dtype=np.float64))

    @cached_property
    def ideal_gains(self) -> NDArray[np.float64]:
        """Gains of the ideal recall base, descending."""
        return _descending(np.array([self.gain[path] for path in self.ideal], dtype=np.float64))

    def sizes_known(self, path: str) -> bool:
        """Whether the sizes of the element (above 0) and of its children in the full base are known."""
        return bool(self.size.get(path)) and all(child in self.size for child in self.children.get(path, ()))


def _grouped(elements: Iterable[tuple[str, Iterable[str]]]) -> dict[str, tuple[str, ...]]:
    """From elements, each with some of its ancestors, the elements below each ancestor."""
    groups: dict[str, list[str]] = {}
    for element, paths in elements:
        for above in paths:
            groups.setdefault(above, []).append(element)
    return {above: tuple(below) for above, below in groups.items()}


@dataclass(frozen=True, eq=False)
class RecallBase:
    """The relevant elements of a topic under one quantisation.

    Attributes
    ----------
    elements : ElementJudgements or None
        All judged elements; the rows of the other columns.
    gain : float64 array, shape (elements + 1,)
        Gain of each judged element; 0 at the end, for any other element.
    ideals : int64 array, shape (ideal elements,)
        Rows of the ideal recall base, by article and path; no element overlaps another.
    first_ideal, after_ideal : int64 array, shape (elements,)
        Range of `ideals` that each element is, lies in or holds.
    """

    articles: tuple[str, ...]
    elements: ElementJudgements | None
    gain: NDArray[np.float64]
    ideals: Integers
    first_ideal: Integers
    after_ideal: Integers
    _by_article: dict[int, ArticleBase] = field(default_factory=dict)

    @cached_property
    def full_gains(self) -> NDArray[np.float64]:
        """Gains of the full recall base, descending."""
        return _descending(self.gain[self.gain > 0])

    @cached_property
    def ideal_gains(self) -> NDArray[np.float64]:
        """Gains of the ideal recall base, descending."""
        return _descending(self.gain[self.ideals])

    @cached_property
    def total_gain(self) -> float:
        """Sum of the gains of the full recall base."""
        return fsum(self.gain[self.gain > 0].tolist())

    @cached_property
    def ideal_gain(self) -> NDArray[np.float64]:
        """Gain of all ideal elements that each judged element is, lies in or holds; shape (elements,)."""
        gains = self.gain[self.ideals].tolist()
        ranges = zip(self.first_ideal.tolist(), self.after_ideal.tolist(), strict=True)
        return np.array([fsum(gains[first:after]) for first, after in ranges], dtype=np.float64)

    @cached_property
    def knows_all_sizes(self) -> bool:
        """Whether every element of the full recall base has a known size above 0."""
        return self.elements is None or bool((self.elements.size[self.gain[:-1] > 0] > 0).all())

    def of_article(self, article: int) -> ArticleBase:
        """The recall base of the article with this index; the topic needs judged elements."""
        if article not in self._by_article:
            self._by_article[article] = self._article_base(article)
        return self._by_article[article]

    def _article_base(self, article: int) -> ArticleBase:
        assert self.elements is not None
        rows = np.arange(*np.searchsorted(self.elements.article, (article, article + 1)))
        gaining = rows[self.gain[rows] > 0]
        sized = gaining[self.elements.size[gaining] != UNKNOWN]
        ideal = self.ideals[self.elements.article[self.ideals] == article]
        return ArticleBase(
            gain=dict(zip(self._paths(gaining), self.gain[gaining].tolist(), strict=True)),
            size=dict(zip(self._paths(sized), self.elements.size[sized].tolist(), strict=True)),
            ideal=tuple(self._paths(ideal)),
        )

    def _paths(self, rows: NDArray[np.integer]) -> list[str]:
        assert self.elements is not None
        return [self.elements.paths[number] for number in self.elements.path[rows].tolist()]


@derived
def recall_base(assessment: TopicAssessment, quantisation: str, ideal_tie: str = "higher") -> RecallBase:
    """Build the full and the ideal recall base of a topic.

    From each relevant path, which leads from the root to a relevant element without relevant descendants,
    the ideal base takes the element with the highest gain; of two that then overlap, the one above.

    Parameters
    ----------
    assessment : TopicAssessment
    quantisation : str
    ideal_tie : {"higher", "deeper"}
        Which element of a path is taken if gains are equal: the one nearer to the root (from 2005 on) or
        the deeper one (2004).

    References
    ----------
    Kazai, Lalmas and de Vries (2004), section 2.3; INEX 2006 Evaluation Measures, section 5.3.
    """
    elements = assessment.elements
    if elements is None:
        nothing = np.zeros(0, dtype=np.int64)
        return RecallBase(assessment.articles, None, np.zeros(1), nothing, nothing, nothing)
    gain = quantise(elements, quantisation)
    tree = element_tree(elements)
    ideals = _ideals(tree, gain[tree.row], is_relevant(elements)[tree.row], ideal_tie)
    first_ideal, after_ideal = np.empty((2, len(elements)), dtype=np.int64)
    first_ideal[tree.row], after_ideal[tree.row] = tree.related(ideals)
    return RecallBase(
        assessment.articles, elements, np.append(gain, 0.0), tree.row[ideals], first_ideal, after_ideal
    )


def _ideals(tree: ElementTree, gain: NDArray[np.float64], relevant: NDArray[np.bool_], tie: str) -> Integers:
    """Positions in the tree of the ideal elements; `gain` and `relevant` are in its order."""
    none = len(gain)
    gain = np.append(gain, 0.0)
    # The best element between the root and each element.
    best = np.full(none, none)
    for here, above in tree.levels:
        held = best[above] if len(above) else np.full(len(here), none)
        better = gain[here] > gain[held]
        if tie == "deeper":
            better |= (gain[here] == gain[held]) & (gain[here] > 0)
        best[here] = np.where(better, here, held)
    relevant_before = np.concatenate(([0], np.cumsum(relevant)))
    is_leaf = relevant & (relevant_before[tree.after] == relevant_before[1:])
    chosen = np.unique(best[is_leaf])
    return tree.outermost(chosen[chosen < none])


def _descending(values: NDArray[np.float64]) -> NDArray[np.float64]:
    ordered: NDArray[np.float64] = np.sort(values)[::-1]
    return ordered
