"""A campaign is built by a cluster that loses a worker, and a build is interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from parallel.local_cluster import LocalCluster, paths, wait_until
from printed_progress import without_progress

from inexreport.building.build import build
from inexreport.building.resources import Resources
from inexreport.parallel import open_workers

INTERRUPTED = "\nInterrupted. What was not built to its end is unchanged.\n"


def content(site: Path) -> dict[str, bytes]:
    return {str(file.relative_to(site)): file.read_bytes() for file in site.rglob("*") if file.is_file()}


def test_a_cluster_that_loses_a_worker_builds_the_same_site(
    sample_sites: Path,
    sample_campaigns: tuple[Path, ...],
    second_edition: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    pytest.importorskip("distributed")
    local = LocalCluster()
    monkeypatch.chdir(tmp_path)  # where the workers are not

    def progress(stage: str, done: int, total: int) -> None:
        if stage == "Evaluating runs" and done == 3:
            local.workers[0].kill()
            local.workers[0].wait()

    try:
        with open_workers(cluster=local.address) as workers:
            for campaign in (*sample_campaigns[:-1], second_edition):
                build(campaign, Path("site"), progress, resources=Resources(workers))
    finally:
        local.close()
    assert local.workers[0].returncode == -signal.SIGKILL
    assert content(tmp_path / "site") == content(sample_sites)


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A command in a process group of its own, of which nothing is left in the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "inexreport", *arguments],
        env={**os.environ, "PYTHONPATH": paths()},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # As in a terminal: processes of the background are born with Ctrl-C ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_build_leaves_the_old_site_and_the_cache(tmp_path: Path, root: Path, workers: str):
    campaign, out, cache = root / "campaigns" / "sample-2006", tmp_path / "site", tmp_path / "cache"
    arguments = ["build", str(campaign), "--out", str(out), "--workers", workers]
    build(campaign, out)
    before = content(out)
    with started(*arguments, "--cache", str(cache)) as process:
        wait_until(lambda: len(list(cache.glob("outcome/*/*"))) >= 3 or process.poll() is not None)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=120)
    assert process.returncode == 130
    assert without_progress(errors) == INTERRUPTED
    assert content(out) == before
    evaluated = {file.name: file.stat().st_ino for file in cache.glob("outcome/*/*")}
    assert len(evaluated) >= 3
    (out / "sample-2006" / "index.html").unlink()
    with started(*arguments, "--cache", str(cache)) as process:
        process.communicate(timeout=120)
    assert process.returncode == 0
    assert content(out) == before
    assert evaluated.items() <= {file.name: file.stat().st_ino for file in cache.glob("outcome/*/*")}.items()
