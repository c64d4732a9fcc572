"""The names of a run's articles, by which it meets assessments."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, eq=False)
class ArticleNames:
    """The distinct articles of a run, which all its topics share."""

    names: tuple[str, ...]

    @cached_property
    def number(self) -> dict[str, int]:
        """Index of each name."""
        return dict(zip(self.names, range(len(self.names)), strict=True))
