"""What people really send as a run of documents: one problem says what is wrong, or nothing is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.formats.document_runs import read_document_run, report_contradictions
from inexreport.formats.runs import read_run_content
from inexreport.model.campaign import Order
from inexreport.model.problem import Problem, ProblemLog, ProblemScope
from inexreport.model.problem_kinds import Severity

Line = Callable[[str, int, str, float], str]


def run(line: Line, topics: int = 2, results: int = 12) -> str:
    """A run; `line` makes one of topic, rank from 1, document and score."""
    return "".join(
        line(str(topic), rank, f"d{topic * 37 % 10}-{rank}", round(1 - rank / 20, 2)) + "\n"
        for topic in range(1, topics + 1)
        for rank in range(1, results + 1)
    )


def problems_of(data: str | bytes) -> list[Problem]:
    log = ProblemLog("runs/main/a", ProblemScope.RUN, "main", "a")
    content = read_run_content(data.encode() if isinstance(data, str) else data, log, documents=True)
    if content is not None:
        report_contradictions(Order.SCORE, content.results, log)
    return list(log)


GOOD = run(lambda topic, rank, document, score: f"{topic} Q0 {document} {rank} {score} me")


@pytest.mark.parametrize(
    "data",
    [
        GOOD.replace(" ", "\t"),
        GOOD.replace("\n", "\r\n"),
        "\ufeff" + GOOD,
        GOOD + "\n\n",
        run(lambda topic, rank, document, score: f"{topic} Q0 {document} {rank - 1} {score} me"),
        run(lambda topic, rank, document, score: f"{topic}  Q0\t{document}  0  {score} me"),
        # Documents that are called like their ranks, and scores that count down.
        run(lambda topic, rank, _, score: f"{topic} Q0 {rank} {rank} {score} me"),
        run(lambda topic, rank, document, _: f"{topic} Q0 {document} {rank} {12 - rank} me"),
        # The worst first, as its rank says.
        "1 Q0 a 2 1 me\n1 Q0 b 1 2 me\n2 Q0 a 1 1 me\n",
    ],
    ids=[
        *("tabs", "Windows", "byte order mark", "empty lines", "ranks from 0", "no ranks"),
        *("documents like ranks", "scores from the top", "one topic"),
    ],
)
def test_what_is_no_problem(data: str) -> None:
    assert [problem.code for problem in problems_of(data) if problem.code != "run-document-order"] == []


@pytest.mark.parametrize(
    ("line", "code", "found"),
    [
        (lambda t, r, d, s: f"{t} Q0 {r} {d} {s} me", "run-columns-swapped", "document and rank"),
        (lambda t, r, d, s: f"{t} Q0 {r - 1} {d} {s} me", "run-columns-swapped", "document and rank"),
        (
            lambda t, r, d, s: f"{t} Q0 {r} {r * 7919 % 83} {s} me",
            "run-columns-swapped",
            "document and rank",
        ),
        (lambda t, r, d, s: f"{t} Q0 {d} {s} {r} me", "run-columns-swapped", "rank and score"),
        (lambda t, r, d, s: f"{t} Q0 {d} {100 - r} {r} me", "run-columns-swapped", "rank and score"),
        (lambda t, r, d, s: f"{t} {d} {r} {s} me", "run-column-missing", "no Q0 in"),
        (lambda t, r, d, s: f"{t} Q0 {d} {r} {s} ", "run-column-missing", "no tag in"),
        (lambda t, r, d, s: f"{t} {d} {r} {s}", "run-column-missing", "no Q0 and no tag in"),
        (lambda t, r, d, s: f"{t},Q0,{d},{r},{s},me", "run-separators", "“,” in"),
        (lambda t, r, d, s: f"{t}, Q0, {d}, {r}, {s}, me", "run-separators", "“,” in"),
        (lambda t, r, d, s: f"{t};{d};{r};{s};me", "run-separators", "“;” in"),
        (lambda t, r, d, s: f"{t} 0 {d} {r % 2}", "run-format-unknown", "looks like TREC qrels"),
        (lambda t, r, d, s: f"{t} 0 {d} 7 80 0 3:7", "run-format-unknown", "looks like INEX qrels"),
        (lambda t, r, d, s: f"{t} {d} {r % 2}", "run-format-unknown", "ranks that repeat"),
    ],
)
def test_mistakes_of_all_lines_are_one_error(line: Line, code: str, found: str) -> None:
    (problem,) = problems_of(run(line))
    assert (problem.code, problem.is_error, problem.lines[0]) == (code, True, 1)
    assert found in problem.found


def test_separators_are_reported_with_their_line() -> None:
    lines = run(lambda t, r, d, s: f"{t},Q0,{d},{r},{s},me").splitlines()
    (problem,) = problems_of("\n".join(["", "1 Q0 first 1 9 me", *lines]))
    assert (problem.code, problem.lines) == ("run-separators", (3,))
    assert lines[0] in problem.found


@pytest.mark.parametrize(
    "header",
    [
        "topic Q0 docno rank score tag",
        "qid\tq0\tdocid\trank\tscore\trun_id",
        "# query_id iteration document_id rank score run",
        "query_id doc_id rank score",
    ],
)
def test_a_line_of_names_is_a_warning(header: str) -> None:
    log = ProblemLog("a")
    content = read_document_run(f"{header}\n{GOOD}".encode(), log)
    (problem,) = log
    assert (problem.code, problem.severity, problem.lines) == ("run-header", Severity.WARNING, (1,))
    assert content is not None
    assert content.results.line.tolist() == list(range(2, 26))


def test_comments_are_a_warning() -> None:
    (problem,) = problems_of(f"# mine\n{GOOD}# the end\n")
    assert (problem.code, problem.severity, problem.lines) == ("run-comments", Severity.WARNING, (1, 26))


@pytest.mark.parametrize("first", ["1 Q0 rank 1 0.9 score", "topic score", "topic Q0 docno rank score 1"])
def test_other_first_lines_are_results_or_mistakes(first: str) -> None:
    assert "run-header" not in [problem.code for problem in problems_of(f"{first}\n{GOOD}")]


def test_some_lines_without_a_tag() -> None:
    lines = GOOD.splitlines()
    lines[3], lines[5] = lines[3].removesuffix(" me"), "1 Q0"
    problems = problems_of("\n".join(lines))
    assert [(one.code, one.lines) for one in problems] == [
        ("run-column-missing", (4,)),
        ("run-columns", (6,)),
    ]


def test_markup_is_no_run_of_documents() -> None:
    (problem,) = problems_of('<?xml version="1.0"?>\n<inex-submission/>')
    assert problem.code == "run-format-unknown"
    assert "looks like a run" in problem.found


class TestUpsideDown:
    def test_scores_that_rise_with_the_rank(self) -> None:
        text = run(lambda topic, rank, document, score: f"{topic} Q0 {document} {rank} {1 - score} me")
        (problem,) = problems_of(text)
        assert (problem.code, problem.is_error, problem.count) == ("run-scores-ascending", False, 22)
        assert problem.found.startswith("a higher score than the one before it by rank in 22 of 22 results")
        assert problem.lines[:2] == (2, 3)

    @pytest.mark.parametrize("results", [5, 12])
    def test_a_few_may_be_chance_or_a_mistake_of_their_own(self, results: int) -> None:
        text = run(lambda t, r, d, s: f"{t} Q0 {d} {r} {1 - s if t == '1' else s} me", results=results)
        assert [problem.code for problem in problems_of(text)] == ["run-document-order"]

    def test_where_the_file_is_the_order_it_is_a_contradiction_as_any_other(self) -> None:
        log = ProblemLog("a")
        text = run(lambda topic, rank, document, score: f"{topic} Q0 {document} {rank} {1 - score} me")
        content = read_document_run(text.encode(), log)
        assert content is not None
        report_contradictions(Order.FILE, content.results, log)
        assert [problem.code for problem in log] == ["run-document-order"]


@given(
    st.lists(
        st.tuples(st.sampled_from("12"), st.integers(0, 9), st.floats(-9, 9, width=16)),
        min_size=1,
        max_size=12,
    )
)
def test_columns_in_order_are_never_taken_for_swapped(rows: list[tuple[str, int, float]]) -> None:
    """Results in any order of the file, each with the rank that its score gives it in its topic."""
    named = [(topic, f"{number}", score) for number, (topic, _, score) in enumerate(rows)]
    lines = []
    for topic, document, score in named:
        rank = 1 + sum(other[0] == topic and (-other[2], other[1]) < (-score, document) for other in named)
        lines.append(f"{topic} Q0 {document} {rank} {score!r} me\n")
    assert "run-columns-swapped" not in [problem.code for problem in problems_of("".join(lines))]
