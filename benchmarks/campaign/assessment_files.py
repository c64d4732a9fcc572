"""Assessments in the formats of 2006, 2009 and TREC."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from benchmarks.campaign.collection import Collection
from benchmarks.campaign.relevance import Passage, Relevance, document_elements, highlighted_length

FIRST_POOL = 1001


def assessments_of_2006(
    collection: Collection, number: int, topic: str, relevance: Relevance, passages: list[list[Passage]]
) -> str:
    """The judgements of a topic: passages, entry point and every element that holds highlighted text."""
    files = []
    for place in relevance.judged.tolist():
        document = int(relevance.documents[place])
        name = f'  <file collection="wikipedia" name="{collection.name[document]}"'
        if place < relevance.relevant and passages[place]:
            files.append(f"{name}>\n{_judged_file(collection, document, passages[place])}  </file>\n")
        else:
            files.append(f"{name}/>\n")
    pool = FIRST_POOL + number
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<assessments pool="{pool}" topic="{topic}" version="1">\n{"".join(files)}</assessments>\n'
    )


def assessments_of_2009(
    collection: Collection, topic: str, relevance: Relevance, passages: list[list[Passage]]
) -> str:
    """The judgements of a topic as lines of qrels."""
    lines = []
    for place in relevance.judged.tolist():
        document = int(relevance.documents[place])
        length = int(collection.layouts.article_length[collection.layout[document]])
        spans = passages[place] if place < relevance.relevant else []
        if spans:
            characters = sum(end - start for start, end in spans)
            written = " ".join(f"{start}:{end - start}" for start, end in spans)
            lines.append(
                f"{topic} Q0 {collection.name[document]} {characters} {length} {spans[0][0]} {written}\n"
            )
        else:
            lines.append(f"{topic} Q0 {collection.name[document]} 0 {length}\n")
    return "".join(lines)


def assessments_of_trec(
    collection: Collection, topic: str, relevance: Relevance, pooled: NDArray[np.int64]
) -> str:
    """The judgements of a topic as lines of qrels.

    Parameters
    ----------
    collection : Collection
    topic : str
    relevance : Relevance
    pooled : int64 array
        Numbers of the documents to judge, ascending.
    """
    grades = dict(zip(relevance.documents.tolist(), relevance.grades.tolist(), strict=True))
    return "".join(
        f"{topic} 0 {collection.name[document]} {grades[document]}\n" for document in pooled.tolist()
    )


def _judged_file(collection: Collection, document: int, passages: list[Passage]) -> str:
    elements = document_elements(collection, document)
    paths = collection.layouts.path[elements]
    length = collection.layouts.length[elements]
    highlighted = highlighted_length(collection, document, passages)
    fullest = int(np.argmax(highlighted / length * np.log(length)))
    lines = [f'    <best-entry-point path="{paths[fullest]}"/>\n']
    lines += [
        f'    <passage start="{_pointer(collection, elements, start)}" '
        f'end="{_pointer(collection, elements, end, at_end=True)}" size="{end - start}"/>\n'
        for start, end in passages
    ]
    lines += [
        f'    <element path="{path}" exhaustivity="2" size="{size}" rsize="{part}"/>\n'
        for path, size, part in zip(paths, length.tolist(), highlighted.tolist(), strict=True)
        if part
    ]
    return "".join(lines)


def _pointer(collection: Collection, elements: slice, character: int, *, at_end: bool = False) -> str:
    """Return the XPointer to a character of the text, or to the place behind it."""
    layouts = collection.layouts
    start = layouts.offset[elements]
    inside = (start < character) if at_end else (start <= character)
    leaf = int(np.flatnonzero(layouts.leaf[elements] & inside)[-1])
    return f"{layouts.path[elements][leaf]}/text()[1].{character - int(start[leaf])}"
