"""Assessments: what the judges said is relevant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

UNKNOWN = -1
"""Length or entry point that the assessments do not give."""


@dataclass(frozen=True, eq=False)
class TopicAssessment:
    """The judged articles of one topic, in file order, with their highlighted passages.

    Attributes
    ----------
    topic : str
    articles : tuple of str
        Judged articles; relevant or not.
    relevant_characters : int64 array, shape (articles,)
        Highlighted text of each article in the campaign's unit; 0 means judged, not relevant.
    article_length : int64 array, shape (articles,)
        Text length of each article, or `UNKNOWN`.
    entry_point : int64 array, shape (articles,)
        Offset of the best entry point, or `UNKNOWN`.
    passage_article : int64 array, shape (passages,)
        Index into `articles`, ascending.
    passage_offset, passage_length : int64 array, shape (passages,)
        Highlighted passages ``[offset, offset + length)``.
    """

    topic: str
    articles: tuple[str, ...]
    relevant_characters: NDArray[np.int64]
    article_length: NDArray[np.int64]
    entry_point: NDArray[np.int64]
    passage_article: NDArray[np.int64]
    passage_offset: NDArray[np.int64]
    passage_length: NDArray[np.int64]

    @property
    def total_relevant_characters(self) -> int:
        """All highlighted text of the topic; the denominator of character recall."""
        return int(self.relevant_characters.sum())

    @property
    def relevant_articles(self) -> int:
        """Number of articles with highlighted text."""
        return int(np.count_nonzero(self.relevant_characters > 0))


@dataclass(frozen=True, eq=False)
class Assessments:
    """One judge's assessments of the campaign's topics.

    Attributes
    ----------
    judge : str
        Name of the folder: ``"official"`` for those the scores are computed from.
    topics : mapping of str to TopicAssessment
        In the order of the files; topics without a line here are not assessed.
    """

    judge: str
    topics: Mapping[str, TopicAssessment]
