"""The one way in which this package parses XML: nothing is fetched, nothing grows without bound.

libxml2's own limits stay on (text of 10 MB a node, 256 levels, no entity that expands beyond its
amplification bound). Entities of the file's own internal DTD are expanded; external ones and external
DTDs are never read, so that a reference to what only they define is an error of the file.

A tree takes up to sixty times the memory of its file, so that the size of what is parsed is limited, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, cast

from lxml import etree

from inexreport.formats.shown_text import examples, quoted
from inexreport.model.problem import ProblemLog

LAST_CERTAIN_LINE = 65535
"""libxml2 stores an element's line in 16 bits and guesses later ones from the text nearby."""

LARGEST_TREE = 8 * 2**20
"""Bytes of a file that is read as a whole, such as a topic file or a document."""

MOST_TAGS = 10_000_000
"""Of a file that is read piece by piece: half a minute's work."""

MOST_HELD = 2_000_000
"""Elements, attributes and texts of such a file that are in memory at once."""

LARGEST_WITH_ENTITIES = 4 * 2**20
"""Bytes of a file that defines entities: libxml2 lets them grow fivefold."""

_FED_FIRST = 8  # enough to detect an encoding, and too little for an entity and a reference to it
_FED_AT_ONCE = 2**15
_FED_BEFORE_ROOT = 2**20
_FED_BETWEEN_COUNTS = 2**21
_COUNT_HELD = etree.XPath("count(//node()) + count(//@*)")

_SAFE: dict[str, Any] = {
    "no_network": True,
    "load_dtd": False,
    "huge_tree": False,
    "remove_comments": True,
    "remove_pis": True,
}
"""Options of every parser."""

_BARE_AMPERSAND = "xmlParseEntityRef: no name"
"""libxml2's message for the commonest mistake in XML that was written by hand."""


def parse_xml(data: bytes, log: ProblemLog, *, expand_entities: bool = True) -> etree._Element | None:
    """Return the root element of a file; None, with the reason in `log`, if it is not well-formed.

    Parameters
    ----------
    data : bytes
    log : ProblemLog
        Of the file.
    expand_entities : bool
        If False, references to other than the five predefined entities stay in the tree as nodes.
    """
    if len(data) > LARGEST_TREE:
        log.add("file-too-large", found=f"{len(data):,} bytes", expected=f"at most {LARGEST_TREE:,}")
        return None
    if expand_entities and root_name(data, log) is None:
        return None
    expanded: Any = "internal" if expand_entities else False  # the stubs are older than lxml 5
    parser = etree.XMLParser(resolve_entities=expanded, **_SAFE)
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        log_syntax_error(error, log)
    return None


def elements_as_they_end(
    data: bytes, tags: Collection[str], log: ProblemLog
) -> Iterator[tuple[str, etree._Element]]:
    """Yield ``("start" | "end", element)`` of the elements with these names, while the file is being parsed.

    The caller clears what it has read. Iteration ends early, with the reason in `log`, where the file is
    not well-formed or too much of it would have to be held.

    Parameters
    ----------
    data : bytes
        Content of a file whose `root_name` is known.
    tags : collection of str
        With that of the root.
    log : ProblemLog
        Of the file.
    """
    if (count := data.count(b"<")) > MOST_TAGS:
        log.add("file-too-large", found=f"{count:,} tags", expected=f"at most {MOST_TAGS:,}")
        return
    parser = _event_parser(("start", "end"), tags)
    root: etree._Element | None = None
    fed = 0
    for pieces in _fed(parser, data, log):
        events = parser.read_events()
        if root is None and (first := next(events, None)):
            root = first[1]
            yield first
        yield from events
        fed += pieces
        if root is not None and fed >= _FED_BETWEEN_COUNTS:
            fed = 0
            if (held := cast(float, _COUNT_HELD(root))) > MOST_HELD:
                log.add(
                    "file-too-large",
                    found=f"{held:,.0f} elements, attributes and texts before they can be let go of",
                    expected=f"at most {MOST_HELD:,}",
                )
                # At once: parser and tree refer to each other, as only a garbage collection finds.
                clear(root)
                return


def root_name(data: bytes, log: ProblemLog) -> str | None:
    """Return the name of a file's root element; None, with the reason in `log`, if it cannot be parsed.

    No byte behind the root's start tag is parsed: lxml's events name elements of entities that libxml2 has
    already freed, so that entities with markup must be found before there is any event of theirs.
    """
    parser = _event_parser(("start",))
    beginning = data[:_FED_BEFORE_ROOT]
    for _ in _fed(parser, beginning, log, at_once=1, whole=len(data) == len(beginning)):
        for _, element in parser.read_events():
            return str(element.tag) if _entities_are_harmless(element, data, log) else None
    if not log.has_errors:
        log.add(
            "file-too-large",
            found=f"no element in the first {_FED_BEFORE_ROOT:,} bytes",
            expected="XML that begins sooner",
        )
    return None


def _event_parser(events: Collection[str], tags: Collection[str] = ()) -> Any:
    untyped: Any = etree.XMLPullParser  # the stubs know neither all of its parameters nor what it yields
    return untyped(events=tuple(events), tag=tuple(tags) or None, resolve_entities="internal", **_SAFE)


def _fed(
    parser: Any, data: bytes, log: ProblemLog, *, at_once: int = _FED_AT_ONCE, whole: bool = True
) -> Iterator[int]:
    """Feed a parser and yield, after each piece, its size; at the end, or an error, once more."""
    try:
        parser.feed(data[:_FED_FIRST])
        yield _FED_FIRST
        for begin in range(_FED_FIRST, len(data), at_once):
            parser.feed(data[begin : begin + at_once])
            yield at_once
        if whole:
            parser.close()
    except etree.XMLSyntaxError as error:
        yield 0
        log_syntax_error(error, log)
    else:
        yield 0


def _entities_are_harmless(root: etree._Element, data: bytes, log: ProblemLog) -> bool:
    """Whether the entities that a file defines hold text alone, and not too much; if not, `log` says so."""
    dtd: Any = root.getroottree().docinfo.internalDTD  # the stubs know nothing of a DTD's entities
    entities = [] if dtd is None else list(dtd.iterentities())
    with_markup = [entity.name for entity in entities if "<" in (entity.content or "")]
    if with_markup:
        expected = "entities of text, and markup written out"
        log.add("xml-entity-with-markup", found=f"entity {examples(with_markup)}", expected=expected)
    elif entities and len(data) > LARGEST_WITH_ENTITIES:
        found = f"{len(data):,} bytes with entities"
        log.add("file-too-large", found=found, expected=f"at most {LARGEST_WITH_ENTITIES:,}")
    return not log.has_errors


def log_syntax_error(error: etree.XMLSyntaxError, log: ProblemLog) -> None:
    """Record libxml2's message about a file that is not well-formed."""
    message = (error.msg or "nothing that is XML").split(", line ")[0]
    lines = [error.lineno or 1]
    if message.startswith(_BARE_AMPERSAND):
        log.add("xml-not-well-formed", found="an ampersand by itself", expected="“&amp;”", lines=lines)
    else:
        log.add("xml-not-well-formed", found=quoted(message), expected="well-formed XML", lines=lines)


def line_of(element: etree._Element) -> int:
    """Return the line on which an element's start tag ends, also where libxml2 is not certain."""
    line = cast(int, element.sourceline)
    if line < LAST_CERTAIN_LINE:
        return line
    # Beyond that libxml2 gives the line on which the next text ends: inside, or behind what has no content.
    following: etree._Element | None = element
    while following is not None:
        if following.text:
            return line - following.text.count("\n")
        if len(following):
            following = following[0]
        elif following.tail:
            return line - following.tail.count("\n")
        else:
            following = following.getnext()
    return line


def clear(element: etree._Element) -> None:
    """Free the content of an element; the text behind it stays, since `line_of` looks there."""
    untyped: Any = element  # the stubs do not know keep_tail
    untyped.clear(keep_tail=True)


def folded_text(element: etree._Element, separator: str = "") -> str:
    """Return all text of an element with its white space folded."""
    return " ".join(separator.join(str(piece) for piece in element.itertext()).split())


class Mistakes:
    """Mistakes of one file, which are reported in one problem for each code, with what it expects."""

    def __init__(self, expected: Mapping[str, str]) -> None:
        self._expected = expected
        self._found: dict[str, tuple[list[str], list[int]]] = {}

    def add(self, code: str, found: str, line: int) -> None:
        texts, lines = self._found.setdefault(code, ([], []))
        texts.append(found)
        lines.append(line)

    def report(self, log: ProblemLog) -> None:
        for code, (found, lines) in self._found.items():
            log.add(code, found=examples(found), expected=self._expected[code], lines=sorted(lines))
