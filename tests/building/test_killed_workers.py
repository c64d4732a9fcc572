"""Workers are killed while they build a real site, at moments drawn at random: no byte of it is another."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from hostile.campaigns import write_campaign
from parallel import pieces
from parallel.local_cluster import LocalCluster, paths
from pooling_campaigns import varied_campaign
from printed_progress import without_progress

from inexreport.building import evaluation
from inexreport.building.build import build
from inexreport.building.resources import Resources
from inexreport.building.run_evaluation import evaluate_file
from inexreport.cache import Cache
from inexreport.parallel import open_workers

ROUNDS = int(os.environ.get("INEXREPORT_KILLED_BUILDS", "2"))
"""So many builds lose workers, for each kind of workers; more of them meet more moments."""

KILLS = 2
"""Workers that each of these builds loses: after a third without any result the build gives up."""

LONGEST = 60
"""Seconds that a build may take, which takes some five."""

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="Whose children a process has is known from /proc alone."
)

Contents = dict[str, bytes]


def contents(site: Path) -> Contents:
    return {str(file.relative_to(site)): file.read_bytes() for file in site.rglob("*") if file.is_file()}


def progress_of(cache: Path, out: Path) -> int:
    """How many results and files a build has made until now."""
    places = (cache / "outcome", *out.glob(".inexreport-building-*"))
    return sum(len(files) for place in places for _, _, files in os.walk(place))


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return varied_campaign(2009, "Thorough", 1).write(tmp_path_factory.mktemp("campaigns") / "c2009")


@pytest.fixture(scope="module")
def undisturbed(campaign: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Contents, int]:
    """The site that a build makes to which nothing happens, and how far it gets."""
    folder = tmp_path_factory.mktemp("undisturbed")
    cache, out = folder / "cache", folder / "site"
    build(campaign, out, resources=Resources(cache=Cache(cache)))
    found = contents(out)
    return found, progress_of(cache, out) + sum(name.startswith("c2009/") for name in found)


def workers_of(process: int) -> list[int]:
    """Processes that work for another."""
    workers = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                status = (entry / "stat").read_text()
                command = (entry / "cmdline").read_bytes()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if int(status.rpartition(")")[2].split()[1]) == process and b"spawn_main" in command:
                workers.append(int(entry.name))
    return sorted(workers)


class Build:
    """A build as a process of its own.

    Parameters
    ----------
    campaign : Path
    folder : Path
        Where everything that it writes is.
    *by : str
        Who does the work.
    """

    def __init__(self, campaign: Path, folder: Path, *by: str) -> None:
        self.out, self._cache = folder / "site", folder / "cache"
        command = ["build", str(campaign), "--out", str(self.out), "--cache", str(self._cache), *by]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "inexreport", *command],
            env={**os.environ, "PYTHONPATH": paths(), "PYTHONFAULTHANDLER": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def progress(self) -> int:
        return progress_of(self._cache, self.out)

    def ended(self) -> tuple[int, str]:
        """Its exit status and its complaints."""
        try:
            _, errors = self.process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGABRT)  # then Python tells what it was doing
            _, errors = self.process.communicate()
        return self.process.returncode, errors


def lose_workers(
    building: Build,
    draw: random.Random,
    whole: int,
    workers: Callable[[], Sequence[int]],
    kill: Callable[[int], None],
) -> None:
    """Kill workers of a build at moments between its first result and its last one."""
    until = time.monotonic() + LONGEST
    for moment in sorted(draw.sample(range(whole), KILLS)):
        while building.process.poll() is None and time.monotonic() < until:
            if building.progress() >= moment and (found := workers()):
                kill(draw.choice(found))
                break
            time.sleep(0.005)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_processes_that_are_killed_change_no_byte_of_a_site(
    campaign: Path, undisturbed: tuple[Contents, int], tmp_path: Path, seed: int
) -> None:
    site, whole = undisturbed
    draw = random.Random(seed)
    building = Build(campaign, tmp_path, "--workers", "2")
    killed: list[int] = []

    def kill(worker: int) -> None:
        with suppress(ProcessLookupError):  # it may have ended meanwhile
            os.kill(worker, signal.SIGKILL)
            killed.append(worker)

    lose_workers(building, draw, whole, lambda: workers_of(building.process.pid), kill)
    ended, errors = building.ended()
    assert (ended, without_progress(errors)) == (0, ""), errors
    assert killed
    assert contents(building.out) == site


def test_a_run_that_no_worker_survives_is_rejected_and_all_others_are_evaluated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign, out, cache = (
        write_campaign(tmp_path / "campaign", "2009"),
        tmp_path / "site",
        tmp_path / "cache",
    )
    runs = campaign / "runs" / "Focused"
    for name in ("after", "between", "fatal", "zero"):
        (runs / f"{name}.run").write_text((runs / "honest.run").read_text().replace("Honest", name))
    monkeypatch.setattr(evaluation, "evaluate_file", pieces.evaluate_or_die)
    with open_workers(2) as workers:
        [task] = build(campaign, out, resources=Resources(workers, Cache(cache))).tasks
    assert (task.runs, task.evaluated) == (5, 4)
    [(name, problem)] = task.rejected
    assert (name, problem.code, problem.file) == ("fatal", "run-worker-died", "runs/Focused/fatal.run")
    assert "run-worker-died" in (out / "campaign" / "problems.html").read_text("utf-8")

    monkeypatch.setattr(evaluation, "evaluate_file", evaluate_file)
    again = build(campaign, out, resources=Resources(cache=Cache(cache)))
    assert again.written
    assert again.tasks[0].evaluated == 5
    build(campaign, tmp_path / "clean")
    assert contents(out) == contents(tmp_path / "clean")


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    pytest.importorskip("distributed")
    local = LocalCluster()
    yield local
    local.close()


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_workers_of_a_cluster_that_are_killed_change_no_byte_of_a_site(
    campaign: Path, undisturbed: tuple[Contents, int], tmp_path: Path, seed: int, cluster: LocalCluster
) -> None:
    site, whole = undisturbed
    draw = random.Random(seed)
    before = {worker.pid for worker in cluster.workers}
    building = Build(campaign, tmp_path, "--cluster", cluster.address)
    lose_workers(
        building, draw, whole, lambda: [worker.pid for worker in cluster.workers], cluster.replace_worker
    )
    ended, errors = building.ended()
    assert ended == 0, errors
    assert before != {worker.pid for worker in cluster.workers}
    assert contents(building.out) == site
