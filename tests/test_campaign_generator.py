"""The generator of campaigns for measurements."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from inexreport import api

ROOT = Path(__file__).parents[1]
SIZE = {"documents": 400, "topics": 12, "runs": 8, "depth": 30, "judged-twice": 2}


def _make(out: Path, protocol: str, **options: int) -> dict[str, bytes]:
    given = {**SIZE, **options}
    arguments = [f"--{name}={value}" for name, value in given.items()]
    subprocess.run(
        [sys.executable, "-m", "benchmarks.make_campaign", out, f"--protocol={protocol}", *arguments],
        check=True,
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
    )
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


@pytest.mark.parametrize("protocol", ["inex-2006", "inex-2009"])
def test_the_same_seed_gives_the_same_bytes(tmp_path: Path, protocol: str) -> None:
    once = _make(tmp_path / "once", protocol, seed=7, workers=1)
    again = _make(tmp_path / "again", protocol, seed=7, workers=2)
    other = _make(tmp_path / "other", protocol, seed=8)
    assert once == again
    runs = [name for name in once if name.startswith("runs/")]
    assert len(runs) == SIZE["runs"]
    assert all(once[name] != other[name] for name in runs)


@pytest.mark.parametrize("protocol", ["inex-2006", "inex-2009"])
def test_every_run_is_evaluated(tmp_path: Path, protocol: str) -> None:
    _make(tmp_path / "campaign", protocol)
    assert "error" not in set(api.check(tmp_path / "campaign").severity)
    scores = api.scores(tmp_path / "campaign")
    overall = scores[scores.topic == "all"]
    assert overall.run.nunique() == SIZE["runs"]
    assert overall.groupby("task").run.nunique().to_dict() == dict.fromkeys(overall.task.unique(), 2)
    assert len(overall.task.unique()) == 4
    relevance = scores[(scores.topic != "all") & ~scores.metric.str.startswith("overlap")]
    assert relevance.topic.nunique() == 11  # one of eleven topics is not assessed


def test_a_run_has_the_depth_that_is_asked_for(tmp_path: Path) -> None:
    files = _make(tmp_path / "campaign", "inex-2006")
    for name, content in files.items():
        if name.startswith("runs/"):
            assert content.count(b"<result>") == SIZE["topics"] * SIZE["depth"]


def test_a_larger_campaign_holds_the_runs_of_a_smaller_one(tmp_path: Path) -> None:
    small = _make(tmp_path / "small", "inex-2009", runs=6)
    large = _make(tmp_path / "large", "inex-2009", runs=8)
    assert {name for name in small if name.startswith("runs/")} < large.keys()
    assert all(large[name] == content for name, content in small.items() if name != "campaign.toml")
