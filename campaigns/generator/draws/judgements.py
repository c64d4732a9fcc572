"""What is relevant, as rows for the writers of assessments."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..formats.assessments import HighlightedDocument, HighlightedFile
from .collection import Collection
from .layouts import Layouts
from .relevance import Passage, Relevance, document_elements, highlighted_length


def files_of_2006(
    collection: Collection, relevance: Relevance, passages: list[list[Passage]]
) -> Iterator[HighlightedFile]:
    """The judged documents with passages, entry point and every element that holds highlighted text."""
    layouts = collection.layouts
    for document, spans in _judged(relevance, passages):
        if not spans:
            yield HighlightedFile(collection.name[document])
            continue
        elements = document_elements(collection, document)
        paths, length = layouts.path[elements], layouts.length[elements]
        highlighted = highlighted_length(collection, document, spans)
        yield HighlightedFile(
            collection.name[document],
            entry_point=paths[np.argmax(highlighted / length * np.log(length))],
            passages=[
                (
                    _pointer(layouts, elements, start),
                    _pointer(layouts, elements, end, at_end=True),
                    end - start,
                )
                for start, end in spans
            ],
            elements=[
                one for one in zip(paths, length.tolist(), highlighted.tolist(), strict=True) if one[2]
            ],
        )


def documents_of_2009(
    collection: Collection, relevance: Relevance, passages: list[list[Passage]]
) -> Iterator[HighlightedDocument]:
    """The judged documents with passages; reading begins at the first of them."""
    lengths = collection.layouts.article_length
    for document, spans in _judged(relevance, passages):
        length = int(lengths[collection.layout[document]])
        entry_point = spans[0][0] if spans else 0
        sizes = [(start, end - start) for start, end in spans]
        yield HighlightedDocument(collection.name[document], length, entry_point, sizes)


def graded_documents(
    collection: Collection, relevance: Relevance, pooled: NDArray[np.int64]
) -> Iterator[tuple[str, int]]:
    """The pooled documents, whose numbers are ascending, with their grades."""
    grades = dict(zip(relevance.documents.tolist(), relevance.grades.tolist(), strict=True))
    return ((collection.name[document], grades[document]) for document in pooled.tolist())


def _judged(relevance: Relevance, passages: list[list[Passage]]) -> Iterator[tuple[int, list[Passage]]]:
    """The numbers of the judged documents with what is highlighted in them."""
    for place in relevance.judged.tolist():
        yield int(relevance.documents[place]), passages[place] if place < relevance.relevant else []


def _pointer(layouts: Layouts, elements: slice, character: int, *, at_end: bool = False) -> str:
    """Return the XPointer to a character of the text, or to the place behind it."""
    start = layouts.offset[elements]
    inside = (start < character) if at_end else (start <= character)
    leaf = int(np.flatnonzero(layouts.leaf[elements] & inside)[-1])
    return f"{layouts.path[elements][leaf]}/text()[1].{character - int(start[leaf])}"
