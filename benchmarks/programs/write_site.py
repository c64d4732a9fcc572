"""Writes a site from what `site_outcome.py` kept, timing that alone: `write_site.py FILE OUT`.

The script that draws charts and the specifications of their kinds are made before: they are the same for all
campaigns and kept from build to build. Processes are started before, which have read and scored runs when a
build comes to its site.
"""

from __future__ import annotations

import operator
import sys
from pathlib import Path

from kept_outcome import kept_outcome
from timing import timed

from inexreport.building.means import BUILDING
from inexreport.rendering.assets import charts_script
from inexreport.rendering.chart_kinds import chart_kinds
from inexreport.rendering.site import write_site
from inexreport.workers import open_workers

if __name__ == "__main__":
    outcome, metrics = kept_outcome(sys.argv[1])
    charts_script()
    chart_kinds()
    with open_workers(modules=BUILDING) as workers:
        list(workers.map(operator.is_, None, range(workers.count)))  # returns when all are there
        with timed():
            write_site(outcome, metrics, Path(sys.argv[2]), workers=workers)
