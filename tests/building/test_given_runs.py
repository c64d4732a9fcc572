"""Runs, topics and metrics as people hold them in Python."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import ir_measures
import pandas as pd
import pytest
from evaluated_samples import evaluated_sample

import inexreport

RUN = "1 Q0 b 1 9.25 x\n1 Q0 a 2 8 x\n2 Q0 d 1 0.1 x\n3 Q0 b 1 1 x\n"
QRELS = "1 0 a 2\n1 0 b 0\n1 0 c 1\n2 0 a 1\n2 0 d 1\n3 0 b 1\n"
TOPICS, _, DOCUMENTS, _, SCORES, _ = zip(*map(str.split, RUN.splitlines()), strict=True)
FRAME = pd.DataFrame({"qid": TOPICS, "docno": DOCUMENTS, "score": [float(score) for score in SCORES]})
METRICS = ["AP", "nDCG@10", "RR(rel=2)"]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "qrels").write_text(QRELS)
    (tmp_path / "mine.run").write_text(RUN)
    return tmp_path


@pytest.fixture
def expected(files: Path) -> pd.DataFrame:
    return inexreport.evaluate(files / "mine.run", qrels=files / "qrels", metrics=METRICS)


def test_metrics_are_names_texts_and_objects(files: Path, expected: pd.DataFrame) -> None:
    measures = [ir_measures.AP, ir_measures.nDCG @ 10, ir_measures.RR(rel=2)]
    for metrics in (measures, "map,ndcg_cut_10,RR(rel=2)", iter(["map", "ndcg@10", "RR(rel=2)"])):
        found = inexreport.evaluate(files / "mine.run", qrels=files / "qrels", metrics=metrics)
        pd.testing.assert_frame_equal(found, expected)
    for metric, last in ((ir_measures.AP, "AP"), ("num_ret", "num_rel_ret"), ("num_rel,num_q", "NumQ")):
        only = inexreport.evaluate(files / "mine.run", qrels=files / "qrels", metrics=metric)
        assert (only.metric.iloc[-1], *only.metric.unique()[:2]) == (last, "num_topics", "num_ret")
        assert not only.duplicated(["metric", "topic"]).any()


def test_several_runs_have_names(files: Path, expected: pd.DataFrame) -> None:
    (files / "runs").mkdir()
    (files / "runs" / "mine.run.gz").write_bytes(gzip.compress(RUN.encode()))
    for runs, names in (
        ([files / "mine.run", FRAME], ["mine", "run 2"]),
        ({"a": FRAME, "b": {"1": {"b": 9.25, "a": 8}}}, ["a", "b"]),
        (files / "runs", ["mine"]),
        ([files / "mine.run", files / "runs"], [str(files / "mine.run"), str(files / "runs/mine.run.gz")]),
    ):
        found = inexreport.evaluate(runs, qrels=files / "qrels", metrics=METRICS)
        assert found.columns.tolist() == ["run", "metric", "topic", "score"]
        assert found.run.unique().tolist() == names
        is_rank = found.metric.str.startswith("rank")
        assert is_rank.sum() == (3 * len(names) if len(names) > 1 else 0)
        first = found[(found.run == names[0]) & ~is_rank].drop(columns="run")
        pd.testing.assert_frame_equal(first, expected)


def test_mistakes(files: Path) -> None:
    qrels = files / "qrels"
    for wrong, message in (
        ([], "No run is given"),
        ([1, 2], "of the type int cannot be read"),
        (iter([files]), "Give a path, an open file, a table with the columns query_id, doc_id, score"),
        ({"1": {"a": "high"}}, "run:1: .* found “high” as score"),
        ({"1": {}}, "run: .* found no result"),
        (pd.DataFrame({"qid": ["1"], "score": [1.0]}), "run:1: .* no document in the columns “qid”, “score”"),
    ):
        with pytest.raises(inexreport.InexreportError, match=message):
            inexreport.evaluate(wrong, qrels=qrels)
    twice = inexreport.check(pd.concat([FRAME] * 2), qrels=qrels)
    assert twice[["severity", "code", "file", "line", "run"]].iloc[0].tolist() == [
        *("error", "run-document-twice", "run", 5, "run")
    ]
    with pytest.raises(inexreport.UsageError, match="stand instead of a campaign"):
        inexreport.check(files / "mine.run", files, qrels=qrels)
    with pytest.raises(inexreport.UsageError, match="from 2 to 300 runs"):
        inexreport.compare(files / "mine.run", qrels=qrels)
    with pytest.raises(inexreport.UsageError, match="any number of them as the first argument"):
        inexreport.compare(files / "mine.run", [files / "mine.run"] * 2, qrels=qrels)
    with pytest.raises(inexreport.UsageError, match="relevance_level is 0"):
        inexreport.evaluate(files / "mine.run", qrels=qrels, relevance_level=0)
    with pytest.raises(inexreport.UsageError, match="given twice"):
        inexreport.compare([files / "mine.run"] * 3, qrels=qrels)


def test_topics_are_checked(files: Path) -> None:
    for topics in (
        {"1": "one", "2": "two", "3": "three"},
        pd.DataFrame({"qid": [1, 2, 3], "query": ["one", "two", "three"]}),
        io.StringIO("1\tone\n2\ttwo\n3\tthree\n"),
    ):
        assert inexreport.check(FRAME, topics=topics).empty
    (problem,) = inexreport.check(FRAME, topics={"1": "one", "2": "two"}).itertuples()
    assert (problem.code, problem.file, problem.run) == ("run-topic-unknown", "run", "run")


def test_pairs_of_runs_are_those_of_the_page_about_significance(sample_campaigns: tuple[Path, ...]) -> None:
    campaign = sample_campaigns[-1]
    table = inexreport.Results(*evaluated_sample(campaign)).table("significance")
    tested = {*table.run_a, *table.run_b}
    runs = [file for file in (campaign / "runs/adhoc").rglob("*.*") if file.name.split(".")[0] in tested]
    assert len(runs) == len(tested) > 5
    found = inexreport.compare(runs, campaign=campaign)
    columns = ["run_a", "run_b", "test", "topics", "difference", "low", "high", "effect_size", "statistic"]
    columns += ["p", "p_adjusted"]
    of_official, published = (
        one[one.metric == table.metric.iloc[0]].reset_index(drop=True)[columns] for one in (found, table)
    )
    pd.testing.assert_frame_equal(of_official, published, check_dtype=False, rtol=0, atol=0)
