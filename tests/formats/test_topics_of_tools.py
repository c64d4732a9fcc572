"""Topics as other collections and tools write them."""

from __future__ import annotations

import pytest

from inexreport.formats.topics import read_topics
from inexreport.model.problem import ProblemLog

INDRI = """
<parameters>
<index>/an/index</index>
<query><number>1</number><text>cats &amp; dogs</text></query>
<query><number>2</number><text>boats</text></query>
</parameters>
"""


@pytest.mark.parametrize(
    "text",
    [
        "1:cats & dogs\n2:boats\n",
        '{"question_id": 1, "question": "cats & dogs"}\n{"question_id": "2", "question": "boats"}\n',
        '<queries>\n<query id="1">cats &amp; dogs</query>\n<query id="2">boats</query>\n</queries>',
        '<topics><topic number="1"><title>cats & dogs</title></topic>\n<topic id="2">boats</topic></topics>',
        INDRI,
        "<DOC>\n<DOCNO>\n1\n</DOCNO>\n cats &amp; dogs\n</DOC>\n<DOC><DOCNO>2</DOCNO> <b>boats</b></DOC>\n",
    ],
)
def test_two_topics(text: str) -> None:
    log = ProblemLog("topics")
    assert [(one.id, one.title) for one in read_topics(text.encode(), log)] == [
        ("1", "cats & dogs"),
        ("2", "boats"),
    ]
    assert list(log) == []


def test_each_turn_of_a_conversation_is_a_topic() -> None:
    text = (
        '[{"number": 31, "title": "Cancer", "turn": [{"number": 1, "raw_utterance": "What is it?"}, '
        '{"number": 2, "raw_utterance": "Can it be treated?", "x": 1}]}, {"number": 32, "title": "Cars"}]'
    )
    log = ProblemLog("topics")
    assert [(one.id, one.title) for one in read_topics(text.encode(), log)] == [
        ("31_1", "What is it?"),
        ("31_2", "Can it be treated?"),
        ("32", "Cars"),
    ]
    assert list(log) == []


@pytest.mark.parametrize("turns", ["3", "[3]", "{}", "[]", '["a"]', "null", '{"number": 1}'])
def test_what_is_called_turns_and_has_none_makes_one_topic(turns: str) -> None:
    (topic,) = read_topics(b'{"id": "1", "title": "a", "turn": %b}\n' % turns.encode(), ProblemLog("topics"))
    assert (topic.id, topic.title) == ("1", "a")


def test_an_ampersand_in_cdata_stays_and_one_of_an_entity_that_there_is_not_is_a_mistake() -> None:
    log = ProblemLog("topics")
    (topic,) = read_topics(b'<topic number="1"><title><![CDATA[a & b]]></title></topic>', log)
    assert (topic.title, list(log)) == ("a & b", [])
    assert read_topics(b'<topic number="1"><title>a &nothing; b</title></topic>', log) == ()
    assert log.has_errors
