"""Topics as TREC, CLEF, FIRE and NTCIR have them: SGML, XML, JSON, CSV, lines with tabs."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.formats.topics import may_hold_topics, read_topics
from inexreport.model.problem import Problem, ProblemLog
from inexreport.model.topic import Topic

FILE = "topics/t"


def read(text: str | bytes) -> tuple[tuple[Topic, ...], list[Problem]]:
    log = ProblemLog(FILE)
    data = text.encode("utf-8") if isinstance(text, str) else text
    assert may_hold_topics(data)
    return read_topics(data, log), list(log)


def good(text: str | bytes) -> tuple[Topic, ...]:
    topics, problems = read(text)
    assert problems == []
    return topics


ROBUST = """
<top>

<num> Number: 301 
<title> International Organized Crime 

<desc> Description: 
Identify organizations that participate in international criminal
activity, the activity, and, if possible, collaborating organizations
and the countries involved.

<narr> Narrative: 
A relevant document must as a minimum identify the organization &amp; the
type of illegal activity (p < 0.05 or a<b).

</top>

<top>
<num> Number: 302
<title> Poliomyelitis
<desc> Description: Is it under control?
</top>
"""  # noqa: W291 (as the files of NIST)


class TestSgml:
    def test_without_end_tags(self) -> None:
        first, second = good(ROBUST)
        assert first == Topic(
            id="301",
            title="International Organized Crime",
            description="Identify organizations that participate in international criminal activity, the "
            "activity, and, if possible, collaborating organizations and the countries involved.",
            narrative="A relevant document must as a minimum identify the organization & the type of illegal "
            "activity (p < 0.05 or a<b).",
            file=FILE,
            line=2,
        )
        assert (second.id, second.title, second.line) == ("302", "Poliomyelitis", 18)
        assert (second.description, second.narrative) == ("Is it under control?", "")

    def test_end_tags_and_line_ends_of_windows_change_nothing(self) -> None:
        closed = "".join(
            f"{line.rstrip()}</title>\n" if line.startswith("<title>") else f"{line}\n"
            for line in ROBUST.split("\n")
        )
        assert good(closed) == good(ROBUST)
        assert good(ROBUST.replace("\n", "\r\n")) == good(ROBUST)
        assert good(b"\xef\xbb\xbf" + ROBUST.encode()) == good(ROBUST)
        assert good(ROBUST.encode("utf-16")) == good(ROBUST)

    def test_topics_end_where_the_next_begins(self) -> None:
        topics = good("<top>\n<num> 1\n<title> a\n<TOP>\n<NUM> 2\n<TITLE> b\n")
        assert [(topic.id, topic.title, topic.line) for topic in topics] == [("1", "a", 1), ("2", "b", 4)]

    def test_fire_in_xml_with_a_declaration(self) -> None:
        text = (
            "<?xml version='1.0' encoding='UTF-8'?>\n<topics>\n<top lang='hi'><num>126</num>"
            "<title>स्वाइन फ़्लू</title><desc>a <b>bold</b> word</desc><url>http://x</url></top>\n</topics>\n"
        )
        (topic,) = good(text)
        assert (topic.id, topic.title, topic.description) == ("126", "स्वाइन फ़्लू", "a bold word")
        assert (topic.further, topic.line) == ((("url", "http://x"),), 3)

    def test_parts_of_the_first_years_are_shown_under_their_labels(self) -> None:
        text = (
            "<top>\n<head> Tipster Topic Description\n<num> Number:  051\n<dom> Domain:  Economics\n"
            "<title> Topic:  Airbus Subsidies\n<smry> Summary:\nA summary.\n<con> Concept(s):\n"
            "1. Airbus\n</top>"
        )
        (topic,) = good(text)
        assert (topic.id, topic.title) == ("051", "Airbus Subsidies")
        assert topic.further == (
            ("head", "Tipster Topic Description"),
            ("Domain", "Economics"),
            ("Summary", "A summary."),
            ("Concept(s)", "1. Airbus"),
        )

    def test_names_with_a_language_as_in_clef(self) -> None:
        (topic,) = good("<top>\n<num> C041 </num>\n<EN-title> Pesticides </EN-title>\n<EN-desc> D\n</top>")
        assert (topic.id, topic.title, topic.description) == ("C041", "Pesticides", "D")

    def test_mistakes_are_found_all_at_once(self) -> None:
        topics, problems = read("<top>\n<title> a\n</top>\n<top>\n<num> 2\n</top>\n<top>\n<desc> c\n</top>\n")
        assert [topic.id for topic in topics] == ["2"]
        assert [(one.code, one.lines) for one in problems] == [
            ("topic-id-missing", (1, 7)),
            ("topic-title-missing", (4,)),
        ]

    def test_what_only_looks_like_it(self) -> None:
        assert [problem.code for problem in read("<top ")[1]] == ["topics-format-unknown"]


class TestXml:
    def test_parts_of_other_names(self) -> None:
        (topic,) = good(
            '<topics task="COVIDSearch 2020" batch="1">\n  <topic number="1">\n    <query>coronavirus origin'
            "</query><question>what is\n  the origin</question><narrative>N</narrative><source>S</source>"
            "</topic></topics>"
        )
        assert topic == Topic(
            id="1",
            title="coronavirus origin",
            description="what is the origin",
            narrative="N",
            further=(("source", "S"),),
            file=FILE,
            line=2,
        )

    def test_a_topic_that_is_its_text(self) -> None:
        (topic,) = good('<topics><topic number="7">A 45-year-old\nman</topic></topics>')
        assert (topic.id, topic.title) == ("7", "A 45-year-old man")

    def test_repeated_parts_are_all_shown(self) -> None:
        (topic,) = good(
            '<webtrack2012><topic number="151" type="ambiguous"><query>403b</query>'
            '<description>D</description><subtopic number="1">a</subtopic><subtopic number="2">b</subtopic>'
            "</topic></webtrack2012>"
        )
        assert topic.further == (("subtopic", "a"), ("subtopic", "b"))

    def test_an_identifier_of_its_own_element(self) -> None:
        (topic,) = good("<topic><identifier>10.2452/401-AH</identifier><title>t</title></topic>")
        assert (topic.id, topic.title, topic.further) == ("10.2452/401-AH", "t", ())

    def test_inex_keeps_its_own_parts(self) -> None:
        topics, problems = read(
            '<topics><topic id="1"><title>t</title><castitle>//a</castitle><x>y</x></topic></topics>'
        )
        assert (topics[0].castitle, topics[0].further) == ("//a", ())
        assert [problem.code for problem in problems] == ["topic-field-unknown"]


class TestJsonLines:
    def test_names_of_the_parts(self) -> None:
        lines = [
            {"id": "1", "title": "cats", "description": "D", "narrative": "N", "audience": "vets"},
            {"qid": 2, "query": "dogs"},
            {"_id": "3", "text": "birds", "metadata": {}},
            {"query_id": "4", "text": "long", "query": "short", "type": None},
        ]
        topics = good("\n".join(map(json.dumps, lines)) + "\n\n")
        assert topics[0] == Topic(
            id="1",
            title="cats",
            description="D",
            narrative="N",
            further=(("audience", "vets"),),
            file=FILE,
            line=1,
        )
        assert [(topic.id, topic.title) for topic in topics[1:]] == [
            ("2", "dogs"),
            ("3", "birds"),
            ("4", "short"),
        ]
        assert topics[3].further == (("text", "long"),)

    def test_mistakes_are_found_all_at_once(self) -> None:
        deep = "[" * 100_000
        text = (
            '{"id": "1", "title": "a", "year": 2020}\n{"id": "2", "title": \n{"title": "c"}\n'
            f'{{"id": "4", "title": "d"}}\n{{"id": "5", "title": "e"}}\n["6"]\n{deep}\n'
            '{"id": "8", "title": "h"}\n{"id": "9", "title": "i\\ud800"}\n'
        )
        topics, problems = read(text)
        assert [topic.id for topic in topics] == ["1", "4", "5", "8", "9"]
        assert topics[-1].title == "i\N{REPLACEMENT CHARACTER}"
        assert [(one.code, one.lines) for one in problems] == [
            ("topic-line", (2, 6, 7)),
            ("topic-field-unknown", (1,)),
            ("topic-id-missing", (3,)),
            ("text-not-as-written", (9,)),
        ]


class TestJsonArray:
    ARRAY = (
        '[\n  {"id": 1, "title": "cats",\n   "audience": "vets"},\n\n  {"qid": "2", "query": "dogs"}, '
        '{"_id": "3",\n "text": "birds"}\n]\n'
    )

    def test_objects_of_any_layout(self) -> None:
        topics = good(self.ARRAY)
        assert [(topic.id, topic.title, topic.line) for topic in topics] == [
            ("1", "cats", 2),
            ("2", "dogs", 5),
            ("3", "birds", 5),
        ]
        assert topics[0].further == (("audience", "vets"),)
        compact = json.dumps(json.loads(self.ARRAY))
        assert [topic.id for topic in good(compact)] == ["1", "2", "3"]
        assert [topic.id for topic in good(b"\xef\xbb\xbf" + compact.encode())] == ["1", "2", "3"]

    def test_it_says_what_lines_of_json_say(self) -> None:
        rows = [{"id": str(n), "title": f"t{n}", "more": "x"} for n in range(30)]
        in_lines, in_array = good("\n".join(map(json.dumps, rows))), good(json.dumps(rows))
        assert [replace(topic, line=1) for topic in in_lines] == list(in_array)

    def test_mistakes_are_found_all_at_once(self) -> None:
        text = (
            '[\n{"id": "1", "title": "a", "year": 2020},\n"2",\n{"title": "c"},\n{"id": "4", "title": "d"}\n]'
        )
        topics, problems = read(text)
        assert [topic.id for topic in topics] == ["1", "4"]
        assert [(one.code, one.lines) for one in problems] == [
            ("topic-line", (3,)),
            ("topic-field-unknown", (2,)),
            ("topic-id-missing", (4,)),
        ]

    @pytest.mark.parametrize(
        ("rest", "line", "found"),
        [
            ("", 2, "the end of the file"),
            (",\n", 3, "the end of the file"),
            (',\n{"id": "2", "title": }]', 3, '{"id": "2"'),
            (' {"id": "2"}]', 2, '{"id": "2"}]'),
            (",\n]", 3, "]"),
            ("]\n\n{}", 4, "{}"),
            (f",\n{'[' * 100_000}", 3, "[[["),
        ],
    )
    def test_what_is_no_array_is_said_with_its_line(self, rest: str, line: int, found: str) -> None:
        topics, (problem,) = read(f'[\n{{"id": "1", "title": "a"}}{rest}')
        assert [topic.id for topic in topics] == ["1"]
        assert (problem.code, problem.lines) == ("topic-line", (line,))
        assert found in problem.found


class TestCommas:
    def test_the_header_names_the_parts(self) -> None:
        first, second = good('title,qid,audience\r\n"a, b\nand ""c""",1,vets\r\n\r\nd,2\r\n')
        assert (first.id, first.title, first.further, first.line) == (
            "1",
            'a, b and "c"',
            (("audience", "vets"),),
            2,
        )
        assert (second.id, second.title, second.further, second.line) == ("2", "d", (), 5)

    def test_mistakes_are_found_all_at_once(self) -> None:
        topics, problems = read('id,query\n1,a\n2,b,c\n,d\n3,\n4,"e\n')
        assert [topic.id for topic in topics] == ["1", "3"]
        assert [(one.code, one.lines) for one in problems] == [
            ("topic-line", (3,)),
            ("topic-line", (6,)),
            ("topic-id-missing", (4,)),
            ("topic-title-missing", (5,)),
        ]

    def test_tabs_are_no_commas(self) -> None:
        (topic,) = good("1\tid, title\n")
        assert topic.title == "id, title"


class TestTabs:
    def test_identifier_and_text(self) -> None:
        topics = good("1037798\twho is robert gray\n\nMB01\t  two\tcolumns \r\n")
        assert [(topic.id, topic.title, topic.line) for topic in topics] == [
            ("1037798", "who is robert gray", 1),
            ("MB01", "two columns", 3),
        ]

    def test_words_like_those_of_qrels_are_topics(self) -> None:
        topics = good("1\tarea code 850\n2\tarea code 851\n")
        assert [topic.title for topic in topics] == ["area code 850", "area code 851"]

    def test_a_line_of_names(self) -> None:
        first, second = good("qid\tquery\tdescription\n1\ta\tb\n2\tc\n")
        assert (first.id, first.title, first.description) == ("1", "a", "b")
        assert (second.id, second.title, second.description, second.line) == ("2", "c", "", 3)

    def test_mistakes_are_found_all_at_once(self) -> None:
        topics, problems = read("1\ta\nno tab\n2\tb\n\tno identifier\n3\tc\n4\t\n")
        assert [topic.id for topic in topics] == ["1", "2", "3", "4"]
        assert [(one.code, one.lines) for one in problems] == [
            ("topic-line", (2, 4)),
            ("topic-title-missing", (6,)),
        ]


@pytest.mark.parametrize(
    "text",
    [
        "1\t0\td1\t1\n2\t0\td1\t0\n",
        "1\tQ0\td1\t1\t0.5\tme\n1\tQ0\td2\t2\t0.4\tme\n",
        "topic,text\n1,a\n",
        "Dear all,\nhere are the topics.\n",
        '["301", "302"]\n',
        "title,description\na,b\n",
        "id,run\n1,a\n",
        "",
    ],
)
def test_other_files_hold_no_topics(text: str) -> None:
    assert not may_hold_topics(text.encode())


def test_texts_are_limited() -> None:
    (topic,), problems = read("1\t" + "a" * 20_000 + "\n")
    assert len(topic.title) == 10_000
    assert [problem.code for problem in problems] == ["text-not-as-written"]
    assert [problem.code for problem in read("1\ta\n" * 2_500_000)[1]] == ["file-too-large"]


@given(
    st.sampled_from(
        [
            "<top>",
            "<top><num>",
            '{"id":',
            '{"id": "1"}\n',
            "1\t",
            "<topics><topic>",
            '[{"id": "1"}',
            "id,title\n",
        ]
    ),
    st.text(max_size=60),
)
def test_any_text_gives_topics_or_problems(start: str, rest: str) -> None:
    log = ProblemLog(FILE)
    assert read_topics(f"{start}{rest}".encode("utf-8", "replace"), log) or len(log)


WORDS = st.text("abc <>&;\"'\\é", min_size=1, max_size=20).map(lambda text: f"x {' '.join(text.split())} y")


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4))
def test_json_csv_and_tabs_give_what_was_written(rows: list[tuple[str, str]]) -> None:
    expected = [(str(n), " ".join(title.split())) for n, (title, _) in enumerate(rows)]
    in_json = "".join(
        json.dumps({"id": str(n), "title": title, "more": more}) + "\n"
        for n, (title, more) in enumerate(rows)
    )
    with_tabs = "".join(f"{n}\t{title}\n" for n, (title, _) in enumerate(rows))
    assert [(topic.id, topic.title) for topic in good(in_json)] == expected
    assert [(topic.id, topic.title) for topic in good(with_tabs)] == expected
    in_csv = io.StringIO()
    csv.writer(in_csv).writerows([("id", "title", "more"), *((n, *row) for n, row in enumerate(rows))])
    in_array = json.dumps([json.loads(line) for line in in_json.splitlines()], indent=1)
    for text in (in_json, in_array, in_csv.getvalue()):
        topics = good(text)
        assert [(topic.id, topic.title) for topic in topics] == expected
        assert [topic.further for topic in topics] == [
            (("more", " ".join(more.split())),) for _, more in rows
        ]


@pytest.mark.real_data
def test_real_topics(real_data: Path) -> None:
    topics = good((real_data / "trec-covid-round1" / "topics" / "topics-rnd1.xml").read_bytes())
    assert [topic.id for topic in topics] == [str(number) for number in range(1, 31)]
    assert all(topic.title and topic.description and topic.narrative for topic in topics)
    assert topics[0].description == "what is the origin of COVID-19"
