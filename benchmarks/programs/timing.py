"""Times a part of a program, its child processes included."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def timed() -> Iterator[None]:
    """End the output with the time and the processor time that the block took."""
    began, before = time.perf_counter(), _processor_seconds()
    yield
    wall, cpu = time.perf_counter() - began, _processor_seconds() - before
    sys.stdout.write(json.dumps({"timed": {"wall": wall, "cpu": cpu}}) + "\n")


def _processor_seconds() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system
