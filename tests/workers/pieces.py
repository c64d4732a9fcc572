"""Pieces of work for workers: functions of a module, as other processes need them."""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from inexreport.errors import InputChangedError
from inexreport.workers import process_pool


@dataclass(frozen=True, eq=False)
class Large:
    """Something that several kinds of work share."""

    numbers: NDArray[np.int64]


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


def die_once_while_sending(folder: Path, item: int) -> bytes:
    """Kill the process that has item 4, the first time, when half of the message with its result is sent."""
    if item == 4 and not (folder / "died").exists():
        (folder / "died").mkdir()
        Connection._send = _send_half_and_die  # type: ignore[attr-defined]
    return bytes([item]) * 100_000


def _send_half_and_die(connection: Connection, message: bytes) -> None:
    os.write(connection.fileno(), message[: len(message) // 2])
    os.kill(os.getpid(), signal.SIGKILL)


def die(_: None, item: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return item


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
    return len(process_pool._received)


def identity(large: Large, item: int) -> tuple[int, int]:
    """Who works, and which object is shared there."""
    time.sleep(0.01)
    return os.getpid(), id(large)


def identity_in_others(several: tuple[str, Large], item: int) -> tuple[int, int]:
    """The same of something that is a part of what is shared."""
    assert several[1].numbers.sum() == 4950
    return identity(several[1], item)


def has_loaded(module: str, item: int) -> bool:
    time.sleep(0.01)
    return module in sys.modules


def when_interrupted(_: None, item: int) -> tuple[bool, bool]:
    """Whether Ctrl-C ends this process, and whether it would wait."""
    time.sleep(0.01)
    handler = signal.getsignal(signal.SIGINT)
    return handler == signal.SIG_DFL, signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
