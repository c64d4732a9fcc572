"""A Dask scheduler with two workers, each a process of its own; and waiting for what processes do."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

SCHEDULER = """
import asyncio, sys
from distributed import Scheduler

async def run():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()

asyncio.run(run())
"""
WORKER = """
import asyncio, sys
from distributed import Worker

async def run():
    async with Worker(sys.argv[1], nthreads=1, dashboard=False) as worker:
        print(worker.address, flush=True)
        await worker.finished()

asyncio.run(run())
"""


def _started(
    program: str, *arguments: str, code: Path | None = None, safe: bool = True
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *(["-P"] if safe else []), "-c", program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": paths(code)},
    )


def _address(process: subprocess.Popen[str]) -> str:
    """Where a process listens, once it does."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


class LocalCluster:
    """A scheduler with workers, each a process, which search their working directory if not `safe`."""

    def __init__(self, code: Path | None = None, safe: bool = True, workers: int = 2) -> None:
        self._code, self._safe = code, safe
        self.scheduler = _started(SCHEDULER)
        self.address = _address(self.scheduler)
        self.workers: list[subprocess.Popen[str]] = []
        for _ in range(workers):
            self.workers.append(self._worker())
            _address(self.workers[-1])

    def _worker(self) -> subprocess.Popen[str]:
        return _started(WORKER, self.address, code=self._code, safe=self._safe)

    def replace_worker(self, process: int) -> None:
        """Kill a worker and start another, which is not waited for."""
        [place] = [place for place, worker in enumerate(self.workers) if worker.pid == process]
        _end(self.workers[place])
        self.workers[place] = self._worker()

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def paths(first: Path | None = None) -> str:
    """Where processes that tests start find this package and the tests' own modules."""
    return os.pathsep.join([*([str(first)] if first else []), *filter(None, sys.path)])


def wait_until(condition: Callable[[], bool]) -> None:
    for _ in range(6000):
        if condition():
            return
        time.sleep(0.02)
    raise AssertionError("waited in vain")


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
