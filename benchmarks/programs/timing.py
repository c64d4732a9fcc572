"""Times a part of a program, the processes that it starts included."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TICK = 1 / os.sysconf("SC_CLK_TCK")
SESSION, TIMES = 3, slice(11, 15)
"""Fields of a process's state, after its name: its session; its own time and that of children that ended."""


@contextmanager
def timed() -> Iterator[None]:
    """End the output with the time and the processor time that the block took."""
    began, before = time.perf_counter(), _processor_seconds()
    yield
    wall, cpu = time.perf_counter() - began, _processor_seconds() - before
    sys.stdout.write(json.dumps({"timed": {"wall": wall, "cpu": cpu}}) + "\n")


def _processor_seconds() -> float:
    """What this process and its descendants have used: a worker may be the child of a server between them."""
    session, ticks = str(os.getsid(0)), 0
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[SESSION] == session:
                ticks += sum(map(int, fields[TIMES]))
    return ticks * TICK
