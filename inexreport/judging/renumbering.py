"""What articles and elements of one assessment are called in another of the same topic."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, count, repeat

import numpy as np
from numpy.typing import NDArray

from inexreport.model.assessment import UNKNOWN, TopicAssessment


@lru_cache(maxsize=8192)
def renumbered_articles(old: TopicAssessment, new: TopicAssessment) -> NDArray[np.int64] | None:
    """Index in another assessment of each assessed article, `UNKNOWN` for those that it lacks.

    Returns
    -------
    int64 array, shape (articles + 1,), or None
        The last one stands for articles that are not assessed. None if the other one has articles more.
    """
    if new.articles is old.articles:
        return np.append(np.arange(len(old.articles)), UNKNOWN)
    numbers = dict(zip(new.articles, count(), strict=False))
    known = map(numbers.get, old.articles, repeat(UNKNOWN))
    found = np.fromiter(chain(known, [UNKNOWN]), dtype=np.int64)
    return found if np.count_nonzero(found != UNKNOWN) == len(new.articles) else None


@lru_cache(maxsize=8192)
def renumbered_elements(old: TopicAssessment, new: TopicAssessment) -> NDArray[np.int64] | None:
    """Row in another assessment of each judged element, `UNKNOWN` for those that it lacks.

    Returns
    -------
    int64 array, shape (elements + 1,), or None
        The last one stands for elements that were not judged. None if the other one has elements more, or
        paths of its own.
    """
    articles = renumbered_articles(old, new)
    if articles is None or old.elements is None or new.elements is None:
        return None
    if new.elements.paths is not old.elements.paths:
        return None
    paths = len(new.elements.paths)
    article = articles[old.elements.article]
    wanted = article * paths + old.elements.path
    key = new.elements.article * paths + new.elements.path
    order = np.argsort(key, kind="stable")
    place = np.minimum(np.searchsorted(key[order], wanted), len(key) - 1)
    found = np.full(len(wanted) + 1, UNKNOWN)
    if len(key):
        row = order[place]
        found[:-1] = np.where((article != UNKNOWN) & (key[row] == wanted), row, UNKNOWN)
    return found if np.count_nonzero(found != UNKNOWN) == len(key) else None


@lru_cache(maxsize=8192)
def has_same_text(old: TopicAssessment, new: TopicAssessment) -> bool:
    """Whether all articles of another assessment are in this one, and with the same highlighted text."""
    articles = renumbered_articles(old, new)
    if articles is None:
        return False
    number = articles[:-1]
    kept = number != UNKNOWN
    passages = np.flatnonzero(kept[old.passage_article])
    return (
        np.array_equal(new.relevant_characters[number[kept]], old.relevant_characters[kept])
        and np.array_equal(new.passage_article, number[old.passage_article[passages]])
        and np.array_equal(new.passage_offset, old.passage_offset[passages])
        and np.array_equal(new.passage_length, old.passage_length[passages])
    )
