from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.formats.file_content import utf8_text
from inexreport.formats.qrels import QrelsReader
from inexreport.model.assessment import UNKNOWN, TopicAssessment
from inexreport.model.problem import Problem, ProblemLog


def read(text: str | bytes) -> tuple[dict[str, TopicAssessment], list[Problem]]:
    log = ProblemLog("assessments/official/a.qrels")
    reader = QrelsReader()
    reader.read(text.encode("utf-8") if isinstance(text, str) else text, log)
    return reader.assessments(), list(log)


def test_columns() -> None:
    topics, problems = read(
        "2009001 Q0 851 10 100 5 0:4 10:6\n\n2009002 Q0 12.xml 0 50\n"
        "2009001\tQ0\t7 0 9\n2009001 Q0 8 3 90 2 5:3\n"
    )
    assert problems == []
    assert list(topics) == ["2009001", "2009002"]
    first = topics["2009001"]
    assert first.articles == ("851", "7", "8")
    assert first.relevant_characters.tolist() == [10, 0, 3]
    assert first.article_length.tolist() == [100, 9, 90]
    assert first.entry_point.tolist() == [5, UNKNOWN, 2]
    assert first.passage_article.tolist() == [0, 0, 2]
    assert first.passage_offset.tolist() == [0, 10, 5]
    assert first.passage_length.tolist() == [4, 6, 3]
    assert (first.relevant_articles, first.total_relevant_characters) == (2, 13)
    assert topics["2009002"].articles == ("12",)
    assert topics["2009002"].passage_article.tolist() == []


def test_entry_point_without_passage_is_not_read() -> None:
    topics, problems = read("1 Q0 a 5 10 3\n1 Q0 b 5 10 -1 0:5\n")
    assert topics["1"].entry_point.tolist() == [UNKNOWN, UNKNOWN]
    assert [(problem.code, problem.lines) for problem in problems] == [("assessments-lengths-differ", (1,))]


@pytest.mark.parametrize(
    ("text", "code", "lines"),
    [
        ("1 Q0 a 5\n", "assessments-columns", (1,)),
        ("1 Q0 a 5 10 3 0:5\n1 Q0 b 1_0 10", "assessments-number", (2,)),
        ("1 Q0 a -5 10 3 0:5\n", "assessments-number", (1,)),
        ("1 Q0 a 5 nan 3 0:5\n", "assessments-number", (1,)),
        ("1 Q0 a 5 10 x 0:5\n", "assessments-number", (1,)),
        ("1 Q0 a 5 10 3 0:-5\n", "assessments-number", (1,)),
        ("1 Q0 a 5 10 3 5\n", "assessments-number", (1,)),
        ("1 Q0 a 5 10 3 0:5\n1 Q0 a.xml 0 10\n", "assessments-article-twice", (2,)),
        ("1 Q0 a 6 10 3 0:5\n1 Q0 b 6 10 3 0:5\n", "assessments-lengths-differ", (1, 2)),
        ("1 Q0 a 5 10 3 6:5\n", "assessments-beyond-article", (1,)),
        ("1 Q0 a 10 10 3 5:5 4:5\n", "assessments-passages-overlap", (1,)),
    ],
)
def test_mistakes(text: str, code: str, lines: tuple[int, ...]) -> None:
    _, problems = read(text)
    assert [(problem.code, problem.lines) for problem in problems] == [(code, lines)]


def test_an_article_in_two_files_is_judged_twice() -> None:
    reader = QrelsReader()
    reader.read(b"1 Q0 a 0 5\n", ProblemLog("a"))
    log = ProblemLog("b")
    reader.read(b"2 Q0 a 0 5\n1 Q0 b 0 5\n1 Q0 a 0 5\n", log)
    assert [problem.place for problem in log] == ["b:3"]
    assert reader.assessments()["1"].articles == ("a", "b")


@given(st.one_of(st.binary(max_size=200), st.text("1 Q0a:-\n\u00a0", max_size=200).map(str.encode)))
def test_any_bytes_are_read_or_explained(data: bytes) -> None:
    topics, problems = read(data)
    blank = not (utf8_text(data, ProblemLog("")) or b"").split()  # perhaps but for a byte order mark
    assert topics or problems or blank


judged = st.lists(st.tuples(st.integers(1, 500), st.integers(1, 500)), max_size=4)


@given(
    st.dictionaries(
        st.sampled_from(["1", "2"]),
        st.dictionaries(st.from_regex(r"[a-z]{1,4}", fullmatch=True), judged, min_size=1),
    )
)
def test_what_is_written_is_read_back(topics: dict[str, dict[str, list[tuple[int, int]]]]) -> None:
    lines = []
    for topic, articles in topics.items():
        for article, gaps in articles.items():
            passages, end = [], 0
            for gap, length in gaps:
                passages.append((end + gap, length))
                end += gap + length
            articles[article] = passages
            columns = [f"{offset}:{length}" for offset, length in passages]
            relevant = sum(length for _, length in passages)
            lines.append(
                f"{topic} Q0 {article} {relevant} {end} {' '.join(['0', *columns] if columns else [])}"
            )
    read_back, problems = read("\n".join(lines))
    assert problems == []
    assert {
        topic: {
            article: [
                (int(offset), int(length))
                for at, offset, length in zip(
                    found.passage_article, found.passage_offset, found.passage_length, strict=True
                )
                if at == index
            ]
            for index, article in enumerate(found.articles)
        }
        for topic, found in read_back.items()
    } == topics


@pytest.mark.real_data
def test_real_qrels(real_data: Path) -> None:
    path = real_data / "inex-2009-adhoc" / "assessments" / "official" / "inex2009-adhoc.qrels"
    topics, problems = read(path.read_bytes())
    assert problems == []
    assert len(topics) == 68
    assert sum(topic.relevant_articles for topic in topics.values()) == 4858
    assert all((topic.entry_point == 100).all() for topic in topics.values())


def test_passages_come_out_in_the_order_of_the_text() -> None:
    topics, _ = read("1 Q0 A 350 1383 199 300:200 100:150\n")
    assert topics["1"].passage_offset.tolist() == [100, 300]
    assert topics["1"].passage_length.tolist() == [150, 200]


def test_grades_of_documents_are_one_problem_with_the_cure() -> None:
    log = ProblemLog("assessments/official/a.qrels")
    QrelsReader().read(b"401 0 FT911-3 1\n401 0 FT911-4 0\n" * 200, log)
    (problem,) = log
    assert (problem.code, problem.lines) == ("assessments-other-protocol", (1,))
    assert 'protocol = "trec"' in problem.remedy
