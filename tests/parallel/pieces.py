"""Pieces of work for workers: functions of a module, as other processes need them."""

from __future__ import annotations

import ctypes
import errno
import os
import select
import signal
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from inexreport.errors import InputChangedError
from inexreport.parallel import processes

if TYPE_CHECKING:
    from inexreport.building.run_evaluation import RunContext, RunToEvaluate
    from inexreport.model.outcome import RunOutcome


def add(shared: int, item: int) -> int:
    return shared + item


def process(_: None, item: int) -> int:
    time.sleep(0.01)
    return os.getpid()


def refuse_three(_: None, item: int) -> int:
    if item == 3:
        raise InputChangedError("runs/Focused/three.xml")
    return item


def die_once(folder: Path, item: int) -> int:
    """Kill the process that has item 4, the first time."""
    if item == 4:
        try:
            (folder / "died").mkdir()
        except FileExistsError:
            return item
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def send_short_messages(_: None, item: int) -> bytes:
    """Have a large result, in a process that dies if it sends a message which may be cut off."""
    Connection._send = _send_if_short  # type: ignore[attr-defined]
    return bytes([item]) * 100_000


def _send_if_short(connection: Connection, message: bytes) -> None:
    if len(message) > select.PIPE_BUF:
        os._exit(1)
    os.write(connection.fileno(), message)


def die(_: None, item: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return item


def die_of_two(_: None, item: int) -> int:
    """Kill the process that has item 2, each time."""
    if item == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def evaluate_or_die(context: RunContext, run: RunToEvaluate) -> RunOutcome:
    """Evaluate a run, unless it is the one that no process survives."""
    from inexreport.building.run_evaluation import evaluate_file  # other pieces of work need none of it

    if run.file.name == "fatal":
        os.kill(os.getpid(), signal.SIGKILL)
    return evaluate_file(context, run)


def tell_and_wait(folder: Path, item: int) -> int:
    """Leave a file with the number of the process, then work for a while."""
    (folder / f"{item}").write_text(str(os.getpid()))
    time.sleep(0.3)
    return item


def no_space(_: None, item: int) -> int:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), f"page-{item}.html")


def count_of_kinds(_: object, item: int) -> int:
    """How many kinds of work this process holds what they share of."""
    time.sleep(0.01)
    return len(processes._loaded)


def when_interrupted(_: None, item: int) -> tuple[bool, bool]:
    """Whether Ctrl-C ends this process, and whether it would wait."""
    time.sleep(0.01)
    handler = signal.getsignal(signal.SIGINT)
    return handler == signal.SIG_DFL, signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


LONG_CALL = 20
"""Seconds that a call lasts which keeps Python's lock."""


def tell_and_keep_the_lock(folder: Path, item: int) -> int:
    """Leave a file with the number of the process, then keep every other thread of it from working."""
    (folder / f"{item}").write_text(str(os.getpid()))
    time.sleep(0.2)  # its other threads have begun
    ctypes.PyDLL(None).sleep(LONG_CALL)  # unlike CDLL, keeps the lock
    return item
