"""Documents: where each element's text begins and how long it is.

Text is what is left of a document without its tags, its entities decoded and its outer white space trimmed;
white space inside counts as it stands. The documents' DTDs are not at hand, so ``&nbsp;`` and the like have
the meaning that HTML gives them, unless the document itself defines them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from html.entities import html5
from typing import Any

from lxml import etree

from inexreport.formats.quoting import examples
from inexreport.formats.xml_reader import line_of, parse_xml
from inexreport.model.problem import ProblemLog

Element = tuple[str, int, int]
"""Normalised path, offset and length."""


def text_size(unit: str) -> Callable[[str], int]:
    """Return the function that measures text in a campaign's unit, ``"characters"`` or ``"bytes"``."""
    return (lambda text: len(text.encode("utf-8"))) if unit == "bytes" else len


def read_document(data: bytes, unit: str, log: ProblemLog) -> list[Element]:
    """Return the elements of a document in document order; none, with the reason in `log`, if it is not XML.

    Parameters
    ----------
    data : bytes
        Content of the file, unpacked.
    unit : str
        ``"characters"`` or ``"bytes"``.
    log : ProblemLog
        Of the file.
    """
    root = parse_xml(data, log, expand_entities=False)
    if root is None:
        return []
    text = _DocumentText(root, log)
    elements: list[tuple[str, int, int]] = []
    text.read(root, f"/{_step_name(root)}[1]", elements)
    text.report()
    return list(_trimmed(text.pieces, elements, text_size(unit)))


def _trimmed(pieces: list[str], elements: list[Element], size: Callable[[str], int]) -> Iterator[Element]:
    """Turn numbers of pieces into offsets within the text without its outer white space."""
    whole = "".join(pieces)
    leading = len(whole) - len(whole.lstrip())
    last = max(leading, len(whole.rstrip()))
    ends = [0]
    position = 0
    for piece in pieces:
        start, position = position, position + len(piece)
        ends.append(ends[-1] + size(whole[max(start, leading) : min(position, last)]))
    for path, first, after in elements:
        yield path, ends[first], ends[after] - ends[first]


class _DocumentText:
    """The text of a document in pieces, as the walk through its tree comes upon them."""

    def __init__(self, root: etree._Element, log: ProblemLog) -> None:
        dtd: Any = root.getroottree().docinfo.internalDTD  # the stubs know nothing of a DTD's entities
        self._defined = (
            {entity.name: entity.content for entity in dtd.iterentities()} if dtd is not None else {}
        )
        self._unknown: dict[str, int] = {}
        self._log = log
        self.pieces: list[str] = []

    def read(self, element: etree._Element, path: str, elements: list[Element]) -> None:
        """Append the text of an element to `pieces`, and the elements with the numbers of their pieces."""
        first, place = len(self.pieces), len(elements)
        elements.append((path, first, first))
        self._add(element.text)
        positions: Counter[str] = Counter()
        for child in element:
            if child.tag is etree.Entity:
                self._add(self._meaning(child))
            else:
                name = _step_name(child)
                positions[name] += 1
                self.read(child, f"{path}/{name}[{positions[name]}]", elements)
            self._add(child.tail)
        elements[place] = (path, first, len(self.pieces))

    def _add(self, text: str | None) -> None:
        if text:
            self.pieces.append(text)

    def _meaning(self, entity: etree._Element) -> str:
        name = str(entity.text).strip("&;")
        own = self._defined.get(name)
        if own is not None and not {"<", "&"} & set(own):
            return str(own)
        if own is None and f"{name};" in html5:
            return html5[f"{name};"]
        self._unknown.setdefault(name, line_of(entity))
        return ""

    def report(self) -> None:
        """Record entities that have no meaning as text."""
        if self._unknown:
            self._log.add(
                "document-entity-unknown",
                found=examples(f"&{name};" for name in self._unknown),
                expected="characters, or entities of HTML",
                lines=sorted(self._unknown.values()),
            )


def _step_name(element: etree._Element) -> str:
    """Return an element's name as paths write it, with the prefix that the document uses."""
    name = etree.QName(element).localname
    return f"{element.prefix}:{name}" if element.prefix else name
