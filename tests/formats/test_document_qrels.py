"""Qrels of documents: ``topic iteration document grade``."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.formats.document_qrels import DocumentQrelsReader
from inexreport.model.assessment import TopicAssessment
from inexreport.model.problem import Problem, ProblemLog

FILE = "assessments/official/a.qrels"


def read(text: str | bytes, relevance_level: int = 1) -> tuple[dict[str, TopicAssessment], list[Problem]]:
    log = ProblemLog(FILE)
    reader = DocumentQrelsReader(relevance_level)
    reader.read(text.encode("utf-8") if isinstance(text, str) else text, log)
    return reader.assessments(), list(log)


def test_columns():
    topics, problems = read("# judged in May\n301 0 FT911-3 2\n\n302\tQ0  a#b.xml -1\n301 0.5 FT911-4 0\n")
    assert problems == []
    assert list(topics) == ["301", "302"]
    first = topics["301"]
    assert first.articles == ("FT911-3", "FT911-4")
    assert first.grades.tolist() == [2, 0]
    assert first.is_relevant.tolist() == [True, False, False]
    assert (first.relevant_articles, first.total_relevant_characters) == (1, 1)
    assert topics["302"].articles == ("a#b.xml",)
    assert topics["302"].grades.tolist() == [-1]


def test_relevance_begins_at_the_level_of_the_campaign():
    topics, _ = read("1 0 a 1\n1 0 b 2\n1 0 c 3\n", relevance_level=2)
    assert topics["1"].relevant_characters.tolist() == [0, 1, 1]
    assert topics["1"].passage_article.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("text", "code", "lines"),
    [
        ("1 0 a\n1 0 b 1\n1 0 c 1\n", "assessments-columns", (1,)),
        ("1 0 a 1\n1 0 b 1 1\n1 0 c 1\n", "assessments-columns", (2,)),
        ("1 0 a 1\n1 0 b x\n", "assessments-grade", (2,)),
        ("1 0 a 1\n1 0 b 1.0\n", "assessments-grade", (2,)),
        ("1 0 a 1\n1 0 b 9999\n", "assessments-grade", (2,)),
        ("1 0 a 1\n1 0 b 0\n1 9 a 1\n", "assessments-document-twice", (3,)),
        ("1 0 a 1\n1 0 b 0\n1 9 a 2\n", "assessments-grades-differ", (3,)),
        ("1 0 a 1\n1 0 b\u200b 1\n", "name-unfit", ()),
        ("\n# nothing judged\n", "", ()),
    ],
)
def test_mistakes(text, code, lines):
    topics, problems = read(text)
    assert [(problem.code, problem.lines) for problem in problems] == ([(code, lines)] if code else [])
    if code.startswith(("assessments-d", "assessments-grades")):
        assert topics["1"].grades.tolist() == [1, 0]


def test_differing_grades_name_both_lines_and_files():
    reader, first, second = DocumentQrelsReader(), ProblemLog("one"), ProblemLog("two")
    reader.read(b"1 0 a 1\n1 0 b 1\n", first)
    reader.read(b"1 0 c 1\n1 0 b 0\n", second)
    (problem,) = second
    assert not list(first)
    assert (problem.code, problem.lines) == ("assessments-grades-differ", (2,))
    assert "line 2 of one" in problem.found


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1 Q0 a 5 10 3 0:5\n1 Q0 b 5 10 3 0:5\n", "assessments-other-protocol"),
        ("1 Q0 a 5 10\n" * 300, "assessments-other-protocol"),
        ('<assessments topic="1"><file name="a"/></assessments>', "assessments-other-protocol"),
        ("1 Q0 a 1 0.9 me\n" * 300, "assessments-format-unknown"),
    ],
)
def test_a_file_of_another_kind_is_one_problem(text, code):
    _, problems = read(text)
    assert [(problem.code, problem.lines) for problem in problems] == [(code, (1,))]
    assert "looks like" in problems[0].found


NAMES = st.text(alphabet="ab#.-_09", min_size=1, max_size=4)


@given(
    judged=st.dictionaries(st.tuples(NAMES, NAMES), st.integers(-3, 4), max_size=12),
    blank=st.sampled_from([" ", "\t", "  "]),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_what_is_written_is_read(judged, blank, end):
    judged = {key: grade for key, grade in judged.items() if not key[0].startswith("#")}
    text = "".join(
        blank.join((topic, "0", name, str(grade))) + end for (topic, name), grade in judged.items()
    )
    topics, problems = read(text)
    assert problems == []
    found = {
        (topic, name): grade
        for topic, one in topics.items()
        for name, grade in zip(one.articles, one.grades.tolist(), strict=True)
    }
    assert found == judged


def lines_of(documents: str, topics: int, judged: int) -> bytes:
    return b"".join(
        f"{topic} 0 {documents}{topic}-{number} 1\n".encode()
        for topic in range(topics)
        for number in range(judged)
    )


def read_files(*files: bytes) -> list[Problem]:
    reader, logs = DocumentQrelsReader(), []
    for number, data in enumerate(files):
        logs.append(ProblemLog(f"assessments/official/{number}.txt"))
        reader.read(data, logs[-1])
    return [problem for log in logs for problem in log]


@pytest.mark.parametrize("shared", [0, 1])
def test_files_with_the_same_topics_and_other_documents_are_an_error(shared):
    """As the qrels of documents and of passages of the Deep Learning tracks."""
    of_documents = lines_of("D", 10, 30)
    problems = read_files(of_documents, lines_of("", 8, 25) + of_documents[: shared * len("0 0 D0-0 1\n")])
    (problem,) = [one for one in problems if one.code != "assessments-document-twice"]
    assert (problem.code, problem.file) == ("assessments-sets-mixed", "assessments/official/1.txt")
    assert problem.is_error
    assert "8 topics of assessments/official/0.txt" in problem.found
    assert f"{shared} of the {200 + shared} documents" in problem.found


@pytest.mark.parametrize(
    "files",
    [
        [lines_of("D", 10, 3), lines_of("D", 10, 3)],
        [lines_of("D", 10, 30), lines_of("D", 1, 1) + lines_of("E", 10, 9)],
        [lines_of("D", 10, 3), b"20 0 a 1\n", b"21 0 b 1\n"],
        [b"1 0 a 1\n2 0 a 1\n3 0 a 1\n", b"3 0 b 1\n4 0 a 1\n5 0 a 1\n"],
    ],
    ids=["the same", "partly the same", "other topics", "a topic that two assessors share"],
)
def test_files_that_belong_together_are_read_together(files):
    assert [one.code for one in read_files(*files) if one.is_error] == []
