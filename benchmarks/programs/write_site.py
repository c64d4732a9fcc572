"""Writes a site from what `site_outcome.py` kept, timing that alone: `write_site.py FILE OUT`.

The script that draws charts is made before: it is the same for all campaigns and kept from build to build.
"""

from __future__ import annotations

import sys
from pathlib import Path

from kept_outcome import kept_outcome
from timing import timed

from inexreport.rendering.assets import charts_script
from inexreport.rendering.site import write_site
from inexreport.workers import open_workers

if __name__ == "__main__":
    outcome, metrics = kept_outcome(sys.argv[1])
    charts_script()
    with timed(), open_workers() as workers:
        write_site(outcome, metrics, Path(sys.argv[2]), workers=workers)
