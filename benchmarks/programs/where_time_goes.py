"""Builds a campaign in one process and tells in which packages: `where_time_goes.py CAMPAIGN OUT CACHE`.

Every few milliseconds of processor time it is looked up which part of inexreport is at work. What a library
does counts for the part that called it.
"""

from __future__ import annotations

import contextlib
import json
import signal
import sys
from collections import Counter
from types import FrameType

STEP = 0.002
"""Seconds of processor time between two looks."""

STARTING = "start: importing modules"
OUR_OWN = "inexreport."


def part(frame: FrameType | None) -> str:
    """Return the package that is at work: that of the innermost frame of ours."""
    found = ""
    while frame is not None:
        name = frame.f_globals.get("__name__", "")
        if name == "importlib._bootstrap":
            return STARTING
        if not found and name.startswith(OUR_OWN):
            found = name.split(".")[1]
        frame = frame.f_back
    return found or "other"


def main() -> None:
    """Build with the command line's own options."""
    counts: Counter[str] = Counter()
    signal.signal(signal.SIGPROF, lambda _, frame: counts.update([part(frame)]))
    signal.setitimer(signal.ITIMER_PROF, STEP, STEP)
    from inexreport.cli import main as run

    campaign, out, cache = sys.argv[1:]
    sys.argv = ["inexreport", "build", campaign, "--out", out, "--workers", "1", "--cache", cache]
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(sys.stderr):
        run()
    signal.setitimer(signal.ITIMER_PROF, 0)
    total = sum(counts.values())
    sys.stdout.write(json.dumps({name: count / total for name, count in counts.most_common()}) + "\n")


if __name__ == "__main__":
    main()
