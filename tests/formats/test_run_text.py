from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.formats.file_content import utf8_text
from inexreport.formats.run_content import RunContent, in_topic_order
from inexreport.formats.run_text import read_text_run
from inexreport.model.problem import Problem, ProblemLog
from inexreport.model.run import ABSENT, ResultForm, Results


def read(text: str | bytes) -> tuple[RunContent | None, list[Problem]]:
    log = ProblemLog("runs/Focused/r.txt")
    data = utf8_text(text.encode("utf-8") if isinstance(text, str) else text, log)
    assert data is not None
    return read_text_run(data, log), list(log)


def results_of(text: str | bytes) -> Results:
    content, problems = read(text)
    assert content is not None
    assert problems == []
    return content.results


def test_every_form_in_one_file() -> None:
    results = results_of(
        "1 Q0 a.xml 1 0.5 S\n"
        "1 Q0 b 2 0.4 S article[1]/p\n"
        "1\tQ0\tb 3 0.3 S 17\r\n"
        "\n"
        "1 Q0 c 4 0.2 S /article[1]/p[1] /article[1]/p[3]\n"
        "1 Q0 c 5 0.1 S 10 20\n"
        "1 Q0 c 6 0.1 S X X\n"
        "1 Q0 c 7 0.1 S -1\n"
        "1 Q0 c 8 0.1 S -5 20"
    )
    assert results.form.tolist() == [
        ResultForm.ARTICLE,
        ResultForm.ELEMENT,
        ResultForm.ENTRY_POINT,
        ResultForm.RANGE,
        ResultForm.PASSAGE,
        ResultForm.NOWHERE,
        ResultForm.NOWHERE,
        ResultForm.PASSAGE,
    ]
    assert results.articles.take(results.article).to_pylist() == ["a", "b", "b", "c", "c", "c", "c", "c"]
    assert results.offset.tolist() == [0, 0, 17, 0, 10, 0, 0, -5]
    assert results.length.tolist() == [0, 0, 0, 0, 20, 0, 0, 20]
    assert results.paths == ("/article[1]/p[1]", "/article[1]/p[3]")
    assert results.path.tolist() == [ABSENT, 0, ABSENT, 0, ABSENT, ABSENT, ABSENT, ABSENT]
    assert results.end_path.tolist() == [ABSENT, ABSENT, ABSENT, 1, ABSENT, ABSENT, ABSENT, ABSENT]
    assert results.line.tolist() == [1, 2, 3, 5, 6, 7, 8, 9]
    assert results.score.tolist() == [0.5, 0.4, 0.3, 0.2, 0.1, 0.1, 0.1, 0.1]


def test_file_order_holds_whatever_the_ranks_say() -> None:
    content, _ = read("1 Q0 a 9 1 S 0 5\n1 Q0 b 1 9 S 0 5\n")
    assert content is not None
    assert in_topic_order(content.results, by_rank=content.by_rank).rank.tolist() == [9, 1]


@pytest.mark.parametrize(
    "number", ["1_000", "0x1F", "1e3", "nan", "inf", "1.5", "１２", "9" * 14, "+-1", "--5", "1,000"]
)
def test_what_only_looks_like_a_number_is_an_error(number: str) -> None:
    content, problems = read(f"1 Q0 a 1 1 S 0 5\n1 Q0 b 2 1 S {number} 5\n1 Q0 c 3 1 S 5 {number}\n")
    assert [(problem.code, problem.lines) for problem in problems] == [("run-number", (2, 3))]
    assert number[:9] in problems[0].found
    assert content is not None
    assert len(content.results) == 1


def test_a_path_and_a_number_do_not_go_together() -> None:
    _, problems = read("1 Q0 a 1 1 S /article[1] 5\n1 Q0 a 2 1 S X /p\n1 Q0 a 3 1 S /")
    assert [(problem.code, problem.lines) for problem in problems] == [("run-number", (1, 2, 3))]


@pytest.mark.parametrize("number", ["nan", "1e400", "0x1p3", "high", "1_0"])
def test_a_rank_or_score_that_nothing_depends_on_may_be_no_number(number: str) -> None:
    content, problems = read(f"1 Q0 a 1 1 S 0 5\n1 Q0 b 2 {number} S 0 5\n")
    assert [(problem.code, problem.lines) for problem in problems] == [("run-score-not-number", (2,))]
    assert content is not None
    assert len(content.results) == 2


def test_negative_length() -> None:
    _, problems = read("1 Q0 a 1 1 S 0 5\n1 Q0 b 2 1 S 7 -3\n")
    assert [(problem.code, problem.place) for problem in problems] == [
        ("run-length-negative", "runs/Focused/r.txt:2")
    ]


def test_wrong_columns() -> None:
    _, problems = read("1 Q0 a 1 1 S 0 5\n1 Q0 b 2 1\n1 Q0 b 2 1 S 1 2 3\n")
    assert [(problem.code, problem.lines) for problem in problems] == [("run-columns", (2, 3))]


def test_no_run_at_all() -> None:
    for text, code in [
        ("", "run-empty"),
        (" \n\n", "run-empty"),
        ("Dear organisers,\n", "run-format-unknown"),
    ]:
        content, problems = read(text)
        assert content is None
        assert [problem.code for problem in problems] == [code]


def test_topic_that_comes_back() -> None:
    content, problems = read("1 Q0 a 1 1 S\n2 Q0 a 1 1 S\n1 Q0 b 2 1 S\n1 Q0 c 3 1 S\n2 Q0 c 2 1 S\n")
    assert [(problem.code, problem.lines) for problem in problems] == [("run-topic-twice", (3, 5))]
    assert content is not None
    assert in_topic_order(content.results, by_rank=False).topic.tolist() == [0, 0, 0, 1, 1]


def test_run_id_that_changes() -> None:
    content, problems = read("1 Q0 a 1 1 S\n1 Q0 b 2 1 T\n1 Q0 c 3 1 T\n")
    assert [(problem.code, problem.lines) for problem in problems] == [("run-id-changes", (2,))]
    assert content is not None
    assert content.submission.run_id == "S"


def test_encodings() -> None:
    latin = "1 Q0 Köln 1 1 S\n".encode("iso-8859-1")
    content, problems = read(b"1 Q0 a 1 1 S\n" + latin)
    assert content is not None
    assert content.results.articles.to_pylist() == ["a", "Köln"]
    assert [(problem.code, problem.line) for problem in problems] == [("encoding-assumed", 2)]
    for encoding in ("utf-8-sig", "utf-16"):
        assert results_of("1 Q0 Köln 1 1 S\n".encode(encoding)).articles.to_pylist() == ["Köln"]


names = st.from_regex(r"[A-Za-z0-9_.é]{1,12}", fullmatch=True).filter(lambda name: not name.endswith(".xml"))
paths = st.lists(
    st.tuples(names.filter(lambda name: "." not in name), st.integers(1, 99)), min_size=1, max_size=4
)
places = st.one_of(
    st.just(()),
    st.tuples(st.integers(0, 10**9)),
    st.tuples(st.integers(0, 10**9), st.integers(0, 10**6)),
    st.tuples(paths),
    st.tuples(paths, paths),
    st.just(("X", "X")),
)


def spelled(place: tuple[object, ...]) -> str:
    return " ".join(
        "".join(f"/{name}[{number}]" for name, number in part) if isinstance(part, list) else str(part)
        for part in place
    )


def spelled_result(results: Results, i: int) -> str:
    match ResultForm(results.form[i]):
        case ResultForm.ARTICLE:
            return ""
        case ResultForm.ENTRY_POINT:
            return str(results.offset[i])
        case ResultForm.PASSAGE:
            return f"{results.offset[i]} {results.length[i]}"
        case ResultForm.ELEMENT:
            return results.paths[results.path[i]]
        case ResultForm.RANGE:
            return f"{results.paths[results.path[i]]} {results.paths[results.end_path[i]]}"
        case ResultForm.NOWHERE:
            return "X X"


@given(st.lists(st.tuples(names, names, places), min_size=1, max_size=12))
def test_what_is_written_is_read_back(rows: list[tuple[str, str, tuple[object, ...]]]) -> None:
    rows.sort(key=lambda row: row[0])
    text = "".join(
        f"{topic} Q0 {article} {rank} 0.5 S {spelled(place)}\n"
        for rank, (topic, article, place) in enumerate(rows)
    )
    results = results_of(text)
    assert [spelled_result(results, i) for i in range(len(results))] == [
        spelled(place) for _, _, place in rows
    ]
    assert [results.topics[i] for i in results.topic] == [row[0] for row in rows]
    assert results.articles.take(results.article).to_pylist() == [row[1] for row in rows]
