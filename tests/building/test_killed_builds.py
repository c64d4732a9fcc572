"""A build is killed at any moment: its workers end with it, and the next build leaves nothing of it."""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

import pytest
from hostile.campaigns import write_campaign
from parallel.local_cluster import wait_until

from inexreport.building.build import build
from inexreport.building.resources import Resources
from inexreport.cache import Cache
from inexreport.parallel import open_workers
from inexreport.parallel.scratch import remove_abandoned, scratch_folder

from .test_every_field import content as contents
from .test_killed_workers import Build, workers_of

KILLED = int(os.environ.get("INEXREPORT_KILLED_BUILDS", "2"))
"""Builds that are killed, one after the other, each in its part of the files that a build writes."""

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="Whose children a process has is known from /proc alone."
)


def ended(process: int) -> bool:
    """Whether a process is gone, or ended and nobody has asked how."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_nothing_is_left_of_builds_that_are_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    campaign, draw = write_campaign(tmp_path / "campaign", "2009"), random.Random(1)
    by = ("--workers", "2")
    undisturbed = tmp_path / "undisturbed"
    build(campaign, undisturbed)
    whole = len(list((undisturbed / "campaign").rglob("*")))
    left: set[Path] = set()
    for number in range(KILLED):
        building, workers = Build(campaign, tmp_path, *by), set()
        moment = whole * (number + draw.random()) / KILLED
        while building.process.poll() is None:
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
    with open_workers(2):
        build(campaign, building.out, resources=Resources(cache=Cache(tmp_path / "cache")))
    assert contents(building.out) == contents(undisturbed)
    assert list(scratch.iterdir()) == []
    assert not list(building.out.glob(".inexreport-*"))


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
