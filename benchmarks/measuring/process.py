"""Runs a command and tells what it took: time, processor time and memory of all its processes."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SAMPLED_EVERY = 0.05
"""Seconds between two looks at the memory, if they are short."""

PAUSE = 20
"""After a look, nobody looks for so many times its processor time, which it takes from what is measured."""

PROC = Path("/proc")
PR_SET_CHILD_SUBREAPER = 36


class MeasurementError(Exception):
    """What was to be measured failed, or gave other results than what it is compared with."""


@dataclass(frozen=True)
class Measured:
    """One process with all that it started.

    Attributes
    ----------
    wall, cpu : float
        Seconds; of the part that the program timed itself if it did, else of the whole process.
    peak : int
        Bytes: the most that all processes together had in memory at once, shared pages counted once.
    output : str
        What it wrote on its standard output.
    """

    wall: float
    cpu: float
    peak: int
    output: str

    @property
    def answer(self) -> Any:
        """The JSON on the last line of the output."""
        return json.loads(self.output.strip().splitlines()[-1])


def measure(command: Sequence[str | Path], cores: Sequence[int], directory: Path | None = None) -> Measured:
    """Run a command on some processors and wait for it.

    A program that times a part of itself ends its output with ``{"timed": {"wall": ..., "cpu": ...}}``.

    Parameters
    ----------
    command : sequence of str or Path
    cores : sequence of int
        Numbers of the processors that it may use.
    directory : Path, optional
        Where it runs.

    Raises
    ------
    MeasurementError
        If it ends with another status than 0.
    """
    started = time.perf_counter()
    with (
        _orphans_adopted(),
        subprocess.Popen(
            [str(part) for part in command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=directory,
            env=_environment(),
            start_new_session=True,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        ) as process,
    ):
        memory = _Memory(process.pid)
        errors: list[str] = []
        assert process.stdout is not None
        assert process.stderr is not None
        stderr = process.stderr
        listener = threading.Thread(target=lambda: errors.append(stderr.read()))
        listener.start()
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        cpu = usage.ru_utime + usage.ru_stime + _time_of_orphans(process.pid)
        listener.join()
        peak = memory.stop()
    if process.returncode:
        named = " ".join(str(part) for part in command[:4])
        raise MeasurementError(f"{named} ... ended with {process.returncode}: {errors[0][-800:]}")
    measured = Measured(wall, cpu, peak, output)
    return _as_timed(measured)


def _environment() -> dict[str, str]:
    """The variables of this process, but that programs keep what Python compiled, as installed ones do."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _as_timed(measured: Measured) -> Measured:
    """The times that the program itself took, where it did."""
    lines = measured.output.strip().splitlines()
    if not lines or not lines[-1].startswith('{"timed"'):
        return measured
    timed = json.loads(lines[-1])["timed"]
    return Measured(timed["wall"], timed["cpu"], measured.peak, measured.output)


@contextmanager
def _orphans_adopted() -> Iterator[None]:
    """Become the parent of processes whose parent has ended, so that their time counts for this one.

    A pool's workers may be children of a server process that nobody waits for.
    """
    system = ctypes.CDLL(None)
    system.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    yield
    system.prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


def _time_of_orphans(session: int) -> float:
    """Wait for what is left of a session's processes and return their processor time."""
    seconds = 0.0
    while left := _processes(session):
        for process in left:
            try:
                _, _, usage = os.wait4(int(process.name), 0)
            except ChildProcessError:
                continue  # its parent lives, and will be waited for with the time of its children
            seconds += usage.ru_utime + usage.ru_stime
        time.sleep(0.01)
    return seconds


class _Memory:
    """Looks at the memory of a session's processes until it is stopped."""

    def __init__(self, session: int) -> None:
        self._session = session
        self._peak = 0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def stop(self) -> int:
        """Return the most bytes seen."""
        self._stopped.set()
        self._thread.join()
        return self._peak

    def _look(self) -> None:
        pause = SAMPLED_EVERY
        while not self._stopped.wait(pause):
            began = time.thread_time()
            processes = _processes(self._session)
            # A process alone has its own record of its peak. The one that the system gives when a process
            # has ended is of no use: it counts what its parent had in memory when the process was started.
            kind = "VmHWM:" if len(processes) == 1 else "Pss:"
            self._peak = max(self._peak, sum(_bytes(process, kind) for process in processes))
            pause = max(SAMPLED_EVERY, PAUSE * (time.thread_time() - began))


def _processes(session: int) -> list[Path]:
    found = []
    for entry in PROC.iterdir() if PROC.is_dir() else ():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session:
                found.append(entry)
    return found


def _bytes(process: Path, kind: str) -> int:
    """A number of the process's memory: its peak, or its part of what it has; 0 if it has ended."""
    file = process / ("status" if kind == "VmHWM:" else "smaps_rollup")
    try:
        for line in file.read_text().splitlines():
            if line.startswith(kind):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0
