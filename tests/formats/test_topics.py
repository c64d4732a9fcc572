from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.formats.topics import read_topics
from inexreport.model.problem import Problem, ProblemLog
from inexreport.model.topic import Topic


def read(text: str | bytes) -> tuple[tuple[Topic, ...], list[Problem]]:
    log = ProblemLog("topics/t.xml")
    return read_topics(text.encode("utf-8") if isinstance(text, str) else text, log), list(log)


def one(text: str | bytes) -> Topic:
    topics, problems = read(text)
    assert problems == []
    assert len(topics) == 1
    return topics[0]


def test_a_topic_of_2006() -> None:
    topic = one(
        '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE inex_topic SYSTEM "topic.dtd">\n'
        '<inex_topic topic_id="231" query_type="CO+S" ct_no="98">'
        "<InitialTopicStatement>I</InitialTopicStatement>"
        "<title>markov\n  chains</title><castitle>//article[about(., &quot;x&quot;)]</castitle>"
        "<parent>//a</parent><description>D <i>e</i>f</description><narrative>N</narrative>"
        "<keywords>K</keywords></inex_topic>"
    )
    assert topic == Topic(
        id="231",
        candidate_number="98",
        query_type="CO+S",
        title="markov chains",
        castitle='//article[about(., "x")]',
        parent="//a",
        description="D ef",
        narrative="N",
        keywords="K",
        initial_statement="I",
        file="topics/t.xml",
        line=3,
    )


def test_a_topic_of_2002() -> None:
    topic = one(
        '<INEX-Topic topic-id="09" query-type="CAS" ct-no="048"><Title><te>article</te><cw>text index</cw>'
        "<ce>bdy</ce></Title><Keywords>a, b</Keywords></INEX-Topic>"
    )
    assert (topic.id, topic.query_type, topic.candidate_number) == ("09", "CAS", "048")
    assert (topic.title, topic.keywords) == ("article text index bdy", "a, b")
    assert topic.target_elements == "article"
    two = one("<INEX-Topic topic-id='9'><Title><te>au, fm//ti</te><te> p</te></Title></INEX-Topic>")
    assert two.target_elements == "au, fm//ti, p"


def test_words_in_place_of_predefined_entities() -> None:
    topic = one(
        '<?xml version="1.0"?>\n<!DOCTYPE inex-topic-file [\n<!ENTITY lt "lessthan">\n'
        '<!ENTITY gt "greaterthan">\n'
        '<!ENTITY amp "ampersand">\n<!ENTITY inex "Initiative">\n]>\n'
        '<inex-topic-file><topic id="1" ct_no="2">'
        "<title>a &amp; b &inex;</title><castitle>//a[@year &lt; 2000 and @year &gt; 1]</castitle></topic>"
        "</inex-topic-file>"
    )
    assert topic.title == "a & b Initiative"
    assert topic.castitle == "//a[@year < 2000 and @year > 1]"


def test_encoding_as_declared() -> None:
    text = (
        '<?xml version="1.0" encoding="ISO-8859-1"?><inex_topic topic_id="1"><title>Köln</title></inex_topic>'
    )
    assert one(text.encode("iso-8859-1")).title == "Köln"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("<inex_topic topic_id='1'>\n<title>a<title></inex_topic>", [("xml-not-well-formed", 2)]),
        ("", [("xml-not-well-formed", 1)]),
        ("\n<html/>", [("topics-format-unknown", 2)]),
        ("<inex_topic><title>a</title></inex_topic>", [("topic-id-missing", 1)]),
        ("<inex_topic topic_id='1'><narrative>n</narrative></inex_topic>", [("topic-title-missing", 1)]),
        ("<inex_topic topic_id='1'><title>a</title>\n<x/>\n</inex_topic>", [("topic-field-unknown", 2)]),
        ("<inex_topic topic_id='1'><title>&nbsp;</title></inex_topic>", [("xml-not-well-formed", 1)]),
    ],
)
def test_mistakes(text: str, codes: list[tuple[str, int]]) -> None:
    _, problems = read(text)
    assert [(problem.code, problem.line) for problem in problems] == codes


@given(st.one_of(st.binary(max_size=100), st.binary(max_size=100).map(lambda data: b"<inex_topic>" + data)))
def test_any_bytes_give_topics_or_problems(data: bytes) -> None:
    topics, problems = read(data)
    assert topics or problems


@pytest.mark.real_data
def test_real_topics(real_data: Path) -> None:
    data = (real_data / "inex-2009-adhoc" / "topics" / "INEX-2009-topics.xml").read_bytes()
    topics, problems = read(data)
    assert problems == []
    assert len(topics) == 115
    assert topics[0].id == "2009001"
    assert topics[0].candidate_number == "186"
    assert topics[0].line == 17
    assert all(topic.title and topic.castitle and topic.narrative for topic in topics)
    assert any("history of Java & on different versions" in topic.narrative for topic in topics)
