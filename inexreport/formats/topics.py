"""Topic files: one topic each (2002-2007), or all topics of the year in one file (2009).

The file of 2009 declares ``&lt;``, ``&gt;`` and ``&amp;`` as the words lessthan, greaterthan and ampersand.
XML 1.0 (section 4.6) allows no such declaration, and every parser reads these three as the characters, which
is also what their authors typed: so a castitle shows ``@year < 2000``, and a narrative "Java & its versions".
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from inexreport.formats.likely_format import TOPICS, likely_format, looks_like
from inexreport.formats.shown_text import LONGEST_NAME, LONGEST_TEXT, ShownTexts, examples, quoted, shown
from inexreport.formats.xml_reader import folded_text, line_of, parse_xml
from inexreport.model.problem import ProblemLog
from inexreport.model.topic import Topic

FIELDS = {
    "title": "title",
    "castitle": "castitle",
    "phrasetitle": "phrase_title",
    "parent": "parent",
    "description": "description",
    "narrative": "narrative",
    "keywords": "keywords",
    "query": "title",
    "question": "description",
    "initialtopicstatement": "initial_statement",
}
"""Name of the element, in lower case, to the topic's attribute."""

_TOPIC_ELEMENTS = ("topic", "inex-topic")
_IDENTIFIERS = ("topic-id", "id", "number")


def read_topics(data: bytes, log: ProblemLog) -> tuple[Topic, ...]:
    """Return the topics of a file in its order; those that cannot be used are in `log`.

    Parameters
    ----------
    data : bytes
        Content of the file, unpacked.
    log : ProblemLog
        Of the file.
    """
    root = parse_xml(data, log)
    if root is None:
        return ()
    elements = [root] if _name(root) in _TOPIC_ELEMENTS else [e for e in root if _name(e) in _TOPIC_ELEMENTS]
    # Runs and assessments hold elements of topics, too.
    if not elements or likely_format(data) not in ("", TOPICS):
        log.add(
            "topics-format-unknown",
            found=f"the root element {quoted(root.tag)}{looks_like(data)}",
            expected="<inex_topic> or <inex-topic-file>",
            lines=[line_of(root)],
        )
        return ()
    unknown: list[etree._Element] = []
    texts = ShownTexts()
    topics = tuple(_usable(elements, unknown, texts, log))
    texts.report(log)
    if unknown:
        log.add(
            "topic-field-unknown",
            found=examples(child.tag for child in unknown),
            expected="one of " + ", ".join(FIELDS),
            lines=[line_of(child) for child in unknown],
        )
    return topics


def _usable(
    elements: list[etree._Element], unknown: list[etree._Element], texts: ShownTexts, log: ProblemLog
) -> Iterator[Topic]:
    for element in elements:
        topic = _topic(element, unknown, texts, log.file)
        if topic.id != shown(topic.id):
            expected = f"up to {LONGEST_NAME} visible letters"
            log.add("name-unfit", found=quoted(topic.id), expected=expected, lines=[topic.line])
            continue
        if not topic.id:
            log.add(
                "topic-id-missing", found=f"<{element.tag}>", expected="its identifier", lines=[topic.line]
            )
            continue
        if not topic.title and not topic.castitle:
            log.add(
                "topic-title-missing",
                found=f"topic {quoted(topic.id)}",
                expected="a title",
                lines=[topic.line],
            )
        yield topic


def _topic(element: etree._Element, unknown: list[etree._Element], texts: ShownTexts, file: str) -> Topic:
    line = line_of(element)
    attributes = {
        _hyphenated(str(name)): " ".join(str(value).split()) for name, value in element.attrib.items()
    }
    fields: dict[str, str] = {}
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
