"""Measures of subtopics, which ir_measures computes where pyndeval is installed: here, a module like it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from inexreport.judging.assessment_edits import without_articles
from inexreport.model.assessment import Assessments, graded_documents
from inexreport.model.task_assessments import at_level

SUBTOPIC_RECALL = """
from collections import namedtuple
from itertools import groupby

SubtopicQrel = namedtuple("SubtopicQrel", "query_id subtopic_id doc_id relevance")

class RelevanceEvaluator:
    def __init__(self, qrels, measures, relevance_level, **_):
        self.qrels, self.measures, self.level = qrels, list(measures), relevance_level

    def has_multiple_subtopics(self, mode):
        return len({one.subtopic_id for one in self.qrels}) > 1

    def evaluate_iter(self, run):
        for topic, ranked in groupby(run, key=lambda one: one.query_id):
            documents, found = [one.doc_id for one in ranked], {"query_id": topic}
            relevant = [one for one in self.qrels if one.query_id == topic and one.relevance >= self.level]
            subtopics = {one.subtopic_id for one in relevant}
            for measure in self.measures:
                first = documents[:int(measure.removeprefix("strec@"))]
                seen = {one.subtopic_id for one in relevant if one.doc_id in first}
                found[measure] = len(seen) / len(subtopics) if subtopics else float("nan")
            yield found
"""


def evaluated(folder: Path, qrels: str, metrics: str) -> subprocess.CompletedProcess[str]:
    (folder / "pyndeval.py").write_text(SUBTOPIC_RECALL)
    (folder / "pyndeval-1.dist-info").mkdir()
    (folder / "pyndeval-1.dist-info" / "METADATA").write_text("Name: pyndeval\nVersion: 1\n")
    (folder / "qrels").write_text(qrels)
    (folder / "run").write_text("1 Q0 a 1 2.0 r\n1 Q0 b 2 1.0 r\n2 Q0 a 1 1.0 r\n")
    command = [sys.executable, "-m", "inexreport", "evaluate", "run", "--qrels", "qrels", "-m", metrics]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_subtopics_reach_the_provider(tmp_path: Path) -> None:
    # Document a is about subtopic 1 and b about 2, of which only b is highly relevant; topic 2 has nothing.
    qrels = "1 1 a 1\n1 2 a 0\n1 1 b 0\n1 2 b 2\n2 1 a 0\n2 2 a 0\n"
    done = evaluated(tmp_path, qrels, "StRecall@1,StRecall@2,StRecall(rel=2)@1,StRecall(rel=2)@2,P@1")
    assert [line.split("\t")[::2] for line in done.stdout.splitlines() if "num_" not in line] == [
        *(["StRecall@1", "0.25"], ["StRecall@2", "0.5"]),
        *(["StRecall(rel=2)@1", "0.0"], ["StRecall(rel=2)@2", "0.5"], ["P@1", "0.5"]),
    ]
    assert "assessments-subtopics" in done.stderr
    assert "only 1 subtopic" not in done.stderr


def test_qrels_without_subtopics_are_refused(tmp_path: Path) -> None:
    done = evaluated(tmp_path, "1 0 a 1\n1 0 b 0\n", "StRecall@1")
    assert "StRecall@1: they judge no subtopics, which qrels name in their second column" in done.stderr


def test_changed_assessments_keep_subtopics() -> None:
    subtopics = (("a", "1", 1), ("a", "2", 0), ("b", "2", 2))
    judged = graded_documents("1", ("a", "b"), np.array([1, 2]), subtopics=subtopics)
    assert at_level(Assessments("me", {"1": judged}), 2).topics["1"].subtopics == subtopics
    assert without_articles(judged, {"a"}).subtopics == subtopics[2:]
