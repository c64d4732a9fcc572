"""What is relevant to a topic, and which text of it assessors highlighted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .collection import Collection
from .randomness import Part, generator

CANDIDATES_OF_A_RESULT = 2
"""So many times more documents than a run returns have something to do with a topic."""

JUDGED_OF_A_RELEVANT = 9
MOST_JUDGED, FEWEST_JUDGED = 500, 60
UNASSESSED_EVERY = 11
"""One topic of so many was never assessed."""

HIGHLY_RELEVANT = 1 / 3
"""Share of the relevant documents that have grade 2 where documents have grades."""

LIKED_BY_SECOND_JUDGE = 0.75
WHOLE_ARTICLE = 0.15

Passage = tuple[int, int]
"""Start and end in characters."""


@dataclass(frozen=True, eq=False)
class Relevance:
    """The documents that a topic's runs return.

    Attributes
    ----------
    documents : int64 array, shape (candidates,)
        Their numbers; the relevant ones come first.
    relevant : int
        How many they are.
    closeness : float32 array, shape (candidates,)
        What a perfect system would rank by, if there were such a thing.
    passages : list of list of Passage
        Highlighted in each relevant document.
    share_start : int64 array, shape (candidates,)
        Where in `share` the elements of a document begin; of those that are not relevant, at zeros.
    share : float32 array
        Share of each element's text that is highlighted.
    """

    documents: NDArray[np.int64]
    relevant: int
    closeness: NDArray[np.float32]
    passages: list[list[Passage]]
    share_start: NDArray[np.int64]
    share: NDArray[np.float32]

    @property
    def judged(self) -> NDArray[np.int64]:
        """Places of the judged documents: the relevant ones and those that look most like them."""
        size = min(max(JUDGED_OF_A_RELEVANT * self.relevant, FEWEST_JUDGED), MOST_JUDGED)
        others = self.relevant + np.argsort(-self.closeness[self.relevant :], kind="stable")
        return np.sort(np.concatenate([np.arange(self.relevant), others[: max(0, size - self.relevant)]]))

    @property
    def grades(self) -> NDArray[np.int64]:
        """Grades of all candidates: 2, 1 or 0."""
        grades = np.zeros(len(self.documents), dtype=np.int64)
        grades[: self.relevant] = 1
        grades[: round(HIGHLY_RELEVANT * self.relevant)] = 2
        return grades


def is_assessed(topic: int) -> bool:
    """Whether the topic of this number has assessments."""
    return topic % UNASSESSED_EVERY != UNASSESSED_EVERY - 1


def make_relevance(collection: Collection, topic: int, depth: int, seed: int) -> Relevance:
    """Return what is relevant to the topic of this number."""
    rng = generator(seed, Part.TOPIC, topic)
    candidates = min(len(collection), CANDIDATES_OF_A_RESULT * depth)
    chance = collection.log_popularity + rng.gumbel(size=len(collection))
    documents = rng.permutation(np.argpartition(-chance, candidates - 1)[:candidates])
    relevant = int(np.clip(rng.lognormal(3.5, 0.8), 3, max(3, candidates // 4)))
    closeness = rng.normal(size=candidates).astype(np.float32)
    closeness[:relevant] += np.float32(1.5 + rng.random())
    passages = [_highlight(collection, int(document), rng) for document in documents[:relevant]]
    shares = [
        highlighted_share(collection, int(document), spans)
        for document, spans in zip(documents[:relevant], passages, strict=True)
    ]
    starts = np.concatenate([[0], np.cumsum([len(share) for share in shares])])
    start = np.full(candidates, starts[-1])
    start[:relevant] = starts[:-1]
    nothing = np.zeros(int(collection.layouts.elements.max()), dtype=np.float32)
    return Relevance(documents, relevant, closeness, passages, start, np.concatenate([*shares, nothing]))


def second_opinion(collection: Collection, topic: int, first: Relevance, seed: int) -> list[list[Passage]]:
    """Return what another judge highlighted in the relevant documents; nothing in some of them."""
    rng = generator(seed, Part.JUDGE, topic)
    opinions = []
    for document, passages in zip(first.documents[: first.relevant], first.passages, strict=True):
        agrees = rng.random() < LIKED_BY_SECOND_JUDGE
        other = _highlight(collection, int(document), rng)
        opinions.append([] if not agrees else passages if rng.random() < 0.5 else other)
    return opinions


def highlighted_length(collection: Collection, document: int, passages: list[Passage]) -> NDArray[np.int64]:
    """Return how many highlighted characters each element of a document has."""
    elements = document_elements(collection, document)
    start = collection.layouts.offset[elements]
    end = start + collection.layouts.length[elements]
    shared = np.zeros(len(start), dtype=np.int64)
    for first, last in passages:
        shared += np.maximum(0, np.minimum(end, last) - np.maximum(start, first))
    return shared


def highlighted_share(collection: Collection, document: int, passages: list[Passage]) -> NDArray[np.float32]:
    """Return the share of each element's text that is highlighted."""
    length = collection.layouts.length[document_elements(collection, document)]
    return (highlighted_length(collection, document, passages) / length).astype(np.float32)


def document_elements(collection: Collection, document: int) -> slice:
    """Return where in the layouts the elements of a document are."""
    layout = collection.layout[document]
    return slice(int(collection.layouts.first[layout]), int(collection.layouts.first[layout + 1]))


def _highlight(collection: Collection, document: int, rng: np.random.Generator) -> list[Passage]:
    """Draw one to three passages that begin and end in leaves and do not touch."""
    elements = document_elements(collection, document)
    leaf = collection.layouts.leaf[elements]
    start = collection.layouts.offset[elements][leaf]
    length = collection.layouts.length[elements][leaf]
    end = start + length
    if rng.random() < WHOLE_ARTICLE:
        return [(0, int(end[-1]))]
    passages: list[Passage] = []
    for first in np.unique(rng.integers(0, len(start), rng.integers(1, 4))).tolist():
        last = min(len(start) - 1, first + int(rng.geometric(0.5)) - 1)
        begin = int(start[first] + rng.integers(0, 1 + length[first] // 3))
        finish = int(end[last] - rng.integers(0, 1 + length[last] // 3))
        if begin < finish and (not passages or begin > passages[-1][1]):
            passages.append((begin, finish))
    return passages
