"""The one way in which this package parses XML: nothing is fetched, nothing grows without bound.

libxml2's own limits stay on (text of 10 MB a node, 256 levels, no entity that expands beyond its
amplification bound). Entities of the file's own internal DTD are expanded; external ones and external
DTDs are never read, so that a reference to what only they define is an error of the file.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterator
from typing import Any, cast

from lxml import etree

from inexreport.formats.quoting import quoted
from inexreport.model.problem import ProblemLog

LAST_CERTAIN_LINE = 65535
"""libxml2 keeps an element's line in 16 bits and guesses later ones from the text nearby."""

_BARE_AMPERSAND = "xmlParseEntityRef: no name"
"""What libxml2 says of the commonest mistake in XML that was put together by hand."""


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
    parser = etree.XMLParser(
        resolve_entities=cast(
            bool, "internal" if expand_entities else False
        ),  # the stubs are older than lxml 5
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
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
    not well-formed.

    Parameters
    ----------
    data : bytes
    tags : collection of str
    log : ProblemLog
        Of the file.
    """
    events = etree.iterparse(
        io.BytesIO(data),
        events=("start", "end"),
        tag=tuple(tags),
        resolve_entities="internal",
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        yield from events
    except etree.XMLSyntaxError as error:
        log_syntax_error(error, log)


def root_name(data: bytes, log: ProblemLog) -> str | None:
    """Return the name of a file's root element; None, with the reason in `log`, if it has none."""
    try:
        for _, element in etree.iterparse(
            io.BytesIO(data), events=("start",), resolve_entities=False, no_network=True, load_dtd=False
        ):
            return str(element.tag)
    except etree.XMLSyntaxError as error:
        log_syntax_error(error, log)
    return None


def log_syntax_error(error: etree.XMLSyntaxError, log: ProblemLog) -> None:
    """Record what libxml2 says about a file that is not well-formed."""
    message = (error.msg or "nothing that is XML").split(", line ")[0]
    lines = [error.lineno] if error.lineno else []
    if message.startswith(_BARE_AMPERSAND):
        log.add("xml-not-well-formed", found="an ampersand by itself", expected="“&amp;”", lines=lines)
    else:
        log.add("xml-not-well-formed", found=quoted(message), expected="well-formed XML", lines=lines)


def line_of(element: etree._Element) -> int:
    """Return the line on which an element's start tag ends, also where libxml2 is not certain."""
    line = cast(int, element.sourceline)
    if line < LAST_CERTAIN_LINE:
        return line
    # Beyond that libxml2 gives the line on which the nearest text ends: first text inside, or text behind.
    inside: etree._Element | None = element
    while inside is not None:
        if inside.text:
            return line - inside.text.count("\n")
        inside = inside[0] if len(inside) else None
    if not len(element) and element.tail:
        return line - element.tail.count("\n")
    return line


def clear(element: etree._Element) -> None:
    """Let go of what an element holds; the text behind it stays, for `line_of` looks there."""
    untyped: Any = element  # the stubs do not know keep_tail
    untyped.clear(keep_tail=True)


def folded_text(element: etree._Element, separator: str = "") -> str:
    """Return all text of an element with its white space folded."""
    return " ".join(separator.join(str(piece) for piece in element.itertext()).split())
