"""Runs of answers and what judges say of them, in JSON."""

from __future__ import annotations

import json

import pytest

from inexreport.formats import runs
from inexreport.formats.answer_assessments import read_answer_assessments
from inexreport.formats.file_content import FileContent
from inexreport.formats.run_answers import is_answers, read_answers
from inexreport.formats.run_files import RunFile
from inexreport.formats.runs import read_run, read_run_content
from inexreport.judging.assigned_answers import report_unassigned
from inexreport.judging.location import locate
from inexreport.model.answer import Sentence, Support
from inexreport.model.assessment import Assessments, Judged
from inexreport.model.campaign import Campaign, Collection
from inexreport.model.problem import ProblemLog

OF_2024 = {
    "run_id": "mine",
    "topic_id": "7",
    "topic": "why?",
    "references": ["d1", "d2"],
    "response_length": 4,
    "answer": [{"text": "Sky  is blue.", "citations": [1, 0, 1]}, {"text": "Yes.", "citations": []}],
}
OF_2025 = {
    "metadata": {"team_id": "t", "run_id": "mine", "narrative_id": 7},
    "references": ["d1", "d2"],
    "answer": [{"text": "Sky is blue.", "citations": ["d2", "d1"]}, {"text": "Yes.", "citations": None}],
}
OF_RAGTIME = {
    "metadata": {"run_id": "mine", "topic_id": "7"},
    "responses": [{"text": "Sky is blue.", "citations": {"d2": 0.9, "d1": 40}}, {"text": "Yes."}],
}
NUGGET = {"text": "blue", "importance": "vital", "assignment": "support"}


def lines(*objects: dict) -> bytes:
    return "".join(json.dumps(one) + "\n" for one in objects).encode()


def read(data: bytes, name: str = "file", assessed: tuple[str, ...] = ()):
    log = ProblemLog("run")
    return read_answers(data, log, name, assessed), log


def judged(*objects: dict):
    log = ProblemLog("assessments")
    return read_answer_assessments("official", [(FileContent(lines(*objects)), log)]), log


@pytest.mark.parametrize("given", [OF_2024, OF_2025, OF_RAGTIME], ids=["2024", "2025", "RAGTIME"])
def test_the_forms_of_the_tracks_say_the_same(given) -> None:
    content, log = read(lines(given))
    assert not list(log)
    assert content.answers["7"].run == content.submission.run_id == "mine"
    assert content.answers["7"].sentences == (Sentence("Sky is blue.", ("d2", "d1")), Sentence("Yes.", ()))
    results = content.results
    assert (results.offset.tolist(), results.length.tolist(), results.score.tolist()) == (
        [0, 3],
        [3, 1],
        [2, 0],
    )


def test_an_array_is_as_good_as_lines() -> None:
    content, log = read(json.dumps([OF_2024, {**OF_2024, "topic_id": "8"}]).encode())
    assert [*content.answers] == ["7", "8"]
    assert not list(log)


def test_the_run_has_the_name_that_the_assessments_know() -> None:
    assert read(lines(OF_2024), "file", ("file",))[0].results.articles.to_pylist() == ["file"]
    assert read(lines(OF_2024), "file", ("file", "mine"))[0].results.articles.to_pylist() == ["mine"]


@pytest.mark.parametrize(
    ("objects", "code", "found"),
    [
        (({**OF_2024, "answer": "text"},), "answer-line", "answer"),
        (({"run_id": "a", "topic_id": "1"},), "answer-line", "answer"),
        (({**OF_2024, "answer": [{"text": "a", "citations": [2, -1]}]},), "answer-citation", "2"),
        ((OF_2024, OF_2024), "answer-twice", "line 1"),
        ((OF_2024, {**OF_2024, "topic_id": "8", "run_id": "other"}), "run-id-changes", "other"),
    ],
)
def test_mistakes_of_runs(objects, code, found) -> None:
    problem = next(one for one in read(lines(*objects))[1] if one.code == code)
    assert found in problem.found
    assert problem.lines


def test_what_is_no_json_has_its_line() -> None:
    (problem,) = read(lines(OF_2024) + b"{oops\n" + lines({**OF_2024, "topic_id": "8"}))[1]
    assert (problem.code, problem.lines) == ("answer-line", (2,))
    assert [one.code for one in read(b"[" * 100_000)[1]] == ["answer-line"]
    assert [one.code for one in read(b"1 Q0 d7 1 0.5 me\n")[1]] == ["answer-line"]


def test_answers_in_a_campaign_of_documents_name_the_protocol() -> None:
    log = ProblemLog("run")
    assert is_answers(lines(OF_RAGTIME))
    assert not is_answers(b'{"qid": "1", "docno": "a", "score": 1}')
    assert read_run_content(lines(OF_2024), log, documents=True) is None
    (problem,) = log
    assert problem.code == "run-of-answers"
    assert 'protocol = "answers"' in problem.expected
    assert "inexreport init" in problem.remedy


def test_a_run_of_answers_is_limited(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(runs, "ANSWER_MEGABYTES", 1)
    path = tmp_path / "mine.jsonl"
    path.write_bytes(lines({**OF_2024, "answer": [{"text": "a " * 600_000}]}))
    campaign = Campaign("", "", 2026, "", {}, {}, Assessments("official", {}), judged=Judged.ANSWERS)
    run, (problem,) = read_run(RunFile("main", "mine", path, "mine.jsonl"), campaign)
    assert run is None
    assert problem.code == "file-too-large"
    assert problem.expected == "at most 1 MB of answers"


def test_assignments_and_citations_may_lie_apart() -> None:
    found, log = judged(
        {"qid": 7, "query": "why?", "run_id": "a", "nuggets": [{**NUGGET, "sentences": [0]}]},
        {"qid": "7", "run_id": "a", "sentence": 0, "docid": "d1", "support": 2},
        {
            "topic_id": "7",
            "run_id": "a",
            "citations": [{"sentence": 1, "document": "d2", "support": "No Support"}],
        },
    )
    answer = found.topics["7"].answers["a"]
    assert [(one.text, one.vital, one.assignment, one.sentences) for one in answer.nuggets] == [
        ("blue", True, Support.FULL, (0,))
    ]
    assert [(one.sentence, one.document, one.support) for one in answer.citations] == [
        (0, "d1", Support.FULL),
        (1, "d2", Support.NONE),
    ]
    assert found.topics["7"].articles == ("a",)
    assert not list(log)


@pytest.mark.parametrize(
    ("objects", "code"),
    [
        (({"qid": "7", "run_id": "a", "nuggets": []},), "assessments-answer"),
        (
            ({"qid": "7", "run_id": "a", "nuggets": [{**NUGGET, "assignment": "maybe"}]},),
            "assessments-answer",
        ),
        (({"qid": "7", "nuggets": [NUGGET]},), "assessments-answer"),
        (({"qid": "7", "run_id": "a", "nuggets": [NUGGET]},) * 2, "assessments-answer-twice"),
        (
            ({"qid": "7", "run_id": "a", "sentence": 0, "docid": "d", "support": 1},) * 2,
            "assessments-answer-twice",
        ),
    ],
)
def test_mistakes_of_judges(objects, code) -> None:
    (problem,) = judged(*objects)[1]
    assert problem.code == code
    assert problem.is_error
    assert problem.lines == (len(objects),)


def test_a_failed_assignment_counts_as_none_with_a_warning() -> None:
    found, (problem,) = judged({"qid": "7", "run_id": "a", "nuggets": [{**NUGGET, "assignment": "failed"}]})
    assert found.topics["7"].answers["a"].nuggets[0].assignment is Support.NONE
    assert problem.code == "assessments-answer-failed"
    assert not problem.is_error


def test_what_was_not_judged_is_reported() -> None:
    content, _ = read(lines(OF_2024, {**OF_2024, "topic_id": "8"}, {**OF_2024, "topic_id": "9"}))
    citation = {"sentence": 1, "document": "d2", "support": "support"}
    found, _ = judged(
        {"qid": "7", "run_id": "mine", "nuggets": [NUGGET], "citations": [citation]},
        {"qid": "8", "run_id": "other", "nuggets": [NUGGET]},
    )
    log = ProblemLog("run")
    report_unassigned(locate(content.results, found, None, Collection()), found.topics, log)
    unassigned, unjudged = log
    assert (unassigned.code, unassigned.lines) == (
        "answer-unassigned",
        (2,),
    )
    assert "1 of 3 topics" in unassigned.found
    assert unjudged.code == "answer-citations-unjudged"
    assert "1 sentence" in unjudged.found
