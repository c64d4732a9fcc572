"""The generator of campaigns for measurements."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks.campaign.directory import Size, generated_campaign
from inexreport import api

ROOT = Path(__file__).parents[1]
SIZE = Size(documents=400, topics=12, runs=8, depth=30, judged_twice=2)
PROTOCOLS = ["inex-2006", "inex-2009"]


def _make(
    out: Path, protocol: str, size: Size = SIZE, seed: int = 1, *, articles: bool = False
) -> dict[str, bytes]:
    generated_campaign(protocol, size, seed, articles=articles).write(out, 1, lambda _: None)
    return _content(out)


def _content(directory: Path) -> dict[str, bytes]:
    files = (path for path in directory.rglob("*") if path.is_file())
    return {path.relative_to(directory).as_posix(): path.read_bytes() for path in files}


def _runs(files: dict[str, bytes]) -> dict[str, bytes]:
    return {name: content for name, content in files.items() if name.startswith("runs/")}


@pytest.mark.parametrize("protocol", [*PROTOCOLS, "trec"])
def test_the_same_seed_gives_the_same_bytes_whoever_writes(tmp_path: Path, protocol: str) -> None:
    here = _make(tmp_path / "here", protocol, seed=7)
    subprocess.run(
        [
            *(sys.executable, "-m", "benchmarks.make_campaign", tmp_path / "there", f"--protocol={protocol}"),
            *("--documents=400", "--topics=12", "--runs=8", "--depth=30", "--judged-twice=2", "--seed=7"),
            "--workers=2",
        ],
        check=True,
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
    )
    assert _content(tmp_path / "there") == here
    others = _runs(_make(tmp_path / "other", protocol, seed=8))
    assert len(others) == SIZE.runs
    assert all(here[name] != content for name, content in others.items())


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_run_is_evaluated(tmp_path: Path, protocol: str) -> None:
    _make(tmp_path / "campaign", protocol)
    assert "error" not in set(api.check(tmp_path / "campaign").severity)
    scores = api.scores(tmp_path / "campaign")
    overall = scores[scores.topic == "all"]
    assert overall.run.nunique() == SIZE.runs
    assert overall.groupby("task").run.nunique().to_dict() == dict.fromkeys(overall.task.unique(), 2)
    assert len(overall.task.unique()) == 4
    relevance = scores[(scores.topic != "all") & ~scores.metric.str.startswith("overlap")]
    assert relevance.topic.nunique() == 11  # one of eleven topics is not assessed


def test_a_run_has_the_depth_that_is_asked_for(tmp_path: Path) -> None:
    for content in _runs(_make(tmp_path / "campaign", "inex-2006")).values():
        assert content.count(b"<result>") == SIZE.topics * SIZE.depth


def test_a_larger_campaign_holds_the_runs_of_a_smaller_one(tmp_path: Path) -> None:
    small = _make(tmp_path / "small", "inex-2009", Size(400, 12, 6, 30, 2))
    large = _make(tmp_path / "large", "inex-2009")
    assert _runs(small).keys() < _runs(large).keys()
    assert all(large[name] == content for name, content in small.items())


def test_article_runs_are_in_the_order_of_their_scores(tmp_path: Path) -> None:
    runs = _runs(_make(tmp_path / "campaign", "inex-2009", articles=True))
    assert len(runs) == SIZE.runs
    for run in runs.values():
        lines = [line.split() for line in run.decode().splitlines()]
        assert {len(line) for line in lines} == {6}
        for (topic, _, _, rank, score, _), (following, _, _, _, lower, _) in pairwise(lines):
            assert topic != following or float(score) > float(lower)
            assert topic == following or rank == str(SIZE.depth)


def test_documents_are_judged_that_are_among_the_first_results_of_a_run(tmp_path: Path) -> None:
    files = _make(tmp_path / "campaign", "trec")
    pooled: set[tuple[str, str]] = set()
    for run in _runs(files).values():
        lines = [line.split() for line in run.decode().splitlines()]
        assert len(lines) == SIZE.topics * SIZE.depth
        assert all(len(line) == 6 for line in lines)
        pooled |= {(topic, document) for topic, _, document, rank, _, _ in lines if int(rank) <= 10}
        for (topic, _, _, _, score, _), (following, _, _, _, lower, _) in pairwise(lines):
            assert topic != following or float(score) > float(lower)
    judged = [line.split() for line in files["assessments/official/qrels.txt"].decode().splitlines()]
    assert {(topic, document) for topic, _, document, _ in judged} == pooled
    assert len(judged) == len(pooled)
    assert {grade for *_, grade in judged} == {"0", "1", "2"}


def test_a_generated_campaign_of_documents_is_evaluated_without_a_problem(tmp_path: Path) -> None:
    _make(tmp_path / "campaign", "trec")
    assert api.check(tmp_path / "campaign").empty
    scores = api.scores(tmp_path / "campaign")
    assert set(scores.task) == {"adhoc"}
    assert (
        scores[(scores.metric == "nDCG@10") & (scores.topic != "all")].groupby("run").size().to_list()
        == [SIZE.topics] * SIZE.runs
    )
    # All first results are judged.
    assert set(scores[scores.metric == "Judged@10"].score) == {1.0}
