"""The recall base of one article, for measures that read its results one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_paths import ancestors


@dataclass(frozen=True, eq=False)
class ArticleBase:
    """The relevant elements of one article under one quantisation, by their paths.

    Attributes
    ----------
    gain : mapping of str to float
        The full recall base: every element with a gain above 0.
    size : mapping of str to int
        Text of those whose size is known.
    ideal : tuple of str
        The ideal recall base, ordered; none of them overlaps another.
    """

    gain: Mapping[str, float]
    size: Mapping[str, int]
    ideal: tuple[str, ...]

    @cached_property
    def children(self) -> Mapping[str, tuple[str, ...]]:
        """Child elements in the full recall base, of elements that have any."""
        return _grouped((path, ancestors(path)[:1]) for path in self.gain)

    @cached_property
    def ideals(self) -> Mapping[str, tuple[str, ...]]:
        """The ideal elements on the relevant paths of each element: itself, the one above, or those below."""
        below = _grouped((path, ancestors(path)) for path in self.ideal)
        among = set(self.ideal)
        found = {}
        for path in self.gain:
            above = next((one for one in (path, *ancestors(path)) if one in among), None)
            found[path] = below.get(path, ()) if above is None else (above,)
        return found

    @cached_property
    def full_gains(self) -> NDArray[np.float64]:
        """Gains of the full recall base, descending."""
        return np.array(sorted(self.gain.values(), reverse=True), dtype=np.float64)

    @cached_property
    def ideal_gains(self) -> NDArray[np.float64]:
        """Gains of the ideal recall base, descending."""
        return np.array(sorted((self.gain[path] for path in self.ideal), reverse=True), dtype=np.float64)

    def sizes_known(self, path: str) -> bool:
        """Whether the sizes of the element (above 0) and of its children in the full base are known."""
        children = self.children.get(path, ())
        return bool(self.size.get(path)) and all(child in self.size for child in children)


def _grouped(elements: Iterable[tuple[str, Iterable[str]]]) -> dict[str, tuple[str, ...]]:
    """Elements under each of the paths above them that they come with."""
    groups: dict[str, list[str]] = {}
    for element, paths in elements:
        for above in paths:
            groups.setdefault(above, []).append(element)
    return {above: tuple(below) for above, below in groups.items()}
