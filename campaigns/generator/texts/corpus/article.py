"""Articles as XML, with the place of every element, text node and sentence."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from xml.etree import ElementTree

SECTIONS = ("sec", "section")
PARAGRAPHS = ("p", "item")
"""Names of elements that mean the same in the mark-up of different years."""


@dataclass(frozen=True)
class Span:
    """A stretch of an article's text: an element or text node has a path, a sentence a facet."""

    start: int
    end: int
    path: str = ""
    facet: str = ""

    @property
    def tag(self) -> str:
        return self.path.rpartition("/")[2].partition("[")[0]

    def __len__(self) -> int:
        return self.end - self.start

    def holds(self, other: Span) -> bool:
        """Whether the other one begins here."""
        return self.start <= other.start < self.end

    def shared_with(self, other: Span) -> int:
        """Number of characters that both have."""
        return max(0, min(self.end, other.end) - max(self.start, other.start))


@dataclass(frozen=True)
class Article:
    """An article; its other attributes follow from `xml`."""

    number: str
    title: str
    xml: str
    sentences: tuple[Span, ...]

    @cached_property
    def _places(self) -> _Places:
        return _Places(ElementTree.fromstring(self.xml))

    @property
    def text(self) -> str:
        """The article without its tags."""
        return self._places.text

    @property
    def elements(self) -> list[Span]:
        """All elements in document order."""
        return self._places.elements

    @cached_property
    def by_path(self) -> dict[str, Span]:
        """The elements by their paths."""
        return {element.path: element for element in self.elements}

    def parent(self, element: Span) -> Span | None:
        """The element that holds another one; None for the article itself."""
        return self.by_path.get(element.path.rpartition("/")[0])

    def children(self, element: Span) -> list[Span]:
        """The elements that are directly in another one."""
        return [other for other in self.elements if other.path.rpartition("/")[0] == element.path]

    def pointer_to_start(self, offset: int) -> str:
        """The XPointer to the character at an offset."""
        return self._pointer(offset, offset)

    def pointer_to_end(self, offset: int) -> str:
        """The XPointer to the place behind the character before an offset."""
        return self._pointer(offset, offset - 1)

    def _pointer(self, offset: int, character: int) -> str:
        """The offset in the text node that holds a character."""
        node = next(node for node in self._places.text_nodes if node.start <= character < node.end)
        return f"{node.path}.{offset - node.start}"


class _Places:
    """Where the elements and text nodes of a document lie in its text."""

    def __init__(self, root: ElementTree.Element) -> None:
        self.text = ""
        self.elements: list[Span] = []
        self.text_nodes: list[Span] = []
        self._walk(root, f"/{root.tag}[1]")

    def _walk(self, element: ElementTree.Element, path: str) -> None:
        start, place = len(self.text), len(self.elements)
        self.elements.append(Span(start, start, path))
        text_positions, positions = count(1), Counter[str]()
        self._add(element.text, path, text_positions)
        for child in element:
            positions[child.tag] += 1
            self._walk(child, f"{path}/{child.tag}[{positions[child.tag]}]")
            self._add(child.tail, path, text_positions)
        self.elements[place] = Span(start, len(self.text), path)

    def _add(self, text: str | None, path: str, positions: count[int]) -> None:
        if text:
            start = len(self.text)
            self.text += text
            self.text_nodes.append(Span(start, len(self.text), f"{path}/text()[{next(positions)}]"))
