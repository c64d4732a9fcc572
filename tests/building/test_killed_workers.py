"""Workers are killed while they build a real site, at moments drawn at random: no byte of it is another."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from evaluated_samples import begin_cache
from hostile.campaigns import write_campaign
from parallel import pieces
from parallel.local_cluster import LocalCluster, paths
from printed_progress import without_progress

from inexreport.building import evaluation
from inexreport.building.build import build
from inexreport.building.resources import Resources
from inexreport.building.run_evaluation import evaluate_file
from inexreport.cache import Cache
from inexreport.parallel import open_workers
from inexreport.rendering.site import write_site

from .document_campaigns import QRELS
from .document_campaigns import write_campaign as write_documents
from .test_every_field import content as contents

ROUNDS = int(os.environ.get("INEXREPORT_KILLED_BUILDS", "1"))
"""So many builds lose workers, for each kind of workers; more of them meet more moments."""

KILLS = 2
"""Workers that each of these builds loses, one in each half: after a third without any result it gives up."""

LONGEST = 60
"""Seconds that a build may take, which takes some five."""

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="Whose children a process has is known from /proc alone."
)


def progress_of(cache: Path, out: Path) -> int:
    """How many results and files a build has made until now."""
    places = (cache / "outcome", *out.glob(".inexreport-building-*"))
    return sum(len(files) for place in places for _, _, files in os.walk(place))


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny campaign with further runs. Read only."""
    folder = write_campaign(tmp_path_factory.mktemp("campaigns") / "c2009", "2009")
    runs = folder / "runs" / "Focused"
    for name in ("between", "fatal", "zero"):
        (runs / f"{name}.run").write_text((runs / "honest.run").read_text().replace("Honest", name))
    return folder


@pytest.fixture(scope="module")
def undisturbed(campaign: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    return left_alone(campaign, tmp_path_factory.mktemp("undisturbed"))


def left_alone(campaign: Path, folder: Path) -> tuple[Path, int]:
    """The site that a build makes to which nothing happens, and how far it gets."""
    cache, out = folder / "cache", folder / "site"
    build(campaign, out, resources=Resources(cache=Cache(cache)))
    return out, progress_of(cache, out) + sum(name.startswith(f"{campaign.name}/") for name in contents(out))


def workers_of(process: int) -> list[int]:
    """Processes that work for another."""
    workers = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                if parent == process and b"spawn_main" in (entry / "cmdline").read_bytes():
                    workers.append(int(entry.name))
            except (FileNotFoundError, ProcessLookupError):
                continue
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
    drawn : Path
        The cache of a build of the same campaign, from which pictures are taken.
    """

    def __init__(self, campaign: Path, folder: Path, *by: str, drawn: Path) -> None:
        self.out, self._cache = folder / "site", folder / "cache"
        begin_cache(self._cache)
        shutil.copytree(drawn / "picture", self._cache / "picture", dirs_exist_ok=True)
        # Relative to its working directory, which no worker of a cluster has.
        command = ["build", str(campaign), "--out", "site", "--cache", "cache", *by]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "inexreport", *command],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": paths(), "PYTHONFAULTHANDLER": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            # As in a terminal: processes of the background are born with Ctrl-C ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
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
    for moment in ((part + draw.random()) * whole / KILLS for part in range(KILLS)):
        while building.process.poll() is None and time.monotonic() < until:
            if building.progress() >= moment and (found := workers()):
                kill(draw.choice(found))
                break
            time.sleep(0.03)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_processes_that_are_killed_change_no_byte_of_a_site(
    campaign: Path, undisturbed: tuple[Path, int], tmp_path: Path, seed: int
) -> None:
    site, whole = undisturbed
    draw = random.Random(seed)
    building = Build(campaign, tmp_path, "--workers", "2", drawn=site.parent / "cache")
    killed: list[int] = []

    def kill(worker: int) -> None:
        with suppress(ProcessLookupError):  # it may have ended meanwhile
            os.kill(worker, signal.SIGKILL)
            killed.append(worker)

    lose_workers(building, draw, whole, lambda: workers_of(building.process.pid), kill)
    ended, errors = building.ended()
    assert (ended, without_progress(errors)) == (0, ""), errors
    assert killed
    assert contents(building.out) == contents(site)


def test_a_run_that_no_worker_survives_is_rejected_and_all_others_are_evaluated(
    campaign: Path, undisturbed: tuple[Path, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, cache = tmp_path / "site", tmp_path / "cache"
    monkeypatch.setattr(evaluation, "evaluate_file", pieces.evaluate_or_die)
    # Their pages are written here, since new processes take their time to begin.
    monkeypatch.setattr(
        "inexreport.building.build.write_site", lambda *site, workers, **more: write_site(*site, **more)
    )
    with open_workers(2) as workers:
        [task] = build(campaign, out, resources=Resources(workers, Cache(cache))).tasks
    assert (task.runs, task.evaluated) == (4, 3)
    [(name, problem)] = task.rejected
    assert (name, problem.code, problem.file) == ("fatal", "run-worker-died", "runs/Focused/fatal.run")
    assert "run-worker-died" in (out / campaign.name / "problems.html").read_text("utf-8")

    monkeypatch.setattr(evaluation, "evaluate_file", evaluate_file)
    again = build(campaign, out, resources=Resources(cache=Cache(cache)))
    assert again.written
    assert again.tasks[0].evaluated == 4
    assert contents(out) == contents(undisturbed[0])


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    pytest.importorskip("distributed")
    local = LocalCluster()
    yield local
    local.close()


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_workers_of_a_cluster_that_are_killed_change_no_byte_of_a_site(
    tmp_path: Path, seed: int, cluster: LocalCluster
) -> None:
    """Here of documents, above of passages."""
    runs = {"one": {"1": "d1 d3 x1"}, "two": {"1": "d4 d2"}}
    documents = write_documents(tmp_path / "documents", runs, {"1": QRELS["1"]})
    site, whole = left_alone(documents, tmp_path / "undisturbed")
    draw = random.Random(seed)
    before = {worker.pid for worker in cluster.workers}
    building = Build(documents, tmp_path, "--cluster", cluster.address, drawn=site.parent / "cache")
    lose_workers(
        building, draw, whole, lambda: [worker.pid for worker in cluster.workers], cluster.replace_worker
    )
    ended, errors = building.ended()
    assert ended == 0, errors
    assert before != {worker.pid for worker in cluster.workers}
    assert contents(building.out) == contents(site)
