"""Measures of answers: worked by hand, and of the sample campaign in a few other lines."""

from __future__ import annotations

import json
from collections import defaultdict
from math import isnan, nan
from pathlib import Path

import numpy as np
import pytest

from inexreport.building.evaluation import score_campaign
from inexreport.judging.assigned_answers import AssignedAnswer
from inexreport.metrics.answers import answer_length, citation_support, nugget_recall
from inexreport.metrics.registry import bind
from inexreport.model.answer import JudgedAnswer, JudgedCitation, Nugget, Support
from inexreport.model.assessment import judged_answers

SAMPLE = Path(__file__).parents[2] / "campaigns" / "sample-2026"
FULL, PARTIAL, NONE = Support.FULL, Support.PARTIAL, Support.NONE
RECALLS = {"strict_vital": 1 / 3, "strict_all": 2 / 5, "vital": 1.5 / 3, "all": 2.5 / 5}
"""Of three vital nuggets, supported, in part and not, and two okay ones, supported and not."""

JUDGED = JudgedAnswer(
    (
        *tuple(Nugget("", True, one) for one in (FULL, PARTIAL, NONE)),
        Nugget("", False, FULL),
        Nugget("", False, NONE),
    ),
    (JudgedCitation(0, "a", PARTIAL), JudgedCitation(0, "b", FULL), JudgedCitation(2, "a", NONE)),
)
TOPIC = judged_answers("1", {"judged": JUDGED})


def values(answer: AssignedAnswer) -> dict[str, float]:
    names = (*RECALLS, "weighted_precision", "weighted_recall")
    return {name: bind(name).metric.measure(answer, None) for name in names}


def test_an_answer_worked_by_hand() -> None:
    found = values(AssignedAnswer(50, (2, 0, 1, 1), JUDGED, TOPIC))
    assert {name: found[name] for name in RECALLS} == pytest.approx(RECALLS)
    assert found["weighted_precision"] == 1.5 / 3  # of three judged citations
    assert found["weighted_recall"] == 1 / 4  # the best of each of four sentences
    assert answer_length(AssignedAnswer(50, (2, 0, 1, 1), None, TOPIC)) == 50


def test_what_is_not_known_is_no_zero() -> None:
    assert all(map(isnan, values(AssignedAnswer(50, (1, 1), None, TOPIC)).values()))
    of_citations = judged_answers("1", {"judged": JudgedAnswer((), JUDGED.citations)})
    unanswered = AssignedAnswer(0, (), None, TOPIC)
    assert set(values(unanswered).values()) == {0.0}
    found = values(AssignedAnswer(0, (), None, of_citations))
    assert isnan(found["vital"])
    assert found["weighted_recall"] == 0
    okay = JudgedAnswer((Nugget("", False, FULL),))
    only_okay = AssignedAnswer(9, (0,), okay, judged_answers("1", {"judged": okay}))
    assert isnan(nugget_recall(only_okay, vital=True, strict=True))
    assert nugget_recall(only_okay, vital=False, strict=True) == 1


def test_an_answer_that_cites_nothing_supports_nothing() -> None:
    uncited = AssignedAnswer(9, (0, 0), JudgedAnswer(JUDGED.nuggets), TOPIC)
    assert citation_support(uncited, of_sentences=True) == citation_support(uncited, of_sentences=False) == 0
    nobody = judged_answers("1", {"judged": JudgedAnswer(JUDGED.nuggets)})
    assert isnan(
        citation_support(AssignedAnswer(9, (0,), nobody.answers["judged"], nobody), of_sentences=True)
    )


def test_the_scores_of_the_sample_are_those_of_its_files() -> None:
    """Second computation: nugget scores as AutoNuggetizer defines them, from the JSON files alone."""
    weights = {"support": (1, 1), "partial_support": (0, 0.5), "not_support": (0, 0)}
    expected: dict[tuple[str, str, str], float] = {}
    for line in (SAMPLE / "assessments/official/assignments.jsonl").read_text("utf-8").splitlines():
        given = json.loads(line)
        for name, which, strictness in (
            ("strict_vital", ("vital",), 0),
            ("strict_all", ("vital", "okay"), 0),
            ("vital", ("vital",), 1),
            ("all", ("vital", "okay"), 1),
        ):
            counted = [
                weights[one["assignment"]][strictness]
                for one in given["nuggets"]
                if one["importance"] in which
            ]
            expected[given["run_id"], given["qid"], name] = sum(counted) / len(counted)
    by_run = defaultdict(dict)
    (task,) = score_campaign(SAMPLE).tasks
    for run in task.runs:
        for name in RECALLS:
            row = run.scores.by_topic[run.scores.metrics.index(name)]
            by_run[run.submission.name, name] = dict(zip(run.scores.topics, row.tolist(), strict=True))
    for (run, name), of_topics in by_run.items():
        unanswered = {"109"} if run == "south-read" else set()
        for topic, score in of_topics.items():
            wanted = 0.0 if topic in unanswered else expected.get((run, topic, name), nan)
            assert score == pytest.approx(wanted, nan_ok=True)
    read, cited = (
        next(one for one in task.runs if one.submission.name == name) for name in ("south-read", "sit-cited")
    )
    assert by_run["sit-cited", "vital"]["110"] != by_run["sit-cited", "vital"]["110"]
    assert read.scores.topics_counted.tolist() == [10, 10, 10, 10, 10, 10, 9]
    assert cited.scores.topics_counted.tolist() == [9, 9, 9, 9, 9, 9, 10]
    known = [one for one in by_run["sit-cited", "vital"].values() if not isnan(one)]
    assert cited.scores.mean[2] == pytest.approx(np.mean(known))
    assert len(known) == 9
    (warning,) = cited.problems
    assert warning.code == "answer-unassigned"
    assert "“110”" in warning.found
