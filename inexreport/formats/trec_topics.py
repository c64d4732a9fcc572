"""Topics of TREC in SGML: ``<top>`` with ``<num>``, ``<title>``, ``<desc>`` and ``<narr>``."""

from __future__ import annotations

import html
import re

from inexreport.formats.topic_fields import Parts, is_field

_TAG = re.compile(r"<(/?)([A-Za-z][\w.-]*)(?:\s[^<>]*)?>")
_FIRST_TOPIC = re.compile(rb"<(top|doc|(?:inex[-_])?topic)[\s>]", re.IGNORECASE)
_CACM = re.compile(r"<DOC>\s*<DOCNO>\s*([^<\s]+)\s*</DOCNO>(.*?)</DOC>", re.S | re.I)
_SEARCHED = 2**16
_LOOKED_BACK = 80

_LANGUAGE = re.compile(r"[a-z]{2}-(?=title$|desc$|narr$)")
"""Before the names of the parts in files of CLEF, e.g. ``EN-title``."""

_LABELS = {
    "num": ("Number",),
    "title": ("Topic", "Title"),
    "desc": ("Description",),
    "narr": ("Narrative",),
    "dom": ("Domain",),
    "smry": ("Summary",),
    "con": ("Concept(s)", "Concepts"),
    "fac": ("Factor(s)", "Factors"),
    "def": ("Definition(s)", "Definitions"),
    "head": (),
}
"""What the files write before a part, by its tag; the first is the name of a part that is shown under one."""

_SHOWN_AS = ("dom", "smry", "con", "fac", "def")


def is_trec(data: bytes) -> bool:
    """Whether a file has topics in SGML, by its first bytes."""
    first = _FIRST_TOPIC.search(data[:_SEARCHED].replace(b"\0", b""))
    return first is not None and first[1].lower() in (b"top", b"doc")


def trec_topics(text: str) -> Parts:
    r"""Return the line of each topic and its parts: name and text.

    A part goes on to the tag of the next one. Tags that begin no part, such as those of bold words, are left
    out; a tag with an unknown name begins a part if it is the first on its line or follows an end tag.

    Parameters
    ----------
    text : str
        Lines end in ``\n``.

    Examples
    --------
    >>> trec_topics("<top>\n<num> Number: 301\n<title> Cats &amp; dogs\n\n<desc> Description:\nWhat?\n</top>")
    [(1, [('num', '301'), ('title', 'Cats & dogs'), ('desc', 'What?')])]
    """
    topics: Parts = []
    parts: list[tuple[str, list[str]]] = []
    inside, is_open = False, False
    line, counted, last = 1, 0, 0
    for tag in _TAG.finditer(text):
        if parts:
            parts[-1][1].append(text[last : tag.start()])
        ends, name, last = bool(tag[1]), _LANGUAGE.sub("", tag[2].lower()), tag.end()
        if name == "top":
            if inside:
                topics.append((line, _labelled(parts)))
            line += text.count("\n", counted, tag.start())
            counted = tag.start()
            inside, is_open, parts = not ends, False, []
        elif inside and ends:
            is_open = is_open and name != parts[-1][0]
        elif inside and (not is_open or is_field(name) or name in _LABELS or _is_first(text, tag.start())):
            parts.append((name, []))
            is_open = True
    if inside:
        if parts:
            parts[-1][1].append(text[last:])
        topics.append((line, _labelled(parts)))
    return topics


def cacm_topics(text: str) -> Parts:
    r"""Return the topics of a file as that of CACM: a ``<DOCNO>`` in each ``<DOC>``, then text.

    Examples
    --------
    >>> cacm_topics("<DOC>\n<DOCNO>\n1\n</DOCNO>\nWhat articles exist?\n</DOC>")
    [(1, [('id', '1'), ('title', 'What articles exist?')])]
    """
    return [
        (
            1 + text.count("\n", 0, found.start()),
            [("id", found[1]), ("title", " ".join(html.unescape(_TAG.sub(" ", found[2])).split()))],
        )
        for found in _CACM.finditer(text)
    ]


def _is_first(text: str, place: int) -> bool:
    """Whether a tag is the first on its line."""
    before = text[max(0, place - _LOOKED_BACK) : place].rstrip(" \t")
    return not before or before.endswith("\n")


def _labelled(parts: list[tuple[str, list[str]]]) -> list[tuple[str, str]]:
    """Return the parts without their labels, such as ``Number:``."""
    named = []
    for name, pieces in parts:
        content = " ".join(html.unescape("".join(pieces)).split())
        labels = _LABELS.get(name, ())
        for label in labels:
            if content.lower().startswith(f"{label.lower()}:"):
                content = content[len(label) + 1 :].strip()
                break
        named.append((labels[0] if name in _SHOWN_AS else name, content))
    return named
