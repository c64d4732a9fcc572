"""Topic files of 2004, 2006 and 2009."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from .topic import Topic

_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def topic_file_of_2004(topic: Topic, query_type: str) -> str:
    """A file of its own for each topic; the title of a CAS topic is its query."""
    title = topic.title if query_type == "CO" else topic.castitle
    return (
        f"{_DECLARATION}"
        f'<inex_topic topic_id="{topic.id}" query_type="{query_type}" ct_no="{topic.candidate_number}">\n'
        f"  <title>{escape(title)}</title>\n"
        f"  <description>{escape(topic.description)}</description>\n"
        f"  <narrative>{escape(topic.narrative)}</narrative>\n"
        "</inex_topic>\n"
    )


def topic_file_of_2006(topic: Topic) -> str:
    """A file of its own for each topic."""
    return (
        f"{_DECLARATION}"
        f'<inex_topic topic_id="{topic.id}" query_type="CO+S" ct_no="{topic.candidate_number}">\n'
        f"  <title>{escape(topic.title)}</title>\n"
        f"  <castitle>{escape(topic.castitle)}</castitle>\n"
        f"  <description>{escape(topic.description)}</description>\n"
        f"  <narrative>{escape(topic.narrative)}</narrative>\n"
        "</inex_topic>\n"
    )


def topic_file_of_2009(topics: Sequence[Topic]) -> str:
    """One file for all topics."""
    stated = "".join(
        f'<topic id="{topic.id}" ct_no="{topic.candidate_number}">\n'
        f"  <title>{escape(topic.title)}</title>\n"
        f"  <castitle>{escape(topic.castitle)}</castitle>\n"
        + (f"  <phrasetitle>{escape(topic.phrase_title)}</phrasetitle>\n" if topic.phrase_title else "")
        + f"  <description>{escape(topic.description)}</description>\n"
        f"  <narrative>{escape(topic.narrative)}</narrative>\n"
        "</topic>\n"
        for topic in topics
    )
    return f"{_DECLARATION}<inex-topic-file>\n{stated}</inex-topic-file>\n"


def topic_file_of_trec(topic: Topic) -> str:
    """A topic with the tags of TREC, which are not closed."""
    return (
        f"<top>\n<num> Number: {topic.id}\n<title> {topic.title}\n\n"
        f"<desc> Description:\n{topic.description}\n\n<narr> Narrative:\n{topic.narrative}\n</top>\n\n"
    )
