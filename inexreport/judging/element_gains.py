"""Gains of a ranking of elements, and of the ideal ranking: the input of the cumulated-gain measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.article_base import ArticleBase
from inexreport.judging.element_paths import ancestors
from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.judging.recall_base import recall_base

NEGLIGIBLE = 1e-12
"""Gains below are none: what is left of an ideal element after rounding."""


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
    judged: JudgedRanking, quant: str, overlap: str, ideal_tie: str = "higher", alpha: float = 1.0
) -> ElementGains:
    """Gains of a ranking of elements.

    Parameters
    ----------
    judged : JudgedRanking
    quant : str
        The quantisation.
    overlap : {"off", "on"}
        off: each element gains what it is worth, repeated ones are left out, the ideal is the full recall
        base. on: what was seen before gains nothing again, no group of elements gains more than the ideal
        elements they overlap, and the ideal is the ideal recall base.
    ideal_tie : {"higher", "deeper"}
        See `recall_base`.
    alpha : float
        How much of what was seen before is discounted, in [0, 1]; officially 1.
    """
    base = recall_base(judged.assessment, quant, ideal_tie)
    if overlap == "off":
        kept = ~judged.ranking.repeats_element
        return ElementGains(base.worth[judged.element][kept], base.full_gains)
    return ElementGains(_all_normalised_gains(judged, quant, ideal_tie, alpha), base.ideal_gains)


def _all_normalised_gains(
    judged: JudgedRanking, quant: str, ideal_tie: str, alpha: float
) -> NDArray[np.float64]:
    """As `normalised_gains`, of all articles of a ranking; worked out once for it."""
    key = ("normalised gains", quant, ideal_tie, alpha)
    if key not in judged.worked_out:
        judged.worked_out[key] = _new_normalised_gains(judged, quant, ideal_tie, alpha)
    gains: NDArray[np.float64] = judged.worked_out[key]
    return gains


def _new_normalised_gains(
    judged: JudgedRanking, quant: str, ideal_tie: str, alpha: float
) -> NDArray[np.float64]:
    base = recall_base(judged.assessment, quant, ideal_tie)
    gain = np.zeros(len(judged.element))
    gaining = np.flatnonzero(base.worth[judged.element] > 0)
    if not len(gaining):
        return gain
    element = judged.element[gaining]
    gain[gaining] = _capped(base.worth[element], base.ideal_worth[element])
    # Where a result meets another one, or shares an ideal element with it, their order matters.
    first = base.first_ideal[element]
    shares = np.bincount(first, minlength=len(base.ideals) + 1)[first] > 1
    meets = judged.ranking.path_overlaps.marked(len(gain))[gaining]
    entangled = judged.judged[gaining[shares | meets]]
    for article, rows in judged.elements_of(entangled).items():
        paths = [judged.ranking.path_names[path] for path in judged.ranking.path[rows].tolist()]
        gain[rows] = normalised_gains(paths, base.of_article(article), alpha)
    return gain


def _capped(value: NDArray[np.float64], cap: NDArray[np.float64]) -> NDArray[np.float64]:
    gain = np.maximum(0.0, np.minimum(value, cap))
    return np.where(gain < NEGLIGIBLE, 0.0, gain)


def unsized_results(judged: JudgedRanking, quant: str) -> int:
    """How many results, parts of which were seen before, have a value that depends on sizes nobody knows."""
    base, ranking = recall_base(judged.assessment, quant), judged.ranking
    if base.knows_all_sizes:
        return 0
    pairs = ranking.path_overlaps
    holding = np.unique(pairs.later[~ranking.later_lies_inside])
    holding = holding[base.worth[judged.element[holding]] > 0]
    return sum(
        not base.of_article(article).sizes_known(ranking.path_names[path])
        for article, path in zip(judged.judged[holding].tolist(), ranking.path[holding].tolist(), strict=True)
    )


def normalised_gains(paths: Sequence[str], base: ArticleBase, alpha: float) -> list[float]:
    """Result-list dependent gain of each result of an article, capped by what its ideal elements have left.

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
            ideals = base.ideals[path]
            cap = fsum(left[ideal] for ideal in ideals)
            gain = max(0.0, min(reader.value(path), cap))
            gain = 0.0 if gain < NEGLIGIBLE else gain
            if gain:
                for ideal in ideals:
                    left[ideal] -= gain * left[ideal] / cap
        reader.see(path)
        gains.append(gain)
    return gains


class _Reader:
    """Knows which elements of an article a user has seen, and what an element is still worth."""

    def __init__(self, base: ArticleBase, alpha: float) -> None:
        self._base = base
        self._alpha = alpha
        self._returned: set[str] = set()
        self._above_returned: set[str] = set()

    def see(self, path: str) -> None:
        self._returned.add(path)
        self._above_returned.update(ancestors(path))

    def value(self, path: str) -> float:
        """The relevance value of an element of the recall base, whether it is returned now or not."""
        worth = self._base.gain[path]
        if path in self._returned or not self._returned.isdisjoint(ancestors(path)):
            return (1 - self._alpha) * worth
        if path not in self._above_returned:
            return worth
        return self._alpha * self._value_of_children(path) + (1 - self._alpha) * worth

    def _value_of_children(self, path: str) -> float:
        """What the child elements are still worth, by their share of the element's text.

        Where a size is not known, all relevant children share the text alike.
        """
        children = self._base.children.get(path, ())
        if not children:
            return 0.0
        if not self._base.sizes_known(path):
            return fsum(self.value(child) for child in children) / len(children)
        size = self._base.size
        return fsum(self.value(child) * size[child] for child in children) / size[path]
