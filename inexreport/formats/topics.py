"""Topic files of any format, recognised by content.

INEX has XML of one topic each (2002-2007), or of all topics of the year (2009). Campaigns of documents have
``<top>`` in SGML (`trec_topics`), JSON, CSV and lines with tabs (`topic_lines`), and XML in which a
``<topic>`` has other parts.

The file of 2009 declares ``&lt;``, ``&gt;`` and ``&amp;`` as the words lessthan, greaterthan and ampersand.
XML 1.0 (section 4.6) allows no such declaration, and every parser reads these three as the characters, which
is also what their authors typed: so a castitle shows ``@year < 2000``, and a narrative "Java & its versions".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from lxml import etree

from inexreport.formats.file_content import is_markup, utf8_text
from inexreport.formats.likely_format import TOPICS, likely_format, looks_like
from inexreport.formats.shown_text import ShownTexts, examples, quoted
from inexreport.formats.topic_fields import IDENTIFIERS, Parts, all_usable, is_usable, plain_name
from inexreport.formats.topic_lines import (
    line_format,
    topics_in_json,
    topics_with_commas,
    topics_with_tabs,
)
from inexreport.formats.trec_topics import cacm_topics, is_trec, trec_topics
from inexreport.formats.xml_reader import LARGEST_TREE, folded_text, line_of, parse_xml
from inexreport.model.problem import ProblemLog
from inexreport.model.shown_text import LONGEST_TEXT
from inexreport.model.topic import Topic

FIELDS = {
    "title": "title",
    "castitle": "castitle",
    "phrasetitle": "phrase_title",
    "parent": "parent",
    "description": "description",
    "narrative": "narrative",
    "keywords": "keywords",
    "initialtopicstatement": "initial_statement",
}
"""Name of the element, in lower case, to the topic's attribute."""

_TOPIC_ELEMENTS = ("topic", "inex-topic", "query")
_IDENTIFIERS = ("topic-id", "id")
_BARE_AMPERSAND = re.compile(rb"&(?![A-Za-z_#][\w.#-]*;)")
"""As people type it in a text; no other character is meant."""

EXPECTED = "topics in XML, as <top>, in JSON, in CSV with a header, or as lines of id, tab and text"

_READERS: dict[str, Callable[[str, ProblemLog], Parts]] = {
    "json": topics_in_json,
    "commas": topics_with_commas,
    "tabs": topics_with_tabs,
    "colons": partial(topics_with_tabs, mark=":"),
}
"""By what `line_format` returns."""


def add_topics(topics: dict[str, Topic], data: bytes, log: ProblemLog) -> None:
    """Add the topics of a file to those of others; what cannot be used is in `log`.

    Parameters
    ----------
    topics : dict of str to Topic
        By identifier; the first of two with the same identifier stays.
    data : bytes
        Content of the file, unpacked.
    log : ProblemLog
        Of the file.
    """
    for topic in read_topics(data, log):
        first = topics.setdefault(topic.id, topic)
        if first is not topic:
            log.add(
                "topic-id-twice",
                found=f"topic {quoted(topic.id)} as in {first.file}:{first.line}",
                expected="a unique identifier",
                lines=[topic.line],
            )


def may_hold_topics(data: bytes) -> bool:
    """Whether a file is XML, SGML, JSON, CSV or lines of topics; else it is none of the topic files."""
    if is_markup(data):
        return True
    text = utf8_text(data, ProblemLog("")) if len(data) <= LARGEST_TREE else data[:LARGEST_TREE]
    return text is not None and bool(line_format(text))


def read_topics(data: bytes, log: ProblemLog) -> tuple[Topic, ...]:
    """Return the topics of a file in its order; those that cannot be used are in `log`."""
    in_sgml = is_markup(data) and is_trec(data)
    if not data or (is_markup(data) and not in_sgml):
        return _topics_in_xml(data, log)
    if len(data) > LARGEST_TREE:
        log.add("file-too-large", found=f"{len(data):,} bytes", expected=f"at most {LARGEST_TREE:,}")
        return ()
    content = utf8_text(data, log)
    if content is None:
        return ()
    text, format_ = content.decode(), "" if in_sgml else line_format(content)
    topics: Parts = []
    if in_sgml:
        topics = trec_topics(text) or cacm_topics(text)
    elif format_:
        topics = _READERS[format_](text, log)
    if not topics and not log.has_errors:
        log.add("topics-format-unknown", found=f"no topic{looks_like(data)}", expected=EXPECTED)
    return all_usable(topics, log)


def _topics_in_xml(data: bytes, log: ProblemLog) -> tuple[Topic, ...]:
    if b"<![CDATA[" not in data:
        data = _BARE_AMPERSAND.sub(b"&amp;", data)
    root = parse_xml(data, log)
    if root is None:
        return ()
    elements = [root] if _name(root) in _TOPIC_ELEMENTS else [e for e in root if _name(e) in _TOPIC_ELEMENTS]
    # Runs and assessments hold elements of topics, too.
    if not elements or likely_format(data) not in ("", TOPICS):
        log.add(
            "topics-format-unknown",
            found=f"the root element {quoted(root.tag)}{looks_like(data)}",
            expected=EXPECTED,
            lines=[line_of(root)],
        )
        return ()
    is_inex = _name(root).startswith("inex") or any(_name(part) == "castitle" for e in elements for part in e)
    if not is_inex:
        return all_usable([(line_of(element), _parts(element)) for element in elements], log)
    unknown: list[etree._Element] = []
    texts = ShownTexts()
    read = [(element, _topic(element, unknown, texts, log.file)) for element in elements]
    topics = tuple(topic for element, topic in read if is_usable(topic, f"<{element.tag}>", log))
    texts.report(log)
    if unknown:
        log.add(
            "topic-field-unknown",
            found=examples(child.tag for child in unknown),
            expected="one of " + ", ".join(FIELDS),
            lines=[line_of(child) for child in unknown],
        )
    return topics


def _parts(element: etree._Element) -> list[tuple[str, str]]:
    """Return the parts of a topic that has other ones than those of INEX: names and texts."""
    attributes = [(str(name), str(value)) for name, value in element.attrib.items()]
    parts = [part for part in attributes if plain_name(part[0]) in IDENTIFIERS]
    if not len(element):  # the topic is its text, as in the clinical trials of TREC
        return [*parts, ("title", folded_text(element))]
    return [*parts, *((str(child.tag), folded_text(child)) for child in element)]


def _topic(element: etree._Element, unknown: list[etree._Element], texts: ShownTexts, file: str) -> Topic:
    line = line_of(element)
    attributes = {
        _hyphenated(str(name)): " ".join(str(value).split()) for name, value in element.attrib.items()
    }
    fields: dict[str, Any] = {}
    for child in element:
        name = _name(child).replace("-", "")
        if name not in FIELDS:
            unknown.append(child)
            continue
        # The elements in a title of 2002 stand for words or phrases of their own: they must not run together.
        text = folded_text(child, " " if name == "title" else "")
        known = fields.get(FIELDS[name], "")
        if name == "title":
            targets = [folded_text(one) for one in child.iter() if _name(one) == "te"]
            fields["target_elements"] = texts.shown("te", ", ".join(filter(None, targets)), line_of(child))
        fields[FIELDS[name]] = texts.shown(name, f"{known} {text}".strip(), line_of(child), LONGEST_TEXT)
    return Topic(
        id=next((attributes[name] for name in _IDENTIFIERS if attributes.get(name)), ""),
        candidate_number=texts.shown("ct-no", attributes.get("ct-no", ""), line),
        query_type=texts.shown("query-type", attributes.get("query-type", ""), line),
        file=file,
        line=line,
        **fields,
    )


def _name(element: etree._Element) -> str:
    return _hyphenated(str(element.tag))


def _hyphenated(name: str) -> str:
    """Return a name in the spelling of 2009; the years differ in case, hyphens and underscores."""
    return name.lower().replace("_", "-")
