"""The documents of a generated collection."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .layouts import Layouts, Tags, make_layouts
from .randomness import Part, generator

LARGEST_GAP = 12
"""Names are ascending numbers that leave others out, like those of an encyclopaedia's articles."""

SKEW = 0.6
"""Exponent by which the chance of a document to be found falls with its popularity's rank."""


@dataclass(frozen=True, eq=False)
class Collection:
    """Documents by number.

    Attributes
    ----------
    name : object array of str, shape (documents,)
    layout : int64 array, shape (documents,)
    log_popularity : float64 array, shape (documents,)
        Documents that are popular are candidates of many topics.
    layouts : Layouts
    """

    name: NDArray[np.object_]
    layout: NDArray[np.int64]
    log_popularity: NDArray[np.float64]
    layouts: Layouts

    def __len__(self) -> int:
        return len(self.name)

    @cached_property
    def elements(self) -> int:
        """Number of elements of all documents."""
        return int(self.layouts.elements[self.layout].sum())

    @cached_property
    def mean_document_length(self) -> float:
        return round(float(self.layouts.article_length[self.layout].mean()), 1)


def make_collection(documents: int, tags: Tags, seed: int) -> Collection:
    """Return a collection of so many documents."""
    rng = generator(seed, Part.COLLECTION)
    layouts = make_layouts(tags, rng)
    names = 10 + np.cumsum(rng.integers(1, LARGEST_GAP, documents))
    return Collection(
        name=names.astype(str).astype(object),
        layout=rng.integers(0, len(layouts.elements), documents),
        log_popularity=-SKEW * np.log1p(rng.permutation(documents)),
        layouts=layouts,
    )
