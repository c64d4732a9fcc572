"""The generator of campaigns: samples from texts, and drawn campaigns for measurements."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from campaigns.generator.__main__ import main
from campaigns.generator.draws.campaign import DrawnCampaign, Size
from campaigns.generator.draws.protocols import PROTOCOLS
from inexreport import api

ROOT = Path(__file__).parents[1]
SAMPLES = ["sample-2004", "sample-2006", "sample-2009", "sample-2025", "sample-2026"]
SIZE = Size(documents=400, topics=12, runs=8, depth=30, judged_twice=2)
INEX_PROTOCOLS = ["inex-2006", "inex-2009"]


def _generate(*arguments: str | Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["generator", *map(str, arguments)])
        main()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("campaigns")
    _generate("samples", folder)
    return folder


def test_the_generator_writes_every_sample_campaign(made: Path) -> None:
    committed = {path.name for path in (ROOT / "campaigns").glob("sample-*")}
    assert {path.name for path in made.iterdir()} == committed == set(SAMPLES)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_generator_reproduces_the_sample_campaign(made: Path, name: str) -> None:
    now, committed = _unpacked(made / name), _unpacked(ROOT / "campaigns" / name)
    assert now.keys() == committed.keys()
    assert [path for path in now if now[path] != committed[path]] == []


def _unpacked(directory: Path) -> dict[str, bytes]:
    """Every file, packed ones unpacked: how zlib packs is its own affair."""
    return {
        name: gzip.decompress(content) if name.endswith(".gz") else content
        for name, content in _content(directory).items()
    }


def _make(out: Path, protocol: str, size: Size = SIZE, seed: int = 1) -> dict[str, bytes]:
    DrawnCampaign(PROTOCOLS[protocol], size, seed).write(out, 1, lambda _: None)
    return _content(out)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The campaign of a protocol as the first seed gives it, drawn once. Read only."""

    @cache
    def of(protocol: str) -> Path:
        folder = tmp_path_factory.mktemp("drawn") / "campaign"
        _make(folder, protocol)
        return folder

    return of


def _content(directory: Path) -> dict[str, bytes]:
    files = (path for path in directory.rglob("*") if path.is_file())
    return {path.relative_to(directory).as_posix(): path.read_bytes() for path in files}


def _runs(files: dict[str, bytes]) -> dict[str, bytes]:
    return {name: content for name, content in files.items() if name.startswith("runs/")}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_same_seed_gives_the_same_bytes_whoever_writes(tmp_path: Path, protocol: str) -> None:
    size = Size(documents=100, topics=3, runs=8, depth=10, judged_twice=1)
    here = _make(tmp_path / "here", protocol, size, seed=7)
    given = ("--documents=100", "--topics=3", "--runs=8", "--depth=10", "--judged-twice=1", "--seed=7")
    # All protocols are written by the same processes.
    workers = "--workers=2" if protocol == "inex-2006" else "--workers=1"
    _generate("draw", tmp_path / "there", f"--protocol={protocol}", *given, workers)
    assert _content(tmp_path / "there") == here
    others = _runs(_make(tmp_path / "others", protocol, size, seed=1))
    assert len(others) == size.runs
    assert all(here[name] != content for name, content in others.items())


@pytest.mark.parametrize("protocol", INEX_PROTOCOLS)
def test_every_run_is_evaluated(drawn: Callable[[str], Path], protocol: str) -> None:
    assert "error" not in set(api.check(drawn(protocol)).severity)
    scores = api.scores(drawn(protocol))
    overall = scores[scores.topic == "all"]
    assert overall.run.nunique() == SIZE.runs
    assert overall.groupby("task").run.nunique().to_dict() == dict.fromkeys(overall.task.unique(), 2)
    assert len(overall.task.unique()) == 4
    relevance = scores[(scores.topic != "all") & ~scores.metric.str.startswith("overlap")]
    assert relevance.topic.nunique() == 11  # one of eleven topics is not assessed


def test_a_run_has_the_depth_that_is_asked_for(drawn: Callable[[str], Path]) -> None:
    for content in _runs(_content(drawn("inex-2006"))).values():
        assert content.count(b"<result>") == SIZE.topics * SIZE.depth


def test_a_larger_campaign_holds_the_runs_of_a_smaller_one(
    tmp_path: Path, drawn: Callable[[str], Path]
) -> None:
    small = _make(tmp_path / "small", "inex-2009", Size(400, 12, 6, 30, 2))
    large = _content(drawn("inex-2009"))
    assert _runs(small).keys() < _runs(large).keys()
    assert all(large[name] == content for name, content in small.items())


def test_article_runs_are_in_the_order_of_their_scores(drawn: Callable[[str], Path]) -> None:
    runs = _runs(_content(drawn("articles")))
    assert len(runs) == SIZE.runs
    for run in runs.values():
        lines = [line.split() for line in run.decode().splitlines()]
        assert {len(line) for line in lines} == {6}
        for (topic, _, _, rank, score, _), (following, _, _, _, lower, _) in pairwise(lines):
            assert topic != following or float(score) > float(lower)
            assert topic == following or rank == str(SIZE.depth)


def test_documents_are_judged_that_are_among_the_first_results_of_a_run(drawn: Callable[[str], Path]) -> None:
    files = _content(drawn("trec"))
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


def test_a_generated_campaign_of_documents_is_evaluated_without_a_problem(
    drawn: Callable[[str], Path],
) -> None:
    assert api.check(drawn("trec")).empty
    scores = api.scores(drawn("trec"))
    assert set(scores.task) == {"adhoc"}
    assert (
        scores[(scores.metric == "nDCG@10") & (scores.topic != "all")].groupby("run").size().to_list()
        == [SIZE.topics] * SIZE.runs
    )
    # All first results are judged.
    assert set(scores[scores.metric == "Judged@10"].score) == {1.0}
