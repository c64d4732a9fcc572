"""Runs of documents: ``topic Q0 document rank score tag``, and the order of their results."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.formats.document_runs import each_once, in_order_of, read_document_run, report_contradictions
from inexreport.model.campaign import Order
from inexreport.model.problem import Problem, ProblemLog, ProblemScope
from inexreport.model.task import Repeated


def read(text: str):
    log = ProblemLog("runs/main/a", ProblemScope.RUN, "main", "a")
    return read_document_run(text.encode("utf-8"), log), list(log)


def ranking(text: str, order: Order = Order.SCORE) -> dict[str, list[str]]:
    content, _ = read(text)
    results = in_order_of(order, content.results)
    names = results.articles.to_pylist()
    found: dict[str, list[str]] = {}
    for topic, document in zip(results.topic.tolist(), results.article.tolist(), strict=True):
        found.setdefault(results.topics[topic], []).append(names[document])
    return found


def contradictions(text: str, order: Order = Order.SCORE) -> list[Problem]:
    content, _ = read(text)
    log = ProblemLog("a")
    report_contradictions(order, content.results, log)
    return list(log)


def test_scores_decide_then_names_from_the_last_one():
    text = "1 Q0 a 1 0.5 t\n2 Q0 z 1 3 t\n1 Q0 b 2 0.7 t\n1 Q0 c 3 0.5 t\n1 Q0 B 4 0.5 t\n"
    assert ranking(text) == {"1": ["b", "c", "a", "B"], "2": ["z"]}
    assert ranking(text, Order.FILE) == {"1": ["a", "b", "c", "B"], "2": ["z"]}


def test_scores_are_compared_in_single_precision():
    # The two differ in the tenth digit: as double-precision numbers a would come first.
    text = "1 Q0 a 1 0.3000000001 t\n1 Q0 b 2 0.3 t\n"
    assert ranking(text) == {"1": ["b", "a"]}
    assert np.float32(0.3000000001) == np.float32(0.3)


def test_interleaved_topics_are_no_problem():
    content, problems = read("1 Q0 a 1 2 t\n2 Q0 a 1 2 t\n1 Q0 b 2 1 t\n")
    assert problems == []
    assert content.topic_lines == {"1": 1, "2": 2}


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ["run-empty"]),
        ("1 Q0 a 1\n1 Q0 b 2\n", ["run-format-unknown"]),
        ("1 Q0 a 1 2 t\n1 Q0 b 2\n", ["run-columns"]),
        ("1 Q0 a 1 2 t more columns\n1 Q0 b 2 1 t\n", ["run-columns-ignored"]),
        ("1 Q0 a x 2 t\n1 Q0 b 2 1 t\n", ["run-rank-not-number"]),
        ("1 Q0 a 1 x t\n1 Q0 b 2 1 t\n", ["run-document-score"]),
        ("1 Q0 a 1 nan t\n1 Q0 b 2 1 t\n", ["run-document-score"]),
        ("1 Q0 a 1 1e39 t\n1 Q0 b 2 1 t\n", ["run-document-score"]),
        ("1 Q0 a 1 2 t\n2 Q0 a 1 1 t\n", []),
        ("1 Q0 a\u200b 1 2 t\n1 Q0 b 2 1 t\n", ["name-unfit"]),
        ("1 Q0 a 1 2 t\n1 Q0 b 2 1 u\n", ["run-id-changes"]),
    ],
)
def test_mistakes(text, codes):
    content, problems = read(text)
    assert [problem.code for problem in problems] == codes
    if codes and codes[0] in ("run-document-score", "name-unfit"):
        assert content.results.line.tolist() == [2]


def test_one_warning_tells_which_order_counts():
    text = "1 Q0 a 1 1 t\n1 Q0 b 2 2 t\n2 Q0 a 1 1 t\n2 Q0 b 2 2 t\n"
    (problem,) = contradictions(text)
    assert (problem.code, problem.lines) == ("run-document-order", (2, 4))
    assert "2 results with a better rank" in problem.found
    assert "2 results before one with a higher score" in problem.found
    assert problem.expected.endswith("descending score")
    (by_lines,) = contradictions(text, Order.FILE)
    assert by_lines.expected.endswith("that of the lines")


def test_ranks_without_a_difference_of_scores_contradict_the_order_of_names():
    text = "".join(f"{topic} Q0 d{rank} {rank} 1 t\n" for topic in "12" for rank in range(1, 7))
    (problem,) = contradictions(text)
    assert (problem.code, problem.count, problem.lines[0]) == ("run-scores-equal", 10, 2)
    assert contradictions(text, Order.FILE) == []
    assert [one.code for one in contradictions(text.replace("2 Q0 d2 2 1", "2 Q0 d2 2 0.5"))] == [
        "run-document-order"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1 Q0 a 0 2 t\n1 Q0 b 1 1 t\n",
        "1 Q0 a 1 2 t\n1 Q0 b 1 2 t\n",
        "1 Q0 a 1 0.3 t\n1 Q0 b 2 0.3000000001 t\n",
    ],
)
def test_ranks_from_zero_and_equal_scores_contradict_nothing(text):
    assert contradictions(text) == []


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize(
    ("repeated", "code"),
    [(Repeated.ERROR, "run-document-twice"), (Repeated.FIRST, "run-document-repeated")],
)
def test_of_a_repeated_document_the_first_result_in_the_order_that_counts_stays(order, repeated, code):
    content, problems = read("1 Q0 a 1 1 t\n1 Q0 b 2 3 t\n1 Q0 a 3 2 t\n2 Q0 a 1 1 t\n1 Q0 b 4 3 t\n")
    assert problems == []
    log = ProblemLog("a")
    kept = each_once(in_order_of(order, content.results), repeated, log)
    (problem,) = log
    assert (problem.code, problem.is_error) == (code, repeated is Repeated.ERROR)
    assert problem.lines == ((1, 5) if order is Order.SCORE else (3, 5))
    assert kept.line.tolist() == ([2, 3, 4] if order is Order.SCORE else [1, 2, 4])
    assert problem.found in ("document “b”, “a” again", "document “a”, “b” again")


def test_without_repeated_documents_nothing_changes():
    content, _ = read("1 Q0 a 1 1 t\n2 Q0 a 1 1 t\n")
    log = ProblemLog("a")
    assert each_once(content.results, Repeated.ERROR, log) is content.results
    assert not len(log)


RESULTS = st.dictionaries(
    st.tuples(st.sampled_from("12"), st.text(alphabet="abAB", min_size=1, max_size=3)),
    st.sampled_from([0.0, -0.0, 1.0, 1.0000000001, -2.5, 1e-30, 16777216.0, 16777217.0]),
    min_size=1,
    max_size=14,
)


@given(results=RESULTS, draw=st.randoms(use_true_random=False))
def test_the_order_is_that_of_a_plain_sort(results, draw):
    lines = [f"{topic} Q0 {name} 1 {score!r} t\n" for (topic, name), score in results.items()]
    draw.shuffle(lines)
    expected: dict[str, list[str]] = {}
    for topic in sorted({topic for topic, _ in results}):
        of_topic = [
            (np.float32(score), name.encode()) for (one, name), score in results.items() if one == topic
        ]
        expected[topic] = [name.decode() for _, name in sorted(of_topic, reverse=True)]
    assert ranking("".join(lines)) == expected
