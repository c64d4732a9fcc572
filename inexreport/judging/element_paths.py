"""Where elements stand to one another, told from their paths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

Places = tuple[NDArray[np.int64], NDArray[np.int64]]


@dataclass(frozen=True, eq=False)
class PathNames:
    """The distinct paths of a run, which all its topics share."""

    names: tuple[str, ...]

    @cached_property
    def places(self) -> Places:
        """Where each path begins and ends; see `places_of`."""
        return places_of(self.names)


def places_of(paths: Sequence[str]) -> Places:
    """Expresses the nesting of elements as intervals: each holds those of its descendants.

    Parameters
    ----------
    paths : sequence of str
        Distinct.

    Returns
    -------
    start, end : int64 array, shape (paths,)
        Ordered by the text of the paths, ancestors first. Of two elements that are not nested one ends
        before the other begins.

    Examples
    --------
    >>> places_of(["/a[1]/p[2]", "/a[1]", "/a[1]/p[1]"])
    (array([2, 0, 1]), array([3, 3, 2]))
    """
    # With a slash at the end, all that begin with a path lie in it, and follow it at once.
    ordered = sorted((f"{path}/", number) for number, path in enumerate(paths))
    start, end = np.full((2, len(paths)), len(paths), dtype=np.int64)
    open_elements: list[tuple[str, int]] = []
    for position, (path, number) in enumerate(ordered):
        start[number] = position
        while open_elements and not path.startswith(open_elements[-1][0]):
            end[open_elements.pop()[1]] = position
        open_elements.append((path, number))
    return start, end


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
    """Names of the elements on the way from the root to an element, without positions.

    Examples
    --------
    >>> tag_names("/article[1]/bdy[1]/sec[2]")
    ('article', 'bdy', 'sec')
    """
    return tuple(step.partition("[")[0] for step in path.strip("/").split("/"))
