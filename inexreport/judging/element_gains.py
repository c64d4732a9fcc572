"""Gains of ranked elements and of the ideal ranking (cumulated gain), or of levels (weak orderings)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_tree import ancestors
from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.judging.quantisation import LARGEST_GAINS
from inexreport.judging.recall_base import ArticleBase, recall_base

NEGLIGIBLE = 1e-12
"""Smaller gains count as 0: they are rounding errors of what an ideal element has left."""


@dataclass(frozen=True, eq=False)
class ElementGains:
    """Gains by rank.

    Attributes
    ----------
    gain : float64 array, shape (results,)
        Of the run.
    ideal : float64 array, shape (ideal results,)
        Of the ideal ranking, descending and all above 0.
    """

    gain: NDArray[np.float64]
    ideal: NDArray[np.float64]


def element_gains(
    judged: JudgedRanking,
    quant: str,
    overlap: str,
    ideal_tie: str = "higher",
    alpha: float = 1.0,
    ideal_ranking: str = "full",
) -> ElementGains:
    """Gains of a ranking of elements.

    Parameters
    ----------
    judged : JudgedRanking
    quant : str
        The quantisation.
    overlap : {"off", "on"}
        off: each element gains its quantised grade, repeated elements are left out, the ideal is the full
        recall base. on: gains are those of `normalised_gains`, the ideal is the ideal recall base.
    ideal_tie : {"higher", "deeper"}
        See `recall_base`.
    alpha : float
        Discount of elements seen before, in [0, 1]; officially 1.
    ideal_ranking : {"full", "disjoint"}
        disjoint: with overlap off too, the ideal is the ideal recall base.
    """
    base = recall_base(judged.assessment, quant, ideal_tie)
    value = base.gain[judged.element]
    if overlap == "off":
        ideal = base.ideal_gains if ideal_ranking == "disjoint" else base.full_gains
        return ElementGains(value[~judged.ranking.repeats_element], ideal)
    gain = np.zeros(len(value))
    gaining = np.flatnonzero(value > 0)
    if not len(gaining):
        return ElementGains(gain, base.ideal_gains)
    element = judged.element[gaining]
    capped = np.minimum(value[gaining], base.ideal_gain[element])
    gain[gaining] = np.where(capped < NEGLIGIBLE, 0.0, capped)
    # Results that overlap or share an ideal element depend on their order: their articles are read in turn.
    first = base.first_ideal[element]
    shares_ideal = np.bincount(first, minlength=len(base.ideals) + 1)[first] > 1
    overlaps = judged.ranking.path_overlaps.marked(len(gain))[gaining]
    entangled = np.zeros(len(base.articles) + 1, dtype=np.bool_)
    entangled[judged.article[gaining[shares_ideal | overlaps]]] = True
    for article, rows in judged.elements_of(entangled).items():
        paths = [judged.ranking.path_names[path] for path in judged.ranking.path[rows].tolist()]
        gain[rows] = normalised_gains(paths, base.of_article(article), alpha)
    return ElementGains(gain, base.ideal_gains)


def unsized_results(judged: JudgedRanking, quant: str) -> int:
    """Number of results whose value after results inside them depends on unknown sizes."""
    base, ranking = recall_base(judged.assessment, quant), judged.ranking
    if base.knows_all_sizes:
        return 0
    holding = np.unique(ranking.path_overlaps.later[~ranking.later_lies_inside])
    holding = holding[base.gain[judged.element[holding]] > 0]
    articles, paths = judged.article[holding].tolist(), ranking.path[holding].tolist()
    return sum(
        not base.of_article(article).sizes_known(ranking.path_names[path])
        for article, path in zip(articles, paths, strict=True)
    )


def normalised_gains(paths: Sequence[str], base: ArticleBase, alpha: float) -> list[float]:
    """Gain of each result of one article: its value after earlier results, capped.

    No elements gain more together than the ideal elements that they overlap.

    References
    ----------
    Kazai, Lalmas and de Vries (2004), equations 4-6; Lalmas and Tombros, equation 13.
    """
    reader = _Reader(base, alpha)
    left = {path: base.gain[path] for path in base.ideal}
    gains = []
    for path in paths:
        gain = 0.0
        if path in base.gain:
            ideals = base.ideals_of(path)
            cap = fsum(left[ideal] for ideal in ideals)
            gain = min(reader.value(path), cap)
            gain = 0.0 if gain < NEGLIGIBLE else gain
            if gain:
                for ideal in ideals:
                    left[ideal] -= gain * left[ideal] / cap
        reader.see(path)
        gains.append(gain)
    return gains


class _Reader:
    """A user who has seen some elements of an article, and the value of an element to this user."""

    def __init__(self, base: ArticleBase, alpha: float) -> None:
        self._base = base
        self._alpha = alpha
        self._returned: set[str] = set()
        self._above_returned: set[str] = set()

    def see(self, path: str) -> None:
        self._returned.add(path)
        self._above_returned.update(ancestors(path))

    def value(self, path: str) -> float:
        """The relevance value of an element of the full recall base."""
        gain = self._base.gain[path]
        if path in self._returned or not self._returned.isdisjoint(ancestors(path)):
            return (1 - self._alpha) * gain
        if path not in self._above_returned:
            return gain
        return self._alpha * self._value_of_children(path) + (1 - self._alpha) * gain

    def _value_of_children(self, path: str) -> float:
        """Mean value of the child elements, weighted by text; unweighted if a size is unknown."""
        children = self._base.children.get(path, ())
        if not children:
            return 0.0
        if not self._base.sizes_known(path):
            return fsum(self.value(child) for child in children) / len(children)
        size = self._base.size
        return fsum(self.value(child) * size[child] for child in children) / size[path]


@dataclass(frozen=True, eq=False)
class LevelGains:
    """Relevant and irrelevant results of each level; results that share a rank form a level.

    Attributes
    ----------
    relevant, irrelevant : float64 array, shape (levels,)
        Sums over the results of a level: of their gains, and of 1 minus their gains.
    total : float
        Gain of the full recall base.
    retrieved : int
        Results of all levels.
    """

    relevant: NDArray[np.float64]
    irrelevant: NDArray[np.float64]
    total: float
    retrieved: int


def level_gains(judged: JudgedRanking, quant: str) -> LevelGains:
    """Gains of the levels of a ranking under a quantisation; repeated elements are left out.

    A gain counts as the share of a relevant result that it is, so it is divided by the largest there is.
    """
    base, largest = recall_base(judged.assessment, quant), LARGEST_GAINS.get(quant, 1.0)
    first, level = judged.ranking.levels
    gains = base.gain[judged.element[first]] / largest
    relevant, irrelevant = (np.bincount(level, values).astype(np.float64) for values in (gains, 1 - gains))
    return LevelGains(relevant, irrelevant, base.total_gain / largest, len(first))
