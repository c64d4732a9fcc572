"""The judged elements of a topic as trees: what lies in what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_paths import places_of
from inexreport.model.assessment import ElementJudgements

Integers = NDArray[np.int64]

_places = lru_cache(maxsize=1024)(places_of)


@dataclass(frozen=True, eq=False)
class ElementTree:
    """Elements article by article, each before all that lie in it.

    Attributes
    ----------
    row : int64 array, shape (elements,)
        Of each place in this order, the row of the element in the judgements.
    after : int64 array, shape (elements,)
        Of each place, the first place after it whose element does not lie in that of the place.
    """

    row: Integers
    after: Integers

    @cached_property
    def levels(self) -> list[tuple[Integers, Integers]]:
        """From the roots down, the places of a level and those right above them, of which roots have none."""
        places = np.arange(len(self.row))
        ended_before = np.searchsorted(np.sort(self.after), places, side="right")
        depth = places - ended_before
        levels: list[tuple[Integers, Integers]] = []
        above = places[:0]
        for level in range(int(depth.max(initial=-1)) + 1):
            here = places[depth == level]
            levels.append((here, above[np.searchsorted(above, here) - 1] if level else above))
            above = here
        return levels

    def outermost(self, places: Integers) -> Integers:
        """Those of the places, ascending, that lie in no other of them."""
        reached = np.maximum.accumulate(self.after[places])
        is_outer = np.ones(len(places), dtype=np.bool_)
        is_outer[1:] = places[1:] >= reached[:-1]
        return places[is_outer]

    def meeting(self, chosen: Integers) -> tuple[Integers, Integers]:
        """Which of some places, none in another, are each place itself, the one above it, or those below.

        Returns
        -------
        first, after : int64 array, shape (elements,)
            Index into `chosen`.
        """
        places = np.arange(len(self.row))
        first, after = np.searchsorted(chosen, places), np.searchsorted(chosen, self.after)
        before = np.searchsorted(chosen, places, side="right") - 1
        inside = np.flatnonzero(before >= 0)
        inside = inside[self.after[chosen[before[inside]]] > inside]
        first[inside], after[inside] = before[inside], before[inside] + 1
        return first, after


@lru_cache(maxsize=1024)
def element_tree(elements: ElementJudgements) -> ElementTree:
    """Order judged elements as trees."""
    start, end = _places(elements.paths)
    start, end = start[elements.path], end[elements.path]
    row = np.lexsort((start, elements.article))
    # A place in the article's tree, as a number among those of all articles.
    first = elements.article[row] * len(elements.paths)
    return ElementTree(row, np.searchsorted(first + start[row], first + end[row]))
