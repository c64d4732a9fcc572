"""Documents: where the text of each element and each text node begins and how long it is.

Text is what is left of a document without its tags, its entities decoded and its outer white space trimmed;
white space inside counts as it stands. The documents' DTDs are not available, so ``&nbsp;`` and the like have
the meaning that HTML gives them, unless the document itself defines them.

Text nodes are those of XPath: all text between two tags is one, ``text()[1]`` the first of its element.
Comments and processing instructions are taken out before; they do not part a text node.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from html.entities import html5
from pathlib import Path
from typing import Any, NamedTuple

from lxml import etree

from inexreport.formats.input_files import Folder, Report
from inexreport.formats.names import article_name
from inexreport.formats.shown_text import examples
from inexreport.formats.xml_reader import line_of, parse_xml
from inexreport.model.problem import ProblemLog

DOCUMENT_ENDINGS = (".xml", ".xml.gz")

LARGEST_TABLE = 50_000_000
"""Letters in the paths of a document's elements and text nodes: long names on deep levels multiply."""

_ROW = 50
"""Letters that the rest of a place counts for."""

_WHITE_SPACE = " \t\r\n"


class Place(NamedTuple):
    """Where an element or a text node lies in the text of its document."""

    path: str
    """Normalised; of a text node ``/article[1]/p[1]/text()[2]``."""
    offset: int
    length: int
    blank: bool = False
    """Whether it is a text node of nothing but white space."""


_Extent = tuple[str, int, int, bool]
"""A place before it is measured: path, its first piece of text, the first piece behind it, and blank."""


def document_name(path: Path) -> str:
    """Return the name by which runs and assessments call a document.

    Parameters
    ----------
    path : Path
        Below the folder of the documents. The collection of 2009 spreads its documents over folders that
        are not part of their names; other collections name documents with their folders.

    Examples
    --------
    >>> document_name(Path("214/923.xml")), document_name(Path("an/1995/a1003.xml.gz"))
    ('923', 'an/1995/a1003')
    """
    name = article_name(path.as_posix().removesuffix(".gz"))
    number = name.rpartition("/")[2]
    return number if number.isascii() and number.isdigit() else name


def documents_below(folder: Folder, report: Report) -> Iterator[tuple[Path, str | None]]:
    """Yield the files below a folder, ordered by path, with their names; None for what is no document."""
    for path in folder.files_below(report):
        is_document = path.name.lower().endswith(DOCUMENT_ENDINGS)
        yield path, document_name(path.relative_to(folder.path)) if is_document else None


def read_document(data: bytes, unit: str, log: ProblemLog) -> list[Place]:
    """Return the elements and text nodes of a document in its order; none if it is not XML.

    The reason is in `log`.

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
    places: list[_Extent] = []
    try:
        text.read(root, f"/{_step_name(root)}[1]", places)
    except _TooLarge:
        log.add("file-too-large", found=f"paths of more than {LARGEST_TABLE:,} letters", expected="fewer")
        return []
    text.report()
    size: Callable[[str], int] = (lambda text: len(text.encode("utf-8"))) if unit == "bytes" else len
    return list(_trimmed(text.pieces, places, size))


def _trimmed(pieces: list[str], places: list[_Extent], size: Callable[[str], int]) -> Iterator[Place]:
    """Turn numbers of pieces into offsets within the text without its outer white space."""
    whole = "".join(pieces)
    leading = len(whole) - len(whole.lstrip())
    last = max(leading, len(whole.rstrip()))
    ends = [0]
    position = 0
    for piece in pieces:
        start, position = position, position + len(piece)
        ends.append(ends[-1] + size(whole[max(start, leading) : min(position, last)]))
    for path, first, after, blank in places:
        yield Place(path, ends[first], ends[after] - ends[first], blank)


class _TooLarge(Exception):  # noqa: N818 - no error of the program, but the end of a walk
    """The paths of a document's elements are too long to be stored."""


class _DocumentText:
    """The text of a document in pieces, in the order of the walk through its tree."""

    def __init__(self, root: etree._Element, log: ProblemLog) -> None:
        dtd: Any = root.getroottree().docinfo.internalDTD  # the stubs know nothing of a DTD's entities
        self._defined = (
            {entity.name: entity.content for entity in dtd.iterentities()} if dtd is not None else {}
        )
        self._unknown: dict[str, int] = {}
        self._log = log
        self._letters = 0
        self.pieces: list[str] = []

    def read(self, element: etree._Element, path: str, places: list[_Extent]) -> None:
        """Append the text of an element to `pieces`, and to `places` where it lies."""
        first, place = len(self.pieces), len(places)
        self._place(path, first, first, False, places)
        positions: Counter[str] = Counter()
        node = first
        self._add(element.text)
        for child in element:
            if child.tag is etree.Entity:
                self._add(self._meaning(child))
            else:
                self._end_text_node(node, path, positions, places)
                name = _step_name(child)
                positions[name] += 1
                self.read(child, f"{path}/{name}[{positions[name]}]", places)
                node = len(self.pieces)
            self._add(child.tail)
        self._end_text_node(node, path, positions, places)
        places[place] = (path, first, len(self.pieces), False)

    def _end_text_node(self, first: int, path: str, positions: Counter[str], places: list[_Extent]) -> None:
        """Add the text node that began with piece `first`, if there is any text in it."""
        if first == len(self.pieces):
            return
        positions["text()"] += 1
        blank = not any(piece.strip(_WHITE_SPACE) for piece in self.pieces[first:])
        self._place(f"{path}/text()[{positions['text()']}]", first, len(self.pieces), blank, places)

    def _place(self, path: str, first: int, after: int, blank: bool, places: list[_Extent]) -> None:
        self._letters += len(path) + _ROW
        if self._letters > LARGEST_TABLE:
            raise _TooLarge
        places.append((path, first, after, blank))

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
    name = str(element.tag).rpartition("}")[2]
    return f"{element.prefix}:{name}" if element.prefix else name
