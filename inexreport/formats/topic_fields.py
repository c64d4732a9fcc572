"""The parts of a topic by the names that TREC, CLEF, FIRE and NTCIR give them, whatever the file's format."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from inexreport.formats.shown_text import FIT_NAME, ShownTexts, quoted
from inexreport.model.problem import ProblemLog
from inexreport.model.shown_text import LONGEST_TEXT, shown
from inexreport.model.topic import Topic

Parts = list[tuple[int, list[tuple[str, str]]]]
"""Of each topic its line and its parts: name and text."""

IDENTIFIERS = ("topicid", "queryid", "questionid", "qid", "id", "num", "number", "identifier")
"""Names of a topic's identifier, as `plain_name` returns them."""

_TITLES = ("title", "query", "text", "content", "question")
"""Names of the title, the best first; further ones are shown under their names."""

_FIELDS = {
    "description": "description",
    "desc": "description",
    "question": "description",
    "narrative": "narrative",
    "narr": "narrative",
    "keywords": "keywords",
}


def plain_name(name: str) -> str:
    """Return the name of a part without case, hyphens and underscores, which campaigns spell differently.

    Examples
    --------
    >>> plain_name("query_id"), plain_name("_id")
    ('queryid', 'id')
    """
    return "".join(letter for letter in name.lower() if letter.isalnum())


def is_field(name: str) -> bool:
    """Whether a name is that of a topic's identifier, title or another known part."""
    return plain_name(name) in (*IDENTIFIERS, *_TITLES, *_FIELDS)


def topic_of(parts: Iterable[tuple[str, str]], line: int, texts: ShownTexts, log: ProblemLog) -> Topic | None:
    """Return a topic; None, with the reason in `log`, if its identifier is missing or cannot be shown.

    Parameters
    ----------
    parts : iterable of (str, str)
        Names as the file writes them, with their texts; white space is folded.
    line : int
        Where the topic begins.
    texts : ShownTexts
        Of the file.
    log : ProblemLog
        Of the file.
    """
    folded = [(name, " ".join(text.split())) for name, text in parts]
    named = [(name, text) for name, text in folded if text]
    identifier = next((part for part in named if plain_name(part[0]) in IDENTIFIERS), ("", ""))
    best = min((_rank(name) for name, _ in named), default=len(_TITLES))
    fields: dict[str, Any] = {}
    further = []
    for part in named:
        name, text = part
        rank = _rank(name)
        known = "title" if rank < len(_TITLES) and rank == best else _FIELDS.get(plain_name(name), "")
        if part is identifier:
            continue
        if known and known not in fields:
            fields[known] = texts.shown(known, text, line, LONGEST_TEXT)
        else:
            further.append((texts.shown("name", name, line), texts.shown(name, text, line, LONGEST_TEXT)))
    topic = Topic(id=identifier[1], further=tuple(further), file=log.file, line=line, **fields)
    return topic if is_usable(topic, "a topic", log) else None


def _rank(name: str) -> int:
    """Return how good a title the name says; the number of names if none."""
    plain = plain_name(name)
    return _TITLES.index(plain) if plain in _TITLES else len(_TITLES)


def is_usable(topic: Topic, what: str, log: ProblemLog) -> bool:
    """Whether a topic has an identifier that pages can show; if not, or if it has no title, `log` says so.

    Parameters
    ----------
    topic : Topic
    what : str
        How the problem calls a topic without identifier.
    log : ProblemLog
        Of the file.
    """
    if topic.id != shown(topic.id):
        log.add("name-unfit", found=quoted(topic.id), expected=FIT_NAME, lines=[topic.line])
        return False
    if not topic.id:
        log.add("topic-id-missing", found=what, expected="its identifier", lines=[topic.line])
        return False
    if not topic.title and not topic.castitle:
        found = f"topic {quoted(topic.id)}"
        log.add("topic-title-missing", found=found, expected="a title", lines=[topic.line])
    return True


def all_usable(topics: Parts, log: ProblemLog) -> tuple[Topic, ...]:
    """Return the topics of a file; those that cannot be used are in `log`."""
    texts = ShownTexts()
    read = [topic_of(parts, line, texts, log) for line, parts in topics]
    texts.report(log)
    return tuple(topic for topic in read if topic is not None)
