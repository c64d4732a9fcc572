"""Damages files and reads them for as long as is wanted: `python -m tests.hostile.fuzz MINUTES [READER ...]`.

What goes wrong is written into the corpus, where a test reads it from then on. The reader `campaign`
evaluates tiny campaigns with a damaged file in them.
"""

from __future__ import annotations

import hashlib
import sys
import time
import traceback
import warnings
from collections.abc import Callable
from functools import partial
from itertools import cycle
from random import Random, SystemRandom

from .campaigns import FILES
from .damaged_campaigns import damaged, honest_scores, mistake
from .mutations import mutated
from .readers import FOUND, READERS, outcome

AT_ONCE = 200
SLOW = 10.0
"""Seconds after which a file of a few thousand bytes counts as gone wrong."""

CAMPAIGN = "campaign"


def main(minutes: float, names: list[str]) -> int:
    """Return the number of files that went wrong."""
    warnings.simplefilter("error")
    unseen: list[str] = []
    sys.unraisablehook = lambda reported: unseen.append(
        f"ignored: {reported.exc_value!r}, a file or more before"
    )
    honest = {base: honest_scores(base) for base in FILES}
    end = time.monotonic() + 60 * minutes
    wrong: set[str] = set()
    tried = 0
    for name in cycle(names or [*READERS, CAMPAIGN]):
        if time.monotonic() > end:
            break
        random = Random(SystemRandom().getrandbits(64))
        for _ in range(AT_ONCE):
            if name == CAMPAIGN:
                base = random.choice(sorted(FILES))
                place, data = damaged(base, random)
                found = _failure(partial(mistake, base, place, data, honest[base]))
            else:
                reader = READERS[name]
                place, data = name, mutated(random.choice(reader.seeds), reader.seeds, random)
                found = _failure(partial(_difference, name, data))
            tried += 1
            for failure in (found, *unseen):
                if failure and failure not in wrong:
                    wrong.add(failure)
                    sys.stdout.write(f"{_keep(name, place, data)}\n{failure}\n")
                    sys.stdout.flush()
            unseen.clear()
    sys.stdout.write(f"{tried} files, {len(wrong)} ways to go wrong.\n")
    return len(wrong)


def _difference(name: str, data: bytes) -> str:
    first, again = outcome(READERS[name], data), outcome(READERS[name], data)
    return "" if first == again else "not the same when read again"


def _failure(attempt: Callable[[], str]) -> str:
    """Return what goes wrong; empty if nothing does."""
    begin = time.process_time()
    try:
        if found := attempt():
            return found
    except Exception as error:  # whatever it is: that is what is looked for
        frames = traceback.extract_tb(error.__traceback__)
        return f"{type(error).__name__} in {frames[-1].name}: {frames[-1].line}"
    return "slow" if time.process_time() - begin > SLOW else ""


def _keep(name: str, place: str, data: bytes) -> str:
    path = FOUND / name / f"{place.replace('/', '-')}-{hashlib.sha256(data).hexdigest()[:8]}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return str(path.relative_to(FOUND.parent))


if __name__ == "__main__":
    sys.exit(bool(main(float(sys.argv[1]), sys.argv[2:])))
