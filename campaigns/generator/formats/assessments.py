"""Assessments, and the pools that assessors were given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from . import DECLARATION


class GradedElement(NamedTuple):
    """An element of 2004; `pooled` if the assessor was given it."""

    path: str
    exhaustiveness: int
    specificity: int
    pooled: bool


class HighlightedFile(NamedTuple):
    """A document of 2006; what is not relevant has no passages.

    Attributes
    ----------
    document : str
    entry_point : str
        A path or an XPointer.
    passages : list of (str, str, int)
        XPointers to start and end, and characters.
    elements : list of (str, int, int)
        Path, characters and highlighted characters of the elements that hold highlighted text.
    """

    document: str
    entry_point: str = ""
    passages: Sequence[tuple[str, str, int]] = ()
    elements: Iterable[tuple[str, int, int]] = ()


class HighlightedDocument(NamedTuple):
    """A document of 2009 and its length in characters; `passages` are offsets and lengths."""

    document: str
    length: int
    entry_point: int = 0
    passages: Sequence[tuple[int, int]] = ()


def assessments_of_2004(topic: str, files: Iterable[tuple[str, Iterable[GradedElement]]]) -> str:
    """A file for one topic: its documents with their graded elements."""
    written = "".join(
        f'  <file name="{document}">\n{"".join(map(_graded, elements))}  </file>\n'
        for document, elements in files
    )
    return f'{DECLARATION}<assessments topic="{topic}">\n{written}</assessments>\n'


def assessments_of_2006(topic: str, pool: int, files: Iterable[HighlightedFile]) -> str:
    """A file for one topic and the number of its pool."""
    written = "".join(map(_highlighted, files))
    return f'{DECLARATION}<assessments pool="{pool}" topic="{topic}" version="1">\n{written}</assessments>\n'


def qrels_of_2009(topic: str, documents: Iterable[HighlightedDocument]) -> str:
    """The lines of a topic: highlighted characters, length, entry point and passages."""
    lines = []
    for document, length, entry_point, passages in documents:
        if passages:
            highlighted = sum(size for _, size in passages)
            written = " ".join(f"{start}:{size}" for start, size in passages)
            lines.append(f"{topic} Q0 {document} {highlighted} {length} {entry_point} {written}\n")
        else:
            lines.append(f"{topic} Q0 {document} 0 {length}\n")
    return "".join(lines)


def qrels_of_trec(topic: str, grades: Iterable[tuple[str, int]]) -> str:
    """The lines of a topic: documents and their grades."""
    return "".join(f"{topic} 0 {document} {grade}\n" for document, grade in grades)


def pool_file(topic: str, files: Iterable[tuple[str, Iterable[str]]]) -> str:
    """A pool of 2002-2007: documents with the paths of their pooled elements."""
    written = "".join(
        f'  <file file="{document}">\n'
        + "".join(f'    <path path="{path}"/>\n' for path in paths)
        + "  </file>\n"
        for document, paths in files
    )
    return f'{DECLARATION}<pool topic="{topic}">\n{written}</pool>\n'


def _graded(element: GradedElement) -> str:
    flag = ' inpool="true"' if element.pooled else ""
    return (
        f'    <element path="{element.path}" exhaustiveness="{element.exhaustiveness}" '
        f'specificity="{element.specificity}"{flag}/>\n'
    )


def _highlighted(file: HighlightedFile) -> str:
    head = f'  <file collection="wikipedia" name="{file.document}"'
    if not file.passages:
        return f"{head}/>\n"
    lines = [f'{head}>\n    <best-entry-point path="{file.entry_point}"/>\n']
    lines += [
        f'    <passage start="{start}" end="{end}" size="{size}"/>\n' for start, end, size in file.passages
    ]
    lines += [
        f'    <element path="{path}" exhaustivity="2" size="{size}" rsize="{highlighted}"/>\n'
        for path, size, highlighted in file.elements
    ]
    return "".join([*lines, "  </file>\n"])
