"""Gains of a ranking of elements, and of the ideal ranking: the input of the cumulated-gain measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_paths import ancestors
from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.judging.located_run import Element, first_occurrences
from inexreport.judging.recall_base import RecallBase, recall_base

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
    results = judged.ranking.elements
    if overlap == "off":
        kept = (results[row] for row in first_occurrences(results).tolist())
        gains = [base.gain.get(element, 0.0) if element else 0.0 for element in kept]
        return ElementGains(np.array(gains, dtype=np.float64), base.full_gains)
    gains = normalised_gains(results, base, alpha)
    return ElementGains(np.array(gains, dtype=np.float64), base.ideal_gains)


def unsized_results(judged: JudgedRanking, quant: str) -> int:
    """How many results, parts of which were seen before, have a value that depends on sizes nobody knows."""
    base = recall_base(judged.assessment, quant)
    above_returned: set[Element] = set()
    unsized = 0
    for element in judged.ranking.elements:
        if element is None:
            continue
        if element in above_returned and element in base.gain and not base.sizes_known(element):
            unsized += 1
        above_returned.update((element[0], above) for above in ancestors(element[1]))
    return unsized


def normalised_gains(results: Sequence[Element | None], base: RecallBase, alpha: float) -> list[float]:
    """Result-list dependent gain of each result, capped by what is left of the ideal elements it overlaps.

    References
    ----------
    Kazai, Lalmas and de Vries (2004), equations 4-6; Lalmas and Tombros, equation 13.
    """
    reader = _Reader(base, alpha)
    left = {element: base.gain[element] for element in base.ideal}
    gains = []
    for element in results:
        gain = 0.0
        if element is not None and element in base.gain:
            ideals = base.ideals_of(element)
            cap = sum(left[ideal] for ideal in ideals)
            gain = max(0.0, min(reader.value(element), cap))
            gain = 0.0 if gain < NEGLIGIBLE else gain
            if gain:
                for ideal in ideals:
                    left[ideal] -= gain * left[ideal] / cap
        if element is not None:
            reader.see(element)
        gains.append(gain)
    return gains


class _Reader:
    """Knows which elements a user has seen, and what an element is still worth."""

    def __init__(self, base: RecallBase, alpha: float) -> None:
        self._base = base
        self._alpha = alpha
        self._returned: set[Element] = set()
        self._above_returned: set[Element] = set()

    def see(self, element: Element) -> None:
        article, path = element
        self._returned.add(element)
        self._above_returned.update((article, above) for above in ancestors(path))

    def value(self, element: Element) -> float:
        """The relevance value of an element of the recall base, whether it is returned now or not."""
        article, path = element
        worth = self._base.gain[element]
        if element in self._returned or any((article, up) in self._returned for up in ancestors(path)):
            return (1 - self._alpha) * worth
        if element not in self._above_returned:
            return worth
        return self._alpha * self._value_of_children(element) + (1 - self._alpha) * worth

    def _value_of_children(self, element: Element) -> float:
        """What the child elements are still worth, by their share of the element's text.

        Where a size is not known, all relevant children share the text alike.
        """
        children = self._base.children.get(element, ())
        if not children:
            return 0.0
        if not self._base.sizes_known(element):
            return sum(self.value(child) for child in children) / len(children)
        size = self._base.size
        return sum(self.value(child) * size[child] for child in children) / size[element]
