"""A build is killed or interrupted at any moment: its workers end with it, and the next build mends it."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hostile.campaigns import write_campaign
from parallel.local_cluster import wait_until
from printed_progress import without_progress

from inexreport import cli
from inexreport.building.build import build
from inexreport.building.resources import Resources
from inexreport.cache import Cache
from inexreport.parallel import open_workers
from inexreport.parallel.scratch import remove_abandoned, scratch_folder

from .test_every_field import content as contents
from .test_killed_workers import Build, workers_of

KILLED = int(os.environ.get("INEXREPORT_KILLED_BUILDS", "1"))
"""Builds that are killed, one after the other, each in its part of the first half of the files."""

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="Whose children a process has is known from /proc alone."
)


def ended(process: int) -> bool:
    """Whether a process is gone, or ended and nobody has asked how."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny campaign with a few runs. Read only."""
    folder = write_campaign(tmp_path_factory.mktemp("campaigns") / "campaign", "2009")
    for name in ("second", "third", "fourth"):
        text = (folder / "runs" / "Focused" / "honest.run").read_text().replace("Honest", name)
        (folder / "runs" / "Focused" / f"{name}.run").write_text(text)
    return folder


@pytest.fixture(scope="module")
def undisturbed(campaign: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a build makes of it to which nothing happens. Read only."""
    folder = tmp_path_factory.mktemp("undisturbed")
    build(campaign, folder / "site", resources=Resources(cache=Cache(folder / "cache")))
    return folder / "site"


def test_nothing_is_left_of_builds_that_are_killed(
    campaign: Path, undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    draw, by = random.Random(1), ("--workers", "2")
    whole = len(list((undisturbed / "campaign").rglob("*")))
    left: set[Path] = set()
    for number in range(KILLED):
        building, workers = Build(campaign, tmp_path, *by, drawn=undisturbed.parent / "cache"), set()
        moment = whole / 2 * (number + draw.random()) / KILLED
        while building.process.poll() is None:
            if len(workers) < 2:
                workers.update(workers_of(building.process.pid))
            begun = set(building.out.glob(".inexreport-building-*")) - left
            if len(workers) == 2 and sum(len(list(one.rglob("*"))) for one in begun) >= moment:
                break
            time.sleep(0.05)
        building.process.send_signal(signal.SIGKILL)
        building.process.communicate()
        wait_until(lambda workers=workers: all(map(ended, workers)))
        left |= {*scratch.iterdir(), *building.out.glob(".inexreport-*")}
    assert left
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    with open_workers(1):
        build(campaign, building.out, resources=Resources(cache=Cache(tmp_path / "cache")))
    assert contents(building.out) == contents(undisturbed)
    assert list(scratch.iterdir()) == []
    assert not list(building.out.glob(".inexreport-*"))


INTERRUPTED = "\nInterrupted. What was not built to its end is unchanged.\n"


def outcomes(cache: Path) -> dict[str, int]:
    """The inode of each cached outcome, without files that are still being written."""
    return {file.name: file.stat().st_ino for file in cache.glob("outcome/*/[!.]*")}


def assert_old_site_and_cache(campaign: Path, undisturbed: Path, folder: Path) -> None:
    """The site is as it was, and the next build takes from the cache what was evaluated."""
    out, cache = folder / "site", folder / "cache"
    assert contents(out) == contents(undisturbed)
    evaluated = outcomes(cache)
    assert len(evaluated) >= 3
    (out / "campaign" / "index.html").unlink()
    build(campaign, out, resources=Resources(cache=Cache(cache)))
    assert contents(out) == contents(undisturbed)
    assert evaluated.items() <= outcomes(cache).items()


def test_an_interrupted_build_with_workers_leaves_the_old_site_and_the_cache(
    campaign: Path, undisturbed: Path, tmp_path: Path
) -> None:
    shutil.copytree(undisturbed, tmp_path / "site")
    building = Build(campaign, tmp_path, "--workers", "2", drawn=undisturbed.parent / "cache")
    process = building.process
    wait_until(lambda: len(outcomes(tmp_path / "cache")) >= 3 or process.poll() is not None)
    os.killpg(process.pid, signal.SIGINT)
    ended, errors = building.ended()
    assert (ended, without_progress(errors)) == (130, INTERRUPTED)
    assert_old_site_and_cache(campaign, undisturbed, tmp_path)


def test_an_interrupted_build_of_one_process_leaves_the_old_site_and_the_cache(
    campaign: Path,
    undisturbed: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shutil.copytree(undisturbed, tmp_path / "site")
    put, cache = Cache.put, tmp_path / "cache"

    def interrupted(self: Cache, *content: Any) -> None:
        put(self, *content)
        if len(outcomes(cache)) == 3:
            signal.raise_signal(signal.SIGINT)

    arguments = ["build", campaign, "--out", tmp_path / "site", "--workers", "1", "--cache", cache]
    monkeypatch.setattr(sys, "argv", ["inexreport", *map(str, arguments)])
    ctrl_c = signal.signal(signal.SIGINT, signal.default_int_handler)  # as in `Build`
    try:
        with mock.patch.object(Cache, "put", interrupted), pytest.raises(SystemExit) as ended:
            cli.main()
    finally:
        signal.signal(signal.SIGINT, ctrl_c)
    assert (ended.value.code, without_progress(capsys.readouterr().err)) == (130, INTERRUPTED)
    assert_old_site_and_cache(campaign, undisturbed, tmp_path)


def test_folders_of_living_processes_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with scratch_folder() as mine:
        (mine / "work").write_text("")
        abandoned = mine.with_name(f"{mine.name}x")
        (abandoned / "within").mkdir(parents=True)
        foreign = tmp_path / "inexreport-site"
        foreign.mkdir()
        remove_abandoned()
        assert sorted(tmp_path.iterdir()) == sorted([mine, foreign])
        assert (mine / "work").exists()
    assert list(tmp_path.iterdir()) == [foreign]
