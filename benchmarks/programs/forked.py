"""Does work in as many processes as the program may use processors."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

Piece = TypeVar("Piece")


def in_processes(work: Callable[[Sequence[Piece]], object], pieces: Sequence[Piece]) -> None:
    """Let forked processes work at the pieces, which they have in memory, and wait for all of them."""
    cores = len(os.sched_getaffinity(0))
    children = []
    for part in range(cores):
        child = os.fork()
        if not child:
            work(pieces[part::cores])
            os._exit(0)
        children.append(child)
    if any(os.waitpid(child, 0)[1] for child in children):
        sys.exit("a process that worked at pages has failed")
