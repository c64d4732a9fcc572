"""A run, or qrels, as a file or object of any kind has the scores of the same in columns; its mistakes."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import threading
import zipfile
from collections.abc import Callable
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import ir_measures
import pandas as pd
import pyarrow as pa
import pytest
from typer.testing import CliRunner

from inexreport.api import check, evaluate
from inexreport.cli.program import app
from inexreport.formats.document_qrels import DocumentQrelsReader
from inexreport.formats.file_content import UNSUSPICIOUS_CONTENT, unpacked
from inexreport.formats.runs import read_run_content
from inexreport.model.problem import Problem, ProblemLog

RUN = pd.DataFrame(
    [
        (topic, f"d{(7 * rank + topic) % 40}", rank, 40.5 + topic - rank)
        for topic in (51, 7, 102)
        for rank in range(1, 31)
    ],
    columns=["qid", "docno", "rank", "score"],
)
QRELS = pd.DataFrame(
    [(topic, f"d{number}", (number * topic) % 5 - 1) for topic in (7, 51, 102) for number in range(0, 40, 3)],
    columns=["qid", "docno", "relevance"],
)
METRICS = ["AP", "nDCG@10", "RR", "P@5", "Rprec", "Judged@10"]


def six_columns(run: pd.DataFrame) -> bytes:
    lines = (f"{one.qid} Q0 {one.docno} {one.rank} {one.score} me\n" for one in run.itertuples())
    return "".join(lines).encode()


def four_columns(qrels: pd.DataFrame) -> bytes:
    return "".join(f"{one.qid} 0 {one.docno} {one.relevance}\n" for one in qrels.itertuples()).encode()


def csv(frame: pd.DataFrame, **options: Any) -> bytes:
    return frame.to_csv(index=False, **options).encode()


def parquet(frame: pd.DataFrame) -> bytes:
    frame.to_parquet(file := BytesIO())
    return file.getvalue()


def nested(frame: pd.DataFrame, value: str) -> dict[str, dict[str, float]]:
    return {
        str(topic): dict(zip(of_topic["docno"], of_topic[value].tolist(), strict=True))
        for topic, of_topic in frame.groupby("qid")
    }


def listed(run: pd.DataFrame) -> dict[str, list[dict[str, str]]]:
    return {
        topic: [{"docid": name, "score": str(score), "text": "..."} for name, score in scores.items()]
        for topic, scores in nested(run, "score").items()
    }


def records(kind: Callable[..., Any], frame: pd.DataFrame, value: str) -> list[Any]:
    return list(map(kind, frame["qid"].astype(str), frame["docno"], frame[value]))


IR_MEASURES = {"qid": "query_id", "docno": "doc_id"}
RANX = {"qid": "q_id", "docno": "doc_id", "relevance": "score"}
BEIR = {"qid": "query-id", "docno": "corpus-id", "relevance": "score"}
RUNS: dict[str, Callable[[pd.DataFrame], Any]] = {
    "MS MARCO": lambda run: csv(run[["qid", "docno", "rank"]], sep="\t", header=False),
    "PyTerrier": lambda run: run.assign(docid=range(len(run)), query="a, b").to_csv().encode(),
    "ir_measures": lambda run: csv(run.rename(columns=IR_MEASURES).drop(columns="rank")),
    "TSV": lambda run: csv(run, sep="\t"),
    "semicolons": lambda run: csv(run, sep=";"),
    "ranks only": lambda run: csv(run.drop(columns="score")),
    "Parquet": lambda run: parquet(run.assign(run=5)),
    "Parquet of ranx": lambda run: parquet(run.rename(columns=RANX).astype({"q_id": "category"})),
    "JSON of ranx": lambda run: json.dumps(nested(run.sample(frac=1, random_state=1), "score")).encode(),
    "JSON of Pyserini": lambda run: json.dumps(
        {topic: {"question": "?", "contexts": contexts} for topic, contexts in listed(run).items()}, indent=1
    ).encode(),
    "JSON of RankLLM": lambda run: b"\n".join(
        json.dumps({"query": {"text": "?", "qid": topic}, "candidates": candidates}).encode()
        for topic, candidates in listed(run).items()
    ),
    "JSON lines": lambda run: run.to_json(orient="records", lines=True).encode(),
    "JSON records": lambda run: run.to_json(orient="records").encode(),
    "open text": lambda run: StringIO(six_columns(run).decode()),
    "frame of PyTerrier": lambda run: run.drop(columns="rank").assign(docid=4, query=["x", 1, {}] * 30),
    "frame of ir_measures": lambda run: run.rename(columns=IR_MEASURES),
    "frame of ranx": lambda run: run.rename(columns=RANX).astype({"q_id": str}),
    "Arrow": lambda run: pa.table(run),
    "dictionary": lambda run: nested(run, "score"),
    "records": lambda run: records(ir_measures.ScoredDoc, run, "score"),
    "iterator": lambda run: iter(records(ir_measures.ScoredDoc, run, "score")),
}
IN_ORDER = ("MS MARCO", "open text")
ALL_QRELS: dict[str, Callable[[pd.DataFrame], Any]] = {
    "BEIR": lambda qrels: csv(qrels.rename(columns=BEIR), sep="\t"),
    "CSV": lambda qrels: qrels.astype({"relevance": float}).to_csv().encode(),
    "Parquet": lambda qrels: parquet(qrels.astype({"relevance": float})),
    "JSON": lambda qrels: json.dumps(nested(qrels, "relevance")).encode(),
    "JSON lines": lambda qrels: qrels.to_json(orient="records", lines=True).encode(),
    "subtopics": lambda qrels: (
        four_columns(qrels) + b"".join(f"{one.qid} 2 {one.docno} -1\n".encode() for one in qrels.itertuples())
    ),
    "open text": lambda qrels: StringIO(four_columns(qrels).decode()),
    "frame of PyTerrier": lambda qrels: qrels.rename(columns={"relevance": "label"}),
    "frame of ir_measures": lambda qrels: qrels.rename(columns=IR_MEASURES).assign(iteration="0"),
    "frame of ranx": lambda qrels: qrels.rename(columns=RANX),
    "dictionary": lambda qrels: nested(qrels, "relevance"),
    "records": lambda qrels: records(ir_measures.Qrel, qrels, "relevance"),
    "records of subtopics": lambda qrels: [
        one._replace(relevance=one.relevance - less, iteration=str(less))
        for less in (0, 1)
        for one in records(ir_measures.Qrel, qrels, "relevance")
    ],
}


def scores(run: Any, qrels: Any) -> list[tuple[str, str, float]]:
    run, qrels = (BytesIO(one) if isinstance(one, bytes) else one for one in (run, qrels))
    return sorted(evaluate(run, qrels=qrels, metrics=METRICS).itertuples(index=False, name=None))


@cache
def expected() -> list[tuple[str, str, float]]:
    return scores(six_columns(RUN), four_columns(QRELS))


@pytest.mark.parametrize("format_", RUNS)
def test_a_run_in_any_format_has_the_scores_of_six_columns(format_: str) -> None:
    assert scores(RUNS[format_](RUN), four_columns(QRELS)) == expected()


@pytest.mark.parametrize("format_", [name for name in RUNS if name not in IN_ORDER])
def test_the_order_of_a_table_means_nothing(format_: str) -> None:
    shuffled = RUN.sample(frac=1, random_state=2)
    assert scores(RUNS[format_](shuffled), four_columns(QRELS)) == expected()
    run = RUNS[format_](shuffled)
    assert check(BytesIO(run) if isinstance(run, bytes) else run, qrels=nested(QRELS, "relevance")).empty


def test_ranks_of_a_table_may_contradict_its_scores(tmp_path: Path) -> None:
    (tmp_path / "run").write_bytes(b"qid,docno,score,rank\n1,a,3,2\n2,b,3,1\n1,b,2,1\n")
    found = check(tmp_path / "run", protocol="trec").found.tolist()
    assert found == ["1 results with a better rank than one with a higher score"]


@pytest.mark.parametrize("format_", ALL_QRELS)
def test_qrels_in_any_format_give_the_scores_of_four_columns(format_: str) -> None:
    assert scores(six_columns(RUN), ALL_QRELS[format_](QRELS)) == expected()


def zipped(*contents: bytes) -> bytes:
    with zipfile.ZipFile(file := BytesIO(), "w", zipfile.ZIP_DEFLATED) as archive:
        for number, content in enumerate(contents):
            archive.writestr(f"run-{number}.txt", content)
    return file.getvalue()


def zstandard(content: bytes) -> bytes:
    with pa.CompressedOutputStream(sink := pa.BufferOutputStream(), "zstd") as stream:
        stream.write(content)
    return sink.getvalue().to_pybytes()


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, zipped, zstandard])
def test_a_packed_run_has_the_scores_of_the_plain_one(pack: Callable[[bytes], bytes]) -> None:
    assert scores(pack(six_columns(RUN)), pack(four_columns(QRELS))) == expected()


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (bz2.compress(b"1 Q0 a 1 1 me")[:-3], "ended before"),
        (zstandard(b"1 Q0 a 1 1 me")[:-3], ""),
        (zipped(b"1 Q0 a 1 1 me", b"1 Q0 a 1 1 me"), "archive of 2 files"),
        (bz2.compress(zipped(b"1 Q0 a 1 1 me")), "packed data within bzip2"),
    ],
)
def test_files_that_cannot_be_unpacked(data: bytes, found: str) -> None:
    log = ProblemLog("run")
    assert unpacked(data, log) is None
    (problem,) = log
    assert found in problem.found


def test_a_file_that_expands_too_much_is_not_unpacked() -> None:
    log = ProblemLog("run")
    assert unpacked(bz2.compress(bytes(UNSUSPICIOUS_CONTENT + 1)), log) is None
    (problem,) = log
    assert "expand to more than" in problem.found


def test_runs_and_qrels_come_through_pipes(tmp_path: Path) -> None:
    contents = {tmp_path / "run": six_columns(RUN), tmp_path / "qrels": four_columns(QRELS)}
    for path in contents:
        os.mkfifo(path)
    writers = [threading.Thread(target=path.write_bytes, args=[data]) for path, data in contents.items()]
    for writer in writers:
        writer.start()
    given = ["evaluate", str(tmp_path / "run"), "--qrels", str(tmp_path / "qrels"), "-m", "AP"]
    printed = CliRunner().invoke(app, given)
    for writer in writers:
        writer.join()
    assert printed.exit_code == 0
    assert "num_ret\tall\t90\n" in printed.output


def problems_of(run: bytes) -> list[Problem]:
    log = ProblemLog("run")
    read_run_content(run, log, documents=True)
    return list(log)


@pytest.mark.parametrize(
    ("run", "code", "found", "lines"),
    [
        (b"qid,docno\n1,a\n", "table-columns", "no score or rank", (1,)),
        (b"\nqid,docno,score\n1,a,3\n\n1,b\n2,c,1\n", "table-row", "2 values: “1,b”", (5,)),
        (b"qid,docno,score\n1,a,3\n\n1,b,x\n", "run-document-score", "“x” as score", (4,)),
        (b"qid,docno,score\n,a,3\n1,b,2\n", "name-unfit", "“”", (2,)),
        (b"qid,docno,score\n", "run-empty", "no result", ()),
        (b"PAR1 and no more", "table-unreadable", "magic bytes", ()),
        (parquet(RUN.assign(qid=0.5)), "table-columns", "no texts in the column qid", (1,)),
        (parquet(RUN[:2].assign(score=[1.0, None])), "run-document-score", "“” as score", (2,)),
        (b'{"1": {"a": 2, "b": [1]}}', "run-document-score", "“[1]” as score", (1,)),
        (b'{"1": {"a": 2}, "2": 5}', "table-row", '“{"2": 5}”', (1,)),
        (b'{"qid": 1, "docno": "a", "score": 1}\n{"qid": 2}\n', "table-row", '“{"qid": 2}”', (2,)),
        (b'{"qid": 1, "docno": "a", "score": 1}\n{"qid": 2\n\n{}', "table-row", '“{"qid": 2”', (2,)),
        (b'{"1": {"a": 2', "table-row", "line 1 column 14", ()),
        (b'{"1": {}}', "table-row", "no row", ()),
        (b'{"1": {"\\ud800": 2}}', "table-unreadable", "can't encode character", ()),
        (b'{"1": {"a": 1%s}}' % (b"0" * 400), "table-unreadable", "too large", ()),
        (b'[{"a":' * 5000, "table-row", "nested too deeply", ()),
        (b"1 a 1\n1 b\n1 c 2\n", "run-columns", "2 columns: “1 b”", (2,)),
    ],
)
def test_mistakes_in_tables(run: bytes, code: str, found: str, lines: tuple[int, ...]) -> None:
    (problem,) = problems_of(run)
    assert (problem.code, problem.lines) == (code, lines)
    assert found in problem.found


def test_columns_of_parquet_are_no_larger_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inexreport.formats.tables.LARGEST_COLUMNS", 1000)
    (problem,) = problems_of(parquet(RUN))
    assert problem.code == "file-too-large"


def test_subtopics_are_told() -> None:
    log = ProblemLog("qrels")
    (reader := DocumentQrelsReader()).read(b"1 1 a 0\n1 2 a 2\n1 1 b 0\n1 2 b -2\n", log)
    assert [problem.code for problem in log] == ["assessments-subtopics"]
    assert {name: grade for name, (grade, _, _) in reader.by_topic["1"].items()} == {"a": 2, "b": 0}


def test_prels_are_named_with_what_they_lack() -> None:
    log = ProblemLog("prels")
    DocumentQrelsReader().read(b"1 a 2 1 0.5\n1 b 0 1 0.25\n1 c 0 2 1.0\n", log)
    (problem,) = log
    assert problem.code == "assessments-sampled"
    assert "iteration" in problem.expected
