from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from inexreport.formats.run_content import RunContent, in_topic_order
from inexreport.formats.run_xml import read_xml_run
from inexreport.model.problem import Problem, ProblemLog
from inexreport.model.run import ResultForm


def read(text: str | bytes) -> tuple[RunContent | None, list[Problem]]:
    log = ProblemLog("runs/Focused/r.xml")
    return read_xml_run(text.encode("utf-8") if isinstance(text, str) else text, log), list(log)


def submission(*results: str, topic: str = 'topic-id="289"') -> str:
    return (
        '<inex-submission participant-id="12" run-id="VSM_06" task="Focused" query="automatic"\n'
        ' result-type="element"><topic-fields title="yes" castitle="no"/>\n'
        "<description>Two   words</description>"
        "<collections><collection>wikipedia</collection></collections>\n"
        f"<topic {topic}><collections/>\n" + "\n".join(results) + "\n</topic></inex-submission>"
    )


def result(place: str = "<path>/article[1]</path>", rank: str = "", rsv: str = "", file: str = "7") -> str:
    ranked = f"<rank>{rank}</rank>" * bool(rank) + f"<rsv>{rsv}</rsv>" * bool(rsv)
    return f"<result><file>{file}</file>{place}{ranked}</result>"


def test_what_a_submission_says_of_itself() -> None:
    content, problems = read(submission(result(rank="1", rsv="0.83")))
    assert problems == []
    assert content is not None
    stated = content.submission
    assert (stated.participant, stated.run_id, stated.stated_task) == ("12", "VSM_06", "Focused")
    assert (stated.query, stated.result_type, stated.description) == ("automatic", "element", "Two words")
    assert stated.topic_fields == {"title": "yes", "castitle": "no"}
    assert content.topic_lines == {"289": 4}
    assert content.results.line.tolist() == [5]


def test_every_way_to_say_which_text() -> None:
    content, problems = read(
        submission(
            result("<path>\n article/bdy[1]/p \n</path>", file="\n7.xml\n"),
            result('<fol offset="120" length="300"/>'),
            result('<fol offset="X" length="X"/>'),
            result('<fol offset="-5"/>'),
            result('<passage start="/a[1]/p[1]/text()[2].14" end="/a[1]/p[2]"/>'),
        )
    )
    assert problems == []
    assert content is not None
    results = content.results
    assert results.form.tolist() == [
        ResultForm.ELEMENT,
        ResultForm.PASSAGE,
        ResultForm.NOWHERE,
        ResultForm.ENTRY_POINT,
        ResultForm.RANGE,
    ]
    assert results.articles.to_pylist() == ["7"]
    assert results.offset.tolist() == [0, 120, 0, -5, 0]
    assert results.paths == ("/article[1]/bdy[1]/p[1]", "/a[1]/p[1]/text()[2].14", "/a[1]/p[2]")


def order(*results: str) -> list[str]:
    content, _ = read(submission(*results))
    assert content is not None
    ordered = in_topic_order(content.results, by_rank=content.by_rank)
    return ordered.articles.take(ordered.article).to_pylist()


def test_rank_orders_results_only_where_every_result_has_one() -> None:
    assert order(result(rank="2", file="b"), result(rank="0", file="a")) == ["a", "b"]
    assert order(result(rank="2", file="b"), result(rank="2", file="a")) == ["b", "a"]
    assert order(result(rank="2", file="b"), result(file="c"), result(rank="1", file="a")) == ["b", "c", "a"]


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (result(rank="first"), "run-number"),
        (result(rank="nan"), "run-number"),
        (result('<fol offset="1_0" length="5"/>'), "run-number"),
        (result('<fol offset="10" length="five"/>'), "run-number"),
        (result('<fol offset="10" length="-5"/>'), "run-length-negative"),
        (result(rank="1", rsv="NaN"), "run-score-not-number"),
        (result(""), "run-result-unclear"),
        (result("<path> </path>"), "run-result-unclear"),
        (result('<path>/a[1]</path><fol offset="1" length="1"/>'), "run-result-unclear"),
        (result('<passage start="/a[1]"/>'), "run-result-unclear"),
        (result(file=""), "run-result-unclear"),
        (result("<path>/a[1]</path><rank>1</rank><rank>2</rank>"), "run-result-unclear"),
    ],
)
def test_results_with_mistakes(bad: str, code: str) -> None:
    content, problems = read(submission(result(rank="1"), bad))
    assert [(problem.code, problem.lines) for problem in problems] == [(code, (6,))]
    assert content is not None
    assert len(content.results) == (2 if code == "run-score-not-number" else 1)


def test_topics_with_mistakes() -> None:
    _, problems = read(submission(result(), topic=""))
    assert {(problem.code, problem.lines) for problem in problems} == {("run-topic-id-missing", (4, 5))}
    twice = submission(result()).replace("</topic>", '</topic>\n<topic topic-id="289"></topic>')
    assert [(problem.code, problem.lines) for problem in read(twice)[1]] == [("run-topic-twice", (7,))]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("<inex-submission>\n<topic>", "xml-not-well-formed", 2),
        (submission(result()) + "<more/>", "xml-not-well-formed", 6),
        ("<inex-submission>\n&eacute;</inex-submission>", "xml-not-well-formed", 2),
        ("<html/>", "run-format-unknown", None),
        ('<?xml version="1.0" encoding="none"?><inex-submission/>', "xml-not-well-formed", 1),
    ],
)
def test_files_that_are_no_submission(text: str, code: str, line: int | None) -> None:
    content, problems = read(text)
    assert content is None
    assert [(problem.code, problem.line) for problem in problems] == [(code, line)]


def test_encodings() -> None:
    text = '<?xml version="1.0" encoding="ISO-8859-1"?>' + submission(result(file="Köln"))
    content, problems = read(text.encode("iso-8859-1"))
    assert problems == []
    assert content is not None
    assert content.results.articles.to_pylist() == ["Köln"]
    for encoding in ("utf-8-sig", "utf-16"):
        content, problems = read(submission(result(file="Köln")).encode(encoding))
        assert content is not None
        assert content.results.articles.to_pylist() == ["Köln"]


def test_efficiency_submission_with_its_quirks() -> None:
    content, problems = read(
        "<!DOCTYPE efficiency-submission SYSTEM 'efficiency-submission.dtd'>\n"
        '<efficiency-submission participant-id="304" run-id="11" task="adhoc" type="focused">\n'
        "<general_description>One.</general_description><caching_description>Two.</caching_description>\n"
        '<topic topic-id="186" total_time_ms="435.68">\n'
        "<result><file>214923.xml</file><path>article[1]</path><rank>1</rank><rsv>1.0</rsv></result></topic>\n"
        '<topic topic-id="187" total_time_ms="fast"/>\n'
        "</efficiency-submission>"
    )
    assert [(problem.code, problem.lines) for problem in problems] == [("run-score-not-number", (6,))]
    assert content is not None
    assert content.submission.milliseconds == {"186": 435.68}
    assert content.topic_lines == {"186": 4, "187": 6}
    assert content.submission.description == "One.\n\nTwo."
    assert content.submission.result_type == "focused"
    assert content.results.paths == ("/article[1]",)


@pytest.mark.real_data
def test_real_efficiency_submission(real_data: Path) -> None:
    data = (real_data / "other-formats" / "basex-2009-efficiency-submission.xml").read_bytes()
    content, problems = read(data)
    assert problems == []
    assert content is not None
    assert len(content.results) == 22763
    assert len(content.topic_lines) == 115
    assert len(content.topic_lines) - len(content.results.topics) == 53
    # The file has 136,937 lines, more than libxml2 counts: each place must be right all the same.
    lines = data.split(b"\n")
    assert content.results.line.tolist() == [i for i, line in enumerate(lines, 1) if b"<result>" in line]
    assert list(content.topic_lines.values()) == [i for i, line in enumerate(lines, 1) if b"<topic " in line]
    assert not np.isnan(content.results.rank).any()
