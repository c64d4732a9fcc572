"""Writes a site from what `site_outcome.py` stored, timing that alone: `write_site.py FILE OUT`.

The script that draws charts is made before, and processes are started, which have read and scored runs when a
build comes to its site.
"""

from __future__ import annotations

import operator
import os
import pickle
import sys
from pathlib import Path

from timing import timed

from inexreport.parallel import open_workers
from inexreport.rendering.assets import asset_contents
from inexreport.rendering.site import write_site

if __name__ == "__main__":
    outcome, metrics = pickle.loads(Path(sys.argv[1]).read_bytes())
    asset_contents()
    with open_workers() as workers:
        list(
            workers.map(operator.is_, None, range(len(os.sched_getaffinity(0))))
        )  # returns when all are there
        with timed():
            write_site(outcome, metrics, Path(sys.argv[2]), workers=workers)
