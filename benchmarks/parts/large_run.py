"""One run of the size of MS MARCO's development set: read and scored."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.measuring.comparison import Block, Candidate, in_turns, row
from benchmarks.measuring.process import MeasurementError
from benchmarks.parts.documents import INEXREPORT, IR_MEASURES, refuse_other_topic_values
from benchmarks.settings import Settings
from campaigns.generator.formats.assessments import qrels_of_trec
from campaigns.generator.formats.results import Results
from campaigns.generator.formats.runs_columns import Place, column_run

TOPICS, DEPTH, PASSAGES = 6_980, 1_000, 8_841_823
MEASURES = "RR@10,nDCG@10,AP,R@1000"


def measure_large_run(settings: Settings) -> list[Block]:
    """Compare whole processes: from the files of a run and its qrels to the values of all topics.

    Raises
    ------
    MeasurementError
        If ir_measures is not installed, or has other values than inexreport for any topic and measure.
    """
    if not settings.has_peer("ir_measures"):
        raise MeasurementError("ir_measures is not installed in the environment of the other tools")
    run, qrels = settings.work / "large.run", settings.work / "large.qrels"
    if not qrels.exists():
        write_large_run(run, qrels, TOPICS)
    programs = {
        IR_MEASURES: settings.peer_program("score_documents_ir_measures"),
        INEXREPORT: settings.program("score_documents_inexreport"),
    }
    candidates = [
        Candidate(name, [*program, qrels, MEASURES, run], settings.one_core)
        for name, program in programs.items()
    ]
    measured = in_turns(candidates, settings.turns)
    refuse_other_topic_values(measured[IR_MEASURES][0].answer, measured[INEXREPORT][0].answer)
    setting = f"{TOPICS:,} topics x {DEPTH:,} results, generated; {MEASURES} of every topic, one processor"
    rows = tuple(row(name, turns) for name, turns in measured.items())
    return [Block("10 large run", "A run of MS MARCO's size: read and score", setting, rows)]


def write_large_run(run: Path, qrels: Path, topics: int) -> None:
    """Write a run with random passages, and qrels with one relevant passage for each topic."""
    random = np.random.default_rng(1)
    relevant = []

    def results() -> Results:
        for topic in random.choice(1_100_000, topics, replace=False).tolist():
            passages = random.choice(PASSAGES, DEPTH, replace=False).tolist()
            scores = np.sort(random.gamma(4, 4, DEPTH))[::-1].tolist()
            yield topic, zip(passages, range(1, DEPTH + 1), scores, strict=True)
            relevant.append(qrels_of_trec(topic, [(passages[random.integers(DEPTH // 4)], 1)]))

    run.parent.mkdir(parents=True, exist_ok=True)
    with run.open("w", encoding="utf-8") as file:
        file.writelines(column_run(results(), "large", Place.ARTICLE, digits=6))
    qrels.write_text("".join(relevant), encoding="utf-8")
