"""The simulated systems: how well they rank, and which elements of an article they return."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from .collection import Collection
from .layouts import Level
from .randomness import Part, generator
from .relevance import Relevance


class Kind(Enum):
    """What a task asks for."""

    ALL_ELEMENTS = "all elements"
    FOCUSED = "elements without overlap"
    IN_CONTEXT = "elements without overlap, article by article"
    ENTRY_POINT = "one element of an article"
    ARTICLE = "articles for one of their elements"
    DOCUMENT = "whole documents"


@dataclass(frozen=True)
class System:
    """The system of a run; those of a participant are alike.

    `quality` is between 0, chance, and 1; `levels` has the chance of each `Level` to be the one into which an
    article is divided.
    """

    run: int
    participant: int
    quality: float
    levels: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Ranking:
    """Results of a topic in order.

    Attributes
    ----------
    document : int64 array, shape (results,)
        Numbers in the collection.
    element : int64 array, shape (results,)
        Numbers in the layouts.
    score : float32 array, shape (results,)
        Descending.
    """

    document: NDArray[np.int64]
    element: NDArray[np.int64]
    score: NDArray[np.float32]


def make_system(run: int, participant: int, seed: int) -> System:
    """Return the system of a run: a variant of its participant's."""
    group = generator(seed, Part.PARTICIPANT, participant)
    own = generator(seed, Part.RUN, run)
    quality = float(np.clip(group.uniform(0.25, 0.75) + own.uniform(-0.12, 0.12), 0.05, 0.95))
    preferred = group.dirichlet([0.5, 1.5, 0.8, 1.2])
    levels = 0.5 * preferred + 0.5 * own.dirichlet([0.3, 0.8, 0.5, 0.8])
    return System(run, participant, quality, tuple(levels.tolist()))


def rank(
    system: System,
    topic: int,
    relevance: Relevance,
    collection: Collection,
    kind: Kind,
    depth: int,
    seed: int,
) -> Ranking:
    """Return the results of a system for the topic of this number: `depth` of them if there are so many."""
    own = generator(seed, Part.RUN, system.run, topic)
    scores = _document_scores(system, topic, relevance, own, seed)
    wanted = depth // 3 + 1 if kind is Kind.ALL_ELEMENTS else depth
    top = np.argsort(-scores, kind="stable")[:wanted]
    layout = collection.layout[relevance.documents[top]]
    if kind is Kind.DOCUMENT:
        return Ranking(relevance.documents[top], collection.layouts.first[layout], scores[top])
    counts = collection.layouts.elements[layout]
    of = np.repeat(np.arange(len(top)), counts)
    within = np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts)
    element = collection.layouts.first[layout][of] + within
    if kind in (Kind.FOCUSED, Kind.IN_CONTEXT):
        level = own.choice(len(Level), size=len(top), p=system.levels)
        kept = collection.layouts.at_level[level[of], element]
        of, within, element = of[kept], within[kept], element[kept]
    share = relevance.share[relevance.share_start[top[of]] + within]
    fit = (
        np.float32(0.6 * system.quality) * share
        + np.float32(0.08) * np.log10(collection.layouts.length[element]).astype(np.float32)
        + np.float32(0.4) * own.random(len(of), dtype=np.float32)
    )
    score = scores[top[of]] + fit
    order = _order(kind, of, score)[:depth]
    return Ranking(relevance.documents[top[of[order]]], element[order], np.minimum.accumulate(score[order]))


def _document_scores(
    system: System, topic: int, relevance: Relevance, own: np.random.Generator, seed: int
) -> NDArray[np.float32]:
    """What the system thinks of each candidate: the truth, its participant's errors and its own."""
    size = len(relevance.documents)
    shared = generator(seed, Part.PARTICIPANT, system.participant, topic).standard_normal(size, np.float32)
    error = np.float32(0.75) * shared + np.float32(0.5) * own.standard_normal(size, np.float32)
    quality = np.float32(system.quality)
    return quality * relevance.closeness + (1 - quality) * error


def _order(kind: Kind, of: NDArray[np.int64], score: NDArray[np.float32]) -> NDArray[np.int64]:
    if kind in (Kind.ALL_ELEMENTS, Kind.FOCUSED):
        return np.argsort(-score, kind="stable")
    order = np.lexsort((-score, of))
    if kind in (Kind.ENTRY_POINT, Kind.ARTICLE):
        return order[np.flatnonzero(np.diff(of[order], prepend=-1))]
    return order
