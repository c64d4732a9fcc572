"""Loaded first by the server from which workers are forked: what is set here, they are born with.

Ctrl-C ends them without a word; until a worker is there it would else print where Ctrl-C met it.
The server itself ends at once, without taking apart what it has loaded.
"""

from __future__ import annotations

import atexit
import os
import sys

from inexreport.workers.interruption import end_when_interrupted


def _end_at_once(server: int) -> None:
    if os.getpid() == server:
        os._exit(0)


# The server hands this on to its children and ignores Ctrl-C itself. Loaded elsewhere it does nothing.
if sys.argv[:1] == ["-c"] and "multiprocessing.forkserver" in sys.modules:
    end_when_interrupted()
    atexit.register(_end_at_once, os.getpid())
