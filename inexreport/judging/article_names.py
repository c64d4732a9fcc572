"""The names of a run's articles, by which it meets assessments."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

NOT_RETURNED = -1


@dataclass(frozen=True, eq=False)
class ArticleNames:
    """The distinct articles of a run, which all its topics share."""

    names: tuple[str, ...]

    @cached_property
    def number(self) -> dict[str, int]:
        """Index of each name."""
        return dict(zip(self.names, range(len(self.names)), strict=True))

    def rows(self, names: Collection[str]) -> NDArray[np.int64]:
        """Index of each of some names, `NOT_RETURNED` for one that the run does not return."""
        found = map(self.number.get, names, repeat(NOT_RETURNED))
        return np.fromiter(found, dtype=np.int64, count=len(names))
