"""Where every element of the collection's documents begins and how long its text is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inexreport.model.assessment import UNKNOWN


@dataclass(frozen=True, eq=False)
class ElementTable:
    """Offsets and lengths of elements, in the campaign's unit.

    Attributes
    ----------
    row : mapping of (str, str) to int
        Article and normalised path to the row of the two columns.
    offset, length : int64 array, shape (elements,)

    Examples
    --------
    >>> table = ElementTable({("12", "/article[1]/p[1]"): 0}, np.array([7]), np.array([30]))
    >>> table.locate(["12", "12"], ["/article[1]/p[1]", "/article[1]/p[2]"])
    (array([ 7, -1]), array([30, -1]))
    """

    row: Mapping[tuple[str, str], int]
    offset: NDArray[np.int64]
    length: NDArray[np.int64]

    def locate(
        self, articles: Sequence[str], paths: Sequence[str]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Offset and length of each (article, path), `UNKNOWN` where the table has no such element."""
        rows = np.array(
            [self.row.get(key, UNKNOWN) for key in zip(articles, paths, strict=True)], dtype=np.int64
        )
        known = rows != UNKNOWN
        offset = np.full(len(rows), UNKNOWN, dtype=np.int64)
        length = np.full(len(rows), UNKNOWN, dtype=np.int64)
        offset[known] = self.offset[rows[known]]
        length[known] = self.length[rows[known]]
        return offset, length
