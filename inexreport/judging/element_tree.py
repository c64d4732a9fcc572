"""Which elements lie in which: by their paths, as intervals, and as the trees of judged elements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from inexreport.model.assessment import ElementJudgements
from inexreport.model.derived import derived

Integers = NDArray[np.int64]


@lru_cache(maxsize=1_000_000)
def ancestors(path: str) -> tuple[str, ...]:
    """Paths of all proper ancestors, the nearest first.

    Examples
    --------
    >>> ancestors("/article[1]/bdy[1]/sec[2]")
    ('/article[1]/bdy[1]', '/article[1]')
    """
    above = path.rpartition("/")[0]
    return (above, *ancestors(above)) if above else ()


@lru_cache(maxsize=1_000_000)
def tag_names(path: str) -> tuple[str, ...]:
    """Names of the elements from the root to an element, without positions.

    Examples
    --------
    >>> tag_names("/article[1]/bdy[1]/sec[2]")
    ('article', 'bdy', 'sec')
    """
    return tuple(step.partition("[")[0] for step in path.strip("/").split("/"))


def path_intervals(paths: Sequence[str]) -> tuple[Integers, Integers]:
    """Express the nesting of elements as intervals: an element's interval holds those of its descendants.

    Parameters
    ----------
    paths : sequence of str
        Distinct.

    Returns
    -------
    start, end : int64 array, shape (paths,)
        Ordered by the text of the paths, ancestors first. Elements that are not nested have disjoint
        intervals.

    Examples
    --------
    >>> path_intervals(["/a[1]/p[2]", "/a[1]", "/a[1]/p[1]"])
    (array([2, 0, 1]), array([3, 3, 2]))
    """
    # With a final slash, the paths of an element's descendants begin with its path and directly follow it.
    ordered = sorted((f"{path}/", number) for number, path in enumerate(paths))
    start, end = np.full((2, len(paths)), len(paths), dtype=np.int64)
    open_elements: list[tuple[str, int]] = []
    for position, (path, number) in enumerate(ordered):
        start[number] = position
        while open_elements and not path.startswith(open_elements[-1][0]):
            end[open_elements.pop()[1]] = position
        open_elements.append((path, number))
    return start, end


@dataclass(frozen=True, eq=False)
class PathNames:
    """The distinct paths of a run, shared by all its topics."""

    names: tuple[str, ...]

    @cached_property
    def intervals(self) -> tuple[Integers, Integers]:
        """The `path_intervals` of the names."""
        return path_intervals(self.names)


_judged_intervals = lru_cache(maxsize=1024)(path_intervals)


@dataclass(frozen=True, eq=False)
class ElementTree:
    """The judged elements of a topic article by article, each before all that lie in it.

    Attributes
    ----------
    row : int64 array, shape (elements,)
        Row of each element of this order in the judgements.
    after : int64 array, shape (elements,)
        Position in this order of the first later element that does not lie in the element.
    """

    row: Integers
    after: Integers

    @cached_property
    def levels(self) -> list[tuple[Integers, Integers]]:
        """Positions of the elements of each level, and of their parents; from the roots, without parents."""
        positions = np.arange(len(self.row))
        ended_before = np.searchsorted(np.sort(self.after), positions, side="right")
        depth = positions - ended_before
        levels: list[tuple[Integers, Integers]] = []
        above = positions[:0]
        for level in range(int(depth.max(initial=-1)) + 1):
            here = positions[depth == level]
            levels.append((here, above[np.searchsorted(above, here) - 1] if level else above))
            above = here
        return levels

    def outermost(self, positions: Integers) -> Integers:
        """Those of some ascending positions whose elements lie in no other of them."""
        reached = np.maximum.accumulate(self.after[positions])
        is_outer = np.ones(len(positions), dtype=np.bool_)
        is_outer[1:] = positions[1:] >= reached[:-1]
        return positions[is_outer]

    def related(self, chosen: Integers) -> tuple[Integers, Integers]:
        """Which of some elements, none in another, are each element itself, hold it, or lie in it.

        Parameters
        ----------
        chosen : int64 array
            Positions, ascending.

        Returns
        -------
        first, after : int64 array, shape (elements,)
            Range of indices into `chosen`.
        """
        positions = np.arange(len(self.row))
        first, after = np.searchsorted(chosen, positions), np.searchsorted(chosen, self.after)
        before = np.searchsorted(chosen, positions, side="right") - 1
        inside = np.flatnonzero(before >= 0)
        inside = inside[self.after[chosen[before[inside]]] > inside]
        first[inside], after[inside] = before[inside], before[inside] + 1
        return first, after


@derived
def element_tree(elements: ElementJudgements) -> ElementTree:
    """Order judged elements as trees."""
    start, end = _judged_intervals(elements.paths)
    start, end = start[elements.path], end[elements.path]
    row = np.lexsort((start, elements.article))
    article, start, end = elements.article[row], start[row], end[row]
    # The intervals of each article follow those of the articles before it.
    offset = article * len(elements.paths)
    return ElementTree(row, np.searchsorted(offset + start, offset + end))
