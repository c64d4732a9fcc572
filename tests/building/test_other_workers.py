"""A build is interrupted."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from parallel.local_cluster import paths, wait_until
from part_of_2006 import METRICS, copy_part
from printed_progress import without_progress

from inexreport.building.build import build
from inexreport.building.resources import Resources
from inexreport.cache import Cache
from inexreport.rendering.assets import asset_contents

from .test_every_field import content

INTERRUPTED = "\nInterrupted. What was not built to its end is unchanged.\n"


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory, sample_campaign: Path) -> Path:
    """A part of the sample campaign of 2006, with six runs. Read only."""
    folder = tmp_path_factory.mktemp("campaigns") / "c2006"
    return copy_part(sample_campaign, folder, [*METRICS], runs=2, topics=2)


@pytest.fixture(scope="module")
def site(campaign: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a single process makes of it. Read only."""
    out = tmp_path_factory.mktemp("site")
    build(campaign, out)
    return out


def outcomes(cache: Path) -> dict[str, int]:
    """The inode of each cached outcome, without files that are still being written."""
    return {file.name: file.stat().st_ino for file in cache.glob("outcome/*/[!.]*")}


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


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_build_leaves_the_old_site_and_the_cache(
    campaign: Path, site: Path, tmp_path: Path, workers: int
):
    out, cache = shutil.copytree(site, tmp_path / "site"), tmp_path / "cache"
    before = content(out)
    asset_contents(Cache(cache))  # the chart library, which takes each build a second otherwise
    arguments = ["--out", str(out), "--workers", str(workers), "--cache", str(cache)]
    with started("build", str(campaign), *arguments) as process:
        wait_until(lambda: len(outcomes(cache)) >= 3 or process.poll() is not None)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=120)
    assert process.returncode == 130
    assert without_progress(errors) == INTERRUPTED
    assert content(out) == before
    evaluated = outcomes(cache)
    assert len(evaluated) >= 3
    (out / "c2006" / "index.html").unlink()
    build(campaign, out, resources=Resources(cache=Cache(cache)))
    assert content(out) == before
    assert evaluated.items() <= outcomes(cache).items()
