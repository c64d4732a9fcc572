"""Topic files."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from ..topic import Topic
from . import DECLARATION


def topic_file_of_2004(topic: Topic, query_type: str) -> str:
    """A file for one topic; the title of a CAS topic is its query."""
    title = topic.title if query_type == "CO" else topic.castitle
    return _topic_file(topic, query_type, _field("title", title))


def topic_file_of_2006(topic: Topic) -> str:
    """A file for one topic, with a title and a query."""
    return _topic_file(topic, "CO+S", _field("title", topic.title) + _field("castitle", topic.castitle))


def topic_file_of_2009(topics: Iterable[Topic]) -> str:
    """One file for all topics."""
    stated = "".join(
        f'<topic id="{topic.id}" ct_no="{topic.candidate_number}">\n'
        + _field("title", topic.title)
        + _field("castitle", topic.castitle)
        + (_field("phrasetitle", topic.phrase_title) if topic.phrase_title else "")
        + _need(topic)
        + "</topic>\n"
        for topic in topics
    )
    return f"{DECLARATION}<inex-topic-file>\n{stated}</inex-topic-file>\n"


def topic_file_of_trec(topics: Iterable[Topic], *, narratives: bool = True) -> str:
    """All topics with the tags of TREC; without narratives there are no empty lines in a topic."""
    between = "\n\n" if narratives else "\n"
    return "".join(
        f"<top>\n<num> Number: {topic.id}\n<title> {topic.title}{between}"
        f"<desc> Description:\n{topic.description}"
        + (f"{between}<narr> Narrative:\n{topic.narrative}" if narratives else "")
        + "\n</top>\n\n"
        for topic in topics
    )


def _topic_file(topic: Topic, query_type: str, titles: str) -> str:
    return (
        f"{DECLARATION}"
        f'<inex_topic topic_id="{topic.id}" query_type="{query_type}" ct_no="{topic.candidate_number}">\n'
        f"{titles}{_need(topic)}</inex_topic>\n"
    )


def _need(topic: Topic) -> str:
    return _field("description", topic.description) + _field("narrative", topic.narrative)


def _field(name: str, text: str) -> str:
    return f"  <{name}>{escape(text)}</{name}>\n"
