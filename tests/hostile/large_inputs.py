"""Reads the large inputs, one after the other, in a process whose memory and time can be measured.

`python -m tests.hostile.large_inputs FOLDER` writes, for each, its name, what is not as declared, seconds and
the most memory so far in MB, one JSON object a line.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from pathlib import Path

from .campaigns import FILES
from .damaged_campaigns import honest_scores
from .inputs import INPUTS
from .outcomes import mistakes, outcome_of, put


def main(folder: Path) -> None:
    """Read them all; memory is that of this process, what earlier ones left behind included."""
    honest = {base: honest_scores(base) for base in FILES}
    for hostile in INPUTS:
        if not hostile.large:
            continue
        directory = put(hostile, folder / "campaign")
        begin = time.process_time()
        outcome = outcome_of(directory, statistics=not hostile.errors)
        found = mistakes(hostile, outcome, honest[hostile.base])
        seconds = time.process_time() - begin
        shutil.rmtree(directory)
        record = {"name": hostile.name, "mistakes": found, "seconds": seconds, "megabytes": most_memory()}
        sys.stdout.write(json.dumps(record) + "\n")


def most_memory() -> int:
    """The most memory that this program has held so far, in MB.

    Not `ru_maxrss`: a new program inherits that of the process that started it.
    """
    status = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:")) // 1024


if __name__ == "__main__":
    main(Path(sys.argv[1]))
