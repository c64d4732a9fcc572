"""Where elements stand to one another, told from their paths."""

from __future__ import annotations

from functools import lru_cache


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
