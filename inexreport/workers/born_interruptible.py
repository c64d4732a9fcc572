"""Loaded first by the server from which workers are forked: Ctrl-C ends its children without a word.

Until a worker has received its work it would else print where Ctrl-C met it.
"""

from __future__ import annotations

import signal
import sys

# The server hands this on to its children and ignores Ctrl-C itself. Loaded elsewhere it does nothing.
if sys.argv[:1] == ["-c"] and "multiprocessing.forkserver" in sys.modules:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
