"""What Ctrl-C does to workers."""

from __future__ import annotations

import signal


def end_when_interrupted() -> None:
    """Let Ctrl-C end this process without a message: the one that asked for its work tells the user.

    Where it is ignored, as in programs that a shell has started in the background, it stays so.
    """
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
