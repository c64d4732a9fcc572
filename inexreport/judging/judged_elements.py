"""Finds judged elements by their articles and paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from inexreport.model.assessment import UNKNOWN, ElementJudgements, TopicAssessment


@dataclass(frozen=True, eq=False)
class JudgedElements:
    """The judged elements of a topic, ordered.

    Attributes
    ----------
    in_article : bool array, shape (articles + 1,)
        Whether an article has any; the last one stands for articles that were not judged.
    paths : mapping of str to int
        Numbers of the paths.
    key : int64 array, shape (elements,)
        Number of the article times the number of paths, plus the number of the path; ascending.
    row : int64 array, shape (elements,)
        Where each is in the judgements.
    """

    in_article: NDArray[np.bool_]
    paths: Mapping[str, int]
    key: NDArray[np.int64]
    row: NDArray[np.int64]

    def find(
        self, articles: NDArray[np.int64], names: Sequence[str], path: NDArray[np.integer]
    ) -> NDArray[np.int64]:
        """Row of each element in the judgements, or `UNKNOWN`.

        Parameters
        ----------
        articles : int64 array, shape (elements,)
            Numbers of articles that have judged elements.
        names : sequence of str
            Paths.
        path : integer array, shape (elements,)
            Which of them each element has.
        """
        if not len(articles):
            return np.zeros(0, dtype=np.int64)
        path = np.array([self.paths.get(name, UNKNOWN) for name in names], dtype=np.int64)[path]
        key = articles * len(self.paths) + path
        place = np.minimum(np.searchsorted(self.key, key), len(self.key) - 1)
        return np.where((path != UNKNOWN) & (self.key[place] == key), self.row[place], UNKNOWN)


@lru_cache(maxsize=4096)
def judged_elements(assessment: TopicAssessment) -> JudgedElements:
    """The judged elements of a topic that has any judgements of elements."""
    elements = assessment.elements
    assert elements is not None
    in_article = np.zeros(len(assessment.articles) + 1, dtype=np.bool_)
    in_article[elements.article] = True
    key = elements.article * len(elements.paths) + elements.path
    row = np.argsort(key, kind="stable")
    return JudgedElements(in_article, _numbers(elements), key[row], row)


@lru_cache(maxsize=4096)
def _numbers(elements: ElementJudgements) -> Mapping[str, int]:
    return {path: number for number, path in enumerate(elements.paths)}
